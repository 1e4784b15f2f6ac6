import { expectedScore } from './glicko2.js';
import { byWeek, type LedgerRow, playWeek, type RatedBattle, ratingBefore } from './replay.js';

/** Mean log-loss of what was foretold before each battle; the lower, the better. */
export type Prediction = { battles: number; glicko2: number; elo: number; even: number };

const K = 32;
const ELO_START = 1500;

/**
 * How well ratings foretold the last tenth of the battles, `battles` being in the order they were played. Elo learns after
 * every battle, Glicko-2 after every week, so Elo knows more of a weekend's earlier rounds. Null without battles.
 */
export function prediction<Id>(battles: readonly RatedBattle<Id>[]): Prediction | null {
  if (battles.length === 0) return null;
  const judgedFrom = battles.length - Math.ceil(battles.length / 10);
  const last = new Map<Id, LedgerRow<Id>>();
  const elo = new Map<Id, number>();
  const loss = { battles: 0, glicko2: 0, elo: 0, even: 0 };
  let index = 0;
  for (const week of byWeek(battles)) {
    for (const battle of week) {
      const byElo = playElo(elo, battle);
      if (index >= judgedFrom) {
        const [first, second] = [battle.first, battle.second].map((id) => ratingBefore(last, id, battle.week));
        if (first && second) loss.glicko2 += logLoss(expectedScore(first, second), battle.score);
        loss.elo += logLoss(byElo, battle.score);
        loss.even += logLoss(0.5, battle.score);
        loss.battles += 1;
      }
      index += 1;
    }
    for (const row of playWeek(last, week)) last.set(row.player, row);
  }
  const mean = (sum: number) => sum / loss.battles;
  return { battles: loss.battles, glicko2: mean(loss.glicko2), elo: mean(loss.elo), even: mean(loss.even) };
}

/** A draw counts as half a win and half a defeat. */
export function logLoss(expected: number, score: number): number {
  return -(score * Math.log(expected) + (1 - score) * Math.log(1 - expected));
}

/** What Elo expected of the first player, before it learns the score. */
function playElo<Id>(ratings: Map<Id, number>, { first, second, score }: RatedBattle<Id>): number {
  const [one, other] = [ratings.get(first) ?? ELO_START, ratings.get(second) ?? ELO_START];
  const expected = 1 / (1 + 10 ** ((other - one) / 400));
  ratings.set(first, one + K * (score - expected));
  ratings.set(second, other - K * (score - expected));
  return expected;
}
