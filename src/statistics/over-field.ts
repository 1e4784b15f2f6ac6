import { byEvent, byPlayer, effectiveNumber } from './by-event.js';
import { type Estimate, estimate } from './estimate.js';
import type { Moments } from './moments.js';
import { wilson } from './wilson.js';

/** As far apart as what numbers explain, 1, and twice as much. */
const WIDEST = 1;

/**
 * A faction's share of what few reach (unbeaten starts, top places, event wins) over its share of the field: above 1 it
 * gets there more often than its number of players explains. The counts are `[reached by the faction, reached, players,
 * players of the faction]`. Wilson's interval is that of the faction's players who reached it, over the rate of all
 * players.
 */
export function overField(moments: Moments): Estimate {
  const [ours = 0n, all = 0n, field = 0n, ourField = 0n] = moments.sums;
  const sample = { n: Number(ourField), events: moments.events, effective: effectiveNumber(moments) };
  if (ourField === 0n || all === 0n) return estimate(sample, null);
  const rate = Number(all) / Number(field);
  const ofOurs = wilson(Number(ours), sample.n);
  const value = Number(ours * field) / Number(all * ourField);
  const linear = {
    weights: [field * all * ourField, -ours * field * ourField, ours * all * ourField, -ours * field * all],
    scale: all * all * ourField * ourField,
  };
  return estimate(sample, {
    value,
    wilson: { low: ofOurs.low / rate, high: ofOurs.high / rate },
    byEvent: byEvent(value, moments, linear),
    byPlayer: byPlayer(value, moments, linear),
    bounds: [0, 1 / rate],
    widest: WIDEST,
  });
}
