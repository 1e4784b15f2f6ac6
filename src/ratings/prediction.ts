/** Predictions for the battles of a week: sums of the log-loss. */
export type WeekPredictions = { week: number; battles: number; glicko2: number; elo: number };

/** Mean log-loss of the predictions made before each battle, for the battles since a week; lower is better. */
export type Prediction = { since: number; battles: number; glicko2: number; elo: number; even: number };

/**
 * How well ratings predicted the last tenth of the battles: those of the last weeks that have at least that many in
 * total. Elo is updated after every battle, Glicko-2 after every week, so Elo knows more about the earlier rounds of a
 * weekend. Null without battles.
 */
export function predictionOf(weeks: readonly WeekPredictions[]): Prediction | null {
  const tenth = weeks.reduce((sum, { battles }) => sum + battles, 0) / 10;
  const sum = { since: 0, battles: 0, glicko2: 0, elo: 0 };
  for (const { week, battles, glicko2, elo } of weeks.toReversed()) {
    if (sum.battles >= tenth) break;
    sum.since = week;
    sum.battles += battles;
    sum.glicko2 += glicko2;
    sum.elo += elo;
  }
  const { since, battles } = sum;
  if (battles === 0) return null;
  return { since, battles, glicko2: sum.glicko2 / battles, elo: sum.elo / battles, even: Math.LN2 };
}

/** A draw counts as half a win and half a defeat. */
export function logLoss(expected: number, score: number): number {
  return -(score * Math.log(expected) + (1 - score) * Math.log(1 - expected));
}
