import type { Interval } from './estimate.js';

/** The normal quantile for a two-sided 95 % interval. */
const Z = 1.959964;

/** Wilson's 95 % interval for `score` of `n`, as if each of the n were an independent draw. */
export function wilson(score: number, n: number): Interval {
  const centre = score + (Z * Z) / 2;
  const reach = Z * Math.sqrt((score * (n - score)) / n + (Z * Z) / 4);
  return { low: (centre - reach) / (n + Z * Z), high: (centre + reach) / (n + Z * Z) };
}
