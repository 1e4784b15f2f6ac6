/** A slot in a bracket; null while it waits for an earlier result. */
export type Slot<T> = T | null;
export type Match<T> = { roundNumber: number; round: string; table: number; first: Slot<T>; second: Slot<T> };
/** Plays a match; returns its winner and loser. */
export type PlayMatch<T> = (match: Match<T>) => [winner: Slot<T>, loser: Slot<T>];

/** Plays a knockout in which the best seeds meet last. Returns the winner and each round's losers, earliest first. */
export function knockout<T>(seeds: readonly Slot<T>[], play: PlayMatch<T>): { winner: Slot<T>; losers: Slot<T>[][] } {
  let slots: Slot<T>[] = seedOrder(seeds.length).map((seed) => seeds[seed] ?? null);
  const losers: Slot<T>[][] = [];
  for (let roundNumber = 1; slots.length > 1; roundNumber++) {
    const round = KNOCKOUT_ROUNDS[slots.length] ?? `Round of ${slots.length}`;
    const results = pairsOf(slots).map(([first, second], at) =>
      play({ roundNumber, round, table: at + 1, first, second }),
    );
    slots = results.map(([winner]) => winner);
    losers.push(results.map(([, loser]) => loser));
  }
  return { winner: slots[0] ?? null, losers };
}

/** Plays for every place of a band, starting at `firstPlace`. Returns the players in order of place. */
export function playOut<T>(players: readonly Slot<T>[], firstPlace: number, play: PlayMatch<T>): Slot<T>[] {
  let bands: Slot<T>[][] = [[...players]];
  for (let roundNumber = 1; bands.some((band) => band.length > 1); roundNumber++) {
    const next: Slot<T>[][] = [];
    let table = 0;
    let place = firstPlace;
    for (const band of bands) {
      const round = bandRound(place, band.length);
      const results = pairsOf(band).map(([first, second]) =>
        play({ roundNumber, round, table: ++table, first, second }),
      );
      next.push(
        results.map(([winner]) => winner),
        results.map(([, loser]) => loser),
      );
      place += band.length;
    }
    bands = next;
  }
  return bands.map((band) => band[0] ?? null);
}

const KNOCKOUT_ROUNDS: Record<number, string> = { 2: 'Final', 4: 'Semi-final', 8: 'Quarter-final' };

const bandRound = (place: number, size: number) =>
  size === 2 ? `${place === 3 ? '3rd' : `${place}th`} place` : `Places ${place} to ${place + size - 1}`;

/** Seed 0 meets the last seed, and seeds 0 and 1 can meet only in the final. */
function seedOrder(size: number): number[] {
  let order = [0];
  while (order.length < size) order = order.flatMap((seed) => [seed, order.length * 2 - 1 - seed]);
  return order;
}

function pairsOf<T>(slots: readonly Slot<T>[]): [Slot<T>, Slot<T>][] {
  const pairs: [Slot<T>, Slot<T>][] = [];
  for (let at = 0; at < slots.length; at += 2) pairs.push([slots[at] ?? null, slots[at + 1] ?? null]);
  return pairs;
}
