import { describe, expect, test } from 'vitest';
import { board } from '../../src/standings/board.js';
import { competition, shown } from './notation.js';

const swiss = ['a beats h 20-0 9-0', 'b beats g 19-1 9-0', 'c beats f 18-2 9-0', 'd beats e 17-3 9-0'];
const semiFinals = ['1 Semi-final 1: d beats a', '1 Semi-final 2: c beats b'];
const final = '2 Final 1: c beats d';
const everybody = 'a b c d e f g h';

describe('final placements recorded', () => {
  test('come first when only some were recorded, and ranks continue after the last of them', () => {
    const battles = { swiss };

    expect(
      shown(
        board('standings', competition({ players: 'a b c d e f g h i', battles, placements: { h: 1, g: 2, f: 2 } })),
      ),
    ).toBe('1 h, 2 f, 2 g, 4 a, 5 b, 6 c, 7 d, 8 e, - i');
    expect(shown(board('standings', competition({ players: everybody, battles, placements: { h: 1, g: 8 } })))).toBe(
      '1 h, 8 g, 9 a, 10 b, 11 c, 12 d, 13 e, 14 f',
    );
  });
});

describe('no final placement recorded', () => {
  test('a tournament of Swiss rounds only ends as its swiss board', () => {
    const setUp = competition({ players: `${everybody} i`, battles: { swiss } });

    expect(board('standings', setUp)).toStrictEqual(board('swiss', setUp));
  });

  test('the knockout goes before the swiss board: winner, loser of the final, losers of earlier rounds', () => {
    const matches = { knockout: [...semiFinals, final] };
    const setUp = competition({ players: everybody, battles: { swiss }, matches });

    expect(shown(board('standings', setUp))).toBe('1 c, 2 d, 3 a, 4 b, 5 e, 6 f, 7 g, 8 h');
  });

  test('losers of the same round are ordered by the swiss board, and share a rank only when fully tied', () => {
    const players = 'a b c d';
    const matches = { knockout: [...semiFinals, final] };
    const tied = ['a draws b 10-10 5-5', 'c draws d 10-10 5-5'];

    expect(shown(board('standings', competition({ players, matches, battles: { swiss: tied } })))).toBe(
      '1 c, 2 d, 3 a, 3 b',
    );
    expect(
      shown(board('standings', competition({ players, matches, battles: { swiss: ['b beats a 11-9 5-4'] } }))),
    ).toBe('1 c, 2 d, 3 b, 4 a');
  });

  test('placement brackets settle what the knockout leaves open', () => {
    const quarterFinals = [
      '1 Quarter-final 1: a beats h',
      '1 Quarter-final 2: b beats g',
      '1 Quarter-final 3: c beats f',
      '1 Quarter-final 4: d beats e',
    ];
    const matches = {
      'placement-5-8': [
        '1 First 1: h beats e',
        '1 First 2: g beats f',
        '2 Fifth 1: g beats h',
        '2 Seventh 2: f beats e',
      ],
      'placement-3': ['1 Third 1: b beats a'],
      knockout: [...quarterFinals, '2 Semi-final 1: d beats a', '2 Semi-final 2: c beats b', '3 Final 1: c beats d'],
    };

    expect(shown(board('standings', competition({ players: everybody, battles: { swiss }, matches })))).toBe(
      '1 c, 2 d, 3 b, 4 a, 5 g, 6 h, 7 f, 8 e',
    );
  });

  test('a band settled in several brackets goes from the wider to the narrower', () => {
    const matches = {
      'placement-7': ['1 Seventh 1: f beats e'],
      'placement-5': ['1 Fifth 1: g beats h'],
      'placement-5-8': ['1 First 1: h beats e', '1 First 2: g beats f'],
    };

    expect(shown(board('standings', competition({ players: 'e f g h', matches })))).toBe('5 g, 6 h, 7 f, 8 e');
  });

  test('a placement bracket gives the places it is for; those in no band fill what is left in Swiss order', () => {
    const matches = { knockout: [...semiFinals, final], 'placement-9-12': ['1 Ninth 1: g beats h'] };
    const setUp = competition({
      players: `${everybody} i j`,
      battles: { swiss: [...swiss, 'i beats j 9-8 9-0'] },
      matches,
    });

    expect(shown(board('standings', setUp))).toBe('1 c, 2 d, 3 a, 4 b, 5 i, 6 j, 7 e, 8 f, 9 g, 10 h');
  });

  test('places before a band stay empty when there is nobody to fill them', () => {
    const alone = competition({ players: 'a b', matches: { 'placement-5': ['1 Fifth 1: b beats a'] } });
    const after = { knockout: ['1 Final 1: b beats a'], 'placement-9-12': ['1 Ninth 1: d beats c'] };

    expect(shown(board('standings', alone))).toBe('5 b, 6 a');
    expect(shown(board('standings', competition({ players: 'a b c d', matches: after })))).toBe('1 b, 2 a, 9 d, 10 c');
  });

  test('losers of a round who play for its last places stand behind those who do not', () => {
    const matches = {
      knockout: ['1 First 1: a beats e', '1 First 2: b beats f', '1 First 3: c beats g', '1 First 4: d beats h'],
      'placement-7': ['1 Seventh 1: e beats f'],
    };

    expect(shown(board('standings', competition({ players: everybody, battles: { swiss }, matches })).slice(4))).toBe(
      '5 g, 6 h, 7 e, 8 f',
    );
  });

  test('the knockout goes before a band that is for places of its own', () => {
    const matches = {
      knockout: [...semiFinals, final],
      'placement-3': ['1 Third 1: e beats f', '1 Third 2: a meets h'],
    };

    expect(shown(board('standings', competition({ players: everybody, battles: { swiss }, matches })))).toBe(
      '1 c, 2 d, 3 a, 4 b, 5 e, 6 h, 7 f, 8 g',
    );
  });

  test('players whom a band has no place for fill what is left, and of two bands the narrower decides', () => {
    const overfull = { 'placement-3-4': ['1 Third 1: h beats g', '1 Third 2: f beats e'] };
    const twice = { 'placement-1-4': ['1 First 1: e beats f'], 'placement-3-4': ['1 Third 1: f beats e'] };
    const battles = { swiss };

    expect(shown(board('standings', competition({ players: everybody, battles, matches: overfull })))).toBe(
      '1 a, 2 b, 3 f, 4 h, 5 c, 6 d, 7 e, 8 g',
    );
    expect(shown(board('standings', competition({ players: 'a b e f', battles, matches: twice })))).toBe(
      '1 a, 2 b, 3 f, 4 e',
    );
  });

  test('a full tie shares the best of the places it fills, even if a band lies between them', () => {
    const two = competition({
      players: 'a b c d',
      battles: { swiss: ['a draws b 10-10 5-5', 'c draws d 10-10 5-5'] },
      matches: { 'placement-2': ['1 Second 1: c beats d'] },
    });
    const three = competition({
      players: 'a b c d e',
      battles: { swiss: ['a draws b 10-10 5-5', 'b draws c 10-10 5-5', 'c draws a 10-10 5-5', 'd beats e 11-9 5-4'] },
      matches: { 'placement-3-4': ['1 Third 1: d beats e'] },
    });

    expect(shown(board('standings', two))).toBe('1 a, 1 b, 2 c, 3 d');
    expect(shown(board('standings', three))).toBe('1 a, 1 b, 1 c, 3 d, 4 e');
  });

  test.each(['placement-0-1', 'placement-8-5', 'placement-99999999999999999999'])(
    'a stage for places there cannot be settles none: %s',
    (stage) => {
      const setUp = competition({
        players: 'a b',
        battles: { swiss: ['a beats b 20-0 9-0'] },
        matches: { [stage]: ['1 X 1: b beats a'] },
      });

      expect(shown(board('standings', setUp))).toBe('1 a, 2 b');
    },
  );

  test('where only some final placements were recorded, a band keeps its places behind them', () => {
    const matches = { 'placement-5': ['1 Fifth 1: h beats g'] };
    const setUp = competition({ players: everybody, battles: { swiss }, matches, placements: { e: 1, f: 2 } });

    expect(shown(board('standings', setUp))).toBe('1 e, 2 f, 3 a, 4 b, 5 h, 6 g, 7 c, 8 d');
  });

  test('without Swiss rounds, losers of the same round are ordered by the totals', () => {
    const battles = { knockout: ['d beats a 11-9 9-0', 'c beats b 10-10 9-0', 'c beats d 20-0 9-0'] };
    const setUp = competition({ players: 'a b c d', battles, matches: { knockout: [...semiFinals, final] } });

    expect(shown(board('standings', setUp))).toBe('1 c, 2 d, 3 b, 4 a');
  });

  test('losers of the same round who won their groups are ordered by the figures of the groups, not the totals', () => {
    const setUp = competition({
      players: 'a b c d',
      groups: { 'Group A': 'a', 'Group B': 'b', 'Group C': 'c', 'Group D': 'd' },
      battles: { swiss: ['a beats b 11-9 9-0'], knockout: ['d beats a 20-0 9-0', 'c beats b 11-9 9-0'] },
      matches: { knockout: [...semiFinals, final] },
    });

    expect(shown(board('standings', setUp))).toBe('1 c, 2 d, 3 a, 4 b');
  });

  test('a match for third place inside the knockout counts, whichever round it was put in', () => {
    for (const round of [2, 3]) {
      const matches = { knockout: [...semiFinals, `${round} Third place 2: b beats a`, final] };

      expect(shown(board('standings', competition({ players: 'a b c d', matches })))).toBe('1 c, 2 d, 3 b, 4 a');
    }
  });

  test('a bye is as good as a win', () => {
    const matches = { knockout: ['1 Semi-final 1: a beats b', '2 Final 1: c beats a'] };

    expect(shown(board('standings', competition({ players: 'a b c', matches })))).toBe('1 c, 2 a, 3 b');
  });

  test('players of a match never played stay ahead of those who lost in that round', () => {
    const matches = { knockout: ['1 Semi-final 1: c meets d', '1 Semi-final 2: b beats a', '2 Final 1: waiting'] };

    expect(shown(board('standings', competition({ players: 'a b c d', battles: {}, matches })))).toBe(
      '1 b, 2 c, 2 d, 4 a',
    );
  });

  test('knockout, then placement-swiss order, then swiss order', () => {
    const matches = { knockout: ['1 Final 1: b beats a'] };
    const battles = { swiss, 'placement-swiss': ['h beats c 20-0 9-0', 'f beats g 12-8 9-0'] };

    expect(shown(board('standings', competition({ players: `${everybody} i`, battles, matches })))).toBe(
      '1 b, 2 a, 3 h, 4 f, 5 g, 6 c, 7 d, 8 e, - i',
    );
  });

  test('groups merge by position in the group, then by figures, into one table without groups', () => {
    const setUp = competition({
      players: 'a b c d e f',
      groups: { 'Group A': 'a b c', 'Group B': 'd e f' },
      battles: {
        swiss: [
          'a beats b 12-8 9-0',
          'a beats c 11-9 9-0',
          'b beats c 11-9 9-0',
          'd beats e 15-5 9-0',
          'd beats f 15-5 9-0',
          'e beats f 11-9 9-0',
        ],
      },
      matches: { knockout: ['1 Final 1: d beats a'] },
    });

    expect(shown(board('standings', setUp))).toBe('1 d, 2 a, 3 b, 4 e, 5 c, 6 f');
  });

  test('figures total over every stage', () => {
    const battles = { swiss: ['a beats b 20-0 60-41'], knockout: ['b beats a 11-9 50-45'] };
    const matches = { knockout: ['1 Final 1: b beats a'] };

    expect(board('standings', competition({ players: 'a b', battles, matches }))[0]).toStrictEqual({
      rank: 1,
      group: null,
      participantId: 2,
      player: 'b',
      playerId: 'p-b',
      battles: 2,
      wins: 1,
      draws: 0,
      losses: 1,
      battlePoints: 11,
      victoryPoints: 91,
      victoryPointsDiff: -14,
      // Met twice, in two stages.
      opponentsBattlePoints: 2 * 29,
      opponentsWins: 2 * 1,
      faction: null,
      rankedBy: [11, 1, -14, 91],
    });
  });

  test('the faction is that of the Swiss rounds where stages disagree', () => {
    const setUp = competition({
      players: 'a b',
      battles: { knockout: ['a beats b 20-0 9-0'], swiss: ['a beats b 20-0 9-0'] },
    });
    const figures = setUp.figures.map((own) => ({ ...own, faction: own.stageId === 'swiss' ? 'Skaven' : 'Seraphon' }));

    expect(board('standings', { ...setUp, figures }).map((row) => row.faction)).toStrictEqual(['Skaven', 'Skaven']);
  });

  test('a participant with no battle anywhere ranks null, last; a match without a recorded battle counts', () => {
    const matches = { knockout: ['1 Final 1: c beats b'] };

    expect(shown(board('standings', competition({ players: 'a b c d', matches })))).toBe('1 c, 2 b, - a, - d');
  });
});
