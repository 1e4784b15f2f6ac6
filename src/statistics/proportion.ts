import { byEvent, byPlayer, effectiveNumber } from './by-event.js';
import { type Estimate, estimate } from './estimate.js';
import type { Moments } from './moments.js';
import { HALF_POINTS } from './score.js';
import { wilson } from './wilson.js';

/**
 * A win rate lies between 0.3 and 0.7, even against one opponent; a wider interval tells none from another. A tenth is
 * the share of one faction of ten.
 */
export const WIDEST = { rate: 0.4, share: 0.1 };

/** Score as a proportion of n, from the counts `[score, n]`; a score of `unit` is one whole. */
export function proportion(moments: Moments, unit = 1, widest = WIDEST.share): Estimate {
  const [score = 0n, n = 0n] = moments.sums;
  const sample = { n: Number(n), events: moments.events, effective: effectiveNumber(moments) };
  if (n === 0n) return estimate(sample, null);
  const value = Number(score) / (unit * sample.n);
  const linear = { weights: [n, -score], scale: BigInt(unit) * n * n };
  return estimate(sample, {
    value,
    wilson: wilson(Number(score) / unit, sample.n),
    byEvent: byEvent(value, moments, linear),
    byPlayer: byPlayer(value, moments, linear),
    bounds: [0, 1],
    widest,
  });
}

/** Win rate from the counts `[score in half points, battles]`. */
export const rateOf = (moments: Moments): Estimate => proportion(moments, HALF_POINTS, WIDEST.rate);
