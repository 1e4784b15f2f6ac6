import { RESULT_CODES, resultCodeOf, type Tally } from './event.js';
import type { Moments } from './moments.js';
import { type Draws, HALF_POINTS, ofDraw } from './score.js';

/** Battles in any role, or in one. */
export type InRole = keyof typeof AT;
const AT = { any: 0, attacker: 1, defender: 2 } as const;
const WIDTH = 11;
/** Offset of the counts of events with a single battle: an array of their own would cost as much as all the rest. */
const SINGLE = 3 * WIDTH;

/**
 * Sums over events of wins, draws and losses and of their products, in any role and in each. Doubles are exact up to 90
 * million battles, and many times faster than bigints: every pair of factions of every event is added here.
 */
export class ResultSum {
  /**
   * For each role: wins, draws, losses, their squares, wins · draws, wins · losses, draws · losses, events, events with
   * a winner.
   */
  private readonly sums = new Float64Array(SINGLE + RESULT_CODES);
  /**
   * Counts of events with two battles, by how these ended. Equal events add the same, so they are counted first and
   * added later, like those with one battle.
   */
  private double: Float64Array | null = null;
  private isCounted = false;

  /** Adds the battles of two factions in one event, which are the results from `from` up to `to`. */
  addBattles(results: Int32Array, from: number, to: number): void {
    const first = resultCodeOf(results[from] ?? 0);
    if (to === from + 1) {
      this.sums[SINGLE + first] = (this.sums[SINGLE + first] ?? 0) + 1;
      this.isCounted = true;
      return;
    }
    if (to === from + 2) {
      const at = first * RESULT_CODES + resultCodeOf(results[from + 1] ?? 0);
      this.double ??= new Float64Array(RESULT_CODES * RESULT_CODES);
      this.double[at] = (this.double[at] ?? 0) + 1;
      this.isCounted = true;
      return;
    }
    // Faster than `fill` for so few elements.
    for (let way = 0; way < RESULT_CODES; way += 1) event[way] = 0;
    for (let at = from; at < to; at += 1) {
      const way = resultCodeOf(results[at] ?? 0);
      event[way] = (event[way] ?? 0) + 1;
    }
    this.add(event);
  }

  /** Adds a number of events that all ended like this. */
  add(tally: Tally, from = 0, events = 1): void {
    this.addTo(AT.any, inAnyRole(tally, from + 2), inAnyRole(tally, from + 1), inAnyRole(tally, from), events);
    this.addTo(AT.attacker, tally[from + 5] ?? 0, tally[from + 4] ?? 0, tally[from + 3] ?? 0, events);
    this.addTo(AT.defender, tally[from + 8] ?? 0, tally[from + 7] ?? 0, tally[from + 6] ?? 0, events);
  }

  /** Zero terms are skipped because most are zero: two factions meet once or twice in an event. */
  private addTo(role: number, wins: number, draws: number, losses: number, events: number): void {
    if (wins + draws + losses === 0) return;
    const { sums } = this;
    const from = role * WIDTH;
    sums[from + 9] = (sums[from + 9] ?? 0) + events;
    if (wins > 0) {
      sums[from] = (sums[from] ?? 0) + wins * events;
      sums[from + 3] = (sums[from + 3] ?? 0) + wins * wins * events;
      if (losses > 0) sums[from + 7] = (sums[from + 7] ?? 0) + wins * losses * events;
    }
    if (draws > 0) {
      sums[from + 1] = (sums[from + 1] ?? 0) + draws * events;
      sums[from + 4] = (sums[from + 4] ?? 0) + draws * draws * events;
      sums[from + 6] = (sums[from + 6] ?? 0) + wins * draws * events;
      sums[from + 8] = (sums[from + 8] ?? 0) + draws * losses * events;
    }
    if (losses > 0) {
      sums[from + 2] = (sums[from + 2] ?? 0) + losses * events;
      sums[from + 5] = (sums[from + 5] ?? 0) + losses * losses * events;
    }
    if (wins + losses > 0) sums[from + 10] = (sums[from + 10] ?? 0) + events;
  }

  private get total(): Float64Array {
    if (!this.isCounted) return this.sums;
    this.isCounted = false;
    for (let way = 0; way < RESULT_CODES; way += 1) this.addLater(this.sums, SINGLE + way, [way]);
    if (!this.double) return this.sums;
    for (let at = 0; at < RESULT_CODES * RESULT_CODES; at += 1)
      this.addLater(this.double, at, [Math.floor(at / RESULT_CODES), at % RESULT_CODES]);
    return this.sums;
  }

  private addLater(counted: Float64Array, at: number, ways: readonly number[]): void {
    const events = counted[at] ?? 0;
    if (events === 0) return;
    counted[at] = 0;
    event.fill(0);
    for (const way of ways) event[way] = (event[way] ?? 0) + 1;
    this.add(event, 0, events);
  }

  get battles(): number {
    const [wins = 0, draws = 0, losses = 0] = this.total;
    return wins + draws + losses;
  }

  /** Moments of the counts `[score in half points, battles]`, for this side or, if turned, for the other. */
  moments(draws: Draws, role: InRole = 'any', { isTurned = false } = {}): Moments {
    const from = AT[isTurned ? OTHER[role] : role] * WIDTH;
    const [w = 0, d = 0, l = 0, ww = 0, dd = 0, ll = 0, wd = 0, wl = 0, dl = 0, all = 0, won = 0] =
      this.total.subarray(from);
    // Losses of this side are wins of the other.
    const [win, winWin, winDraw, loss, lossLoss, lossDraw] = isTurned ? [l, ll, dl, w, ww, wd] : [w, ww, wd, l, ll, dl];
    const { score, battles } = ofDraw(draws);
    // The products of (2 · wins + score · draws) and (wins + battles · draws + losses), multiplied out.
    const both = HALF_POINTS * (winWin + battles * winDraw + wl) + score * (winDraw + battles * dd + lossDraw);
    const product = BigInt(both);
    return {
      events: draws === 'OMIT' ? won : all,
      sums: [BigInt(HALF_POINTS * win + score * d), BigInt(win + battles * d + loss)],
      products: [
        [BigInt(HALF_POINTS * (HALF_POINTS * winWin + 2 * score * winDraw) + score * score * dd), product],
        [product, BigInt(winWin + battles * dd + lossLoss + 2 * (battles * (winDraw + lossDraw) + wl))],
      ],
    };
  }
}

export const NO_BATTLES = new ResultSum();

/** Tally of one event, reused for every event. */
const event: Tally = new Uint32Array(RESULT_CODES);

const inAnyRole = (tally: Tally, at: number) => (tally[at] ?? 0) + (tally[at + 3] ?? 0) + (tally[at + 6] ?? 0);

export const OTHER = { any: 'any', attacker: 'defender', defender: 'attacker' } as const;
