import {
  type Event,
  type FactionId,
  factionsOf,
  firstOf,
  resultCodeOf,
  reversedResultCode,
  secondOf,
} from './event.js';

/** Battles, or events, visited between yields: about a millisecond. */
const AT_A_TIME = 10_000;
const EVENTS_AT_A_TIME = 20;

/** A battle is one integer: the pair of its factions times 32, plus role and score, plus 16 if it is the player's first of an
 * event. */
const FIRST_OF_EVENT = 16;
const CODES = 32;

/** The pair of the player's faction and the one met. */
export const pairOf = (code: number): number => code >> 5;
/** Role and score of the player. */
export const wayOf = (code: number): number => code & 15;
export const beginsEvent = (code: number): boolean => (code & FIRST_OF_EVENT) !== 0;

/** The battles of events, each from both sides, sorted by player; a player's are in the order of events. */
export class BattlesByPlayer {
  private readonly places = new Map<FactionId, number>();
  /** Pairs are numbered in the order in which they were met, by the places of both factions. */
  private readonly pairs: number[][] = [];
  /** Of each pair the place of the player's faction, and of the one met. */
  readonly owns: number[] = [];
  readonly mets: number[] = [];
  /** In the order of players, so that they are read one after the other, which is several times faster. */
  readonly codes: Int32Array;
  /** What was scored beyond the expected score; empty if it is not known. */
  readonly above: Int32Array;

  private constructor(
    private readonly size: number,
    /** Where each player's part begins. */
    private readonly begins: Int32Array,
    { isRated }: { isRated: boolean },
  ) {
    this.codes = new Int32Array(size);
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
  private *fill(events: readonly Event[], players: Int32Array, next: Int32Array): Generator<void> {
    const lists = new Map<readonly FactionId[], Int32Array>();
    // Those of one event are looked up once, which leaves them in the processor's cache.
    const most = events.reduce((most, { roster }) => Math.max(most, roster.length), 0);
    const [from, to] = [new Int32Array(most), new Int32Array(most)];
    let begin = 0;
    for (const [at, event] of events.entries()) {
      const places = lists.get(event.factions) ?? Int32Array.from(event.factions, (faction) => this.placeOf(faction));
      lists.set(event.factions, places);
      const { length } = event.roster;
      for (let index = 0; index < length; index += 1) from[index] = to[index] = next[players[begin + index] ?? 0] ?? 0;
      this.put(event, places, from, to);
      for (let index = 0; index < length; index += 1) next[players[begin + index] ?? 0] = to[index] ?? 0;
      begin += length;
      if (at % EVENTS_AT_A_TIME === EVENTS_AT_A_TIME - 1) yield;
    }
  }

  /** The battles of each participant begin at `from` and go on at `to`. Not a generator, which would be slower. */
  private put({ results, sides, above: gains }: Event, places: Int32Array, from: Int32Array, to: Int32Array): void {
    const { codes, above } = this;
    let factions = -1;
    let pair = 0;
    let reversed = 0;
    for (let battle = 0; battle < results.length; battle += 1) {
      const code = results[battle] ?? 0;
      const both = sides[battle] ?? 0;
      const way = resultCodeOf(code);
      // Battles of the same two factions are adjacent.
      if (factionsOf(code) !== factions) {
        factions = factionsOf(code);
        const first = places[firstOf(code)] ?? 0;
        const second = places[secondOf(code)] ?? 0;
        pair = CODES * this.pairAt(first, second);
        reversed = CODES * this.pairAt(second, first);
      }
      const one = both >>> 16;
      const other = both & 0xffff;
      const at = to[one] ?? 0;
      to[one] = at + 1;
      const atOther = to[other] ?? 0;
      to[other] = atOther + 1;
      codes[at] = pair + way + (at === from[one] ? FIRST_OF_EVENT : 0);
      codes[atOther] = reversed + reversedResultCode(way) + (atOther === from[other] ? FIRST_OF_EVENT : 0);
      if (gains) {
        above[at] = gains[battle] ?? 0;
        above[atOther] = -(gains[battle] ?? 0);
      }
    }
  }

  /** Index of a faction, in the order in which they were met. */
  placeOf(faction: FactionId): number {
    const known = this.places.get(faction);
    if (known !== undefined) return known;
    this.places.set(faction, this.places.size);
    return this.places.size - 1;
  }

  private pairAt(own: number, met: number): number {
    const row = this.pairs[own] ?? [];
    this.pairs[own] = row;
    const known = row[met];
    if (known !== undefined) return known;
    row[met] = this.owns.push(own) - 1;
    this.mets.push(met);
    return this.owns.length - 1;
  }

  /** Number of the pair; beyond all of them if the two have not met. */
  pairOf(own: FactionId, met: FactionId): number {
    return this.pairs[this.placeOf(own)]?.[this.placeOf(met)] ?? this.owns.length;
  }

  get factions(): number {
    return this.places.size;
  }

  /** Calls `add` for every player with where the battles begin and end. Yields now and then, so that others can run. */
  *visit(add: (from: number, to: number) => void): Generator<void> {
    const { begins } = this;
    let visited = 0;
    for (let player = 0; player < begins.length; player += 1) {
      const from = begins[player] ?? 0;
      const to = begins[player + 1] ?? this.size;
      add(from, to);
      visited += to - from;
      if (visited < AT_A_TIME) continue;
      visited = 0;
      yield;
    }
  }
}

type Sorted = { players: Int32Array; begins: Int32Array };

/**
 * The indexes of the participants of all events one after the other, and where each player's battles begin when they are
 * sorted. Few large arrays: thousands of small ones would keep the garbage collector busy.
 */
function* sortedPlayers(events: readonly Event[]): Generator<void, Sorted> {
  const indexes = new PlayerIndex(events);
  const players = new Int32Array(events.reduce((sum, { roster }) => sum + roster.length, 0));
  let counts = new Int32Array(1024);
  let begin = 0;
  for (const [nth, { roster, sides }] of events.entries()) {
    indexes.ofRoster(roster, players, begin);
    if (indexes.size > counts.length) {
      const longer = new Int32Array(2 * indexes.size);
      longer.set(counts);
      counts = longer;
    }
    for (let battle = 0; battle < sides.length; battle += 1) {
      const both = sides[battle] ?? 0;
      const one = players[begin + (both >>> 16)] ?? 0;
      counts[one] = (counts[one] ?? 0) + 1;
      const other = players[begin + (both & 0xffff)] ?? 0;
      counts[other] = (counts[other] ?? 0) + 1;
    }
    begin += roster.length;
    if (nth % EVENTS_AT_A_TIME === EVENTS_AT_A_TIME - 1) yield;
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
  private readonly table: Int32Array;
  /** Of those who have no such number, or one that is out of all proportion. */
  private readonly others = new Map<number, number>();

  constructor(events: readonly Event[]) {
    let most = -1;
    for (const { roster } of events)
      for (let at = 0; at < roster.length; at += 1) most = Math.max(most, roster[at] ?? 0);
    this.table = new Int32Array(Math.min(most + 1, TABLE_MAX));
  }

  /** Writes the indexes of a roster to `of`, from `begin` on. */
  ofRoster(roster: Int32Array, of: Int32Array, begin: number): void {
    const { table } = this;
    for (let at = 0; at < roster.length; at += 1) {
      const number = roster[at] ?? 0;
      const isInTable = number >= 0 && number < table.length;
      let index = isInTable ? (table[number] ?? 0) : (this.others.get(number) ?? 0);
      if (index === 0) {
        this.size += 1;
        index = this.size;
        if (isInTable) table[number] = index;
        else this.others.set(number, index);
      }
      of[begin + at] = index - 1;
    }
  }
}

const TABLE_MAX = 2 ** 22;
