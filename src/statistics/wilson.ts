import type { Interval } from './estimate.js';

/** The normal quantile for a two-sided 95 % interval. */
const Z = 1.959964;

/** Wilson's 95 % interval for `score` of `n`, as if each of the n were an independent draw. */
export function wilson(score: number, n: number): Interval {
  const centre = score + (Z * Z) / 2;
  const reach = Z * Math.sqrt((score * (n - score)) / n + (Z * Z) / 4);
  return { low: (centre - reach) / (n + Z * Z), high: (centre + reach) / (n + Z * Z) };
}

/**
 * An interval of the same variance by Wilson's rule: near 0 or 1, where most shares are, it reaches further to the middle
 * than to the edge.
 */
export function byScore(value: number, interval: Interval | null): Interval | null {
  const spread = value * (1 - value);
  if (!interval || spread === 0 || interval.high === Infinity) return interval;
  const square = (interval.high - value) * (interval.high - value);
  const weight = square / spread;
  const [centre, reach] = [value + weight / 2, Math.sqrt(square + (weight * weight) / 4)];
  return { low: (centre - reach) / (1 + weight), high: (centre + reach) / (1 + weight) };
}
