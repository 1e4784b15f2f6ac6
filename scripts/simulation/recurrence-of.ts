import type { Recurrence } from '../../src/statistics/moments.js';
import type { ByEvent, Counts } from './season.js';

/** What the service sums up battle by battle, from the counts `[score, battles]` of each player and event. */
export function recurrenceOf({ players, opponents }: Pick<Counts, 'players' | 'opponents'>): Recurrence {
  const products = [
    [0, 0],
    [0, 0],
  ];
  const addProducts = ([score = 0, battles = 0]: readonly number[], sign: number) => {
    for (const [i, one] of [score, battles].entries()) {
      for (const [j, other] of [score, battles].entries()) {
        const row = products[i] ?? [];
        row[j] = (row[j] ?? 0) + sign * one * other;
      }
    }
  };
  const squaredSizes = (group: ByEvent) => {
    let squares = 0;
    for (const events of group.values()) {
      const sum = [0, 0];
      for (const counts of events.values()) {
        addProducts(counts, -1);
        for (const at of [0, 1]) sum[at] = (sum[at] ?? 0) + (counts[at] ?? 0);
      }
      addProducts(sum, 1);
      squares += (sum[1] ?? 0) ** 2;
    }
    return squares;
  };
  const squares = [squaredSizes(players), squaredSizes(opponents)];
  return { products: products.map((row) => row.map(BigInt)), squaredSizes: BigInt(Math.max(...squares)) };
}
