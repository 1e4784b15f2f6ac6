// Faction statistics: win rates, matchups and their uncertainty. docs/method.md explains how each figure is computed;
// this file has the fields and arguments.
import { errors } from '../errors.js';
import type { FactionId } from '../statistics/event.js';
import type { Matrix } from '../statistics/matrix.js';
import { STATISTICS_METHOD } from '../statistics/method.js';
import { BattleConnection } from './battle.js';
import { builder } from './builder.js';
import { type Cost, FACTIONS, FIGURE, included, MATCHUPS, MONTHS, STATISTICS } from './cost.js';
import { Draws } from './enums.js';
import { Estimate } from './estimate.js';
import { Faction } from './faction.js';
import { type FactionRow, type FactionSums, findStatistics, type StatisticsOf } from './find-statistics.js';
import { pageArgs, pageCost, readListing } from './listing.js';
import { selectsAny } from './look-ahead.js';
import { LINK, methodUrl } from './site-url.js';

const statisticsArgs = builder.args((t) => ({
  from: t.field({ type: 'Date', description: 'Tournaments that began on this day or later.' }),
  to: t.field({
    type: 'Date',
    description: 'Tournaments that began on this day or earlier, however long after `from`.',
  }),
  battlePack: t.string({ description: 'Name of the battle pack used, without regard to case and accents.' }),
  country: t.string({ description: 'Country name, without regard to case and accents.' }),
  club: t.string({ description: 'The short name of the club running the tournament.' }),
  minPlayers: t.int({ description: 'Tournaments with at least this many players signed up.' }),
  minRating: t.int({ description: 'Battles in which both players had at least this rating beforehand.' }),
  maxRating: t.int({ description: 'Battles in which both players had at most this rating beforehand.' }),
  draws: t.field({ type: Draws, defaultValue: 'HALF', description: 'What a draw counts in win rates.' }),
}));

type OfFaction = FactionSums & Pick<StatisticsOf, 'months' | 'expectations'> & { faction: FactionRow };
type OfMonth = FactionSums & { faction: FactionRow; month: string };
type OfPair = Pick<StatisticsOf, 'expectations' | 'events' | 'isRated' | 'given'> & {
  matrix: Matrix;
  faction: FactionRow;
  opponent: FactionRow;
};

/** `statistics` pays for the sums; each figure pays for its own computation. */
const figure = (description: string) => ({ type: Estimate, description, complexity: FIGURE }) as const;

const ABOVE_EXPECTATION =
  'The mean of the score minus what the ratings of the two players predicted: the strength of the faction without the ' +
  'skill of its players. A draw is a half here, whatever `draws` says, because that is what ratings expect of it.';

const MonthStatistics = builder.objectRef<OfMonth>('MonthStatistics').implement({
  description: 'A faction in the tournaments that began in one month.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'The month, in the form YYYY-MM.' }),
    share: t.field({
      ...figure("The faction's players over all players whose faction is known."),
      resolve: ({ field, faction }) => field.share(faction.id),
    }),
    winRate: t.field({
      ...figure('Score divided by battles, without battles of the faction against itself.'),
      resolve: ({ records, faction }) => records.winRate(faction.id),
    }),
  }),
});

const FactionStatistics = builder.objectRef<OfFaction>('FactionStatistics').implement({
  description: 'How a faction has fared.',
  fields: (t) => ({
    faction: t.field({ type: Faction, description: 'The faction.', complexity: included(), resolve: factionOf }),
    share: t.field({
      ...figure("The faction's players over all players whose faction is known."),
      resolve: ({ field, faction }) => field.share(faction.id),
    }),
    winRate: t.field({
      ...figure('Score divided by battles, without battles of the faction against itself.'),
      resolve: ({ records, faction }) => records.winRate(faction.id),
    }),
    asAttacker: t.field({
      ...figure('The win rate where it was the attacker.'),
      resolve: ({ records, faction }) => records.winRate(faction.id, 'attacker'),
    }),
    asDefender: t.field({
      ...figure('The win rate where it was the defender.'),
      resolve: ({ records, faction }) => records.winRate(faction.id, 'defender'),
    }),
    aboveExpectation: t.field({
      ...figure(ABOVE_EXPECTATION),
      resolve: async ({ expectations, faction }) => (await expectations()).ofFaction(faction.id),
    }),
    unbeatenStarts: t.field({
      ...figure(
        'Its share of those who won their first four battles, over its share of the field: 1 is what numbers explain.',
      ),
      resolve: ({ field, faction }) => field.overField(faction.id, 'unbeatenStart'),
    }),
    topPlaces: t.field({
      ...figure('Its share of the first four places, over its share of the field.'),
      resolve: ({ field, faction }) => field.overField(faction.id, 'topPlace'),
    }),
    eventWins: t.int({
      description: 'How many tournaments were won with it.',
      resolve: ({ field, faction }) => field.eventWins(faction.id),
    }),
    months: t.field({
      type: [MonthStatistics],
      description: 'Share and win rate by the month in which tournaments began, the earliest first.',
      complexity: included(MONTHS),
      resolve: async ({ months, faction }) => (await months()).map((of) => ({ ...of, faction })),
    }),
  }),
});

const Matchup = builder.objectRef<OfPair>('Matchup').implement({
  description: 'How a faction has fared against another.',
  fields: (t) => ({
    faction: t.field({ type: Faction, description: 'The faction.', complexity: included(), resolve: factionOf }),
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
      resolve: async ({ expectations, faction, opponent }) => (await expectations()).ofPair(faction.id, opponent.id),
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

const factionArgs = builder.args((t) => ({
  faction: t.string({ description: 'The short name of the one faction to show.' }),
}));

export const Statistics = builder.objectRef<StatisticsOf>('Statistics').implement({
  description:
    'Figures of factions over the battles that count: finished ones of published tournaments that are not archived. ' +
    'Each comes with what it rests on and how sure it is.',
  fields: (t) => ({
    method: t.string({
      description: 'How the figures are computed. Another method has another name.',
      resolve: () => STATISTICS_METHOD,
    }),
    methodUrl: t.string({
      description: 'Where the method is explained.',
      extensions: LINK,
      resolve: (_statistics, _args, context) => methodUrl(context),
    }),
    battles: t.int({
      description: 'Battles between two factions that are known.',
      resolve: ({ sample }) => sample.battles,
    }),
    events: t.int({ description: 'Tournaments with such battles.', resolve: ({ sample }) => sample.events }),
    players: t.int({
      description: 'Players with a battle that counts whose faction is known, once for each tournament.',
      resolve: ({ sample }) => sample.players,
    }),
    factions: t.field({
      type: [FactionStatistics],
      description: 'Every faction that was played, in alphabetical order.',
      args: factionArgs,
      complexity: ({ faction }) => included(faction == null ? FACTIONS : 1),
      resolve: async ({ factions, sums, ...of }, { faction: slug }) => {
        const wanted = factions.filter((faction) => slug == null || faction.slug === slug);
        const { records, field } = await sums();
        return wanted.map((faction) => ({ ...of, records, field, faction }));
      },
    }),
    matchups: t.field({
      type: [Matchup],
      description: 'Each faction against each that it has met, in alphabetical order; among them the faction itself.',
      args: { ...factionArgs, opponent: t.arg.string({ description: 'The short name of the one opponent to show.' }) },
      complexity: matchupsCost,
      resolve: matchupsOf,
    }),
  }),
});

function factionOf({ faction }: { faction: FactionRow }) {
  return faction as never;
}

const matchupKey = (one: FactionId, other: FactionId) => `${Math.min(one, other)}-${Math.max(one, other)}`;

type MatchupArgs = { faction?: string | null | undefined; opponent?: string | null | undefined };

function matchupsCost({ faction, opponent }: MatchupArgs): Cost {
  if (faction != null && opponent != null) return included();
  return included(faction == null && opponent == null ? MATCHUPS : FACTIONS);
}

async function matchupsOf({ factions, ...of }: StatisticsOf, args: MatchupArgs): Promise<OfPair[]> {
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

/** Only these need the field (the players of each event) and the months. */
const FACTIONS_ASKED = [['factions']];

builder.queryField('statistics', (t) =>
  t.field({
    type: Statistics,
    description: 'Which faction wins, against whom, and how sure that is.',
    args: statisticsArgs,
    complexity: STATISTICS,
    resolve: (_root, args, context, info) =>
      findStatistics(args, context, { withField: selectsAny(info, FACTIONS_ASKED) }),
  }),
);
