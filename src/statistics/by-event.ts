import type { Interval } from './estimate.js';
import { type Moments, sumOfSquares } from './moments.js';
import { studentT } from './student-t.js';

const FEWEST_EVENTS = 3;

/** Linearised ratio of sums: an event's contribution is weights · counts / scale. */
export type Linear = { weights: readonly bigint[]; scale: bigint };

/**
 * The 95 % interval around a ratio of sums, with each event as one draw: computed from the variance between events.
 * With unequal sizes the effective number of events is N² / Σn² (Kish), which is their number when all have the same
 * size.
 */
export function byEvent(value: number, moments: Moments, { weights, scale }: Linear): Interval | null {
  if (moments.events < FEWEST_EVENTS) return null;
  const size = moments.sums.at(-1) ?? 0n;
  const squaredSizes = moments.products.at(-1)?.at(-1) ?? 0n;
  const variance =
    Number(sumOfSquares(moments, weights) * size * size) / Number(scale * scale * (size * size - squaredSizes));
  const effectiveEvents = (size * size + squaredSizes - 1n) / squaredSizes;
  const reach = studentT(Number(effectiveEvents) - 1) * Math.sqrt(variance);
  return { low: value - reach, high: value + reach };
}
