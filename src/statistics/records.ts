import { type BattlesByPlayer, beginsEvent, pairOf, wayOf } from './by-player.js';
import type { Estimate } from './estimate.js';
import { againstOthers, type Event, type FactionId, RESULT_CODES } from './event.js';
import { rateOf } from './proportion.js';
import { ResultRecurrence } from './result-recurrence.js';
import { type InRole, NO_BATTLES, ResultSum } from './result-sum.js';
import type { Draws } from './score.js';

/** Results of every faction against all others, over any number of events; battles against itself are excluded. */
export class Records {
  private readonly sums = new Map<FactionId, ResultSum>();
  private recurring: { sum: ResultRecurrence; places: BattlesByPlayer } | null = null;

  constructor(private readonly draws: Draws) {}

  add(event: Event): void {
    const tallies = againstOthers(event);
    for (const [place, faction] of event.factions.entries()) this.of(faction).add(tallies, place * RESULT_CODES);
  }

  /** Adds how the same events hang together by their players: those of a faction, and those it has met. */
  *addPlayers(battles: BattlesByPlayer): Generator<void> {
    const sum = new ResultRecurrence(2 * battles.factions, this.draws);
    this.recurring = { sum, places: battles };
    const { codes, owns, mets } = battles;
    yield* battles.visit((from, to) => {
      for (let at = from; at < to; at += 1) {
        const code = codes[at] ?? 0;
        if (beginsEvent(code)) sum.beginEvent();
        const own = owns[pairOf(code)] ?? 0;
        const met = mets[pairOf(code)] ?? 0;
        if (own === met) continue;
        sum.count(2 * own, wayOf(code));
        sum.count(2 * met + 1, wayOf(code));
      }
      sum.endPlayer();
    });
  }

  winRate(faction: FactionId, role: InRole = 'any'): Estimate {
    const moments = (this.sums.get(faction) ?? NO_BATTLES).moments(this.draws, role);
    if (!this.recurring || !this.sums.has(faction)) return rateOf(moments);
    const place = this.recurring.places.placeOf(faction);
    return rateOf({ ...moments, players: this.recurring.sum.of(2 * place, 2 * place + 1, role) });
  }

  private of(faction: FactionId): ResultSum {
    const known = this.sums.get(faction);
    if (known) return known;
    const sum = new ResultSum();
    this.sums.set(faction, sum);
    return sum;
  }
}
