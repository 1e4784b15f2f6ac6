import { larger } from './larger.js';
import type { Recurrence } from './moments.js';
import type { SlotSums } from './recurrence.js';
import { type InRole, OTHER } from './result-sum.js';
import type { Draws } from './score.js';

const ROLES = { any: 0, attacker: 1, defender: 2 } as const;
const DRAW = 1;

/** Numbers of a tally: results by role and score, all of them, and of the last one's event the number and the first result. */
const TALLY = 16;
const ALL = 9;
const EVENT = 10;
const FIRST = 11;
/** Sums of a key in any role, then in each: a · a, a · n, n · n, a · b, b · b, b · n of different events, and n². */
const SUMS = 8;
const SUMS_OF_KEY = 3 * SUMS;

/**
 * How results hang together by their players, in any role and in each. A key is a faction played, or a faction met.
 * Results are counted player by player and, of each, event by event: a = 1 is a win, b = 1 a draw, and n = 1 a result.
 *
 * The products of all pairs of a player's results follow from a tally of them; those of one event, which are no pairs of
 * different events, are taken off again. That is several times faster than pairing each result with those before it.
 */
export class ResultRecurrence {
  private readonly sums: Float64Array;
  private readonly ofPlayer: Int32Array;
  /** Only of keys with several results of the event, which are few. */
  private readonly ofEvent: Int32Array;
  private event = 1;
  /** Where the first result of each key is counted of the player. */
  private readonly firsts = new Stack();
  /** Where the tallies of the event begin. */
  private readonly repeated = new Stack();
  private readonly omitsDraws: boolean;

  constructor(
    keys: number,
    private readonly draws: Draws,
  ) {
    this.omitsDraws = draws === 'OMIT';
    this.sums = new Float64Array(keys * SUMS_OF_KEY);
    this.ofPlayer = new Int32Array(keys * TALLY);
    this.ofEvent = new Int32Array(keys * TALLY);
  }

  /** Adds a battle of the current player and event. `way` is three times the role plus the score, of the player. */
  count(key: number, way: number): void {
    if (this.omitsDraws && way % 3 === DRAW) return;
    const { ofPlayer, event } = this;
    const from = key * TALLY;
    const before = ofPlayer[from + ALL] ?? 0;
    if (before === 0) this.firsts.push(from + way);
    ofPlayer[from + ALL] = before + 1;
    ofPlayer[from + way] = (ofPlayer[from + way] ?? 0) + 1;
    if (ofPlayer[from + EVENT] === event) this.repeat(from, way);
    else {
      ofPlayer[from + EVENT] = event;
      ofPlayer[from + FIRST] = way;
    }
  }

  /** Counts another result of the event. */
  private repeat(from: number, way: number): void {
    const { ofEvent } = this;
    if (ofEvent[from + ALL] === 0) {
      this.repeated.push(from);
      ofEvent[from + (this.ofPlayer[from + FIRST] ?? 0)] = 1;
      ofEvent[from + ALL] = 1;
    }
    ofEvent[from + ALL] = (ofEvent[from + ALL] ?? 0) + 1;
    ofEvent[from + way] = (ofEvent[from + way] ?? 0) + 1;
  }

  beginEvent(): void {
    this.event += 1;
    const { ofEvent, repeated } = this;
    for (let nth = 0; nth < repeated.size; nth += 1) {
      const from = repeated.at(nth);
      this.addPairs(ofEvent, from, -1);
      for (let each = from; each <= from + ALL; each += 1) ofEvent[each] = 0;
    }
    repeated.size = 0;
  }

  endPlayer(): void {
    this.beginEvent();
    const { ofPlayer, firsts } = this;
    for (let nth = 0; nth < firsts.size; nth += 1) {
      const at = firsts.at(nth);
      const from = at - (at % TALLY);
      if (ofPlayer[from + ALL] === 1) {
        this.addSingle(from, at - from);
        ofPlayer[at] = 0;
        ofPlayer[from + ALL] = 0;
      } else {
        this.addPairs(ofPlayer, from, 1);
        for (let each = from; each <= from + ALL; each += 1) ofPlayer[each] = 0;
      }
    }
    firsts.size = 0;
  }

  /** A single result has no pair: it only is one. Most are single where players change their factions. */
  private addSingle(from: number, way: number): void {
    const { sums } = this;
    const squares = (from / TALLY) * SUMS_OF_KEY + 6;
    sums[squares] = (sums[squares] ?? 0) + 1;
    if (way < 3) return;
    const ofRole = squares + (way < 6 ? SUMS : 2 * SUMS);
    sums[ofRole] = (sums[ofRole] ?? 0) + 1;
  }

  /** Adds the products of all pairs of different results in a tally. */
  private addPairs(tally: Int32Array, from: number, sign: 1 | -1): void {
    const to = (from / TALLY) * SUMS_OF_KEY;
    const attackerWins = tally[from + 5] ?? 0;
    const attackerDraws = tally[from + 4] ?? 0;
    const defenderWins = tally[from + 8] ?? 0;
    const defenderDraws = tally[from + 7] ?? 0;
    const attacker = (tally[from + 3] ?? 0) + attackerDraws + attackerWins;
    const defender = (tally[from + 6] ?? 0) + defenderDraws + defenderWins;
    const wins = (tally[from + 2] ?? 0) + attackerWins + defenderWins;
    const draws = (tally[from + 1] ?? 0) + attackerDraws + defenderDraws;
    this.addRole(to, wins, draws, tally[from + ALL] ?? 0, sign);
    if (attacker > 0) this.addRole(to + SUMS, attackerWins, attackerDraws, attacker, sign);
    if (defender > 0) this.addRole(to + 2 * SUMS, defenderWins, defenderDraws, defender, sign);
  }

  private addRole(to: number, a: number, b: number, n: number, sign: 1 | -1): void {
    const { sums } = this;
    sums[to] = (sums[to] ?? 0) + sign * (a * a - a);
    sums[to + 1] = (sums[to + 1] ?? 0) + sign * (a * n - a);
    sums[to + 2] = (sums[to + 2] ?? 0) + sign * (n * n - n);
    if (sign === 1) sums[to + 6] = (sums[to + 6] ?? 0) + n * n;
    if (b === 0) return;
    sums[to + 3] = (sums[to + 3] ?? 0) + sign * (a * b);
    sums[to + 4] = (sums[to + 4] ?? 0) + sign * (b * b - b);
    sums[to + 5] = (sums[to + 5] ?? 0) + sign * (b * n - b);
  }

  /** Of the counts `[score, battles]` of those who did `own`, and of their opponents, who did `met`. */
  of(own: number, met: number, role: InRole): Recurrence {
    const ours = this.slot(own, role);
    const theirs = this.slot(met, OTHER[role]);
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
      squaredSizes: larger(ours.squaredSizes, theirs.squaredSizes),
    };
  }

  private slot(key: number, role: InRole): SlotSums {
    const [aa = 0, an = 0, nn = 0, ab = 0, bb = 0, bn = 0, sizes = 0] = this.sums.subarray(
      key * SUMS_OF_KEY + ROLES[role] * SUMS,
    );
    return {
      ...{ aa: BigInt(aa), ab: BigInt(ab), bb: BigInt(bb) },
      ...{ an: BigInt(an), bn: BigInt(bn), nn: BigInt(nn), squaredSizes: BigInt(sizes) },
    };
  }
}

/** Integers, of which those before `size` are in use. */
class Stack {
  size = 0;
  private numbers = new Int32Array(64);

  push(number: number): void {
    if (this.size === this.numbers.length) {
      const longer = new Int32Array(2 * this.size);
      longer.set(this.numbers);
      this.numbers = longer;
    }
    this.numbers[this.size] = number;
    this.size += 1;
  }

  at(nth: number): number {
    return this.numbers[nth] ?? 0;
  }
}
