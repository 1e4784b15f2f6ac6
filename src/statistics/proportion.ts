import { byEvent, byPlayer, effectiveNumber } from './by-event.js';
import { type Estimate, estimate, type Interval } from './estimate.js';
import type { Moments } from './moments.js';
import { HALF_POINTS } from './score.js';
import { wilson } from './wilson.js';

/**
 * A win rate lies between 0.3 and 0.7, even against one opponent; a wider interval tells none from another. A tenth is
 * the share of one faction of ten.
 */
export const WIDEST = { rate: 0.4, share: 0.1 };

/** Score as a proportion of n, from the counts `[score, n]`; a score of `unit` is one whole. */
function proportion(moments: Moments, unit: number, widest: number, shaped: typeof byScore): Estimate {
  const [score = 0n, n = 0n] = moments.sums;
  const sample = { n: Number(n), events: moments.events, effective: effectiveNumber(moments) };
  if (n === 0n) return estimate(sample, null);
  const value = Number(score) / (unit * sample.n);
  const linear = { weights: [n, -score], scale: BigInt(unit) * n * n };
  return estimate(sample, {
    value,
    wilson: wilson(Number(score) / unit, sample.n),
    byEvent: shaped(value, byEvent(value, moments, linear)),
    byPlayer: shaped(value, byPlayer(value, moments, linear)),
    bounds: [0, 1],
    widest,
  });
}

/** Win rate from the counts `[score in half points, battles]`. */
export const rateOf = (moments: Moments): Estimate =>
  proportion(moments, HALF_POINTS, WIDEST.rate, (_value, interval) => interval);

/** Share from the counts `[players of the faction, players]`. */
export const shareOf = (moments: Moments): Estimate => proportion(moments, 1, WIDEST.share, byScore);

/**
 * An interval of the same variance by Wilson's rule: near 0 or 1, where most shares are, it reaches further to the middle
 * than to the edge.
 */
function byScore(value: number, interval: Interval | null): Interval | null {
  const spread = value * (1 - value);
  if (!interval || spread === 0 || interval.high === Infinity) return interval;
  const square = (interval.high - value) * (interval.high - value);
  const weight = square / spread;
  const [centre, reach] = [value + weight / 2, Math.sqrt(square + (weight * weight) / 4)];
  return { low: (centre - reach) / (1 + weight), high: (centre + reach) / (1 + weight) };
}
