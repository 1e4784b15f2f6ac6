import { logLoss } from '../../src/ratings/prediction.js';
import type { RealBattle } from './battles.js';
import type { Predictor } from './predictors.js';

/** The mean log-loss of some battles, and how much it is below that of another predictor, with a standard error by events. */
export type Judgement = { loss: number; gain: number; error: number };

export const lossesOf = (battles: readonly RealBattle[], predictor: Predictor): Float64Array =>
  predictor(battles).map((expected, at) => logLoss(expected, battles[at]?.score ?? 0.5));

/** Battles of one event have players, and a week's ratings, in common, so an event is one draw. */
export function judge(
  battles: readonly RealBattle[],
  losses: Float64Array,
  others: Float64Array,
  since: number,
): Judgement {
  const gains = new Map<string, number>();
  let [sum, gain, judged] = [0, 0, 0];
  for (const [at, { event, week }] of battles.entries()) {
    if (week < since) continue;
    const own = losses[at] ?? 0;
    const better = (others[at] ?? 0) - own;
    sum += own;
    gain += better;
    judged += 1;
    gains.set(event, (gains.get(event) ?? 0) + better);
  }
  const counts = new Map<string, number>();
  for (const { event, week } of battles) if (week >= since) counts.set(event, (counts.get(event) ?? 0) + 1);
  const mean = gain / judged;
  const squares = [...gains].reduce((total, [event, own]) => total + (own - mean * (counts.get(event) ?? 0)) ** 2, 0);
  return { loss: sum / judged, gain: mean, error: Math.sqrt(squares) / judged };
}

/** Mean loss of the battles of some weeks, the first of them included. */
function meanLoss(battles: readonly RealBattle[], losses: Float64Array, from: number, to: number): number {
  let [sum, judged] = [0, 0];
  for (const [at, { week }] of battles.entries()) {
    if (week < from || week >= to) continue;
    sum += losses[at] ?? 0;
    judged += 1;
  }
  return sum / judged;
}

type Fitted<Value> = { value: Value; loss: number };

/** The value whose predictions are best in the weeks from `from` to `to`. */
export function bestOf<Value>(
  battles: readonly RealBattle[],
  [from, to]: readonly [number, number],
  values: readonly Value[],
  predictorOf: (value: Value) => Predictor,
): Fitted<Value> {
  const known = battles.filter(({ week }) => week < to);
  const tried = values.map((value) => ({
    value,
    loss: meanLoss(known, lossesOf(known, predictorOf(value)), from, to),
  }));
  return tried.reduce((best, each) => (each.loss < best.loss ? each : best));
}

type Tenth = { battles: number; predicted: number; scored: number };

/**
 * Predictions for the battles since a week by tenths, each from the side of the one who was expected to win: that it is
 * the first or the second in a report means nothing.
 */
export function calibration(battles: readonly RealBattle[], predictor: Predictor, since: number): Tenth[] {
  const tenths = Array.from({ length: 5 }, () => ({ battles: 0, predicted: 0, scored: 0 }));
  for (const [at, expected] of predictor(battles).entries()) {
    const battle = battles[at];
    if (!battle || battle.week < since) continue;
    const favourite = Math.max(expected, 1 - expected);
    const tenth = tenths[Math.min(4, Math.floor((favourite - 0.5) * 10))];
    if (!tenth) continue;
    tenth.battles += 1;
    tenth.predicted += favourite;
    tenth.scored += expected >= 0.5 ? battle.score : 1 - battle.score;
  }
  return tenths.map(({ battles: count, predicted, scored }) => ({
    battles: count,
    predicted: predicted / count,
    scored: scored / count,
  }));
}
