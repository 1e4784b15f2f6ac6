import { byEvent, byPlayer, evidenceOf } from './by-event.js';
import { type Estimate, estimate } from './estimate.js';
import type { Moments } from './moments.js';
import { RATE } from './proportion.js';
import { MILLIONTHS } from './rated.js';
import { HALF_POINTS } from './score.js';
import { wilson } from './wilson.js';

/**
 * Mean of score minus the score expected from both ratings, per battle. The counts are `[score in half points, expected
 * in millionths, battles]`. Wilson's interval is that of the score, shifted by the mean expected score.
 */
export function aboveExpectation(moments: Moments): Estimate {
  const [score = 0n, expected = 0n, battles = 0n] = moments.sums;
  const sample = { n: Number(battles), events: moments.events, evidence: evidenceOf(moments, RATE.alike) };
  if (battles === 0n) return estimate(sample, null);
  const scoreInMillionths = BigInt(MILLIONTHS / HALF_POINTS);
  const above = scoreInMillionths * score - expected;
  const value = Number(above) / (MILLIONTHS * sample.n);
  const meanExpected = Number(expected) / (MILLIONTHS * sample.n);
  const ofScore = wilson(Number(score) / HALF_POINTS, sample.n);
  const linear = {
    weights: [scoreInMillionths * battles, -battles, -above],
    scale: BigInt(MILLIONTHS) * battles * battles,
  };
  return estimate(sample, {
    value,
    wilson: { low: ofScore.low - meanExpected, high: ofScore.high - meanExpected },
    byEvent: byEvent(value, moments, linear),
    byPlayer: byPlayer(value, moments, linear),
    bounds: [-1, 1],
    fewest: RATE.fewest,
    widest: RATE.widest,
  });
}
