import { byEvent, byPlayer, evidenceOf } from './by-event.js';
import { type Estimate, estimate, type Interval } from './estimate.js';
import type { Moments } from './moments.js';
import { byScore, wilson } from './wilson.js';

const ALIKE = { events: 0.02, players: 0.15 };
/** Of those who get there: the more there are, the more is known. */
const FEWEST = 3;
/** As far apart as what numbers explain, 1, and twice as much. */
const WIDEST = 1;

/**
 * A faction's share of what few reach (unbeaten starts, top places, event wins) over its share of the field: above 1 it
 * gets there more often than its number of players explains. The counts are `[reached by the faction, reached, players,
 * players of the faction]`. The intervals are those of the part of the faction's players who reached it, in Wilson's form,
 * over the rate of all players.
 */
export function overField(moments: Moments): Estimate {
  const [ours = 0n, all = 0n, field = 0n, ourField = 0n] = moments.sums;
  const sample = { n: Number(ourField), events: moments.events, evidence: evidenceOf(moments, ALIKE) };
  if (ourField === 0n || all === 0n) return estimate(sample, null);
  const rate = Number(all) / Number(field);
  const part = Number(ours) / sample.n;
  const value = Number(ours * field) / Number(all * ourField);
  const linear = {
    weights: [field * all * ourField, -ours * field * ourField, ours * all * ourField, -ours * field * all],
    scale: all * all * ourField * ourField,
  };
  const over = ({ low, high }: Interval): Interval => ({ low: low / rate, high: high / rate });
  const shaped = (interval: Interval | null) => {
    if (!interval) return null;
    const [low, high] = [part + (interval.low - value) * rate, part + (interval.high - value) * rate];
    const ofPart = byScore(part, { low, high });
    return ofPart && over(ofPart);
  };
  const { evidence } = sample;
  return estimate(
    { ...sample, evidence: { ...evidence, draws: evidence.draws * rate } },
    {
      value,
      wilson: over(wilson(Number(ours), sample.n)),
      byEvent: shaped(byEvent(value, moments, linear)),
      byPlayer: shaped(byPlayer(value, moments, linear)),
      bounds: [0, 1 / rate],
      fewest: FEWEST,
      widest: () => WIDEST,
    },
  );
}
