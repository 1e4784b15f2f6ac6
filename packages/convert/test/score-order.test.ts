import { expect, test } from 'vitest';
import { scoreOf } from '../src/best-coast-pairings/score.js';

test('a score is that of total_games, or of the pairing, or of its metadata, or of the games of the player', () => {
  const rows = (gamePoints: number) => [{ gameNum: 1, gamePoints }];
  const player = { total_games: rows(1), games: rows(4) };
  const pairing = { player1Game: { points: 2 }, metaData: { 'p1-gamePoints': 3 } };
  const { total_games: _, ...uncorrected } = player;
  const { player1Game: __, ...withoutGame } = pairing;
  const scores = [scoreOf(pairing, 1, player, 1), scoreOf(pairing, 1, uncorrected, 1)];
  const others = [scoreOf(withoutGame, 1, uncorrected, 1), scoreOf({}, 1, uncorrected, 1)];
  expect([...scores, ...others].map(({ points }) => points)).toStrictEqual([1, 2, 3, 4]);
});
