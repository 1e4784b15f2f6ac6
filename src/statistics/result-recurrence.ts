import { largest, type Recurrence } from './moments.js';
import { RecurrenceSum, type SlotSums } from './recurrence.js';
import type { InRole } from './result-sum.js';
import type { Draws } from './score.js';

const ROLES = { any: 0, attacker: 1, defender: 2 } as const;
const OTHER = { any: 'any', attacker: 'defender', defender: 'attacker' } as const;
/** Slots of a key: any role, and each. */
const ROLES_OF_KEY = 3;
const [DRAW, WIN] = [1, 2];

/** How results hang together by their players, in any role and in each. A key is a faction played, or a faction met. */
export class ResultRecurrence {
  /** Of wins and draws. */
  private readonly sum: RecurrenceSum;

  constructor(
    keys: number,
    private readonly draws: Draws,
  ) {
    this.sum = new RecurrenceSum(keys * ROLES_OF_KEY);
  }

  /** Adds a battle of the current player and event. `way` is three times the role plus the score, of the player. */
  count(key: number, way: number): void {
    const role = way >= 6 ? 2 : way >= 3 ? 1 : 0;
    const score = way - 3 * role;
    if (score === DRAW && this.draws === 'OMIT') return;
    const [win, draw] = [score === WIN ? 1 : 0, score === DRAW ? 1 : 0];
    this.sum.count(key * ROLES_OF_KEY, win, draw);
    if (role > 0) this.sum.count(key * ROLES_OF_KEY + role, win, draw);
  }

  endEvent(): void {
    this.sum.endEvent();
  }

  endPlayer(): void {
    this.sum.endPlayer();
  }

  /** Of the counts `[score, battles]` of those who did `own`, and of their opponents, who did `met`. */
  of(own: number, met: number, role: InRole): Recurrence {
    const ours = this.sum.of(own * ROLES_OF_KEY + ROLES[role]);
    const theirs = this.sum.of(met * ROLES_OF_KEY + ROLES[OTHER[role]]);
    const ofDraw = this.draws === 'HALF' ? 1n : 0n;
    // In half points: 2 · wins + ofDraw · draws, and for the other side 2 · battles - 2 · wins - lost · draws.
    const lost = 2n - ofDraw;
    const scored = ({ aa, ab, bb }: SlotSums) => 4n * aa + 4n * ofDraw * ab + ofDraw * ofDraw * bb;
    const conceded = ({ aa, ab, bb, an, bn, nn }: SlotSums) =>
      4n * (nn + aa - 2n * an) + 4n * lost * (ab - bn) + lost * lost * bb;
    const product = 2n * ours.an + ofDraw * ours.bn + 2n * (theirs.nn - theirs.an) - lost * theirs.bn;
    return {
      products: [
        [scored(ours) + conceded(theirs), product],
        [product, ours.nn + theirs.nn],
      ],
      squaredSizes: largest(ours.squaredSizes, theirs.squaredSizes),
    };
  }
}
