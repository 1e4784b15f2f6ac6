// Figures of factions, and of every two of them, over any number of events.
import type { Estimate } from './estimate.js';
import { type Event, eachPair, eachPlayer, type FactionId, FLAGS, type Tally, turnedWay, WAYS } from './event.js';
import { MomentSum, type Moments } from './moments.js';
import { once } from './once.js';
import { overField } from './over-field.js';
import { proportion } from './proportion.js';
import { type InRole, ResultSum } from './result-sum.js';
import { type Draws, HALF_POINTS } from './score.js';

export class Season {
  /** All that were played. */
  readonly factions = once((): FactionId[] => {
    const all = new Set<FactionId>();
    for (const { factions } of this.events) for (const faction of factions) all.add(faction);
    return [...all];
  });
  private readonly results = once(() => addResults(this.events, this.factions()));
  private readonly field = once(() => addField(this.events));

  constructor(
    private readonly events: readonly Event[],
    private readonly draws: Draws,
  ) {}

  get battleCount(): number {
    return this.events.reduce((sum, { results }) => sum + results.length, 0);
  }

  get eventCount(): number {
    return this.events.filter(({ results }) => results.length > 0).length;
  }

  /** Once for each event they took part in. */
  get playerCount(): number {
    return this.events.reduce((sum, { field }) => sum + field.length, 0);
  }

  /** Against all others: battles of a faction against itself are left out. */
  winRate(faction: FactionId, role: InRole = 'any'): Estimate {
    return rateOf(this.results().ofFaction(faction).moments(this.draws, role));
  }

  share(faction: FactionId): Estimate {
    const { all, factions } = this.field();
    const { share } = factions.get(faction) ?? createFieldSums();
    return proportion({ ...withOthers(share.moments, all.moments, [1]), events: all.moments.events });
  }

  /** The share of those who got there, over the share of the field. */
  overField(faction: FactionId, where: Reached): Estimate {
    const { reached, factions } = this.field();
    const own = factions.get(faction) ?? createFieldSums();
    return overField(withOthers(own[where].moments, reached[where].moments, [1, 2]));
  }

  eventWins(faction: FactionId): number {
    return this.field().factions.get(faction)?.wins ?? 0;
  }

  /** Those who met, each two once. */
  pairs(): (readonly [FactionId, FactionId])[] {
    return this.results().pairs.map(({ first, second }) => [first, second]);
  }

  battlesBetween(first: FactionId, second: FactionId): number {
    return this.results().ofPair(first, second)?.sum.battles ?? 0;
  }

  /** Of the first against the second; against itself no faction has one. */
  winRateAgainst(first: FactionId, second: FactionId, role: InRole = 'any'): Estimate {
    const pair = first === second ? undefined : this.results().ofPair(first, second);
    const isTurned = pair !== undefined && pair.first !== first;
    return rateOf((pair?.sum ?? new ResultSum()).moments(this.draws, role, { isTurned }));
  }

  /** The season of each month in which an event began, in order. */
  readonly months = once((): { month: string; season: Season }[] => {
    const byMonth = new Map<string, Event[]>();
    for (const event of this.events) {
      if (event.month === null) continue;
      const events = byMonth.get(event.month);
      if (events) events.push(event);
      else byMonth.set(event.month, [event]);
    }
    return [...byMonth]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([month, events]) => ({ month, season: new Season(events, this.draws) }));
  });
}

const rateOf = (moments: Moments) => proportion(moments, HALF_POINTS);

type Pair = { first: FactionId; second: FactionId; sum: ResultSum };

function addResults(events: readonly Event[], all: readonly FactionId[]) {
  const numbers = new Map(all.map((faction, number) => [faction, number]));
  const factions = all.map(() => new ResultSum());
  const pairs = new Map<number, Pair>();
  const keyOf = (first: FactionId, second: FactionId) =>
    (numbers.get(first) ?? -1) * all.length + (numbers.get(second) ?? -1);
  for (const event of events) {
    // Small numbers are found many times faster than large ones.
    const numberAt = event.factions.map((faction) => numbers.get(faction) ?? -1);
    const tallies: Tally = new Uint32Array(numberAt.length * WAYS);
    eachPair(event, (one, other, tally) => {
      const key = (numberAt[one] ?? -1) * all.length + (numberAt[other] ?? -1);
      let pair = pairs.get(key);
      if (!pair) {
        pair = { first: event.factions[one] ?? 0, second: event.factions[other] ?? 0, sum: new ResultSum() };
        pairs.set(key, pair);
      }
      pair.sum.add(tally);
      if (one === other) return;
      for (let way = 0; way < WAYS; way += 1) {
        const battles = tally[way] ?? 0;
        if (battles === 0) continue;
        const [own, turned] = [one * WAYS + way, other * WAYS + turnedWay(way)];
        tallies[own] = (tallies[own] ?? 0) + battles;
        tallies[turned] = (tallies[turned] ?? 0) + battles;
      }
    });
    for (const [place, number] of numberAt.entries()) factions[number]?.add(tallies, place * WAYS);
  }
  return {
    pairs: [...pairs.values()],
    ofFaction: (faction: FactionId) => factions[numbers.get(faction) ?? -1] ?? new ResultSum(),
    ofPair: (first: FactionId, second: FactionId) => pairs.get(keyOf(first, second)) ?? pairs.get(keyOf(second, first)),
  };
}

export type Reached = 'unbeatenStart' | 'topPlace';

/** Of the events in which a faction was played: what it had of the field, and of those who got somewhere. */
type FieldSums = Record<Reached | 'share', MomentSum> & { wins: number };

const createFieldSums = (): FieldSums => ({
  share: new MomentSum(2),
  unbeatenStart: new MomentSum(4),
  topPlace: new MomentSum(4),
  wins: 0,
});

type Counts = { players: number; eventWin: number } & Record<Reached, number>;

const createCounts = (): Counts => ({ players: 0, unbeatenStart: 0, topPlace: 0, eventWin: 0 });

function addField(events: readonly Event[]) {
  const all = new MomentSum(1);
  const reached = { unbeatenStart: new MomentSum(2), topPlace: new MomentSum(2) };
  const factions = new Map<FactionId, FieldSums>();
  for (const event of events) {
    const counts = new Map<FactionId, Counts>();
    const total = createCounts();
    eachPlayer(event, (faction, flags) => {
      const own = counts.get(faction) ?? createCounts();
      counts.set(faction, own);
      count(own, flags);
      count(total, flags);
    });
    all.add([total.players]);
    // Where nobody got there, as in an event of three rounds, nobody could.
    const possible = (['unbeatenStart', 'topPlace'] as const).filter((each) => total[each] > 0);
    for (const each of possible) reached[each].add([total[each], total.players]);
    for (const [faction, own] of counts) {
      const sums = factions.get(faction) ?? createFieldSums();
      factions.set(faction, sums);
      sums.share.add([own.players, total.players]);
      sums.wins += own.eventWin;
      for (const each of possible) sums[each].add([own[each], total[each], total.players, own.players]);
    }
  }
  return { all, reached, factions };
}

function count(counts: Counts, flags: number): void {
  counts.players += 1;
  if (flags & FLAGS.unbeatenStart) counts.unbeatenStart += 1;
  if (flags & FLAGS.topPlace) counts.topPlace += 1;
  if (flags & FLAGS.eventWin) counts.eventWin += 1;
}

/** With the events in which the faction was not played: there its own counts are 0, those at `places` are not. */
function withOthers(own: Moments, all: Moments, places: readonly number[]): Moments {
  const at = (index: number) => places.indexOf(index);
  return {
    events: own.events,
    sums: own.sums.map((sum, i) => all.sums[at(i)] ?? sum),
    products: own.products.map((row, i) => row.map((product, j) => all.products[at(i)]?.[at(j)] ?? product)),
  };
}
