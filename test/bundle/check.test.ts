import { describe, expect, test } from 'vitest';
import { checkLine } from '../../src/bundle/check.js';
import { problemText } from '../../src/bundle/problem.js';
import type { BundleRecord, SideRecord, StageRecord } from '../../src/bundle/record.js';
import { battle, battlePack, casual, club, knockout, player, standings, swiss, tournament } from '../support/world.js';

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
  ])('%s is refused', (line, problem) => expect(problemsOf(line)).toStrictEqual([problem]));
});

describe('a field that is not as its description says', () => {
  test.each<[string, object, string[]]>([
    ['missing keys', { type: 'club' }, ['slug is missing', 'name is missing']],
    [
      'a missing key inside',
      tournament({ stages: [{} as StageRecord] }),
      ['stages[0].id is missing', 'stages[0].name is missing', 'stages[0].type is missing'],
    ],
    ['an unknown key', { ...club(), foo: 1 }, ['foo is not a known key']],
    ['an unknown key that is a number', { ...club(), 3: 1 }, ['3 is not a known key']],
    ['an unknown key of every object', { ...club(), constructor: 1 }, ['constructor is not a known key']],
    [
      'an unknown key inside',
      tournament({ participants: [{ name: 'Ann', list: { cost: 1 } as never }] }),
      ['participants[0].list.cost is not a known key'],
    ],
    ['a number for a string', { ...club(), name: 7 }, ['name must be a string']],
    ['null for a string', { ...club(), name: null }, ['name must be a string']],
    ['a number for a string or null', { ...club(), city: 7 }, ['city must be a string or null']],
    ['a string for a number', { ...club(), members: '7' }, ['members must be a whole number']],
    ['a decimal for a whole number', { ...club(), members: 1.5 }, ['members must be a whole number']],
    ['a string for a flag', { ...battlePack(), scoresObjectives: 'yes' }, ['scoresObjectives must be true or false']],
    ['an object for an array', { ...tournament(), stages: {} }, ['stages must be an array']],
    ['null for an array', { ...tournament(), participants: null }, ['participants must be an array']],
    [
      'a number for a list',
      tournament({ participants: [{ name: 'Ann', list: 7 as never }] }),
      ['participants[0].list must be an object or null'],
    ],
    [
      'a string for a flag or null',
      casualWith({ grandStrategyScored: 'yes' as never }),
      ['sides[0].grandStrategyScored must be true, false or null'],
    ],
    ['an unknown status', { ...tournament(), status: 'over' }, ['status must be planned, ongoing or finished']],
    ['a status that is no string', { ...tournament(), status: 7 }, ['status must be planned, ongoing or finished']],
    [
      'an unknown stage type',
      tournament({ stages: [swiss(), knockout({ type: 'ladder' as never })] }),
      ['stages[1].type must be board or bracket'],
    ],
    [
      'an unknown stage id',
      tournament({ stages: [swiss({ id: 'final' })] }),
      ['stages[0].id must be standings, swiss, knockout, placement-swiss, or placement- and a band such as 3 or 5-8'],
    ],
    [
      'an unknown outcome',
      casualWith({ outcome: 'won' as never }),
      ['sides[0].outcome must be win, loss, draw or null'],
    ],
    ['an unknown role', casualWith({ role: 'umpire' as never }), ['sides[0].role must be attacker, defender or null']],
    [
      'an unknown victory size',
      { ...casual('b-1'), victorySize: 'huge' },
      ['victorySize must be major, minor or null'],
    ],
    [
      'an unknown tie-breaker',
      { ...tournament(), tieBreakers: ['wins', 'luck'] },
      [
        'tieBreakers[1] must be battlePoints, wins, victoryPointsDiff, victoryPoints, opponentsBattlePoints or opponentsWins',
      ],
    ],
    ['no tie-breaker', tournament({ tieBreakers: [] }), ['tieBreakers must have at least 1 element']],
    ['a tie-breaker twice', tournament({ tieBreakers: ['wins', 'wins'] }), ['tieBreakers must not repeat a value']],
    ['a slug of two words', club({ slug: 'northern legion' }), [`slug ${WORD}`]],
    ['an empty slug', club({ slug: '' }), [`slug ${WORD}`]],
    ['a slug with a slash', club({ slug: 'a/b' }), [`slug ${WORD}`]],
    ['a slug with a control character', club({ slug: 'a\u0001' }), [`slug ${WORD}`]],
    ['a slug with a later control character', club({ slug: 'a\u0085b' }), [`slug ${WORD}`]],
    ['an id that looks like another', player('p\u200b1'), [`id ${WORD}`]],
    ['a battle id that turns the direction of writing', casual('b-\u202e1'), [`id ${WORD}`]],
    ['a slug that is too long', club({ slug: 'a'.repeat(201) }), [`slug ${WORD}`]],
    ['an organiser with a space', tournament({ organizers: ['p-1', 'p 2'] }), [`organizers[1] ${WORD}`]],
    ['a name that is too long', player('p-1', { name: 'é'.repeat(201) }), ['name must be at most 200 characters']],
    ['a battle pack without a name', battlePack({ name: '' }), [`name ${NAME}`]],
    ['a club without a name', club({ name: '' }), [`name ${NAME}`]],
    ['a player whose name is blank', player('p-1', { name: ' \u00a0' }), [`name ${NAME}`]],
    ['a tournament with a name of two lines', tournament({ name: 'Spring\nClash' }), [`name ${NAME}`]],
    ['a stage without a name', tournament({ stages: [swiss({ name: '' })] }), [`stages[0].name ${NAME}`]],
    ['a participant without a name', tournament({ participants: [''] }), [`participants[0].name ${NAME}`]],
    ['a side without a name', casualWith({ name: '' }), [`sides[0].name ${NAME}`]],
    [
      'a metric with a name of two lines',
      casualWith({ rounds: [{ round: 1, metrics: { 'a\u0001': 1 } }] }),
      [`sides[0].rounds[0].metrics.a\u0001 ${NAME}`],
    ],
    ['a long description', club({ description: 'é'.repeat(20_001) }), ['description must be at most 20000 characters']],
    ['a long website', club({ website: 'x'.repeat(2_001) }), ['website must be at most 2000 characters']],
    ['a long scenario', casual('b-1', { scenario: 'x'.repeat(201) }), ['scenario must be at most 200 characters']],
    [
      'a long army list',
      casualWith({ list: { text: '😀'.repeat(20_001), faction: 'x'.repeat(201) } }),
      ['sides[0].list.faction must be at most 200 characters', 'sides[0].list.text must be at most 20000 characters'],
    ],
    [
      'a stage for place 0',
      tournament({ stages: [swiss({ id: 'placement-0', type: 'bracket' })] }),
      ['stages[0].id must be standings, swiss, knockout, placement-swiss, or placement- and a band such as 3 or 5-8'],
    ],
    ['30 February', tournament({ startDate: '2026-02-30' }), [`startDate ${DAY}`]],
    ['29 February of no leap year', tournament({ endDate: '1900-02-29' }), [`endDate ${DAY}`]],
    ['the year 0', casual('b-1', { date: '0000-12-31' }), [`date ${DAY}`]],
    ['a day and an hour', casual('b-1', { date: '2026-05-02T10:00:00Z' }), [`date ${DAY}`]],
    ['an empty date', casual('b-1', { date: '' }), [`date ${DAY}`]],
    ['a battle size of 0', casual('b-1', { battleSize: 0 }), ['battleSize must be at least 1']],
    [
      'a number too large to store',
      casual('b-1', { battleSize: 2_147_483_648 }),
      ['battleSize must be at most 2147483647'],
    ],
    ['too many victory points', casualWith({ victoryPoints: 3e9 }), ['sides[0].victoryPoints must be at most 1000000']],
    [
      'too few victory points',
      casualWith({ rounds: [{ round: 1, victoryPoints: -3e9 }] }),
      ['sides[0].rounds[0].victoryPoints must be at least -1000000'],
    ],
    [
      'too many battle points',
      casualWith({ battlePoints: 1_000_000.0001 }),
      ['sides[0].battlePoints must be at most 1000000'],
    ],
    [
      'battle points finer than boards can add exactly',
      casualWith({ battlePoints: 0.00001 }),
      ['sides[0].battlePoints must have at most 4 decimals'],
    ],
    [
      'battle points with what adding decimals leaves behind',
      casualWith({ battlePoints: 0.1 + 0.2 }),
      ['sides[0].battlePoints must have at most 4 decimals'],
    ],
    ['negative drops', casualWith({ drops: -1 }), ['sides[0].drops must be at least 0']],
    ['round 0', battle('b-1', { round: 0 }), ['round must be at least 1']],
    ['round 10000', battle('b-1', { round: 10_000 }), ['round must be at most 9999']],
    [
      'entry 0',
      tournament({ participants: [{ entry: 0, name: 'Ann' }] }),
      ['participants[0].entry must be at least 1'],
    ],
    [
      'a stage of 100 rounds',
      tournament({ stages: [swiss({ rounds: 100 })] }),
      ['stages[0].rounds must be at most 99'],
    ],
    ['one side', { ...casual('b-1'), sides: [{ name: 'Ann' }] }, ['sides must have at least 2 elements']],
    [
      'three sides',
      { ...casual('b-1'), sides: [{ name: 'Ann' }, { name: 'Bo' }, { name: 'Cy' }] },
      ['sides must have at most 2 elements'],
    ],
    ['a round without a number', casualWith({ rounds: [{} as never] }), ['sides[0].rounds[0].round is missing']],
    [
      'metrics that are no values',
      casualWith({ rounds: [{ round: 1, metrics: { 3: 'x', 'a/b~c': null } as never }] }),
      [
        'sides[0].rounds[0].metrics.3 must be a number, true or false',
        'sides[0].rounds[0].metrics.a/b~c must be a number, true or false',
      ],
    ],
  ])('%s', (_, record, problems) => expect(problemsOf(JSON.stringify(record))).toStrictEqual(problems));

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

  test('is told for every one of twenty fields', () => {
    const organizers = Array.from({ length: 20 }, () => 'two words');
    expect(problemsOf(JSON.stringify(tournament({ organizers })))).toStrictEqual(
      organizers.map((_, index) => `organizers[${index}] ${WORD}`),
    );
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
  test.each<[string, object, string[]]>([
    ['NUL', club({ name: 'a\0b' }), [`name ${UNSTORABLE}`]],
    [
      'the first half of a pair',
      tournament({ participants: [{ name: '\ud83d' }] }),
      [`participants[0].name ${UNSTORABLE}`],
    ],
    ['the second half of a pair', club({ description: '\udc00 \ud83d' }), [`description ${UNSTORABLE}`]],
    [
      'NUL in the name of a metric',
      casualWith({ rounds: [{ round: 1, metrics: { 'a\0': 1 } }] }),
      [`sides[0].rounds[0].metrics has a key that ${UNSTORABLE}`],
    ],
  ])('%s is refused', (_, record, problems) => expect(problemsOf(JSON.stringify(record))).toStrictEqual(problems));

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

  test.each<[string, BundleRecord, string[]]>([
    [
      'only a removed player has no name',
      player('p-1', { name: null }),
      ['name is missing (only a removed player has none)'],
    ],
    ['a removed player may have none', player('p-1', { name: null, removed: true }), []],
    [
      'a tournament ends after it starts',
      tournament({ startDate: '2026-05-03', endDate: '2026-05-02' }),
      ['endDate must not be before startDate'],
    ],
    [
      'a band goes from its first place to its last',
      tournament({ stages: [knockout({ id: 'placement-8-5', players: null })] }),
      ['stages[0].id must name the band from its first place to its last, such as placement-5-8'],
    ],
    [
      'a band may begin in the two digits',
      tournament({ stages: [knockout({ id: 'placement-9-12', players: null })] }),
      [],
    ],
    [
      'a match is played in a round of its stage',
      bracket({ roundNumber: 3 }),
      ['bracketMatches[0].roundNumber must be at most 2, the rounds of knockout'],
    ],
    [
      'a battle is that of one match',
      bracket({ battle: 'b-1' }, { table: 2, battle: 'b-1' }),
      ['bracketMatches[1].battle repeats b-1'],
    ],
    [
      'a side has a round once',
      casualWith({ rounds: [{ round: 1 }, { round: 2 }, { round: 1 }] }),
      ['sides[0].rounds[2].round repeats 1'],
    ],
    ...(['attacker', 'defender'] as const).map((role): [string, BundleRecord, string[]] => [
      `the two sides are not both ${role}`,
      casual('b-1', {
        sides: [
          { name: 'Ann', role },
          { name: 'Bo', role },
        ],
      }),
      [`sides must not both be ${role}: one attacks and the other defends`],
    ]),
    ['a tournament may last one day', tournament({ startDate: '2026-05-02', endDate: '2026-05-02' }), []],
    [
      'swiss is a board',
      tournament({ stages: [swiss({ type: 'bracket' })] }),
      ['stages[0].type must be board for swiss'],
    ],
    [
      'a placement band is a bracket',
      tournament({ stages: [swiss({ id: 'placement-5-8' })] }),
      ['stages[0].type must be bracket for placement-5-8'],
    ],
    [
      'the final standings have no rounds',
      tournament({ stages: [standings({ rounds: 3 })] }),
      ['stages[0].rounds must be null on the final standings'],
    ],
    [
      'every other stage has rounds',
      tournament({ stages: [swiss({ rounds: null })] }),
      ['stages[0].rounds is missing'],
    ],
    [
      'the knockout says how many it takes',
      tournament({ stages: [knockout({ players: null })] }),
      ['stages[0].players is missing'],
    ],
    [
      'no other stage does',
      tournament({ stages: [swiss({ players: 8 })] }),
      ['stages[0].players must be null except on the knockout'],
    ],
    ['a stage is there once', tournament({ stages: [swiss(), swiss()] }), ['stages[1].id repeats swiss']],
    [
      'a participant has a name or an id',
      tournament({ participants: ['Ann', {}] }),
      ['participants[1].name is missing (needed without a playerId)'],
    ],
    [
      'a group needs groups',
      tournament({ participants: [{ name: 'Ann', group: 'Group A' }] }),
      ['participants[0].group must be null in a tournament without groups'],
    ],
    [
      'a final placement needs the end',
      tournament({ participants: [{ name: 'Ann', finalPlacement: 1 }] }),
      ['participants[0].finalPlacement must be null until the tournament has finished'],
    ],
    [
      'an entry is there once',
      tournament({ participants: ['Ann', { entry: 1, name: 'Bo' }] }),
      ['participants[1].entry repeats 1'],
    ],
    [
      'a player signs up once',
      tournament({ participants: [{ playerId: 'p-1' }, 'Bo', { playerId: 'p-1' }] }),
      ['participants[2].playerId repeats p-1'],
    ],
    ['an organiser is there once', tournament({ organizers: ['p-1', 'p-1'] }), ['organizers[1] repeats p-1']],
    [
      'a match is played in a stage of the tournament',
      bracket({ stage: 'placement-3' }),
      ['bracketMatches[0].stage must be a bracket stage of this tournament'],
    ],
    [
      'a match is played in a bracket',
      bracket({ stage: 'swiss' }),
      ['bracketMatches[0].stage must be a bracket stage of this tournament'],
    ],
    [
      'a match has two players or none',
      bracket({ players: [1] }),
      ['bracketMatches[0].players must name two entries or none'],
    ],
    ['nobody meets himself', bracket({ players: [1, 1] }), ['bracketMatches[0].players must be two different entries']],
    [
      'a match is between participants',
      bracket({ players: [1, 3] }),
      ['bracketMatches[0].players[1] must be an entry of this tournament, and 3 is not'],
    ],
    ['one of the two wins', bracket({ winner: 3 }), ['bracketMatches[0].winner must be one of the two players']],
    [
      'nobody wins a match that waits',
      bracket({ players: [], winner: 1 }),
      ['bracketMatches[0].winner must be one of the two players'],
    ],
    [
      'a table has one match a round',
      bracket({}, { players: [] }),
      ['bracketMatches[1] repeats knockout, round 1, table 1'],
    ],
    ['a casual battle has no stage', casual('b-1', { stage: 'swiss' }), ['stage must be null in a casual battle']],
    [
      'a tournament battle has a stage',
      battle('b-1', { stage: null }),
      ['stage is missing (needed in a tournament battle)'],
    ],
    [
      'no battle is played in the final standings',
      battle('b-1', { stage: 'standings' }),
      ['stage must not be standings: no battle is played in the final table'],
    ],
    [
      'only a casual battle is logged for a club',
      battle('b-1', { club: 'northern-legion' }),
      ['club must be null in a tournament battle'],
    ],
    ['a casual side has no entry', casualWith({ entry: 1 }), ['sides[0].entry must be null in a casual battle']],
    [
      'a casual side has a name or an id',
      casual('b-1', { sides: [{ name: 'Ann' }, {}] }),
      ['sides[1].name is missing (needed without a playerId)'],
    ],
    [
      'a tournament side has an entry',
      battle('b-1', { sides: [{ entry: 1 }, {}] }),
      ['sides[1].entry is missing (needed in a tournament battle)'],
    ],
    [
      'the entry says who plays',
      battle('b-1', {
        sides: [
          { entry: 1, playerId: 'p-1' },
          { entry: 2, name: 'Bo' },
        ],
      }),
      [`sides[0].playerId ${ENTRY}`, `sides[1].name ${ENTRY}`],
    ],
    ['two do not win', battle('b-1', { sides: outcomes('win', 'win') }), [OUTCOMES]],
    ['a win and a draw do not meet', battle('b-1', { sides: outcomes('win', 'draw') }), [OUTCOMES]],
    ['one side alone does not draw', battle('b-1', { sides: outcomes('draw', null) }), [OUTCOMES]],
    [
      'a draw has no victory size',
      battle('b-1', { victorySize: 'minor', sides: outcomes('draw', 'draw') }),
      ['victorySize must be null without a winner'],
    ],
    ['the second may win', battle('b-1', { victorySize: 'major', sides: outcomes('loss', 'win') }), []],
    [
      'one entry does not play both sides',
      battle('b-1', { sides: [{ entry: 1 }, { entry: 1 }] }),
      ['sides must be two different players'],
    ],
    [
      'one player does not',
      casual('b-1', { sides: [{ playerId: 'p-1' }, { playerId: 'p-1' }] }),
      ['sides must be two different players'],
    ],
    ['namesakes may', casual('b-1', { sides: [{ name: 'Ann' }, { name: 'Ann' }] }), []],
  ])('%s', (_, record, problems) => expect(problemsOf(JSON.stringify(record))).toStrictEqual(problems));
});

/** Problems as they are printed after the line number. */
function problemsOf(line: string): string[] {
  return checkLine(line).problems.map((problem) => problemText({ line: 1, ...problem }).replace('line 1: ', ''));
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
