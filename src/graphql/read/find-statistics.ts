// Statistics are summed from the events when they are read, once per `statistics` field.

import type { Where } from '../../db/one-statement/model.js';
import { readEvents, readRatedEvents } from '../../db/read/events.js';
import { anyFolded, calledClub, folded } from '../../db/read/filter.js';
import { errors } from '../../errors.js';
import { BOUNDS } from '../../ratings/glicko2.js';
import { BattlesByPlayer } from '../../statistics/by-player.js';
import type { Event, FactionId } from '../../statistics/event.js';
import { Expectations } from '../../statistics/expectations.js';
import { Field } from '../../statistics/field.js';
import { Matrix } from '../../statistics/matrix.js';
import { once } from '../../statistics/once.js';
import { type Bounds, battlesIn, type RatedEvent, withinRatings } from '../../statistics/rated.js';
import { Records } from '../../statistics/records.js';
import { byMonth, type Sample, sampleOf } from '../../statistics/sample.js';
import type { Draws } from '../../statistics/score.js';
import type { Context } from '../builder/context.js';
import { type StatisticsWork, statisticsCost } from '../builder/prices.js';
import { countryNames } from './country-names.js';
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
  for (const tag of tagsOf(args)) context.sql.tag?.(tag);
  const ratings = ratingBounds(args);
  const draws = args.draws ?? 'HALF';
  const work = workFor(context);
  const { charge, inSequence, inTurns } = work;
  const rated = once(async () => {
    context.sql.tag?.('rating');
    const read = await readRatedEvents(context.sql, events);
    // All that were read, however few of them are within the bounds.
    charge('rated', sumOf(read, battlesIn));
    return inTurns(allWithin(read, ratings ?? BOUNDS_OF_RATINGS));
  });
  const all = ratings ? await rated() : await readEvents(context.sql, events, { withField });
  if (!ratings) charge('read', battlesOf(all));
  const sample = sampleOf(all);
  const byPlayer = once(() => inTurns(BattlesByPlayer.of(all)));
  const ratedByPlayer = ratings ? byPlayer : once(async () => inTurns(BattlesByPlayer.of(await rated())));
  const expected = (of: 'factions' | 'pairs') =>
    inSequence(async () => addedUp(new Expectations(of), await rated(), ratedByPlayer, work));
  const rows = await context.prisma.faction.read({ by: 'id', keys: sample.factions, select: FACTION });
  const factions = (rows.filter((row) => row !== null) as FactionRow[]).sort((one, other) =>
    one.alphabetical < other.alphabetical ? -1 : 1,
  );
  return {
    sample,
    factions,
    sums: sumsOf(all, draws, work, byPlayer),
    months: once(() => byMonth(all).map((of) => ({ month: of.month, ...sumsOf(of.events, draws, work) }))),
    matrix: once(() => addedUp(new Matrix(draws), all, byPlayer, work)),
    expectations: { factions: expected('factions'), pairs: expected('pairs') },
    events,
    isRated: ratings !== null,
    given: defined({ ...args, draws: null }),
  };
}

/** How sums are made for a caller. */
type Work = {
  /** Counts what is done with so many battles. */
  charge(what: StatisticsWork, battles: number): void;
  /** Runs to the end, and lets others run wherever it yields. Throws there once nobody waits for the answer. */
  inTurns<Result>(steps: Generator<void, Result>): Promise<Result>;
  /** Makes each thing once, when it is needed, and one after the other: several at a time would need the memory of all. */
  inSequence<Value>(make: () => Promise<Value>): () => Promise<Value>;
};

function workFor(context: Context): Work {
  let last: Promise<unknown> = Promise.resolve();
  return {
    charge: (what, battles) => context.count(statisticsCost(what, battles)),
    async inTurns(steps) {
      for (;;) {
        const step = steps.next();
        if (step.done) return step.value;
        await context.giveWay();
      }
    },
    inSequence: (make) =>
      once(() => {
        const made = last.then(make);
        last = made.catch(() => {});
        return made;
      }),
  };
}

/** Number of events between yields to the event loop: less than a millisecond. */
const AT_A_TIME = 20;

function* adding<To extends { add(event: Event): void }>(sums: To, events: readonly Event[]): Generator<void, To> {
  for (const [at, event] of events.entries()) {
    sums.add(event);
    if (at % AT_A_TIME === AT_A_TIME - 1) yield;
  }
  return sums;
}

function* allWithin(events: readonly RatedEvent[], bounds: Bounds): Generator<void, Event[]> {
  const within: Event[] = [];
  for (const event of events) if (within.push(withinRatings(event, bounds)) % AT_A_TIME === 0) yield;
  return within;
}

/** Adds up the events, and then how they hang together by their players. */
async function addedUp<To extends Records | Matrix | Expectations>(
  sums: To,
  events: readonly Event[],
  byPlayer: () => Promise<BattlesByPlayer>,
  { charge, inTurns }: Work,
): Promise<To> {
  charge('addedUp', battlesOf(events));
  await inTurns(adding(sums, events));
  await inTurns(sums.addPlayers(await byPlayer()));
  return sums;
}

const sumOf = <Value>(all: readonly Value[], of: (each: Value) => number) =>
  all.reduce((sum, each) => sum + of(each), 0);
const battlesOf = (events: readonly Event[]) => sumOf(events, ({ results }) => results.length);

/** Each is added up when a figure needs it. */
const sumsOf = (
  events: readonly Event[],
  draws: Draws,
  work: Work,
  byPlayer = () => work.inTurns(BattlesByPlayer.of(events)),
): FactionSums => ({
  records: work.inSequence(() => addedUp(new Records(draws), events, byPlayer, work)),
  field: work.inSequence(async () => {
    work.charge('field', battlesOf(events));
    const field = await work.inTurns(adding(new Field(), events));
    await work.inTurns(field.addPlayers());
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

/**
 * Statistics narrowed by a battle pack or a country have tags of their own, so that a result elsewhere does not drop
 * them. Which clubs are meant is looked up, so it is not known before.
 */
function tagsOf({ battlePack, country, club }: StatisticsArgs): string[] {
  const clubs = club == null ? [] : ['club'];
  for (const [name, values] of Object.entries({ pack: battlePack, country: country && countryNames(country) })) {
    const folded = [values ?? []].flat();
    // Only the database can fold accents.
    if (folded.length === 0 || !folded.every((value) => /^[ -~]*$/.test(value))) continue;
    return [...clubs, ...folded.map((value) => `statistics:${name} ${value.toLowerCase()}`)];
  }
  return [...clubs, 'statistics'];
}

function narrowEvents({ from, to, battlePack, country, club, minPlayers }: StatisticsArgs): Events {
  if (minPlayers != null && minPlayers < 1) throw errors.notPositiveInteger('minPlayers');
  if (from != null && to != null && from > to) throw errors.datesOutOfOrder();
  return defined({
    startDate: from == null && to == null ? null : { gte: from ?? undefined, lte: to ?? undefined },
    battlePack: battlePack == null ? null : folded(withoutNul(battlePack)),
    country: country == null ? null : anyFolded(countryNames(withoutNul(country))),
    clubSlug: club == null ? null : calledClub(withoutNul(club)),
    players: minPlayers == null ? null : { gte: minPlayers },
  });
}
