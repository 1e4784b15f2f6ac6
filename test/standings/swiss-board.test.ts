import { expect, test } from 'vitest';
import { board } from '../../src/standings/board.js';
import { competition, type Notation, row, shown } from './notation.js';

const abcd: Notation = {
  players: 'a b c d',
  battles: { swiss: ['a beats b 11-9 60-59', 'c beats d 20-0 80-10', 'b beats d 15-5 50-20'] },
};
const once = { swiss: ['d beats c 20-0 9-0'] };

test.each<[rule: string, stage: string, setUp: Notation, expected: string]>([
  ['is ranked by battle points, unless the organiser set otherwise', 'swiss', abcd, '1 b, 2 c, 3 a, 4 d'],
  [
    'is ranked by the tie-breakers in the order the organiser set',
    'swiss',
    { ...abcd, tieBreakers: ['wins', 'victoryPointsDiff'] },
    '1 c, 2 b, 3 a, 4 d',
  ],
  ['by one', 'swiss', { ...abcd, tieBreakers: ['opponentsBattlePoints'] }, '1 d, 2 a, 3 b, 4 c'],
  ['by others', 'swiss', { ...abcd, tieBreakers: ['opponentsWins', 'victoryPoints'] }, '1 d, 2 b, 3 a, 4 c'],
  [
    'shares a rank on a full tie (1, 2, 2, 4), then orders by name',
    'swiss',
    { players: 'd c b a', battles: { swiss: ['b draws c 10-10 50-50', 'a beats d 20-0 60-0'] } },
    '1 a, 2 b, 2 c, 4 d',
  ],
  ['lists a player with no battle last', 'swiss', { players: 'a b c d', battles: once }, '1 d, 2 c, - a, - b'],
  ['is empty before its first battle', 'placement-swiss', { players: 'c d', battles: once }, ''],
  [
    'has no groups in a group tournament either',
    'placement-swiss',
    {
      players: 'a b',
      groups: { 'Group A': 'a', 'Group B': 'b' },
      battles: { 'placement-swiss': ['b beats a 12-8 5-4'] },
    },
    '1 b, 2 a',
  ],
  [
    'orders groups naturally, and leaves out players without a group',
    'swiss',
    {
      players: 'a b c d',
      groups: { 'Group 10': 'a', 'Group 2': 'b', 'Group 1': 'c' },
      battles: { swiss: ['d beats a 9-1 9-1'] },
    },
    'Group 1: - c, Group 2: - b, Group 10: 1 a',
  ],
  [
    'keeps groups apart that are called almost the same',
    'swiss',
    { players: 'a b c d', groups: { 'Group 1': 'a c', 'Group 01': 'b d' } },
    'Group 01: - b, Group 01: - d, Group 1: - a, Group 1: - c',
  ],
])('%s', (_rule, stage, setUp, expected) => {
  expect(shown(board(stage, competition(setUp)))).toBe(expected);
});

test('ties battle points that differ only by floating point', () => {
  const battles = { swiss: ['a draws c 0.1-0 0-0', 'a draws d 0.2-0 0-0', 'b draws e 0.3-0 0-0'] };
  const rows = board('swiss', competition({ players: 'a b c d e', battles, tieBreakers: ['battlePoints'] }));
  expect(shown(rows.slice(0, 2))).toBe('1 a, 1 b');
  expect(rows[0]).toMatchObject({ battlePoints: 0.3, rankedBy: [0.3] });
});

test('has rank null and zeros for a player with no battle', () => {
  expect(board('swiss', competition({ players: 'a b c d', battles: once }))[2]).toStrictEqual(row({}));
});

test('shows every figure of a row, and what it was ranked by', () => {
  const battles = { swiss: ['a beats b 15-5 60-41', 'c draws a 10-10 30-30'] };
  expect(board('swiss', competition({ players: 'a b c', battles }))[0]).toStrictEqual(
    row({
      rank: 1,
      battles: 2,
      wins: 1,
      draws: 1,
      battlePoints: 25,
      victoryPoints: 90,
      victoryPointsDiff: 19,
      opponentsBattlePoints: 15,
      rankedBy: [25, 1, 19, 90],
    }),
  );
});

test('placement-swiss lists only those who have a battle in it, and counts only its battles', () => {
  const battles = { swiss: ['a beats c 20-0 9-0', 'b beats d 20-0 9-0'], 'placement-swiss': ['d beats c 12-8 5-4'] };
  const rows = board('placement-swiss', competition({ players: 'a b c d', battles }));
  expect(rows.map(({ rank, player, battlePoints }) => [rank, player, battlePoints])).toStrictEqual([
    [1, 'd', 12],
    [2, 'c', 8],
  ]);
});
