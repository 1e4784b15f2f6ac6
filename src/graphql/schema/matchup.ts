import { errors } from '../../errors.js';
import type { FactionId } from '../../statistics/event.js';
import type { Matrix } from '../../statistics/matrix.js';
import { builder } from '../builder/builder.js';
import { type Cost, FACTIONS, included, MATCHUPS } from '../builder/prices.js';
import type { FactionRow, StatisticsOf } from '../read/find-statistics.js';
import { pageArgs, pageCost, readListing } from '../read/listing.js';
import { BattleConnection } from './battle.js';
import { ABOVE_EXPECTATION, figure } from './estimate.js';
import { Faction } from './faction.js';

type OfPair = Pick<StatisticsOf, 'expectations' | 'events' | 'isRated' | 'given'> & {
  matrix: Matrix;
  faction: FactionRow;
  opponent: FactionRow;
};

export const Matchup = builder.objectRef<OfPair>('Matchup').implement({
  description: 'Results of one faction against another.',
  fields: (t) => ({
    faction: t.field({
      type: Faction,
      description: 'The faction.',
      complexity: included(),
      resolve: ({ faction }) => faction as never,
    }),
    opponent: t.field({
      type: Faction,
      description: 'The faction it has met.',
      complexity: included(),
      resolve: ({ opponent }) => opponent as never,
    }),
    battleCount: t.int({
      description: 'How often they have met.',
      resolve: ({ matrix, faction, opponent }) => matrix.battlesBetween(faction.id, opponent.id),
    }),
    winRate: t.field({
      ...figure('Score divided by battles; without a value for a faction against itself.'),
      resolve: ({ matrix, faction, opponent }) => matrix.winRate(faction.id, opponent.id),
    }),
    asAttacker: t.field({
      ...figure('The win rate where it was the attacker.'),
      resolve: ({ matrix, faction, opponent }) => matrix.winRate(faction.id, opponent.id, 'attacker'),
    }),
    asDefender: t.field({
      ...figure('The win rate where it was the defender.'),
      resolve: ({ matrix, faction, opponent }) => matrix.winRate(faction.id, opponent.id, 'defender'),
    }),
    aboveExpectation: t.field({
      ...figure(ABOVE_EXPECTATION),
      resolve: async ({ expectations, faction, opponent }) =>
        (await expectations.pairs()).ofPair(faction.id, opponent.id),
    }),
    battles: t.field({
      type: BattleConnection,
      description: 'The battles themselves, newest first.',
      args: pageArgs,
      complexity: pageCost,
      resolve: async ({ faction, opponent, events, isRated, given }, args, context, info) => {
        if (isRated) throw errors.notWithRatings();
        return readListing('matchupBattles', matchupKey(faction.id, opponent.id), args, context, info, {
          where: Object.keys(events).length === 0 ? {} : { statistics: events },
          given,
        });
      },
    }),
  }),
});

const matchupKey = (one: FactionId, other: FactionId) => `${Math.min(one, other)}-${Math.max(one, other)}`;

type MatchupArgs = { faction?: string | null | undefined; opponent?: string | null | undefined };

export function matchupsCost({ faction, opponent }: MatchupArgs): Cost {
  if (faction != null && opponent != null) return included();
  return included(faction == null && opponent == null ? MATCHUPS : FACTIONS);
}

export async function matchupsOf({ factions, ...of }: StatisticsOf, args: MatchupArgs): Promise<OfPair[]> {
  const matrix = await of.matrix();
  const places = new Map(factions.map((faction, place) => [faction.id, place]));
  const met = matrix.pairs.flatMap(([one, other]) =>
    one === other
      ? [[one, one]]
      : [
          [one, other],
          [other, one],
        ],
  );
  return met
    .map((pair) => pair.map((id) => places.get(id) ?? -1) as [number, number])
    .sort(([one, met], [other, metByOther]) => one - other || met - metByOther)
    .flatMap(([one, other]) => {
      const [faction, opponent] = [factions[one], factions[other]];
      if (!faction || !opponent) return [];
      if (args.faction != null && args.faction !== faction.slug) return [];
      if (args.opponent != null && args.opponent !== opponent.slug) return [];
      return [{ ...of, matrix, faction, opponent }];
    });
}
