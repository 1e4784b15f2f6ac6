import { predictWin, rate, rating } from 'openskill';
import { expect, test } from 'vitest';
import { replay } from '../../research/predictions/replay.js';
import { logLoss, type Prediction, predictionOf } from '../../src/ratings/prediction.js';
import type { RatedBattle } from '../../src/ratings/replay.js';
import { playWorld } from './world.js';

const world = playWorld('prediction', { players: 200, weeks: 80, battlesAWeek: 100 });

test('the last tenth is judged: better than Elo, which is better than always even', () => {
  const { battles, glicko2, elo, even } = predicted(world.battles);
  expect(battles).toBe(800);
  expect(even).toBeCloseTo(Math.LN2, 12);
  expect(glicko2).toBeLessThan(elo);
  expect(elo).toBeLessThan(even);
});

test('battles that chance decides cannot be predicted, and are not', () => {
  const { battles } = playWorld('chance', { players: 200, weeks: 80, battlesAWeek: 100, spread: 0 });
  const { glicko2, elo } = predicted(battles);
  expect(glicko2).toBeGreaterThan(0.69);
  expect(glicko2).toBeLessThan(elo);
});

test('one battle is predicted as even, and without battles there is no prediction', () => {
  const even = { battles: 1, glicko2: Math.LN2, elo: Math.LN2 };
  const weeks = [...replay([{ week: 7, first: 'ann', second: 'bob', score: 1 }])].map(({ predictions }) => predictions);
  expect(weeks).toStrictEqual([{ week: 7, ...even }]);
  expect(predictionOf(weeks)).toStrictEqual({ since: 7, ...even, even: Math.LN2 });
  expect(predictionOf([])).toBeNull();
});

test('of whole weeks, the fewest that have a tenth of the battles', () => {
  const weeks = [60, 28, 7, 5].map((battles, week) => ({ week, battles, glicko2: battles / 2, elo: battles }));
  expect(predictionOf(weeks)).toStrictEqual({ since: 2, battles: 12, glicko2: 0.5, elo: 1, even: Math.LN2 });
});

test('openskill, another method, puts the same players first and predicts no better', () => {
  const theirs = openskill(world.battles);
  const ours = new Map(
    [...replay(world.battles)].flatMap(({ rows }) => rows).map(({ player, value }) => [player, value]),
  );
  const players = world.strengths.map((_, player) => player);
  const order = (values: (player: number) => number) => correlation(ranks(players.map(values)), ranks(world.strengths));
  const byUs = order((player) => ours.get(player) ?? 0);
  expect(correlation(ranks(players.map((player) => ours.get(player) ?? 0)), ranks(theirs.values))).toBeGreaterThan(
    0.97,
  );
  expect(byUs).toBeGreaterThan(0.9);
  expect(predicted(world.battles).glicko2).toBeLessThan(theirs.loss);
});

function predicted(battles: readonly RatedBattle<number>[]): Prediction {
  const judged = predictionOf(Array.from(replay(battles), ({ predictions }) => predictions));
  if (!judged) throw new Error('there were no battles');
  return judged;
}

/** OpenSkill, updated after every battle: the final values, and the log-loss for the last tenth of the battles. */
function openskill(battles: readonly RatedBattle<number>[]) {
  const players = world.strengths.map(() => rating());
  const judgedFrom = battles.length * 0.9;
  let loss = 0;
  for (const [index, { first, second, score }] of battles.entries()) {
    const [one = rating(), other = rating()] = [players[first], players[second]];
    const [expected = 0.5] = predictWin([[one], [other]]);
    if (index >= judgedFrom) loss += logLoss(expected, score);
    const [[newOne] = [one], [newOther] = [other]] = rate([[one], [other]], { score: [score, 1 - score] });
    players[first] = newOne;
    players[second] = newOther;
  }
  return { values: players.map(({ mu }) => mu), loss: loss / (battles.length - judgedFrom) };
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const rankOf = new Map(order.map((index, rank) => [index, rank]));
  return values.map((_, index) => rankOf.get(index) ?? 0);
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const n = one.length;
  const squares = one.map((rank, index) => (rank - (other[index] ?? 0)) ** 2);
  return 1 - (6 * squares.reduce((sum, square) => sum + square, 0)) / (n * (n * n - 1));
}
