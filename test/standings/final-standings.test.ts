import { expect, test } from 'vitest';
import { board } from '../../src/standings/board.js';
import { competition, type Notation, row, shown } from './notation.js';

const swiss = ['a beats h 20-0 9-0', 'b beats g 19-1 9-0', 'c beats f 18-2 9-0', 'd beats e 17-3 9-0'];
const semiFinals = ['1 Semi-final 1: d beats a', '1 Semi-final 2: c beats b'];
const knockout = [...semiFinals, '2 Final 1: c beats d'];
const four = 'a b c d';
const eight = { players: 'a b c d e f g h', battles: { swiss } };
const nine = { players: 'a b c d e f g h i', battles: { swiss } };
const tied = ['a draws b 10-10 5-5', 'c draws d 10-10 5-5'];

test.each<[rule: string, setUp: Notation, expected: string]>([
  [
    'final placements come first when only some were recorded, and ranks continue after the last of them',
    { ...nine, placements: { h: 1, g: 2, f: 2 } },
    '1 h, 2 f, 2 g, 4 a, 5 b, 6 c, 7 d, 8 e, - i',
  ],
  [
    'also when places between them are empty',
    { ...eight, placements: { h: 1, g: 8 } },
    '1 h, 8 g, 9 a, 10 b, 11 c, 12 d, 13 e, 14 f',
  ],
  [
    'but none beyond the greatest that can be stored',
    { ...eight, placements: { h: 1, g: 2_147_483_646 } },
    '1 h, 2147483646 g, 2147483647 a, - b, - c, - d, - e, - f',
  ],
  [
    'where only some final placements were recorded, a band keeps its places behind them',
    { ...eight, matches: { 'placement-5': ['1 Fifth 1: h beats g'] }, placements: { e: 1, f: 2 } },
    '1 e, 2 f, 3 a, 4 b, 5 h, 6 g, 7 c, 8 d',
  ],
  [
    'the knockout goes before the swiss board: winner, loser of the final, losers of earlier rounds',
    { ...eight, matches: { knockout } },
    '1 c, 2 d, 3 a, 4 b, 5 e, 6 f, 7 g, 8 h',
  ],
  [
    'losers of the same round share a rank only when fully tied',
    { players: four, matches: { knockout }, battles: { swiss: tied } },
    '1 c, 2 d, 3 a, 3 b',
  ],
  [
    'losers of the same round are ordered by the swiss board',
    { players: four, matches: { knockout }, battles: { swiss: ['b beats a 11-9 5-4'] } },
    '1 c, 2 d, 3 b, 4 a',
  ],
  [
    'placement brackets settle what the knockout leaves open',
    {
      ...eight,
      matches: {
        'placement-5-8': ['1 A 1: h beats e', '1 A 2: g beats f', '2 Fifth 1: g beats h', '2 Seventh 2: f beats e'],
        'placement-3': ['1 Third 1: b beats a'],
        knockout: [
          '1 Quarter 1: a beats h',
          '1 Quarter 2: b beats g',
          '1 Quarter 3: c beats f',
          '1 Quarter 4: d beats e',
          '2 Semi-final 1: d beats a',
          '2 Semi-final 2: c beats b',
          '3 Final 1: c beats d',
        ],
      },
    },
    '1 c, 2 d, 3 b, 4 a, 5 g, 6 h, 7 f, 8 e',
  ],
  [
    'a band settled in several brackets goes from the wider to the narrower',
    {
      players: 'e f g h',
      matches: {
        'placement-7': ['1 Seventh 1: f beats e'],
        'placement-5': ['1 Fifth 1: g beats h'],
        'placement-5-8': ['1 First 1: h beats e', '1 First 2: g beats f'],
      },
    },
    '5 g, 6 h, 7 f, 8 e',
  ],
  [
    'a placement bracket gives the places it is for; those in no band fill what is left in Swiss order',
    {
      players: 'a b c d e f g h i j',
      battles: { swiss: [...swiss, 'i beats j 9-8 9-0'] },
      matches: { knockout, 'placement-9-12': ['1 Ninth 1: g beats h'] },
    },
    '1 c, 2 d, 3 a, 4 b, 5 i, 6 j, 7 e, 8 f, 9 g, 10 h',
  ],
  [
    'places before a band stay empty when there is nobody to fill them',
    { players: 'a b', matches: { 'placement-5': ['1 Fifth 1: b beats a'] } },
    '5 b, 6 a',
  ],
  [
    'so do those between the knockout and a band',
    { players: four, matches: { knockout: ['1 Final 1: b beats a'], 'placement-9-12': ['1 Ninth 1: d beats c'] } },
    '1 b, 2 a, 9 d, 10 c',
  ],
  [
    'losers of a round who play for its last places stand behind those who do not',
    {
      ...eight,
      matches: {
        knockout: ['1 First 1: a beats e', '1 First 2: b beats f', '1 First 3: c beats g', '1 First 4: d beats h'],
        'placement-7': ['1 Seventh 1: e beats f'],
      },
    },
    '1 a, 2 b, 3 c, 4 d, 5 g, 6 h, 7 e, 8 f',
  ],
  [
    'the knockout goes before a band that is for places of its own',
    { ...eight, matches: { knockout, 'placement-3': ['1 Third 1: e beats f', '1 Third 2: a meets h'] } },
    '1 c, 2 d, 3 a, 4 b, 5 e, 6 h, 7 f, 8 g',
  ],
  [
    'players whom a band has no place for fill what is left',
    { ...eight, matches: { 'placement-3-4': ['1 Third 1: h beats g', '1 Third 2: f beats e'] } },
    '1 a, 2 b, 3 f, 4 h, 5 c, 6 d, 7 e, 8 g',
  ],
  [
    'of two bands the narrower decides',
    {
      players: 'a b e f',
      battles: { swiss },
      matches: { 'placement-1-4': ['1 First 1: e beats f'], 'placement-3-4': ['1 Third 1: f beats e'] },
    },
    '1 a, 2 b, 3 f, 4 e',
  ],
  [
    'a full tie shares the best of the places it fills, even if a band lies between them',
    { players: four, battles: { swiss: tied }, matches: { 'placement-2': ['1 Second 1: c beats d'] } },
    '1 a, 1 b, 2 c, 3 d',
  ],
  [
    'also a tie of three',
    {
      players: 'a b c d e',
      battles: { swiss: ['a draws b 10-10 5-5', 'b draws c 10-10 5-5', 'c draws a 10-10 5-5', 'd beats e 11-9 5-4'] },
      matches: { 'placement-3-4': ['1 Third 1: d beats e'] },
    },
    '1 a, 1 b, 1 c, 3 d, 4 e',
  ],
  ...['placement-0-1', 'placement-8-5', 'placement-99999999999999999999'].map((stage): [string, Notation, string] => [
    `a stage for places there cannot be settles none: ${stage}`,
    { players: 'a b', battles: { swiss: ['a beats b 20-0 9-0'] }, matches: { [stage]: ['1 X 1: b beats a'] } },
    '1 a, 2 b',
  ]),
  [
    'without Swiss rounds, losers of the same round are ordered by the totals',
    {
      players: four,
      battles: { knockout: ['d beats a 11-9 9-0', 'c beats b 10-10 9-0', 'c beats d 20-0 9-0'] },
      matches: { knockout },
    },
    '1 c, 2 d, 3 b, 4 a',
  ],
  [
    'losers of the same round who won their groups are ordered by the figures of the groups, not the totals',
    {
      players: four,
      groups: { 'Group A': 'a', 'Group B': 'b', 'Group C': 'c', 'Group D': 'd' },
      battles: { swiss: ['a beats b 11-9 9-0'], knockout: ['d beats a 20-0 9-0', 'c beats b 11-9 9-0'] },
      matches: { knockout },
    },
    '1 c, 2 d, 3 a, 4 b',
  ],
  ...[2, 3].map((round): [string, Notation, string] => [
    `a match for third place inside the knockout counts, whichever round it was put in: ${round}`,
    { players: four, matches: { knockout: [...knockout, `${round} Third place 2: b beats a`] } },
    '1 c, 2 d, 3 b, 4 a',
  ]),
  [
    'a bye is as good as a win',
    { players: 'a b c', matches: { knockout: ['1 Semi-final 1: a beats b', '2 Final 1: c beats a'] } },
    '1 c, 2 a, 3 b',
  ],
  [
    'players of a match never played stay ahead of those who lost in that round',
    {
      players: four,
      matches: { knockout: ['1 Semi-final 1: c meets d', '1 Semi-final 2: b beats a', '2 Final 1: waiting'] },
    },
    '1 b, 2 c, 2 d, 4 a',
  ],
  [
    'knockout, then placement-swiss order, then swiss order',
    {
      players: nine.players,
      battles: { swiss, 'placement-swiss': ['h beats c 20-0 9-0', 'f beats g 12-8 9-0'] },
      matches: { knockout: ['1 Final 1: b beats a'] },
    },
    '1 b, 2 a, 3 h, 4 f, 5 g, 6 c, 7 d, 8 e, - i',
  ],
  [
    'groups merge by position in the group, then by figures, into one table without groups',
    {
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
    },
    '1 d, 2 a, 3 b, 4 e, 5 c, 6 f',
  ],
  [
    'a participant with no battle anywhere ranks null, last; a match without a recorded battle counts',
    { players: four, matches: { knockout: ['1 Final 1: c beats b'] } },
    '1 c, 2 b, - a, - d',
  ],
])('%s', (_rule, setUp, expected) => {
  expect(shown(board('standings', competition(setUp)))).toBe(expected);
});

test('a tournament of Swiss rounds only ends as its swiss board', () => {
  expect(board('standings', competition(nine))).toStrictEqual(board('swiss', competition(nine)));
});

test('figures total over every stage', () => {
  const battles = { swiss: ['a beats b 20-0 60-41'], knockout: ['b beats a 11-9 50-45'] };
  const matches = { knockout: ['1 Final 1: b beats a'] };
  expect(board('standings', competition({ players: 'a b', battles, matches }))[0]).toStrictEqual(
    row({
      rank: 1,
      participantId: 2,
      player: 'b',
      playerId: 'p-b',
      battles: 2,
      wins: 1,
      losses: 1,
      battlePoints: 11,
      victoryPoints: 91,
      victoryPointsDiff: -14,
      // Met twice, in two stages.
      opponentsBattlePoints: 2 * 29,
      opponentsWins: 2 * 1,
      rankedBy: [11, 1, -14, 91],
    }),
  );
});

test('the faction is that of the Swiss rounds where stages disagree', () => {
  const battles = { knockout: ['a beats b 20-0 9-0'], swiss: ['a beats b 20-0 9-0'] };
  const setUp = competition({ players: 'a b', battles });
  const figures = setUp.figures.map((own) => ({ ...own, faction: own.stageId === 'swiss' ? 'Skaven' : 'Seraphon' }));
  expect(board('standings', { ...setUp, figures }).map((row) => row.faction)).toStrictEqual(['Skaven', 'Skaven']);
});
