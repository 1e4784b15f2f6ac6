import type { Estimate } from './estimate.js';
import { type Event, eachPlayer, type FactionId, FLAGS } from './event.js';
import { MomentSum, type Moments } from './moments.js';
import { overField } from './over-field.js';
import { proportion } from './proportion.js';

export type Reached = 'unbeatenStart' | 'topPlace';

/** Sums over the events in which a faction was played: its share of the field, and of the players who got somewhere. */
type FieldSums = Record<Reached | 'share', MomentSum> & { wins: number };

const createFieldSums = (): FieldSums => ({
  share: new MomentSum(2),
  unbeatenStart: new MomentSum(4),
  topPlace: new MomentSum(4),
  wins: 0,
});

const NOT_PLAYED = createFieldSums();

/** Indexes of the counts of an event's players, for all and for each faction. */
const PLAYERS = 0;
const AT = { unbeatenStart: 1, topPlace: 2 } as const;
const WINS = 3;
const COUNTED = 4;
const REACHED = ['unbeatenStart', 'topPlace'] as const;

/** Which factions were played, and how far their players got, over any number of events. */
export class Field {
  private readonly all = new MomentSum(1);
  private readonly reached = { unbeatenStart: new MomentSum(2), topPlace: new MomentSum(2) };
  private readonly factions = new Map<FactionId, FieldSums>();

  share(faction: FactionId): Estimate {
    const all = this.all.moments;
    return proportion({ ...withOthers(this.of(faction).share.moments, all, [1]), events: all.events });
  }

  /** A faction's share of the players who got there, over its share of the field. */
  overField(faction: FactionId, where: Reached): Estimate {
    return overField(withOthers(this.of(faction)[where].moments, this.reached[where].moments, [1, 2]));
  }

  eventWins(faction: FactionId): number {
    return this.of(faction).wins;
  }

  private of(faction: FactionId): FieldSums {
    return this.factions.get(faction) ?? NOT_PLAYED;
  }

  add(event: Event): void {
    const total = new Uint32Array(COUNTED);
    const counts = new Uint32Array(event.factions.length * COUNTED);
    eachPlayer(event, (place, flags) => {
      count(total, 0, flags);
      count(counts, place * COUNTED, flags);
    });
    const players = total[PLAYERS] ?? 0;
    this.all.add([players]);
    // Events in which no player got there are left out: in one of three rounds, for example, none could.
    const possible = REACHED.filter((each) => (total[AT[each]] ?? 0) > 0);
    for (const each of possible) this.reached[each].add([total[AT[each]] ?? 0, players]);
    for (const [place, faction] of event.factions.entries()) {
      const from = place * COUNTED;
      const own = counts[from + PLAYERS] ?? 0;
      if (own === 0) continue;
      const sums = this.factions.get(faction) ?? createFieldSums();
      this.factions.set(faction, sums);
      sums.share.add([own, players]);
      sums.wins += counts[from + WINS] ?? 0;
      for (const each of possible) {
        sums[each].add([counts[from + AT[each]] ?? 0, total[AT[each]] ?? 0, players, own]);
      }
    }
  }
}

function count(counts: Uint32Array, from: number, flags: number): void {
  increment(counts, from + PLAYERS);
  if (flags & FLAGS.unbeatenStart) increment(counts, from + AT.unbeatenStart);
  if (flags & FLAGS.topPlace) increment(counts, from + AT.topPlace);
  if (flags & FLAGS.eventWin) increment(counts, from + WINS);
}

function increment(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

/** Includes events in which the faction was not played: its own counts are 0 there, but those at `places` are not. */
function withOthers(own: Moments, all: Moments, places: readonly number[]): Moments {
  const at = (index: number) => places.indexOf(index);
  return {
    events: own.events,
    sums: own.sums.map((sum, i) => all.sums[at(i)] ?? sum),
    products: own.products.map((row, i) => row.map((product, j) => all.products[at(i)]?.[at(j)] ?? product)),
  };
}
