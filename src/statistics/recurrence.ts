import type { Recurrence } from './moments.js';
import type { InRole } from './result-sum.js';
import { type Draws, HALF_POINTS, ofDraw } from './score.js';

const ROLES = { any: 0, attacker: 1, defender: 2 } as const;
const OTHER = { any: 'any', attacker: 'defender', defender: 'attacker' } as const;

/** Of a slot: own score, the other's score and battles. */
const COUNTS = 3;
/** Of a slot: own · own, own · battles, other · other, other · battles, battles · battles, squared battles of players. */
const SUMS = 6;

/**
 * Sums over players of what their results at one event have to do with those at others. A key is what a player did: a
 * faction played, or a faction met. Doubles are exact up to 90 million battles.
 */
export class RecurrenceSum {
  private readonly sums: Float64Array;
  private readonly event: Float64Array;
  private readonly player: Float64Array;
  private readonly ofEvent: number[] = [];
  private readonly ofPlayer: number[] = [];
  private readonly scores: readonly number[];
  private readonly sizes: readonly number[];

  constructor(keys: number, draws: Draws) {
    this.sums = new Float64Array(keys * ROLES_OF_KEY * SUMS);
    this.event = new Float64Array(keys * ROLES_OF_KEY * COUNTS);
    this.player = new Float64Array(keys * ROLES_OF_KEY * COUNTS);
    const draw = ofDraw(draws);
    this.scores = [0, draw.score, HALF_POINTS];
    this.sizes = [1, draw.battles, 1];
  }

  /** Adds a battle of the current player and event. `way` is three times the role plus the score, of this key's side. */
  count(key: number, way: number): void {
    const result = way % 3;
    if (this.sizes[result] === 0) return;
    const own = this.scores[result] ?? 0;
    const other = this.scores[2 - result] ?? 0;
    this.countIn(key * ROLES_OF_KEY, own, other);
    if (way >= 3) this.countIn(key * ROLES_OF_KEY + Math.floor(way / 3), own, other);
  }

  private countIn(slot: number, own: number, other: number): void {
    const { event } = this;
    const at = slot * COUNTS;
    const battles = event[at + 2] ?? 0;
    if (battles === 0) this.ofEvent.push(slot);
    event[at] = (event[at] ?? 0) + own;
    event[at + 1] = (event[at + 1] ?? 0) + other;
    event[at + 2] = battles + 1;
  }

  endEvent(): void {
    const { sums, event, player } = this;
    for (const slot of this.ofEvent) {
      const at = slot * COUNTS;
      const [own, other, battles] = [event[at] ?? 0, event[at + 1] ?? 0, event[at + 2] ?? 0];
      const [ownBefore, otherBefore, before] = [player[at] ?? 0, player[at + 1] ?? 0, player[at + 2] ?? 0];
      if (before === 0) this.ofPlayer.push(slot);
      else {
        const to = slot * SUMS;
        sums[to] = (sums[to] ?? 0) + 2 * own * ownBefore;
        sums[to + 1] = (sums[to + 1] ?? 0) + own * before + battles * ownBefore;
        sums[to + 2] = (sums[to + 2] ?? 0) + 2 * other * otherBefore;
        sums[to + 3] = (sums[to + 3] ?? 0) + other * before + battles * otherBefore;
        sums[to + 4] = (sums[to + 4] ?? 0) + 2 * battles * before;
      }
      player[at] = ownBefore + own;
      player[at + 1] = otherBefore + other;
      player[at + 2] = before + battles;
      event[at] = 0;
      event[at + 1] = 0;
      event[at + 2] = 0;
    }
    this.ofEvent.length = 0;
  }

  endPlayer(): void {
    const { sums, player } = this;
    for (const slot of this.ofPlayer) {
      const at = slot * COUNTS;
      const battles = player[at + 2] ?? 0;
      const to = slot * SUMS + 5;
      sums[to] = (sums[to] ?? 0) + battles * battles;
      player[at] = 0;
      player[at + 1] = 0;
      player[at + 2] = 0;
    }
    this.ofPlayer.length = 0;
  }

  /** Of the counts `[score, battles]` of those who did `own`, and of their opponents, who did `met`. */
  of(own: number, met: number, role: InRole): Recurrence {
    const ours = this.sums.subarray((own * ROLES_OF_KEY + ROLES[role]) * SUMS);
    const theirs = this.sums.subarray((met * ROLES_OF_KEY + ROLES[OTHER[role]]) * SUMS);
    const product = big(ours[1]) + big(theirs[3]);
    return {
      products: [
        [big(ours[0]) + big(theirs[2]), product],
        [product, big(ours[4]) + big(theirs[4])],
      ],
      squaredSizes: BigInt(Math.max(ours[5] ?? 0, theirs[5] ?? 0)),
    };
  }
}

const ROLES_OF_KEY = 3;
const big = (sum: number | undefined) => BigInt(sum ?? 0);
