import { describe, expect, test } from 'vitest';
import { board } from '../../src/standings/board.js';
import { competition, shown } from './notation.js';

describe('swiss board', () => {
  test('is ranked by the tie-breakers in the order the organiser set', () => {
    const battles = { swiss: ['a beats b 11-9 60-59', 'c beats d 20-0 80-10', 'b beats d 15-5 50-20'] };
    const players = 'a b c d';

    expect(shown(board('swiss', competition({ players, battles })))).toBe('1 b, 2 c, 3 a, 4 d');
    expect(shown(board('swiss', competition({ players, battles, tieBreakers: ['wins', 'victoryPointsDiff'] })))).toBe(
      '1 c, 2 b, 3 a, 4 d',
    );
    expect(shown(board('swiss', competition({ players, battles, tieBreakers: ['opponentsBattlePoints'] })))).toBe(
      '1 d, 2 a, 3 b, 4 c',
    );
    expect(
      shown(board('swiss', competition({ players, battles, tieBreakers: ['opponentsWins', 'victoryPoints'] }))),
    ).toBe('1 d, 2 b, 3 a, 4 c');
  });

  test('shares a rank on a full tie (1, 2, 2, 4), then orders by name', () => {
    const battles = { swiss: ['b draws c 10-10 50-50', 'a beats d 20-0 60-0'] };
    expect(shown(board('swiss', competition({ players: 'd c b a', battles })))).toBe('1 a, 2 b, 2 c, 4 d');
  });

  test('ties battle points that differ only by floating point', () => {
    const rows = board(
      'swiss',
      competition({
        players: 'a b c d e',
        battles: { swiss: ['a draws c 0.1-0 0-0', 'a draws d 0.2-0 0-0', 'b draws e 0.3-0 0-0'] },
        tieBreakers: ['battlePoints'],
      }),
    );

    expect(shown(rows.slice(0, 2))).toBe('1 a, 1 b');
    expect(rows[0]?.battlePoints).toBe(0.3);
    expect(rows[0]?.rankedBy).toStrictEqual([0.3]);
  });

  test('lists a player with no battle last, with rank null and zeros', () => {
    const rows = board('swiss', competition({ players: 'a b c d', battles: { swiss: ['d beats c 20-0 9-0'] } }));

    expect(shown(rows)).toBe('1 d, 2 c, - a, - b');
    expect(rows[2]).toStrictEqual({
      rank: null,
      group: null,
      participantId: 1,
      player: 'a',
      playerId: 'p-a',
      battles: 0,
      wins: 0,
      draws: 0,
      losses: 0,
      battlePoints: 0,
      victoryPoints: 0,
      victoryPointsDiff: 0,
      opponentsBattlePoints: 0,
      opponentsWins: 0,
      faction: null,
      rankedBy: [0, 0, 0, 0],
    });
  });

  test('shows every figure of a row, and what it was ranked by', () => {
    const rows = board(
      'swiss',
      competition({ players: 'a b c', battles: { swiss: ['a beats b 15-5 60-41', 'c draws a 10-10 30-30'] } }),
    );

    expect(rows[0]).toStrictEqual({
      rank: 1,
      group: null,
      participantId: 1,
      player: 'a',
      playerId: 'p-a',
      battles: 2,
      wins: 1,
      draws: 1,
      losses: 0,
      battlePoints: 25,
      victoryPoints: 90,
      victoryPointsDiff: 19,
      opponentsBattlePoints: 15,
      opponentsWins: 0,
      faction: null,
      rankedBy: [25, 1, 19, 90],
    });
  });
});

describe('placement-swiss board', () => {
  test('lists only those who have a battle in it, and counts only its battles', () => {
    const rows = board(
      'placement-swiss',
      competition({
        players: 'a b c d',
        battles: { swiss: ['a beats c 20-0 9-0', 'b beats d 20-0 9-0'], 'placement-swiss': ['d beats c 12-8 5-4'] },
      }),
    );

    expect(shown(rows)).toBe('1 d, 2 c');
    expect(rows.map((row) => row.battlePoints)).toStrictEqual([12, 8]);
  });

  test('is empty before its first battle', () => {
    const setUp = competition({ players: 'a b', battles: { swiss: ['a beats b 20-0 9-0'] } });

    expect(board('placement-swiss', setUp)).toStrictEqual([]);
  });

  test('has no groups in a group tournament either', () => {
    const rows = board(
      'placement-swiss',
      competition({
        players: 'a b',
        groups: { 'Group A': 'a', 'Group B': 'b' },
        battles: { 'placement-swiss': ['b beats a 12-8 5-4'] },
      }),
    );

    expect(shown(rows)).toBe('1 b, 2 a');
  });
});

describe('group board', () => {
  test('orders groups naturally, and leaves out players without a group', () => {
    const groups = { 'Group 10': 'a', 'Group 2': 'b', 'Group 1': 'c' };
    const rows = board('swiss', competition({ players: 'a b c d', groups, battles: { swiss: ['d beats a 9-1 9-1'] } }));

    expect(shown(rows)).toBe('Group 1: - c, Group 2: - b, Group 10: 1 a');
  });

  test('keeps groups apart that are called almost the same', () => {
    const groups = { 'Group 1': 'a c', 'Group 01': 'b d' };

    expect(shown(board('swiss', competition({ players: 'a b c d', groups })))).toBe(
      'Group 01: - b, Group 01: - d, Group 1: - a, Group 1: - c',
    );
  });
});
