import { logLoss } from '../../src/ratings/prediction.js';
import type { RatedBattle } from '../../src/ratings/replay.js';

/** Battles, half of them won, with which each player begins. */
const PRIOR = 4;

/**
 * Mean log-loss of predictions from win rates, for the battles since a week. A win rate is smoothed by two wins and two
 * defeats, known after every battle, and two of them are compared by their odds.
 */
export function smoothedLoss(battles: readonly RatedBattle<unknown>[], since: number): number {
  const records = new Map<unknown, { score: number; battles: number }>();
  const recordOf = (player: unknown) => {
    const record = records.get(player) ?? { score: PRIOR / 2, battles: PRIOR };
    records.set(player, record);
    return record;
  };
  let [sum, judged] = [0, 0];
  for (const { week, first, second, score } of battles) {
    if (first === second) continue;
    const [one, other] = [recordOf(first), recordOf(second)];
    const odds = oddsOf(one) / oddsOf(other);
    if (week >= since) {
      sum += logLoss(odds / (1 + odds), score);
      judged += 1;
    }
    one.score += score;
    other.score += 1 - score;
    one.battles += 1;
    other.battles += 1;
  }
  return sum / judged;
}

const oddsOf = ({ score, battles }: { score: number; battles: number }) => score / (battles - score);
