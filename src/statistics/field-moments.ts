import type { FactionId } from './event.js';
import { MomentSum, type Moments, type Recurrence } from './moments.js';

export type Reached = 'unbeatenStart' | 'topPlace';

/**
 * Counts of sign-ups: all of them; those who got somewhere, and those at events where any did. Events in which no player
 * got there are left out: in one of three rounds, for example, none could.
 */
export const COUNTED = 5;
const PLAYERS = 0;
const AT = { unbeatenStart: { reached: 1, field: 2 }, topPlace: { reached: 3, field: 4 } } as const;
const REACHED = ['unbeatenStart', 'topPlace'] as const;

/** Adds a sign-up to the counts at `from`. The bits of `got`: unbeaten start, top place; then where each was reached. */
export function countSignUp(counts: Uint32Array, from: number, got: number): void {
  increment(counts, from + PLAYERS, 1);
  increment(counts, from + AT.unbeatenStart.reached, got & 1);
  increment(counts, from + AT.topPlace.reached, (got >> 1) & 1);
  increment(counts, from + AT.unbeatenStart.field, (got >> 2) & 1);
  increment(counts, from + AT.topPlace.field, (got >> 3) & 1);
}

function increment(counts: Uint32Array, at: number, by: number): void {
  counts[at] = (counts[at] ?? 0) + by;
}

type OfFaction = Record<Reached | 'share', MomentSum>;
const createSums = (): OfFaction => ({
  share: new MomentSum(2),
  unbeatenStart: new MomentSum(4),
  topPlace: new MomentSum(4),
});
const NOT_PLAYED = createSums();

/** Sums of sign-ups and of those who got somewhere, over events or over players. */
export class FieldMoments {
  private readonly all = new MomentSum(1);
  private readonly reached = { unbeatenStart: new MomentSum(2), topPlace: new MomentSum(2) };
  private readonly factions = new Map<FactionId, OfFaction>();

  /** Adds an event or player, or several alike: the counts of all, and those of each faction one after the other. */
  add(total: Uint32Array, factions: Iterable<FactionId>, counts: Uint32Array, times = 1): void {
    const players = total[PLAYERS] ?? 0;
    this.all.add([players], times);
    for (const each of REACHED) {
      const { reached, field } = AT[each];
      if (total[field]) this.reached[each].add([total[reached] ?? 0, total[field] ?? 0], times);
    }
    let from = -COUNTED;
    for (const faction of factions) {
      from += COUNTED;
      if (!counts[from]) continue;
      const sums = this.factions.get(faction) ?? createSums();
      this.factions.set(faction, sums);
      sums.share.add([counts[from] ?? 0, players], times);
      for (const each of REACHED) {
        const { reached, field } = AT[each];
        const own = counts[from + field] ?? 0;
        if (own > 0) sums[each].add([counts[from + reached] ?? 0, total[reached] ?? 0, total[field] ?? 0, own], times);
      }
    }
  }

  /** Of the counts `[players of the faction, players]`. */
  share(faction: FactionId): Moments {
    const all = this.all.moments;
    return { ...withOthers(this.of(faction).share.moments, all, [1]), events: all.events };
  }

  /** Of the counts `[reached by the faction, reached, players, players of the faction]`. */
  overField(faction: FactionId, where: Reached): Moments {
    return withOthers(this.of(faction)[where].moments, this.reached[where].moments, [1, 2]);
  }

  private of(faction: FactionId): OfFaction {
    return this.factions.get(faction) ?? NOT_PLAYED;
  }
}

/** Includes where the faction was not played: its own counts are 0 there, but those at `places` are not. */
function withOthers(own: Moments, all: Moments, places: readonly number[]): Moments {
  const at = (index: number) => places.indexOf(index);
  return {
    events: own.events,
    sums: own.sums.map((sum, i) => all.sums[at(i)] ?? sum),
    products: own.products.map((row, i) => row.map((product, j) => all.products[at(i)]?.[at(j)] ?? product)),
  };
}

/** For any two counts of one sign-up, each 0 or 1, the index of the count that is 1 where both are. */
export const BOTH = {
  share: [
    [0, 0],
    [0, 1],
  ],
  overField: [
    [0, 0, 0, 0],
    [0, 1, 1, 0],
    [0, 1, 2, 3],
    [0, 0, 3, 3],
  ],
} as const;

/** Products over pairs of a player's events: those of all that the player did, without those of one sign-up. */
export const recurrenceIn = (players: Moments, both: readonly (readonly number[])[]): Recurrence => ({
  products: players.products.map((row, i) =>
    row.map((product, j) => product - (players.sums[both[i]?.[j] ?? 0] ?? 0n)),
  ),
  squaredSizes: players.products.at(-1)?.at(-1) ?? 0n,
});
