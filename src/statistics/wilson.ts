import type { Interval } from './estimate.js';

/** The normal quantile for 95 % on both sides. */
const Z = 1.959964;

/** Wilson's 95 % interval for `score` of `n`, as if each of the n were drawn by itself. */
export function wilson(score: number, n: number): Interval {
  const centre = score + (Z * Z) / 2;
  const reach = Z * Math.sqrt((score * (n - score)) / n + (Z * Z) / 4);
  return { low: (centre - reach) / (n + Z * Z), high: (centre + reach) / (n + Z * Z) };
}
