import type { BundleRecord } from '@battle-results/bundle-format/record';
import type { RatedBattle } from '../../src/ratings/replay.js';
import { weekOf } from '../../src/ratings/week.js';

/** A battle that counts for ratings, with what else may help to predict it. */
export type RealBattle = RatedBattle<string> & {
  event: string;
  factions: [string, string];
  /** The first side's part of the battle points. */
  share: number;
};

const SCORES = { win: 1, draw: 0.5, loss: 0 };

/** In the order of play as far as it is known: by day, and then by id, which the platform gives out in order of time. */
export function ratedBattles(records: readonly BundleRecord[]): RealBattle[] {
  const players = new Map<string, Map<number, string>>();
  const battles: (RealBattle & { at: string })[] = [];
  for (const record of records) {
    if (record.type === 'tournament') {
      const own = (record.participants ?? []).map(({ entry, playerId }) => [entry, playerId ?? ''] as const);
      players.set(record.slug, new Map(own));
    }
    if (record.type !== 'battle' || !record.tournament || !record.date) continue;
    const [one, other] = record.sides;
    const entrants = players.get(record.tournament);
    const [first, second] = [one, other].map((side) => entrants?.get(side.entry ?? 0));
    if (!first || !second || !one.outcome) continue;
    const points = (one.battlePoints ?? 0) + (other.battlePoints ?? 0);
    battles.push({
      at: `${record.date} ${record.id}`,
      event: record.tournament,
      week: weekOf(record.date),
      first,
      second,
      score: SCORES[one.outcome],
      factions: [one.faction ?? '', other.faction ?? ''],
      share: points > 0 ? (one.battlePoints ?? 0) / points : SCORES[one.outcome],
    });
  }
  return battles.sort((a, b) => (a.at < b.at ? -1 : 1));
}
