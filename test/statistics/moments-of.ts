import { MomentSum, type Moments } from '../../src/statistics/moments.js';

export function momentsOf(width: number, events: Iterable<readonly number[]>): Moments {
  const sum = new MomentSum(width);
  for (const event of events) sum.add(event);
  return sum.moments;
}
