// Statistics are summed from the events when they are read, once per `statistics` field.

import type { Where } from '../../db/one-statement/model.js';
import { readEvents, readRatedEvents } from '../../db/read/events.js';
import { folded } from '../../db/read/filter.js';
import { giveWay } from '../../entrance/event-loop.js';
import { errors } from '../../errors.js';
import { BOUNDS } from '../../ratings/glicko2.js';
import { BattlesByPlayer } from '../../statistics/by-player.js';
import type { Event, FactionId } from '../../statistics/event.js';
import { Expectations } from '../../statistics/expectations.js';
import { Field } from '../../statistics/field.js';
import { Matrix } from '../../statistics/matrix.js';
import { once } from '../../statistics/once.js';
import { type Bounds, type RatedEvent, withinRatings } from '../../statistics/rated.js';
import { Records } from '../../statistics/records.js';
import { byMonth, type Sample, sampleOf } from '../../statistics/sample.js';
import type { Draws } from '../../statistics/score.js';
import type { Context } from '../builder/context.js';
import { type StatisticsWork, statisticsCost } from '../builder/prices.js';
import { defined, withoutNul } from './filters.js';

export type StatisticsArgs = {
  [Name in 'from' | 'to' | 'battlePack' | 'country' | 'club']?: string | null | undefined;
} & { [Name in 'minPlayers' | 'minRating' | 'maxRating']?: number | null | undefined } & {
  draws?: Draws | null | undefined;
};
type Events = Where<'TournamentStatistics'>;
export type FactionRow = { id: FactionId; slug: string; name: string; alphabetical: string };
/** Sums for the figures of single factions. */
export type FactionSums = { records(): Promise<Records>; field(): Promise<Field> };
/** Expensive sums are computed lazily. */
export type StatisticsOf = {
  sample: Sample;
  factions: FactionRow[];
  sums: FactionSums;
  months(): (FactionSums & { month: string })[];
  matrix(): Promise<Matrix>;
  expectations: Record<'factions' | 'pairs', () => Promise<Expectations>>;
  events: Events;
  isRated: boolean;
  given: object;
};

export async function findStatistics(
  args: StatisticsArgs,
  context: Context,
  { withField }: { withField: boolean },
): Promise<StatisticsOf> {
  const events = narrowEvents(args);
  const ratings = ratingBounds(args);
  const draws = args.draws ?? 'HALF';
  const charge: Charge = (what, of) => context.count(statisticsCost(what, battlesOf(of)));
  const rated = once(async () => {
    const within = await inTurns(allWithin(await readRatedEvents(context.sql, events), ratings ?? BOUNDS_OF_RATINGS));
    charge('rated', within);
    return within;
  });
  const all = ratings ? await rated() : await readEvents(context.sql, events, { withField });
  if (!ratings) charge('read', all);
  const sample = sampleOf(all);
  const byPlayer = once(() => inTurns(BattlesByPlayer.of(all)));
  const inSequence = createSequence();
  const ratedByPlayer = ratings ? byPlayer : once(async () => inTurns(BattlesByPlayer.of(await rated())));
  const expected = (of: 'factions' | 'pairs') =>
    inSequence(async () => {
      charge('addedUp', await rated());
      return withPlayers(await addedTo(new Expectations(of), await rated()), await ratedByPlayer());
    });
  const rows = await context.prisma.faction.read({ by: 'id', keys: sample.factions, select: FACTION });
  const factions = (rows.filter((row) => row !== null) as FactionRow[]).sort((one, other) =>
    one.alphabetical < other.alphabetical ? -1 : 1,
  );
  return {
    sample,
    factions,
    sums: sumsOf(all, draws, inSequence, charge, byPlayer),
    months: once(() =>
      byMonth(all).map((of) => ({ month: of.month, ...sumsOf(of.events, draws, inSequence, charge) })),
    ),
    matrix: once(async () => {
      charge('addedUp', all);
      return withPlayers(await addedTo(new Matrix(draws), all), await byPlayer());
    }),
    expectations: { factions: expected('factions'), pairs: expected('pairs') },
    events,
    isRated: ratings !== null,
    given: defined({ ...args, draws: null }),
  };
}

/** Number of events between yields to the event loop: less than a millisecond. */
const AT_A_TIME = 20;

async function addedTo<Of, To extends { add(event: Of): void }>(sums: To, events: readonly Of[]): Promise<To> {
  for (const [at, event] of events.entries()) {
    sums.add(event);
    if (at % AT_A_TIME === AT_A_TIME - 1) await giveWay();
  }
  return sums;
}

function* allWithin(events: readonly RatedEvent[], bounds: Bounds): Generator<void, Event[]> {
  const within: Event[] = [];
  for (const event of events) if (within.push(withinRatings(event, bounds)) % AT_A_TIME === 0) yield;
  return within;
}

async function withPlayers<To extends Records | Matrix | Expectations>(
  sums: To,
  battles: BattlesByPlayer,
): Promise<To> {
  await inTurns(sums.addPlayers(battles));
  return sums;
}

/** Runs to the end, and lets others run wherever it yields. */
async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await giveWay();
  }
}

type Sequence = <Value>(make: () => Promise<Value>) => () => Promise<Value>;

/** Makes each thing once, when it is needed, and one after the other: several at a time would need the memory of all. */
function createSequence(): Sequence {
  let last: Promise<unknown> = Promise.resolve();
  return <Value>(make: () => Promise<Value>) =>
    once(() => {
      const made = last.then(make);
      last = made.catch(() => {});
      return made;
    });
}

/** Counts what is done with the battles of these events. */
type Charge = (what: StatisticsWork, events: readonly Event[]) => void;

const battlesOf = (events: readonly Event[]) => events.reduce((sum, { results }) => sum + results.length, 0);

/** Each is added up when a figure needs it. */
const sumsOf = (
  events: readonly Event[],
  draws: Draws,
  inSequence: Sequence,
  charge: Charge,
  byPlayer = () => inTurns(BattlesByPlayer.of(events)),
): FactionSums => ({
  records: inSequence(async () => {
    charge('addedUp', events);
    return withPlayers(await addedTo(new Records(draws), events), await byPlayer());
  }),
  field: inSequence(async () => {
    charge('field', events);
    const field = await addedTo(new Field(), events);
    await inTurns(field.addPlayers());
    return field;
  }),
});

const BOUNDS_OF_RATINGS: Bounds = { from: BOUNDS.value[0], to: BOUNDS.value[1] };

/** Null if battles count whether or not they are rated. */
function ratingBounds({ minRating, maxRating }: StatisticsArgs): Bounds | null {
  const { from, to } = BOUNDS_OF_RATINGS;
  for (const [name, value] of Object.entries({ minRating, maxRating })) {
    if (value != null && (value < from || value > to)) throw errors.outside(name, from, to);
  }
  if (minRating == null && maxRating == null) return null;
  return { from: minRating ?? from, to: maxRating ?? to };
}

/** All columns: there are few factions, and their order depends on their names. */
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
