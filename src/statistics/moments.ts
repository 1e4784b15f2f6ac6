/**
 * Sums over events of counts, and of the products of any two of them: all that an estimate needs. They are integers, so
 * they are exact, and the order in which events are added does not matter.
 */
export type Moments = {
  /** Number of events in which the last count, the size of the sample, is not 0. */
  events: number;
  sums: readonly bigint[];
  products: readonly (readonly bigint[])[];
  /** Absent if it is not known whose the counts are. */
  players?: Recurrence;
};

/** What players have in common with themselves at other events. */
export type Recurrence = {
  /** Products of a player's counts at one event and at another, summed over all ordered pairs of their events. */
  products: readonly (readonly bigint[])[];
  /** Sum over players of the squared sizes of their samples. */
  squaredSizes: bigint;
};

/** Products of two counts below EXACT_FACTOR are exact as doubles, also when added to a sum of up to EXACT_SUM. */
const EXACT_FACTOR = 2 ** 25;
const EXACT_SUM = 2 ** 52;

/** Adds up events, each with one row of counts, the size of its sample last. Uses doubles while they are exact. */
export class MomentSum {
  private events = 0;
  private readonly low: Float64Array;
  /** The part that exceeds the doubles, if any. */
  private readonly high: bigint[] = [];

  constructor(private readonly width: number) {
    this.low = new Float64Array(width + width * width);
  }

  /** Adds a number of events that all have these counts. */
  add(counts: readonly number[], events = 1): void {
    const { width, low } = this;
    if (counts[width - 1] !== 0) this.events += events;
    let isExact = true;
    for (const count of counts) isExact &&= count * events < EXACT_FACTOR;
    for (let i = 0; i < width; i += 1) {
      const count = (counts[i] ?? 0) * events;
      if (count === 0) continue;
      low[i] = (low[i] ?? 0) + count;
      // The matrix is symmetric, so half of it suffices.
      for (let j = 0; j <= i; j += 1) {
        const at = width + i * width + j;
        const other = counts[j] ?? 0;
        if (isExact) low[at] = (low[at] ?? 0) + count * other;
        else this.high[at] = (this.high[at] ?? 0n) + BigInt(count) * BigInt(other);
        if ((low[at] ?? 0) > EXACT_SUM) this.carry(at);
      }
    }
  }

  private carry(at: number): void {
    this.high[at] = this.totalAt(at);
    this.low[at] = 0;
  }

  private totalAt(at: number): bigint {
    return (this.high[at] ?? 0n) + BigInt(this.low[at] ?? 0);
  }

  get moments(): Moments {
    const { width } = this;
    const row = (valueAt: (at: number) => bigint) => Array.from({ length: width }, (_, at) => valueAt(at));
    const product = (i: number, j: number) => this.totalAt(width + Math.max(i, j) * width + Math.min(i, j));
    return {
      events: this.events,
      sums: row((at) => this.totalAt(at)),
      products: Array.from({ length: width }, (_, i) => row((j) => product(i, j))),
    };
  }
}

/** The sum over events of (w · counts)², exact; or over pairs of a player's events, of the product of both. */
export function sumOfSquares({ products }: Pick<Moments, 'products'>, weights: readonly bigint[]): bigint {
  let sum = 0n;
  for (const [i, row] of products.entries()) {
    for (const [j, product] of row.entries()) sum += (weights[i] ?? 0n) * (weights[j] ?? 0n) * product;
  }
  return sum;
}
