// Figures of factions, and of every two of them, over any number of events.
import type { Estimate } from './estimate.js';
import { type Event, eachPair, eachPlayer, type FactionId, FLAGS, type Tally, turnedWay, WAYS } from './event.js';
import { MomentSum, type Moments } from './moments.js';
import { overField } from './over-field.js';
import { proportion } from './proportion.js';
import { type InRole, ResultSum } from './result-sum.js';
import { type Draws, HALF_POINTS } from './score.js';

/** Events are added one by one, so that whoever adds many can let others have their turn in between. */
export class Season {
  private readonly results = new Results();
  private readonly field = new Field();
  private readonly byMonth = new Map<string, Event[]>();
  battleCount = 0;
  eventCount = 0;
  /** Once for each event they took part in. */
  playerCount = 0;

  constructor(private readonly draws: Draws) {}

  add(event: Event): void {
    this.results.add(event);
    this.field.add(event);
    this.battleCount += event.results.length;
    this.playerCount += event.field.length;
    if (event.results.length > 0) this.eventCount += 1;
    if (event.month === null) return;
    const month = this.byMonth.get(event.month);
    if (month) month.push(event);
    else this.byMonth.set(event.month, [event]);
  }

  /** All that were played. */
  get factions(): FactionId[] {
    return this.results.all;
  }

  /** Against all others: battles of a faction against itself are left out. */
  winRate(faction: FactionId, role: InRole = 'any'): Estimate {
    return rateOf(this.results.ofFaction(faction).moments(this.draws, role));
  }

  share(faction: FactionId): Estimate {
    const { all } = this.field;
    const { share } = this.field.of(faction);
    return proportion({ ...withOthers(share.moments, all.moments, [1]), events: all.moments.events });
  }

  /** The share of those who got there, over the share of the field. */
  overField(faction: FactionId, where: Reached): Estimate {
    return overField(withOthers(this.field.of(faction)[where].moments, this.field.reached[where].moments, [1, 2]));
  }

  eventWins(faction: FactionId): number {
    return this.field.of(faction).wins;
  }

  /** Those who met, each two once. */
  get pairs(): (readonly [FactionId, FactionId])[] {
    return this.results.pairs.map(({ first, second }) => [first, second]);
  }

  battlesBetween(first: FactionId, second: FactionId): number {
    return this.results.ofPair(first, second)?.sum.battles ?? 0;
  }

  /** Of the first against the second; against itself no faction has one. */
  winRateAgainst(first: FactionId, second: FactionId, role: InRole = 'any'): Estimate {
    const pair = first === second ? undefined : this.results.ofPair(first, second);
    const isTurned = pair !== undefined && pair.first !== first;
    return rateOf((pair?.sum ?? new ResultSum()).moments(this.draws, role, { isTurned }));
  }

  /** The events of each month in which some began, in order. */
  get months(): { month: string; events: readonly Event[] }[] {
    return [...this.byMonth]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([month, events]) => ({ month, events }));
  }
}

const rateOf = (moments: Moments) => proportion(moments, HALF_POINTS);

type Pair = { first: FactionId; second: FactionId; sum: ResultSum };

/** Two numbers below this are one: of the first two thousand factions a small one, which is found many times faster. */
const FACTIONS_MAX = 2 ** 20;

class Results {
  private readonly numbers = new Map<FactionId, number>();
  private readonly factions: ResultSum[] = [];
  private readonly byPair = new Map<number, Pair>();

  add(event: Event): void {
    const numberAt = event.factions.map((faction) => this.numberOf(faction));
    const tallies: Tally = new Uint32Array(numberAt.length * WAYS);
    eachPair(event, (one, other, tally) => {
      const key = (numberAt[one] ?? -1) * FACTIONS_MAX + (numberAt[other] ?? -1);
      let pair = this.byPair.get(key);
      if (!pair) {
        pair = { first: event.factions[one] ?? 0, second: event.factions[other] ?? 0, sum: new ResultSum() };
        this.byPair.set(key, pair);
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
    for (const [place, number] of numberAt.entries()) this.factions[number]?.add(tallies, place * WAYS);
  }

  private numberOf(faction: FactionId): number {
    const known = this.numbers.get(faction);
    if (known !== undefined) return known;
    this.numbers.set(faction, this.factions.length);
    return this.factions.push(new ResultSum()) - 1;
  }

  get all(): FactionId[] {
    return [...this.numbers.keys()];
  }

  get pairs(): Pair[] {
    return [...this.byPair.values()];
  }

  ofFaction(faction: FactionId): ResultSum {
    return this.factions[this.numbers.get(faction) ?? -1] ?? new ResultSum();
  }

  ofPair(first: FactionId, second: FactionId): Pair | undefined {
    const keyOf = (one: FactionId, other: FactionId) =>
      (this.numbers.get(one) ?? -1) * FACTIONS_MAX + (this.numbers.get(other) ?? -1);
    return this.byPair.get(keyOf(first, second)) ?? this.byPair.get(keyOf(second, first));
  }
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

class Field {
  readonly all = new MomentSum(1);
  readonly reached = { unbeatenStart: new MomentSum(2), topPlace: new MomentSum(2) };
  private readonly factions = new Map<FactionId, FieldSums>();

  of(faction: FactionId): FieldSums {
    return this.factions.get(faction) ?? createFieldSums();
  }

  add(event: Event): void {
    const counts = new Map<FactionId, Counts>();
    const total = createCounts();
    eachPlayer(event, (faction, flags) => {
      const own = counts.get(faction) ?? createCounts();
      counts.set(faction, own);
      count(own, flags);
      count(total, flags);
    });
    this.all.add([total.players]);
    // Where nobody got there, as in an event of three rounds, nobody could.
    const possible = (['unbeatenStart', 'topPlace'] as const).filter((each) => total[each] > 0);
    for (const each of possible) this.reached[each].add([total[each], total.players]);
    for (const [faction, own] of counts) {
      const sums = this.of(faction);
      this.factions.set(faction, sums);
      sums.share.add([own.players, total.players]);
      sums.wins += own.eventWin;
      for (const each of possible) sums[each].add([own[each], total[each], total.players, own.players]);
    }
  }
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
