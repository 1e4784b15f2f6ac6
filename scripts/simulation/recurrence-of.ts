import type { Recurrence } from '../../src/statistics/moments.js';
import type { ByEvent, Counts } from './season.js';

/** What the service sums up battle by battle, from the rows of counts of each player and event. */
export function recurrenceOf({ players, opponents }: Pick<Counts, 'players' | 'opponents'>, width = 2): Recurrence {
  const indexes = Array.from({ length: width }, (_, at) => at);
  const products = indexes.map(() => indexes.map(() => 0));
  const addProducts = (row: readonly number[], sign: number) => {
    for (const i of indexes) {
      for (const j of indexes)
        (products[i] as number[])[j] = (products[i]?.[j] ?? 0) + sign * (row[i] ?? 0) * (row[j] ?? 0);
    }
  };
  const squaredSizes = (group: ByEvent) => {
    let squares = 0;
    for (const events of group.values()) {
      const sum = indexes.map(() => 0);
      for (const row of events.values()) {
        addProducts(row, -1);
        for (const at of indexes) sum[at] = (sum[at] ?? 0) + (row[at] ?? 0);
      }
      addProducts(sum, 1);
      squares += (sum.at(-1) ?? 0) ** 2;
    }
    return squares;
  };
  const squares = [squaredSizes(players), squaredSizes(opponents)];
  return { products: products.map((row) => row.map(BigInt)), squaredSizes: BigInt(Math.max(...squares)) };
}
