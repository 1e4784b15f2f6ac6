import { byEvent } from './by-event.js';
import { type Estimate, estimate } from './estimate.js';
import type { Moments } from './moments.js';
import { HALF_POINTS } from './score.js';
import { wilson } from './wilson.js';

/** Score as a proportion of n, from the counts `[score, n]`; a score of `unit` is one whole. */
export function proportion(moments: Moments, unit = 1): Estimate {
  const [score = 0n, n = 0n] = moments.sums;
  const sample = { n: Number(n), events: moments.events };
  if (n === 0n) return estimate(sample, null);
  const value = Number(score) / (unit * sample.n);
  return estimate(sample, {
    value,
    wilson: wilson(Number(score) / unit, sample.n),
    byEvent: byEvent(value, moments, { weights: [n, -score], scale: BigInt(unit) * n * n }),
    bounds: [0, 1],
  });
}

/** Win rate from the counts `[score in half points, battles]`. */
export const rateOf = (moments: Moments): Estimate => proportion(moments, HALF_POINTS);
