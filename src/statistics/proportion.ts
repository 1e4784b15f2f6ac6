import { type Alike, byEvent, byPlayer, evidenceOf } from './by-event.js';
import { type Estimate, estimate } from './estimate.js';
import type { Moments } from './moments.js';
import { HALF_POINTS } from './score.js';
import { byScore, wilson } from './wilson.js';

type Kind = { alike: Alike; fewest: number; widest(middle: number): number };

/**
 * A win rate lies between 0.3 and 0.7, even against one opponent; a wider interval tells none from another. A share is
 * known to 0.06 more or less if it is a tenth, and to more if it is smaller. Players mostly keep their faction.
 */
export const RATE: Kind = { alike: { events: 0.02, players: 0.12 }, fewest: 8, widest: () => 0.4 };
const SHARE: Kind = {
  ...{ alike: { events: 0.04, players: 1 }, fewest: 30 },
  widest: (middle) => 0.4 * Math.sqrt(middle * (1 - middle)),
};

/** Score as a proportion of n, from the counts `[score, n]`; a score of `unit` is one whole. */
function proportion(moments: Moments, unit: number, { alike, ...kind }: Kind, shaped: typeof byScore): Estimate {
  const [score = 0n, n = 0n] = moments.sums;
  const sample = { n: Number(n), events: moments.events, evidence: evidenceOf(moments, alike) };
  if (n === 0n) return estimate(sample, null);
  const value = Number(score) / (unit * sample.n);
  const linear = { weights: [n, -score], scale: BigInt(unit) * n * n };
  return estimate(sample, {
    value,
    wilson: wilson(Number(score) / unit, sample.n),
    byEvent: shaped(value, byEvent(value, moments, linear)),
    byPlayer: shaped(value, byPlayer(value, moments, linear)),
    bounds: [0, 1],
    ...kind,
  });
}

/** Win rate from the counts `[score in half points, battles]`. */
export const rateOf = (moments: Moments): Estimate =>
  proportion(moments, HALF_POINTS, RATE, (_value, interval) => interval);

/** Share from the counts `[players of the faction, players]`. */
export const shareOf = (moments: Moments): Estimate => proportion(moments, 1, SHARE, byScore);
