import { type Event, type FactionId, firstOf, resultCodeOf, reversedResultCode, secondOf } from './event.js';

/** Is told of every battle twice, once for each of its players. */
export type PlayerVisitor = {
  /** The places of the player's faction and of the one met; role and score of the player, and what was scored beyond the
   * expected score. */
  battle(own: number, met: number, way: number, above: number): void;
  endEvent(): void;
  endPlayer(): void;
};

/** Battles, or events, visited between yields: about a millisecond. */
const AT_A_TIME = 5_000;
const EVENTS_AT_A_TIME = 20;

/** Integers of a battle: the place of its faction; that of the faction met times 32, plus role and score, plus 16 if it is
 * the player's first of an event. */
const WIDTH = 2;
const FIRST_OF_EVENT = 16;
const CODES = 32;

/** The battles of events, each from both sides, sorted by player; a player's are in the order of events. */
export class BattlesByPlayer {
  private readonly places = new Map<FactionId, number>();
  /** In the order of players, so that they are read one after the other, which is several times faster. */
  private readonly battles: Int32Array;
  /** What was scored beyond the expected score; empty if it is not known. */
  private readonly above: Int32Array;

  private constructor(
    private readonly size: number,
    /** Where each player's part begins. */
    private readonly begins: Int32Array,
    { isRated }: { isRated: boolean },
  ) {
    this.battles = new Int32Array(WIDTH * size);
    this.above = new Int32Array(isRated ? size : 0);
  }

  /** Yields now and then, so that others can run. */
  static *of(events: readonly Event[]): Generator<void, BattlesByPlayer> {
    const known = events.filter(({ results, sides }) => sides.length === results.length);
    const size = 2 * known.reduce((sum, { results }) => sum + results.length, 0);
    const { players, begins } = yield* sortedPlayers(known);
    const sorted = new BattlesByPlayer(size, begins, { isRated: known.some(({ above }) => above) });
    yield* sorted.fill(known, players, begins.slice());
    return sorted;
  }

  /** `next` is where the next battle of each player goes. */
  private *fill(events: readonly Event[], players: readonly Int32Array[], next: Int32Array): Generator<void> {
    const lists = new Map<readonly FactionId[], Int32Array>();
    for (const [at, event] of events.entries()) {
      const places = lists.get(event.factions) ?? Int32Array.from(event.factions, (faction) => this.placeOf(faction));
      lists.set(event.factions, places);
      const of = players[at] ?? next;
      // Those of one event are looked up once, which leaves them in the processor's cache.
      const from = of.map((player) => next[player] ?? 0);
      const to = this.put(event, places, from);
      for (let index = 0; index < of.length; index += 1) next[of[index] ?? 0] = to[index] ?? 0;
      if (at % EVENTS_AT_A_TIME === EVENTS_AT_A_TIME - 1) yield;
    }
  }

  /** Returns where the battles of each participant end that begin at `from`. Not a generator, which would be slower. */
  private put({ results, sides, above: gains }: Event, places: Int32Array, from: Int32Array): Int32Array {
    const { battles, above } = this;
    const at = from.slice();
    for (let battle = 0; battle < results.length; battle += 1) {
      const code = results[battle] ?? 0;
      const both = sides[battle] ?? 0;
      const way = resultCodeOf(code);
      const first = places[firstOf(code)] ?? 0;
      const second = places[secondOf(code)] ?? 0;
      const one = both >>> 16;
      const other = both & 0xffff;
      const to = at[one] ?? 0;
      at[one] = to + 1;
      const toOther = at[other] ?? 0;
      at[other] = toOther + 1;
      battles[WIDTH * to] = first;
      battles[WIDTH * to + 1] = second * CODES + way + (to === from[one] ? FIRST_OF_EVENT : 0);
      battles[WIDTH * toOther] = second;
      battles[WIDTH * toOther + 1] =
        first * CODES + reversedResultCode(way) + (toOther === from[other] ? FIRST_OF_EVENT : 0);
      if (gains) {
        above[to] = gains[battle] ?? 0;
        above[toOther] = -(gains[battle] ?? 0);
      }
    }
    return at;
  }

  /** Index of a faction, in the order in which they were met. */
  placeOf(faction: FactionId): number {
    const known = this.places.get(faction);
    if (known !== undefined) return known;
    this.places.set(faction, this.places.size);
    return this.places.size - 1;
  }

  get factions(): number {
    return this.places.size;
  }

  /** Yields now and then, so that others can run. */
  *visit(visitor: PlayerVisitor): Generator<void> {
    const { begins } = this;
    let visited = 0;
    for (let player = 0; player < begins.length; player += 1) {
      const from = begins[player] ?? 0;
      const to = begins[player + 1] ?? this.size;
      this.visitPlayer(visitor, from, to);
      visited += to - from;
      if (visited < AT_A_TIME) continue;
      visited = 0;
      yield;
    }
  }

  private visitPlayer(visitor: PlayerVisitor, from: number, to: number): void {
    const { battles, above } = this;
    const isRated = above.length > 0;
    for (let at = from; at < to; at += 1) {
      const code = battles[WIDTH * at + 1] ?? 0;
      if (code & FIRST_OF_EVENT && at > from) visitor.endEvent();
      visitor.battle(battles[WIDTH * at] ?? 0, code >> 5, code & 15, isRated ? (above[at] ?? 0) : 0);
    }
    visitor.endEvent();
    visitor.endPlayer();
  }
}

/** Indexes of pairs of factions, from the places of both: of those that met, in either order. */
export class PairIndex {
  private readonly rows: number[][] = [];
  readonly size: number;

  constructor(pairs: readonly (readonly [FactionId, FactionId])[], battles: BattlesByPlayer) {
    const placed = pairs.map((pair) => pair.map((faction) => battles.placeOf(faction)) as [number, number]);
    for (const [at, [own, met]] of placed.entries()) {
      const row = this.rows[own] ?? [];
      this.rows[own] = row;
      row[met] = at;
    }
    this.size = pairs.length;
  }

  of(own: number, met: number): number {
    return this.rows[own]?.[met] ?? 0;
  }
}

type Sorted = { players: Int32Array[]; begins: Int32Array };

/** The indexes of the participants of each event, and where each player's battles begin when they are sorted. */
function* sortedPlayers(events: readonly Event[]): Generator<void, Sorted> {
  const indexes = new PlayerIndex();
  const players: Int32Array[] = [];
  let counts = new Int32Array(1024);
  for (const event of events) {
    const of = indexes.ofRoster(event.roster);
    const battles = battlesOf(event);
    if (indexes.size > counts.length) {
      const longer = new Int32Array(2 * indexes.size);
      longer.set(counts);
      counts = longer;
    }
    for (let index = 0; index < of.length; index += 1) {
      const player = of[index] ?? 0;
      counts[player] = (counts[player] ?? 0) + (battles[index] ?? 0);
    }
    if (players.push(of) % EVENTS_AT_A_TIME === 0) yield;
  }
  let sum = 0;
  const begins = counts.subarray(0, indexes.size).map((count) => {
    sum += count;
    return sum - count;
  });
  return { players, begins };
}

/** Indexes of players from their numbers: from 0 on, in the order in which they were met. */
class PlayerIndex {
  size = 0;
  /** Plus 1, by the number: those of players count up from 1, so that a table does. */
  private readonly table: number[] = [];
  /** Of those who have no such number, or one that is out of all proportion. */
  private readonly others = new Map<number, number>();

  ofRoster(roster: Int32Array): Int32Array {
    const of = new Int32Array(roster.length);
    for (let at = 0; at < roster.length; at += 1) of[at] = this.of(roster[at] ?? 0);
    return of;
  }

  private of(number: number): number {
    const isInTable = number >= 0 && number < TABLE_MAX;
    const known = isInTable ? this.table[number] : this.others.get(number);
    if (known !== undefined) return known - 1;
    this.size += 1;
    if (isInTable) this.table[number] = this.size;
    else this.others.set(number, this.size);
    return this.size - 1;
  }
}

const TABLE_MAX = 2 ** 22;

/** How many battles each participant has. */
function battlesOf({ roster, sides }: Event): Int32Array {
  const battles = new Int32Array(roster.length);
  for (const both of sides) {
    battles[both >>> 16] = (battles[both >>> 16] ?? 0) + 1;
    battles[both & 0xffff] = (battles[both & 0xffff] ?? 0) + 1;
  }
  return battles;
}
