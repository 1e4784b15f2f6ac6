// Statistics of factions: which wins, against whom, and how sure that is. How each figure is worked out is in
// docs/method.md; here is which events and which figures are asked for.
import { setImmediate } from 'node:timers/promises';
import type { InputShapeFromFields } from '@pothos/core';
import { readByKey } from '../db/read/by-key.js';
import { readEvents, readRatedEvents } from '../db/read/events.js';
import { folded } from '../db/read/filter.js';
import type { Where } from '../db/read/model.js';
import { FACTIONS_BY_ID } from '../db/read/visibility.js';
import { errors } from '../errors.js';
import { BOUNDS } from '../ratings/glicko2.js';
import type { FactionId } from '../statistics/event.js';
import { METHOD } from '../statistics/method.js';
import { once } from '../statistics/once.js';
import { type Bounds, Expectations, withinRatings } from '../statistics/rated.js';
import type { Draws as DrawsAs } from '../statistics/score.js';
import { Season } from '../statistics/season.js';
import { BattleConnection } from './battle.js';
import { builder } from './builder.js';
import { type Cost, included, MATCHUPS, MATCHUPS_OF_FACTION, STATISTICS } from './cost.js';
import { Draws } from './enums.js';
import { Estimate } from './estimate.js';
import { Faction } from './faction.js';
import { defined, withoutNul } from './filters.js';
import { pageArgs, pageCost, readListing } from './listing.js';
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
  minPlayers: t.int({ description: 'Tournaments with so many players signed up, or more.' }),
  minRating: t.int({ description: 'Battles in which both players had such a rating before, or a higher one.' }),
  maxRating: t.int({ description: 'Battles in which both players had such a rating before, or a lower one.' }),
  draws: t.field({ type: Draws, defaultValue: 'HALF', description: 'What a draw counts.' }),
}));

type StatisticsArgs = InputShapeFromFields<typeof statisticsArgs>;
type Events = Where<'TournamentStatistics'>;
type FactionRow = { id: FactionId; slug: string; name: string; alphabetical: string };
type StatisticsOf = {
  season: Season;
  months(): Promise<{ month: string; season: Season }[]>;
  /** Read when they are asked for. */
  expectations(): Promise<Expectations>;
  factions: FactionRow[];
  events: Events;
  isRated: boolean;
  given: object;
};
type OfFaction = Pick<StatisticsOf, 'season' | 'months' | 'expectations'> & { faction: FactionRow };
type OfMonth = Pick<OfFaction, 'season' | 'faction'> & { month: string };
type OfPair = OfFaction & Pick<StatisticsOf, 'events' | 'isRated' | 'given'> & { opponent: FactionRow };

/** A figure, which is free: what it is made of has been paid for. */
const figure = (description: string) => ({ type: Estimate, description, complexity: included() }) as const;

const MonthStatistics = builder.objectRef<OfMonth>('MonthStatistics').implement({
  description: 'A faction in the tournaments that began in one month.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'The month, in the form YYYY-MM.' }),
    share: t.field({
      ...figure("The faction's players over all players."),
      resolve: ({ season, faction }) => season.share(faction.id),
    }),
    winRate: t.field({
      ...figure('Score over battles, without those against itself.'),
      resolve: ({ season, faction }) => season.winRate(faction.id),
    }),
  }),
});

const FactionStatistics = builder.objectRef<OfFaction>('FactionStatistics').implement({
  description: 'How a faction has fared.',
  fields: (t) => ({
    faction: t.field({ type: Faction, description: 'The faction.', complexity: included(), resolve: factionOf }),
    share: t.field({
      ...figure("The faction's players over all players."),
      resolve: ({ season, faction }) => season.share(faction.id),
    }),
    winRate: t.field({
      ...figure('Score over battles, without those against itself.'),
      resolve: ({ season, faction }) => season.winRate(faction.id),
    }),
    asAttacker: t.field({
      ...figure('The win rate where it was the attacker.'),
      resolve: ({ season, faction }) => season.winRate(faction.id, 'attacker'),
    }),
    asDefender: t.field({
      ...figure('The win rate where it was the defender.'),
      resolve: ({ season, faction }) => season.winRate(faction.id, 'defender'),
    }),
    aboveExpectation: t.field({
      ...figure('The mean of score less what the ratings of the two players expected: strength less skill.'),
      resolve: async ({ expectations, faction }) => (await expectations()).ofFaction(faction.id),
    }),
    unbeatenStarts: t.field({
      ...figure(
        'Its share of those who won their first four battles, over its share of the field: 1 is what numbers explain.',
      ),
      resolve: ({ season, faction }) => season.overField(faction.id, 'unbeatenStart'),
    }),
    topPlaces: t.field({
      ...figure('Its share of the first four places, over its share of the field.'),
      resolve: ({ season, faction }) => season.overField(faction.id, 'topPlace'),
    }),
    eventWins: t.int({
      description: 'How many tournaments were won with it.',
      resolve: ({ season, faction }) => season.eventWins(faction.id),
    }),
    months: t.field({
      type: [MonthStatistics],
      description: 'Share and win rate by the month in which tournaments began, the earliest first.',
      complexity: included(),
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
      resolve: ({ season, faction, opponent }) => season.battlesBetween(faction.id, opponent.id),
    }),
    winRate: t.field({
      ...figure('Score over battles; of a faction against itself there is none.'),
      resolve: ({ season, faction, opponent }) => season.winRateAgainst(faction.id, opponent.id),
    }),
    asAttacker: t.field({
      ...figure('The win rate where it was the attacker.'),
      resolve: ({ season, faction, opponent }) => season.winRateAgainst(faction.id, opponent.id, 'attacker'),
    }),
    asDefender: t.field({
      ...figure('The win rate where it was the defender.'),
      resolve: ({ season, faction, opponent }) => season.winRateAgainst(faction.id, opponent.id, 'defender'),
    }),
    aboveExpectation: t.field({
      ...figure('The mean of score less what the ratings of the two players expected: strength less skill.'),
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
    'Figures of factions over the battles that count: those of published tournaments that are finished and not archived. ' +
    'Each comes with what it rests on and how sure it is.',
  fields: (t) => ({
    method: t.string({
      description: 'How the figures are computed. Another method has another name.',
      resolve: () => METHOD,
    }),
    methodUrl: t.string({
      description: 'Where the method is explained.',
      extensions: LINK,
      resolve: (_statistics, _args, context) => methodUrl(context),
    }),
    battles: t.int({
      description: 'Battles between two factions that are known.',
      resolve: ({ season }) => season.battleCount,
    }),
    events: t.int({ description: 'Tournaments with such battles.', resolve: ({ season }) => season.eventCount }),
    players: t.int({
      description: 'Players with a battle that counts, once for each tournament.',
      resolve: ({ season }) => season.playerCount,
    }),
    factions: t.field({
      type: [FactionStatistics],
      description: 'Every faction that was played, in alphabetical order.',
      args: factionArgs,
      complexity: included(),
      resolve: ({ factions, ...of }, { faction: slug }) =>
        factions.filter((faction) => slug == null || faction.slug === slug).map((faction) => ({ ...of, faction })),
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

function factionOf({ faction }: OfFaction) {
  return faction as never;
}

const matchupKey = (one: FactionId, other: FactionId) => `${Math.min(one, other)}-${Math.max(one, other)}`;

type MatchupArgs = { faction?: string | null | undefined; opponent?: string | null | undefined };

function matchupsCost({ faction, opponent }: MatchupArgs): Cost {
  if (faction != null && opponent != null) return included();
  return included(faction == null && opponent == null ? MATCHUPS : MATCHUPS_OF_FACTION);
}

function matchupsOf({ factions, ...of }: StatisticsOf, args: MatchupArgs): OfPair[] {
  const places = new Map(factions.map((faction, place) => [faction.id, place]));
  const met = of.season.pairs.flatMap(([one, other]) =>
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
      return [{ ...of, faction, opponent }];
    });
}

builder.queryField('statistics', (t) =>
  t.field({
    type: Statistics,
    description: 'Which faction wins, against whom, and how sure that is.',
    args: statisticsArgs,
    complexity: STATISTICS,
    resolve: async (_root, args, context): Promise<StatisticsOf> => {
      const events = narrowEvents(args);
      const ratings = ratingBounds(args);
      const rated = once(() => readRatedEvents(context.sql, events));
      const all = ratings
        ? (await rated()).map((event) => withinRatings(event, ratings))
        : await readEvents(context.sql, events);
      const season = await addedTo(new Season(args.draws ?? 'HALF'), all);
      const rows = await readByKey(context.sql, FACTIONS_BY_ID, FACTION, season.factions);
      const factions = (rows.filter((row) => row !== null) as FactionRow[]).sort((one, other) =>
        one.alphabetical < other.alphabetical ? -1 : 1,
      );
      return {
        season,
        months: once(() => monthsOf(season, args.draws ?? 'HALF')),
        expectations: once(async () => addedTo(new Expectations(ratings ?? BOUNDS_OF_RATINGS), await rated())),
        factions,
        events,
        isRated: ratings !== null,
        given: defined({ ...args, draws: null }),
      };
    },
  }),
);

/** Events after which others have their turn: a few milliseconds. */
const AT_A_TIME = 200;

async function addedTo<Of, To extends { add(event: Of): void }>(sums: To, events: readonly Of[]): Promise<To> {
  for (const [at, event] of events.entries()) {
    sums.add(event);
    if (at % AT_A_TIME === AT_A_TIME - 1) await setImmediate();
  }
  return sums;
}

async function monthsOf({ months }: Season, draws: DrawsAs) {
  const seasons: { month: string; season: Season }[] = [];
  for (const { month, events } of months) {
    seasons.push({ month, season: await addedTo(new Season(draws), events) });
    await setImmediate();
  }
  return seasons;
}

const BOUNDS_OF_RATINGS: Bounds = { from: BOUNDS.value[0], to: BOUNDS.value[1] };

/** Null when all battles are meant, whether or not they are rated. */
function ratingBounds({ minRating, maxRating }: StatisticsArgs): Bounds | null {
  const { from, to } = BOUNDS_OF_RATINGS;
  for (const [name, value] of Object.entries({ minRating, maxRating })) {
    if (value != null && (value < from || value > to)) throw errors.outside(name, from, to);
  }
  if (minRating == null && maxRating == null) return null;
  return { from: minRating ?? from, to: maxRating ?? to };
}

/** All of it: there are few, and their order depends on their names. */
const FACTION = { id: true, slug: true, name: true, aliases: true, alphabetical: true } as const;

function narrowEvents({ from, to, battlePack, country, club, minPlayers }: StatisticsArgs): Events {
  if (minPlayers != null && minPlayers < 1) throw errors.notPositiveInteger('minPlayers');
  if (from != null && to != null && from > to) throw errors.datesOutOfOrder();
  return defined({
    startDate: from == null && to == null ? null : { gte: from ?? undefined, lte: to ?? undefined },
    battlePack: battlePack == null ? null : folded(withoutNul(battlePack)),
    country: country == null ? null : folded(withoutNul(country)),
    clubSlug: club == null ? null : withoutNul(club),
    players: minPlayers == null ? null : { gte: minPlayers },
  });
}
