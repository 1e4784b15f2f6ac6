import { aboveExpectation } from './above-expectation.js';
import { type BattlesByPlayer, PairIndex } from './by-player.js';
import type { Estimate } from './estimate.js';
import { type Event, endOfPair, type FactionId, firstOf, resultCodeOf, secondOf } from './event.js';
import { largest, MomentSum, type Recurrence } from './moments.js';
import { MILLIONTHS } from './rated.js';
import { RecurrenceSum, type SlotSums } from './recurrence.js';
import { HALF_POINTS } from './score.js';

const NO_BATTLES = new MomentSum(3);
const HALF_POINT = MILLIONTHS / HALF_POINTS;

/** Score minus expected score, by faction and by pair of factions. Events are added one by one. */
export class Expectations {
  private readonly factions = new Map<FactionId, MomentSum>();
  private readonly pairs = new Map<FactionId, Map<FactionId, MomentSum>>();
  private recurring: { sum: RecurrenceSum; places: BattlesByPlayer; index: PairIndex } | null = null;

  ofFaction(faction: FactionId): Estimate {
    const { moments } = this.factions.get(faction) ?? NO_BATTLES;
    if (!this.recurring) return aboveExpectation(moments);
    const { sum, places } = this.recurring;
    const place = 2 * places.placeOf(faction);
    return aboveExpectation({ ...moments, players: recurrenceOf(sum.of(place), sum.of(place + 1)) });
  }

  ofPair(first: FactionId, second: FactionId): Estimate {
    const { moments } = this.pairs.get(first)?.get(second) ?? NO_BATTLES;
    if (!this.recurring || moments.events === 0) return aboveExpectation(moments);
    const { sum, places, index } = this.recurring;
    const slot = (own: FactionId, met: FactionId) =>
      2 * places.factions + index.of(places.placeOf(own), places.placeOf(met));
    return aboveExpectation({
      ...moments,
      players: recurrenceOf(sum.of(slot(first, second)), sum.of(slot(second, first))),
    });
  }

  add({ factions, results, above = results }: Event): void {
    const sums = new Float64Array(3 * factions.length);
    for (let from = 0, to = 0; from < results.length; from = to) {
      to = endOfPair(results, from);
      const [first, second] = [firstOf(results[from] ?? 0), secondOf(results[from] ?? 0)];
      if (first === second) continue;
      let [score, expected] = [0, 0];
      for (let at = from; at < to; at += 1) {
        const points = resultCodeOf(results[at] ?? 0) % 3;
        score += points;
        expected += HALF_POINT * points - (above[at] ?? 0);
      }
      const battles = to - from;
      const own = [score, expected, battles];
      const other = [HALF_POINTS * battles - score, MILLIONTHS * battles - expected, battles];
      const [one, met] = [factions[first] ?? 0, factions[second] ?? 0];
      this.pair(one, met).add(own);
      this.pair(met, one).add(other);
      for (let i = 0; i < 3; i += 1) {
        sums[3 * first + i] = (sums[3 * first + i] ?? 0) + (own[i] ?? 0);
        sums[3 * second + i] = (sums[3 * second + i] ?? 0) + (other[i] ?? 0);
      }
    }
    for (const [place, faction] of factions.entries()) {
      const counts = sums.subarray(3 * place, 3 * place + 3);
      if (counts[2]) known(this.factions, faction, () => new MomentSum(3)).add([...counts]);
    }
  }

  /** Adds how the same events hang together by their players. */
  *addPlayers(battles: BattlesByPlayer): Generator<void> {
    const pairs = [...this.pairs].flatMap(([one, row]) => [...row.keys()].map((met) => [one, met] as const));
    const index = new PairIndex(pairs, battles);
    const sum = new RecurrenceSum(2 * battles.factions + index.size);
    this.recurring = { sum, places: battles, index };
    yield* battles.visit({
      battle(own, met, _way, above) {
        if (own === met) return;
        const [high, low] = [above >> LOW_BITS, above & (2 ** LOW_BITS - 1)];
        sum.count(2 * own, high, low);
        sum.count(2 * met + 1, high, low);
        sum.count(2 * battles.factions + index.of(own, met), high, low);
      },
      endEvent: () => sum.endEvent(),
      endPlayer: () => sum.endPlayer(),
    });
  }

  private pair(one: FactionId, met: FactionId): MomentSum {
    return known(
      known(this.pairs, one, () => new Map<FactionId, MomentSum>()),
      met,
      () => new MomentSum(3),
    );
  }
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
    squaredSizes: largest(ours.squaredSizes, theirs.squaredSizes),
  };
}

function known<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const created = create();
  map.set(key, created);
  return created;
}
