import { type BattlesByPlayer, beginsEvent, pairOf, wayOf } from './by-player.js';
import type { Estimate } from './estimate.js';
import { type Event, endOfPair, type FactionId, firstOf, secondOf } from './event.js';
import { rateOf } from './proportion.js';
import { ResultRecurrence } from './result-recurrence.js';
import { type InRole, NO_BATTLES, ResultSum } from './result-sum.js';
import type { Draws } from './score.js';

/** Results of every pair of factions that met, over any number of events. */
export class Matrix {
  /** By the indexes of two factions: results from the view of the first. */
  private readonly rows: ResultSum[][] = [];
  private readonly factions: FactionId[] = [];
  private readonly places = new Map<FactionId, number>();

  private recurring: { sum: ResultRecurrence; battles: BattlesByPlayer } | null = null;

  constructor(private readonly draws: Draws) {}

  add({ factions, results }: Event): void {
    const places = factions.map((faction) => this.placeOf(faction));
    // A plain loop: with a callback this takes half as long again.
    for (let from = 0, to = 0; from < results.length; from = to) {
      to = endOfPair(results, from);
      const place = places[firstOf(results[from] ?? 0)] ?? -1;
      const met = places[secondOf(results[from] ?? 0)] ?? -1;
      this.sumAt(place, met).addBattles(results, from, to);
    }
  }

  /** Adds how the same events hang together by the players of each pair of factions. */
  *addPlayers(battles: BattlesByPlayer): Generator<void> {
    const sum = new ResultRecurrence(battles.owns.length, this.draws);
    this.recurring = { sum, battles };
    const { codes } = battles;
    // Plain loops here and in the like: with a call for each battle this takes half as long again.
    yield* battles.visit((from, to) => {
      for (let at = from; at < to; at += 1) {
        const code = codes[at] ?? 0;
        if (beginsEvent(code)) sum.beginEvent();
        sum.count(pairOf(code), wayOf(code));
      }
      sum.endPlayer();
    });
  }

  private placeOf(faction: FactionId): number {
    const known = this.places.get(faction);
    if (known !== undefined) return known;
    this.places.set(faction, this.rows.push([]) - 1);
    return this.factions.push(faction) - 1;
  }

  private sumAt(place: number, met: number): ResultSum {
    const row = this.rows[place] ?? [];
    const known = row[met];
    if (known) return known;
    const sum = new ResultSum();
    row[met] = sum;
    return sum;
  }

  /** Pairs of factions that met, each pair once. */
  get pairs(): [FactionId, FactionId][] {
    return this.rows.flatMap((row, place) =>
      Object.keys(row).map((met): [FactionId, FactionId] => [
        this.factions[place] ?? 0,
        this.factions[Number(met)] ?? 0,
      ]),
    );
  }

  battlesBetween(one: FactionId, other: FactionId): number {
    return (this.sumOf(one, other) ?? this.sumOf(other, one))?.battles ?? 0;
  }

  /** Win rate of one faction against the other; there is none against itself. */
  winRate(one: FactionId, other: FactionId, role: InRole = 'any'): Estimate {
    if (one === other) return rateOf(NO_BATTLES.moments(this.draws, role));
    const own = this.sumOf(one, other);
    const sum = own ?? this.sumOf(other, one);
    const moments = (sum ?? NO_BATTLES).moments(this.draws, role, { isTurned: own === undefined });
    if (!sum || !this.recurring) return rateOf(moments);
    const { sum: recurring, battles } = this.recurring;
    return rateOf({ ...moments, players: recurring.of(battles.pairOf(one, other), battles.pairOf(other, one), role) });
  }

  private sumOf(one: FactionId, other: FactionId): ResultSum | undefined {
    return this.rows[this.places.get(one) ?? -1]?.[this.places.get(other) ?? -1];
  }
}
