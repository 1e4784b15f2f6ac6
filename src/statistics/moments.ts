/**
 * Sums over events of counts, and of the products of any two of them: all that an estimate needs. They are whole numbers, so
 * they are exact, and the order in which events are added cannot matter; a database may add them up as well.
 */
export type Moments = {
  /** Events in which the last count, the size of the sample, is not 0. */
  events: number;
  sums: readonly bigint[];
  products: readonly (readonly bigint[])[];
};

/** `events` has one row of counts for each event, the size of its sample last. */
export function momentsOf(width: number, events: Iterable<readonly number[]>): Moments {
  const sums = Array<bigint>(width).fill(0n);
  const products = sums.map(() => Array<bigint>(width).fill(0n));
  let withSample = 0;
  for (const event of events) {
    const counts = event.map(BigInt);
    if (counts.at(-1)) withSample += 1;
    for (const [i, count] of counts.entries()) {
      sums[i] = (sums[i] ?? 0n) + count;
      const row = products[i] ?? [];
      for (const [j, other] of counts.entries()) row[j] = (row[j] ?? 0n) + count * other;
    }
  }
  return { events: withSample, sums, products };
}

/** The sum over events of (w · counts)², exact. */
export function sumOfSquares({ products }: Moments, weights: readonly bigint[]): bigint {
  let sum = 0n;
  for (const [i, row] of products.entries()) {
    for (const [j, product] of row.entries()) sum += (weights[i] ?? 0n) * (weights[j] ?? 0n) * product;
  }
  return sum;
}
