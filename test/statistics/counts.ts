import type { Recurrence } from '../../src/statistics/moments.js';

/** Rows of counts, summed up plainly: per event, and for each player and each opponent per event. */
export type Counts = { events: number[][]; players: ByEvent; opponents: ByEvent };
type ByEvent = Map<number, Map<number, number[]>>;

/** Nothing counted yet in so many events. */
export const createCounts = (events: number, width: number): Counts => ({
  ...{ players: new Map(), opponents: new Map() },
  events: Array.from({ length: events }, () => new Array(width).fill(0)),
});

/** Adds what a player did, and against whom, to the counts of the event and of both. */
export function count(counts: Counts, event: number, row: number[], own: number, met?: number): void {
  add(counts.events[event] ?? [], row);
  add(countsOf(counts.players, own, event), row);
  if (met !== undefined) add(countsOf(counts.opponents, met, event), row);
}

function countsOf(players: ByEvent, id: number, event: number): number[] {
  const events = players.get(id) ?? new Map<number, number[]>();
  players.set(id, events);
  const counts = events.get(event) ?? [];
  events.set(event, counts);
  return counts;
}

function add(counts: number[], row: number[]): void {
  for (const [at, value] of row.entries()) counts[at] = (counts[at] ?? 0) + value;
}

/** What the service sums up battle by battle, from the rows of counts of each player and event. */
export function recurrenceOf({ players, opponents }: Pick<Counts, 'players' | 'opponents'>, width = 2): Recurrence {
  const indexes = Array.from({ length: width }, (_, at) => at);
  const products = indexes.map(() => indexes.map(() => 0));
  const addProducts = (row: readonly number[], sign: number) => {
    for (const i of indexes) {
      for (const j of indexes)
        (products[i] as number[])[j] = (products[i]?.[j] ?? 0) + sign * (row[i] ?? 0) * (row[j] ?? 0);
    }
  };
  const squaredSizes = (group: ByEvent) => {
    let squares = 0;
    for (const events of group.values()) {
      const sum = indexes.map(() => 0);
      for (const row of events.values()) {
        addProducts(row, -1);
        for (const at of indexes) sum[at] = (sum[at] ?? 0) + (row[at] ?? 0);
      }
      addProducts(sum, 1);
      squares += (sum.at(-1) ?? 0) ** 2;
    }
    return squares;
  };
  const squares = [squaredSizes(players), squaredSizes(opponents)];
  return { products: products.map((row) => row.map(BigInt)), squaredSizes: BigInt(Math.max(...squares)) };
}
