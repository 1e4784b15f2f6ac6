import type { Estimate } from './estimate.js';
import { againstOthers, type Event, type FactionId, RESULT_CODES } from './event.js';
import { rateOf } from './proportion.js';
import { type InRole, NO_BATTLES, ResultSum } from './result-sum.js';
import type { Draws } from './score.js';

/** Results of every faction against all others, over any number of events; battles against itself are excluded. */
export class Records {
  private readonly sums = new Map<FactionId, ResultSum>();

  constructor(private readonly draws: Draws) {}

  add(event: Event): void {
    const tallies = againstOthers(event);
    for (const [place, faction] of event.factions.entries()) this.of(faction).add(tallies, place * RESULT_CODES);
  }

  winRate(faction: FactionId, role: InRole = 'any'): Estimate {
    return rateOf((this.sums.get(faction) ?? NO_BATTLES).moments(this.draws, role));
  }

  private of(faction: FactionId): ResultSum {
    const known = this.sums.get(faction);
    if (known) return known;
    const sum = new ResultSum();
    this.sums.set(faction, sum);
    return sum;
  }
}
