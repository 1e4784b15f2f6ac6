import { type Event, type FactionId, firstOf, resultCodeOf, reversedResultCode, secondOf } from './event.js';

/** Is told of every battle twice, once for each of its players. */
export type PlayerVisitor = {
  /** The places of the player's faction and of the one met; role and score of the player. */
  battle(own: number, met: number, way: number): void;
  endEvent(): void;
  endPlayer(): void;
};

/** Battles, or events, visited between yields: a few milliseconds. */
const AT_A_TIME = 5_000;
const EVENTS_AT_A_TIME = 20;

/** The battles of events, each from both sides, sorted by player; a player's are in the order of events. */
export class BattlesByPlayer {
  private readonly places = new Map<FactionId, number>();
  /** In the order of players, so that they are read one after the other, which is several times faster. */
  private readonly events: Int32Array;
  private readonly own: Int32Array;
  /** The place of the faction met, times 16, plus role and score. */
  private readonly met: Int32Array;

  private constructor(
    size: number,
    /** Where each player's part begins. */
    private readonly begins: Int32Array,
  ) {
    this.events = new Int32Array(size);
    this.own = new Int32Array(size);
    this.met = new Int32Array(size);
  }

  /** Yields now and then, so that others can run. */
  static *of(events: readonly Event[]): Generator<void, BattlesByPlayer> {
    const known = events.filter(({ results, sides }) => sides.length === results.length);
    const size = 2 * known.reduce((sum, { results }) => sum + results.length, 0);
    const { players, begins } = yield* sortedPlayers(known);
    const sorted = new BattlesByPlayer(size, begins);
    yield* sorted.fill(known, players, begins.slice());
    return sorted;
  }

  /** `at` is where the next battle of each player goes. */
  private *fill(events: readonly Event[], players: readonly Int32Array[], at: Int32Array): Generator<void> {
    const lists = new Map<readonly FactionId[], number[]>();
    for (const [event, { factions, results, sides }] of events.entries()) {
      const places = lists.get(factions) ?? factions.map((faction) => this.placeOf(faction));
      lists.set(factions, places);
      const of = players[event] ?? at;
      for (let battle = 0; battle < results.length; battle += 1) {
        const [code, both] = [results[battle] ?? 0, sides[battle] ?? 0];
        const way = resultCodeOf(code);
        const [first, second] = [places[firstOf(code)] ?? 0, places[secondOf(code)] ?? 0];
        this.put(at, of[both >>> 16] ?? 0, event, first, second, way);
        this.put(at, of[both & 0xffff] ?? 0, event, second, first, reversedResultCode(way));
      }
      if (event % EVENTS_AT_A_TIME === EVENTS_AT_A_TIME - 1) yield;
    }
  }

  private put(at: Int32Array, player: number, event: number, own: number, met: number, way: number): void {
    const to = at[player] ?? 0;
    at[player] = to + 1;
    this.events[to] = event;
    this.own[to] = own;
    this.met[to] = met * WAYS + way;
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
    const { events, own, met, begins } = this;
    let visited = 0;
    for (let player = 0; player < begins.length; player += 1) {
      const from = begins[player] ?? 0;
      const to = begins[player + 1] ?? events.length;
      for (let at = from; at < to; at += 1) {
        const code = met[at] ?? 0;
        visitor.battle(own[at] ?? 0, code >> 4, code & (WAYS - 1));
        if (at + 1 === to || events[at + 1] !== events[at]) visitor.endEvent();
      }
      visitor.endPlayer();
      visited += to - from;
      if (visited < AT_A_TIME) continue;
      visited = 0;
      yield;
    }
  }
}

const WAYS = 16;

type Sorted = { players: Int32Array[]; begins: Int32Array };

/** The indexes of the participants of each event, and where each player's battles begin when they are sorted. */
function* sortedPlayers(events: readonly Event[]): Generator<void, Sorted> {
  const indexes = new Map<number, number>();
  const indexOf = (number: number) => {
    const known = indexes.get(number);
    if (known !== undefined) return known;
    indexes.set(number, indexes.size);
    return indexes.size - 1;
  };
  const players: Int32Array[] = [];
  const counts: number[] = [];
  for (const { roster, sides } of events) {
    const of = roster.map(indexOf);
    for (const player of of) counts[player] ??= 0;
    for (const both of sides) {
      const [first, second] = [of[both >>> 16] ?? 0, of[both & 0xffff] ?? 0];
      counts[first] = (counts[first] ?? 0) + 1;
      counts[second] = (counts[second] ?? 0) + 1;
    }
    if (players.push(of) % EVENTS_AT_A_TIME === 0) yield;
  }
  let sum = 0;
  const begins = Int32Array.from(counts, (count) => {
    sum += count;
    return sum - count;
  });
  return { players, begins };
}
