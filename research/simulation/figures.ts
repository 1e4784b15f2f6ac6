import { BattlesByPlayer } from '../../src/statistics/by-player.js';
import type { Estimate } from '../../src/statistics/estimate.js';
import type { Event } from '../../src/statistics/event.js';
import { Expectations } from '../../src/statistics/expectations.js';
import { Field } from '../../src/statistics/field.js';
import { Matrix } from '../../src/statistics/matrix.js';
import { Records } from '../../src/statistics/records.js';
import { toEnd } from '../../test/support/to-end.js';
import { COMMON, RARE, RIVAL } from './season.js';

export const FIGURES = ['common', 'rare', 'matchup', 'above', 'share', 'rareShare', 'unbeaten', 'top'] as const;
export type Figure = (typeof FIGURES)[number];

/** The figures of a season, by the service's own code. `isEndless` is for values alone: players are not compared. */
export function figuresOf(season: Iterable<Event>, { isEndless = false } = {}): Record<Figure, Estimate> {
  const [records, matrix] = [new Records('HALF'), new Matrix('HALF')];
  const [expectations, field] = [new Expectations('factions'), new Field()];
  const events: Event[] = [];
  for (const event of season) {
    for (const sum of [records, matrix, expectations, field]) sum.add(event);
    if (!isEndless) events.push(event);
  }
  if (!isEndless) {
    const battles = toEnd(BattlesByPlayer.of(events));
    for (const sum of [records, matrix, expectations]) toEnd(sum.addPlayers(battles));
    toEnd(field.addPlayers());
  }
  return {
    common: records.winRate(COMMON),
    rare: records.winRate(RARE),
    matchup: matrix.winRate(COMMON, RIVAL),
    above: expectations.ofFaction(COMMON),
    share: field.share(COMMON),
    rareShare: field.share(RARE),
    unbeaten: field.overField(COMMON, 'unbeatenStart'),
    top: field.overField(COMMON, 'topPlace'),
  };
}
