import { expect, test } from 'vitest';
import { scoreOf } from '../../src/statistics/score.js';

const results = { wins: 5, draws: 3, losses: 2 };

test.each([
  ['HALF', { score: 13, battles: 10 }],
  ['ZERO', { score: 10, battles: 10 }],
  ['OMIT', { score: 10, battles: 7 }],
] as const)('draws %s: what was scored, in half points', (draws, score) => {
  expect(scoreOf(results, draws)).toStrictEqual(score);
});

test.each(['HALF', 'OMIT'] as const)('draws %s: both sides together score every point of every battle', (draws) => {
  const one = scoreOf(results, draws);
  const other = scoreOf({ wins: results.losses, draws: results.draws, losses: results.wins }, draws);
  expect(one.score + other.score).toBe(2 * one.battles);
  expect(other.battles).toBe(one.battles);
});
