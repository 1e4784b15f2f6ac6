import { aboveExpectation } from './above-expectation.js';
import { type BattlesByPlayer, beginsEvent, pairOf } from './by-player.js';
import type { Estimate } from './estimate.js';
import { type Event, endOfPair, type FactionId, firstOf, resultCodeOf, secondOf } from './event.js';
import { larger } from './larger.js';
import { MomentSum, type Recurrence } from './moments.js';
import { MILLIONTHS } from './rated.js';
import { RecurrenceSum, type SlotSums } from './recurrence.js';
import { HALF_POINTS } from './score.js';

const NO_BATTLES = new MomentSum(3);
const HALF_POINT = MILLIONTHS / HALF_POINTS;

/** Score minus expected score, of factions against all others, or of each pair of factions. Events are added one by one. */
export class Expectations {
  /** By faction and, of pairs, by the other faction; of factions that is the faction itself. */
  private readonly sums = new Map<FactionId, Map<FactionId, MomentSum>>();
  private ofEvent = new Float64Array();
  private recurring: ((own: FactionId, met: FactionId) => Recurrence) | null = null;

  constructor(private readonly of: 'factions' | 'pairs') {}

  ofFaction(faction: FactionId): Estimate {
    return this.ofPair(faction, faction);
  }

  ofPair(one: FactionId, other: FactionId): Estimate {
    const sum = this.sums.get(one)?.get(other);
    if (!sum || !this.recurring) return aboveExpectation((sum ?? NO_BATTLES).moments);
    return aboveExpectation({ ...sum.moments, players: this.recurring(one, other) });
  }

  add({ factions, results, above = results }: Event): void {
    const sums = this.emptied(3 * factions.length);
    for (let from = 0, to = 0; from < results.length; from = to) {
      to = endOfPair(results, from);
      const first = firstOf(results[from] ?? 0);
      const second = secondOf(results[from] ?? 0);
      if (first === second) continue;
      let [score, expected] = [0, 0];
      for (let at = from; at < to; at += 1) {
        const points = resultCodeOf(results[at] ?? 0) % 3;
        score += points;
        expected += HALF_POINT * points - (above[at] ?? 0);
      }
      const battles = to - from;
      const [scored, hoped] = [HALF_POINTS * battles - score, MILLIONTHS * battles - expected];
      if (this.of === 'pairs') {
        this.sum(factions[first] ?? 0, factions[second] ?? 0).add([score, expected, battles]);
        this.sum(factions[second] ?? 0, factions[first] ?? 0).add([scored, hoped, battles]);
      } else {
        addTo(sums, 3 * first, score, expected, battles);
        addTo(sums, 3 * second, scored, hoped, battles);
      }
    }
    for (const [place, faction] of factions.entries()) {
      const battles = sums[3 * place + 2] ?? 0;
      if (battles > 0) this.sum(faction, faction).add([sums[3 * place] ?? 0, sums[3 * place + 1] ?? 0, battles]);
    }
  }

  /** Adds how the same events hang together by their players. */
  *addPlayers(battles: BattlesByPlayer): Generator<void> {
    const isOfPairs = this.of === 'pairs';
    const { codes, above, owns, mets } = battles;
    const sum = new RecurrenceSum(isOfPairs ? owns.length : 2 * battles.factions);
    this.recurring = (one, other) => {
      const own = 2 * battles.placeOf(one);
      const slots = isOfPairs ? [battles.pairOf(one, other), battles.pairOf(other, one)] : [own, own + 1];
      return recurrenceOf(sum.of(slots[0] ?? 0), sum.of(slots[1] ?? 0));
    };
    yield* battles.visit((from, to) => {
      for (let at = from; at < to; at += 1) {
        const code = codes[at] ?? 0;
        if (beginsEvent(code)) sum.beginEvent();
        const own = owns[pairOf(code)] ?? 0;
        const met = mets[pairOf(code)] ?? 0;
        if (own === met) continue;
        const gain = above[at] ?? 0;
        const high = gain >> LOW_BITS;
        const low = gain & (2 ** LOW_BITS - 1);
        if (isOfPairs) sum.count(pairOf(code), high, low);
        else {
          sum.count(2 * own, high, low);
          sum.count(2 * met + 1, high, low);
        }
      }
      sum.endPlayer();
    });
  }

  /** One array for all events. */
  private emptied(size: number): Float64Array {
    if (this.ofEvent.length < size) this.ofEvent = new Float64Array(2 * size);
    return this.ofEvent.fill(0, 0, size);
  }

  private sum(one: FactionId, met: FactionId): MomentSum {
    const row = this.sums.get(one) ?? new Map<FactionId, MomentSum>();
    const sum = row.get(met) ?? new MomentSum(3);
    this.sums.set(one, row.set(met, sum));
    return sum;
  }
}

function addTo(sums: Float64Array, at: number, score: number, expected: number, battles: number): void {
  sums[at] = (sums[at] ?? 0) + score;
  sums[at + 1] = (sums[at + 1] ?? 0) + expected;
  sums[at + 2] = (sums[at + 2] ?? 0) + battles;
}

/** Millionths are counted in two parts, so that sums of their products are exact as doubles. */
const LOW_BITS = 10;
const HIGH = BigInt(2 ** LOW_BITS);

/**
 * Of those who played a faction, and of their opponents, who gain what it loses. The figure depends on score and expected
 * score by their difference alone, so that it is counted as if all were expected and nothing scored.
 */
function recurrenceOf(ours: SlotSums, theirs: SlotSums): Recurrence {
  const square = ({ aa, ab, bb }: SlotSums) => HIGH * HIGH * aa + 2n * HIGH * ab + bb;
  const product = ({ an, bn }: SlotSums) => HIGH * an + bn;
  const withBattles = product(theirs) - product(ours);
  return {
    products: [
      [0n, 0n, 0n],
      [0n, square(ours) + square(theirs), withBattles],
      [0n, withBattles, ours.nn + theirs.nn],
    ],
    squaredSizes: larger(ours.squaredSizes, theirs.squaredSizes),
  };
}
