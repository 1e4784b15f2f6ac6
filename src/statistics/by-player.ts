import { type Event, type FactionId, firstOf, resultCodeOf, reversedResultCode, secondOf } from './event.js';

/** Is told of every battle twice, once for each of its players. */
export type PlayerVisitor = {
  /** The places of the player's faction and of the one met; role and score of the player. */
  battle(own: number, met: number, way: number): void;
  endEvent(): void;
  endPlayer(): void;
};

/** Battles visited between yields: a few milliseconds. */
const AT_A_TIME = 50_000;

/** The battles of events, sorted by player; a player's are in the order of events. */
export class BattlesByPlayer {
  private readonly places = new Map<FactionId, number>();
  private readonly first: Int32Array;
  private readonly second: Int32Array;
  private readonly ways: Uint8Array;
  private readonly events: Int32Array;
  /** Twice the index of a battle, plus 1 for its second side. */
  private readonly order: Int32Array;
  /** Where each player's part of the order ends. */
  private readonly ends: Int32Array;

  constructor(events: readonly Event[]) {
    const known = events.filter(({ results, sides }) => sides.length === results.length);
    const size = known.reduce((sum, { results }) => sum + results.length, 0);
    this.first = new Int32Array(size);
    this.second = new Int32Array(size);
    this.ways = new Uint8Array(size);
    this.events = new Int32Array(size);
    this.order = new Int32Array(2 * size);
    const players = new Int32Array(2 * size);
    this.ends = this.flatten(known, players);
    for (let side = 2 * size - 1; side >= 0; side -= 1) {
      const player = players[side] ?? 0;
      const at = (this.ends[player] ?? 0) - 1;
      this.ends[player] = at;
      this.order[at] = side;
    }
  }

  /** Fills in the battles and whose each side is; returns the number of sides up to and including each player's. */
  private flatten(events: readonly Event[], players: Int32Array): Int32Array {
    const indexes = new Map<number, number>();
    const lists = new Map<readonly FactionId[], number[]>();
    const counts: number[] = [];
    let at = 0;
    for (const [event, { factions, results, roster, sides }] of events.entries()) {
      const places = lists.get(factions) ?? factions.map((faction) => this.placeOf(faction));
      lists.set(factions, places);
      const numbers = Int32Array.from(roster, (number) => {
        const index = indexes.get(number) ?? indexes.size;
        indexes.set(number, index);
        return index;
      });
      for (let battle = 0; battle < results.length; battle += 1, at += 1) {
        const [code, both] = [results[battle] ?? 0, sides[battle] ?? 0];
        this.first[at] = places[firstOf(code)] ?? 0;
        this.second[at] = places[secondOf(code)] ?? 0;
        this.ways[at] = resultCodeOf(code);
        this.events[at] = event;
        for (const [side, index] of [both >>> 16, both & 0xffff].entries()) {
          const player = numbers[index] ?? 0;
          players[2 * at + side] = player;
          counts[player] = (counts[player] ?? 0) + 1;
        }
      }
    }
    let sum = 0;
    return Int32Array.from(counts, (count) => {
      sum += count ?? 0;
      return sum;
    });
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
    const { order, first, second, ways, events, ends } = this;
    let visited = 0;
    for (let player = 0; player < ends.length; player += 1) {
      // Sorting has moved each end to the beginning of its part.
      const to = player + 1 < ends.length ? (ends[player + 1] ?? 0) : order.length;
      let event = -1;
      for (let at = ends[player] ?? 0; at < to; at += 1) {
        const battle = (order[at] ?? 0) >> 1;
        if (events[battle] !== event) {
          if (event >= 0) visitor.endEvent();
          event = events[battle] ?? 0;
        }
        const way = ways[battle] ?? 0;
        if (((order[at] ?? 0) & 1) === 0) visitor.battle(first[battle] ?? 0, second[battle] ?? 0, way);
        else visitor.battle(second[battle] ?? 0, first[battle] ?? 0, reversedResultCode(way));
      }
      visitor.endEvent();
      visitor.endPlayer();
      visited += to - (ends[player] ?? 0);
      if (visited < AT_A_TIME) continue;
      visited = 0;
      yield;
    }
  }
}
