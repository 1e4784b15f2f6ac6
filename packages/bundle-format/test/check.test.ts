import { describe, expect, test } from 'vitest';
import { checkLine } from '../src/check.js';
import { BACKUP_TYPES, type BundleRecord, type SideRecord, type StageRecord } from '../src/record.js';
import { battle, casual, club, knockout, player, standings, swiss, tournament } from './support/records.js';

const WORD = 'must be one word of at most 200 characters, without / ? # % and invisible characters';
const NAME = 'must not be blank or contain control characters';
const DAY = 'must be a date in the form YYYY-MM-DD';
const UNSTORABLE = 'contains a character that cannot be stored (NUL or half of a surrogate pair)';
const TYPES = 'club, player, battlePack, faction, tournament or battle';

describe('a line that is no record', () => {
  test.each([
    ['{"type":"club",', `is not JSON: Expected double-quoted property name in JSON at position 15`],
    ['{"type":"club"} {}', 'is not JSON: Unexpected non-whitespace character after JSON at position 16'],
    ['club', `is not JSON: Unexpected token 'c', "club" is not valid JSON`],
    ['"club"', 'must be a JSON object'],
    ['[{"type":"club"}]', 'must be a JSON object'],
    ['null', 'must be a JSON object'],
    ['{}', `type must be ${TYPES}`],
    ['{"type":"clubs"}', `type must be ${TYPES}`],
    ['{"type":7}', `type must be ${TYPES}`],
    ['{"type":"constructor"}', `type must be ${TYPES}`],
    ...BACKUP_TYPES.map((type) => [
      JSON.stringify({ type, row: {} }),
      `type is ${type}: that is part of a backup, which only npm run restore reads`,
    ]),
  ])('%s is refused', (line, problem) => expect(problemsOf(line)).toStrictEqual([problem]));
});

describe('a field that is not as its description says', () => {
  test.each<[problems: string, record: object]>([
    [['slug is missing', 'name is missing'].join('; '), { type: 'club' }],
    [
      ['stages[0].id is missing', 'stages[0].name is missing', 'stages[0].type is missing'].join('; '),
      tournament({ stages: [{} as StageRecord] }),
    ],
    ['foo is not a known key', { ...club(), foo: 1 }],
    [
      'participants[0].list.cost is not a known key',
      tournament({ participants: [{ name: 'Ann', list: { cost: 1 } as never }] }),
    ],
    ['name must be a string', { ...club(), name: 7 }],
    ['members must be a whole number', { ...club(), members: '7' }],
    ['stages must be an array', { ...tournament(), stages: {} }],
    ['status must be planned, ongoing or finished', { ...tournament(), status: 'over' }],
    [
      'stages[1].type must be board or bracket',
      tournament({ stages: [swiss(), knockout({ type: 'ladder' as never })] }),
    ],
    [
      'stages[0].id must be standings, swiss, knockout, placement-swiss, or placement- and a band such as 3 or 5-8',
      tournament({ stages: [swiss({ id: 'final' })] }),
    ],
    [
      'tieBreakers[1] must be battlePoints, wins, victoryPointsDiff, victoryPoints, opponentsBattlePoints or opponentsWins',
      { ...tournament(), tieBreakers: ['wins', 'luck'] },
    ],
    ['tieBreakers must have at least 1 element', tournament({ tieBreakers: [] })],
    ['tieBreakers must not repeat a value', tournament({ tieBreakers: ['wins', 'wins'] })],
    [`slug ${WORD}`, club({ slug: 'northern legion' })],
    [`slug ${WORD}`, club({ slug: '' })],
    [`slug ${WORD}`, club({ slug: 'a\u0001' })],
    [`id ${WORD}`, player('p\u200b1')],
    [`slug ${WORD}`, club({ slug: 'a'.repeat(201) })],
    ['name must be at most 200 characters', player('p-1', { name: 'é'.repeat(201) })],
    ['name must be at most 200 characters', player('p-1', { name: 'e\u0301'.repeat(101) })],
    ['description must be at most 20000 characters', club({ description: '🇵🇱'.repeat(10_001) })],
    [
      'participants[0].list.text must be at most 20000 characters',
      tournament({ participants: [{ name: 'Ann', list: { text: `a${'\u0301'.repeat(20_000)}` } }] }),
    ],
    [`name ${NAME}`, player('p-1', { name: ' \u00a0' })],
    [`name ${NAME}`, tournament({ name: 'Spring\nClash' })],
    ['description must be at most 20000 characters', club({ description: 'é'.repeat(20_001) })],
    [
      [
        'sides[0].list.faction must be at most 200 characters',
        'sides[0].list.text must be at most 20000 characters',
      ].join('; '),
      casualWith({ list: { text: '😀'.repeat(20_001), faction: 'x'.repeat(201) } }),
    ],
    [`startDate ${DAY}`, tournament({ startDate: '2026-02-30' })],
    [`date ${DAY}`, casual('b-1', { date: '0000-12-31' })],
    ['battleSize must be at least 1', casual('b-1', { battleSize: 0 })],
    ['battleSize must be at most 2147483647', casual('b-1', { battleSize: 2_147_483_648 })],
    ['sides[0].victoryPoints must be at most 1000000', casualWith({ victoryPoints: 3e9 })],
    ['sides[0].battlePoints must be at most 1000000', casualWith({ battlePoints: 1_000_000.0001 })],
    ['sides[0].battlePoints must have at most 4 decimals', casualWith({ battlePoints: 0.00001 })],
    ['sides[0].drops must be at least 0', casualWith({ drops: -1 })],
    ['round must be at least 1', battle('b-1', { round: 0 })],
    ['sides must have at least 2 elements', { ...casual('b-1'), sides: [{ name: 'Ann' }] }],
    ['sides[0].rounds[0].round is missing', casualWith({ rounds: [{} as never] })],
    [
      [
        'sides[0].rounds[0].metrics.3 must be a number, true or false',
        'sides[0].rounds[0].metrics.a/b~c must be a number, true or false',
      ].join('; '),
      casualWith({ rounds: [{ round: 1, metrics: { 3: 'x', 'a/b~c': null } as never }] }),
    ],
  ])('%s', (problems, record) => expect(problemsOf(JSON.stringify(record)).join('; ')).toBe(problems));

  test('a number beyond every number', () => {
    expect(problemsOf(JSON.stringify(casualWith({ battlePoints: 77 })).replace('77', '1e999'))).toStrictEqual([
      'sides[0].battlePoints must be a number or null',
    ]);
  });

  test('a metric that goes by the name of a prototype', () => {
    const line = JSON.stringify(casualWith({ rounds: [{ round: 1, metrics: { x: 1 } }] }));
    expect(problemsOf(line.replace('{"x":1}', '{"__proto__":"x"}'))).toStrictEqual([
      'sides[0].rounds[0].metrics.__proto__ must be a number, true or false',
    ]);
  });
});

describe('a key that is written twice in one object', () => {
  test.each([
    ['{"type":"club","slug":"a","name":"A","slug":"b"}', ['slug is written twice; keep one']],
    ['{"type":"club","slug":"a", "na\\u006de" :"A","name"\t: "A"}', ['name is written twice; keep one']],
    [
      JSON.stringify(casualWith({ rounds: [{ round: 1 }] })).replace(
        '{"round":1}',
        '{"round":1},{"round":2,"round":3}',
      ),
      ['sides[0].rounds[1].round is written twice; keep one'],
    ],
    [
      '{"a":{"b":[{},{"c":1,"d":"}\\"","c":2}],"b":3}}',
      ['a.b[1].c is written twice; keep one', 'a.b is written twice; keep one'],
    ],
    ['{"__proto__":1,"__proto__":2}', ['__proto__ is written twice; keep one']],
  ])('%s', (line, problems) => expect(problemsOf(line)).toStrictEqual(problems));

  test('is told from the same key in two objects, and from text that looks like keys', () => {
    const line = JSON.stringify(club({ name: '{"a":1,"a":2}', description: '\\": \\\\" : "name":' }));
    expect(problemsOf(line)).toStrictEqual([]);
  });

  test('is found however deep it stands, and behind however many backslashes', () => {
    const nested = `${'{"a":'.repeat(100_000)}{"b":1,"b":2}${'}'.repeat(100_000)}`;
    expect(problemsOf(nested)).toHaveLength(1);
    expect(problemsOf(`{"${'\\\\'.repeat(500_000)}":1,"x":1,"x":2}`)).toStrictEqual(['x is written twice; keep one']);
  });
});

describe('a character that cannot be stored', () => {
  test.each<[problems: string, record: object]>([
    [`name ${UNSTORABLE}`, club({ name: 'a\0b' })],
    [`participants[0].name ${UNSTORABLE}`, tournament({ participants: [{ name: '\ud83d' }] })],
    [`description ${UNSTORABLE}`, club({ description: '\udc00 \ud83d' })],
    [
      `sides[0].rounds[0].metrics has a key that ${UNSTORABLE}`,
      casualWith({ rounds: [{ round: 1, metrics: { 'a\0': 1 } }] }),
    ],
  ])('%s is refused', (problems, record) => expect(problemsOf(JSON.stringify(record)).join('; ')).toBe(problems));

  test('is looked for in a line of any depth', () => {
    const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const line = `{"type":"club","slug":"a","name":"a\\u0000","x":${nested}}`;
    expect(problemsOf(line)).toStrictEqual([`name ${UNSTORABLE}`]);
  });

  test('is not a whole pair, nor the text of an escape', () => {
    expect(problemsOf('{"type":"club","slug":"a","name":"\\ud83d\\uDE00 \\\\u0000 \\\\ud83d"}')).toStrictEqual([]);
  });
});

describe('rules between the fields of one record', () => {
  const two = ['Ann', 'Bo'];
  const final = { stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2] };
  const bracket = (...matches: object[]) =>
    tournament({
      stages: [swiss(), knockout()],
      participants: two,
      bracketMatches: matches.map((match) => ({ ...final, ...match })),
    });
  const ENTRY = 'must be null in a tournament battle: the entry says who it is';
  const OUTCOMES = 'sides must have the outcomes win and loss, or draw twice, or none';

  test.each<[problems: string, record: object]>([
    ['name is missing (only a removed player has none)', player('p-1', { name: null })],
    ['', player('p-1', { name: null, removed: true })],
    ['endDate must not be before startDate', tournament({ startDate: '2026-05-03', endDate: '2026-05-02' })],
    [
      'stages[0].id must name the band from its first place to its last, such as placement-5-8',
      tournament({ stages: [knockout({ id: 'placement-8-5', players: null })] }),
    ],
    ['bracketMatches[0].roundNumber must be at most 2, the rounds of knockout', bracket({ roundNumber: 3 })],
    ['bracketMatches[1].battle repeats b-1', bracket({ battle: 'b-1' }, { table: 2, battle: 'b-1' })],
    ['sides[0].rounds[2].round repeats 1', casualWith({ rounds: [{ round: 1 }, { round: 2 }, { round: 1 }] })],
    [
      'sides must not both be attacker: one attacks and the other defends',
      casual('b-1', {
        sides: [
          { name: 'Ann', role: 'attacker' },
          { name: 'Bo', role: 'attacker' },
        ],
      }),
    ],
    ['', tournament({ startDate: '2026-05-02', endDate: '2026-05-02' })],
    ['stages[0].type must be board for swiss', tournament({ stages: [swiss({ type: 'bracket' })] })],
    ['stages[0].type must be bracket for placement-5-8', tournament({ stages: [swiss({ id: 'placement-5-8' })] })],
    ['stages[0].rounds must be null on the final standings', tournament({ stages: [standings({ rounds: 3 })] })],
    ['stages[0].rounds is missing', tournament({ stages: [swiss({ rounds: null })] })],
    ['stages[0].players is missing', tournament({ stages: [knockout({ players: null })] })],
    ['stages[0].players must be null except on the knockout', tournament({ stages: [swiss({ players: 8 })] })],
    ['stages[1].id repeats swiss', tournament({ stages: [swiss(), swiss()] })],
    ['participants[1].name is missing (needed without a playerId)', tournament({ participants: ['Ann', {}] })],
    [
      'participants[0].group must be null in a tournament without groups',
      tournament({ participants: [{ name: 'Ann', group: 'Group A' }] }),
    ],
    [
      'participants[0].finalPlacement must be null until the tournament has finished',
      tournament({ participants: [{ name: 'Ann', finalPlacement: 1 }] }),
    ],
    ['participants[1].entry repeats 1', tournament({ participants: ['Ann', { entry: 1, name: 'Bo' }] })],
    [
      'participants[2].playerId repeats p-1',
      tournament({ participants: [{ playerId: 'p-1' }, 'Bo', { playerId: 'p-1' }] }),
    ],
    ['organizers[1] repeats p-1', tournament({ organizers: ['p-1', 'p-1'] })],
    ['bracketMatches[0].stage must be a bracket stage of this tournament', bracket({ stage: 'placement-3' })],
    ['bracketMatches[0].players must name two entries or none', bracket({ players: [1] })],
    ['bracketMatches[0].players must be two different entries', bracket({ players: [1, 1] })],
    ['teams[1].name repeats Red', tournament({ teams: [{ name: 'Red' }, { name: 'Red' }] })],
    ['teamDrawRange must have at most 4 decimals', tournament({ teamDrawRange: 0.00001 })],
    [
      'participants[1].team must be a team of this tournament, and Blue is not',
      tournament({
        teams: [{ name: 'Red' }],
        participants: [
          { name: 'Ann', team: 'Red' },
          { name: 'Bo', team: 'Blue' },
        ],
      }),
    ],
    ['bracketMatches[0].players[1] must be an entry of this tournament, and 3 is not', bracket({ players: [1, 3] })],
    ['bracketMatches[0].winner must be one of the two players', bracket({ winner: 3 })],
    ['bracketMatches[1] repeats knockout, round 1, table 1', bracket({}, { players: [] })],
    ['stage must be null in a casual battle', casual('b-1', { stage: 'swiss' })],
    ['stage is missing (needed in a tournament battle)', battle('b-1', { stage: null })],
    ['stage must not be standings: no battle is played in the final table', battle('b-1', { stage: 'standings' })],
    ['club must be null in a tournament battle', battle('b-1', { club: 'northern-legion' })],
    ['sides[0].entry must be null in a casual battle', casualWith({ entry: 1 })],
    ['sides[1].name is missing (needed without a playerId)', casual('b-1', { sides: [{ name: 'Ann' }, {}] })],
    ['sides[1].entry is missing (needed in a tournament battle)', battle('b-1', { sides: [{ entry: 1 }, {}] })],
    [
      [`sides[0].playerId ${ENTRY}`, `sides[1].name ${ENTRY}`].join('; '),
      battle('b-1', {
        sides: [
          { entry: 1, playerId: 'p-1' },
          { entry: 2, name: 'Bo' },
        ],
      }),
    ],
    [OUTCOMES, battle('b-1', { sides: outcomes('win', 'win') })],
    [
      'victorySize must be null without a winner',
      battle('b-1', { victorySize: 'minor', sides: outcomes('draw', 'draw') }),
    ],
    ['', battle('b-1', { victorySize: 'major', sides: outcomes('loss', 'win') })],
    ['sides must be two different players', battle('b-1', { sides: [{ entry: 1 }, { entry: 1 }] })],
    ['', casual('b-1', { sides: [{ name: 'Ann' }, { name: 'Ann' }] })],
  ])('%s', (problems, record) => expect(problemsOf(JSON.stringify(record)).join('; ')).toBe(problems));
});

/** Problems as they are printed after the line number. */
function problemsOf(line: string): string[] {
  return checkLine(line).problems.map(({ path, message }) => (path ? `${path} ${message}` : message));
}

function casualWith(side: Partial<SideRecord>): BundleRecord {
  return casual('b-1', { sides: [{ name: 'Ann', ...side }, { name: 'Bo' }] });
}

function outcomes(first: SideRecord['outcome'] & string, second: SideRecord['outcome']): [SideRecord, SideRecord] {
  return [
    { entry: 1, outcome: first },
    { entry: 2, outcome: second ?? null },
  ];
}
