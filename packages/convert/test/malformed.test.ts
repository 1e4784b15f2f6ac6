// Files that are damaged or contradict themselves are refused with the place, or what was done about it is said.
import { describe, expect, test } from 'vitest';
import { bestCoastPairings } from '../src/best-coast-pairings/best-coast-pairings.js';
import { convert } from '../src/convert.js';
import type { Converter, SourceFile } from '../src/converter.js';
import { goepp } from '../src/goepp/goepp.js';
import { naf } from '../src/naf/naf.js';
import { newRecruit } from '../src/new-recruit/new-recruit.js';
import { spreadsheet } from '../src/spreadsheet/spreadsheet.js';
import { trf } from '../src/trf/trf.js';
import { asked, convertOne, file, inWords, problemsOf } from './support/convert.js';
import { workbook } from './support/workbook.js';

const named = { stated: { name: 'Open', startDate: '2026-10-17' } };
const sheet = (...rows: string[]) => [file('a.csv', rows.join('\n'))];
const provenanceOf = (converter: Converter, files: SourceFile[], rest = {}) =>
  convertOne(converter, files, rest).tournament.provenance;

test('a text whose letters are in UTF-8 but for a broken one is not read in another encoding', () => {
  const cut = Buffer.from('Name,Club\nJörg Weiß,\nAnn Müß').subarray(0, -1);
  expect(problemsOf(spreadsheet, [file('a.csv', cut)], named)).toStrictEqual([
    'a.csv: line 3: has a broken letter, and the others are in UTF-8; is the file complete? If it is in another encoding, add --encoding',
  ]);
  expect(problemsOf(goepp, [file('a.gip', cut)])[0]).toContain('line 3: has a broken letter');
  expect(problemsOf(spreadsheet, [{ ...file('a.csv', cut), encoding: 'windows-1252' }], named)).toStrictEqual([]);
});

test.each([newRecruit, bestCoastPairings])('files without an event make no bundle: $name', (converter) => {
  expect(problemsOf(converter, [file('a.json', [])])).toStrictEqual(['a.json: holds no event']);
});

describe('in a sheet', () => {
  const cell = (r: string, text: string) => `<c r="${r}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const inCells = (...rows: string[]) => {
    const data = rows.map((row, index) => `<row r="${index + 1}">${row}</row>`).join('');
    const part = `<worksheet><sheetData>${data}</sheetData></worksheet>`;
    return [file('a.xlsx', workbook({ S: [['x']] }, { 'xl/worksheets/sheet1.xml': part }))];
  };
  const HEAD = `${cell('A1', 'Name')}${cell('B1', 'R1 Opponent')}${cell('C1', 'R1 Points')}`;
  const ANN = `${cell('A2', 'Ann')}${cell('B2', 'Bo')}`;
  const BO = `${cell('A3', 'Bo')}${cell('B3', 'Ann')}`;

  test('a formula that was never computed, and one with an error, is named with its cell', () => {
    const uncomputed = (after: string) => `<c r="${after}"><f>7+8</f><v></v></c>`;
    expect(problemsOf(spreadsheet, inCells(HEAD, ANN + uncomputed('C2'), BO + uncomputed('C3')), named)).toStrictEqual([
      'a.xlsx: S!C2, S!C3: has a formula without its value: open the file in a spreadsheet program, and save it there',
    ]);
    const errors = ['Name,Faction,R1 Opponent,R1 Result', '#REF!,Orcs,Bo,W', 'Bo,#N/A,#BEZUG!,L'];
    expect(problemsOf(spreadsheet, sheet(...errors), named).slice(0, 3)).toStrictEqual([
      'a.csv: A2: has the error #REF! and no value',
      'a.csv: C3: has the error #BEZUG! and no value',
      'a.csv: B3: has the error #N/A and no value',
    ]);
    const event = [file('e.csv', 'Name,#NAME?\nStart,2026-10-17\n'), ...sheet('Name,Club', 'Ann,')];
    expect(problemsOf(spreadsheet, event)[0]).toBe('e.csv: B1: has the error #NAME? and no value');
    const total = ['Name,R1 Opponent,R1 Points', 'Ann,Bo,15', 'Bo,Ann,5', 'Average,,#DIV/0!'];
    expect(problemsOf(spreadsheet, sheet(...total), named)).toStrictEqual([]);
  });

  test('a formula that leaves a cell empty does so', () => {
    const empty = '<c r="C2" t="str"><f>IF(1,"","")</f><v></v></c>';
    expect(inWords(convertOne(spreadsheet, inCells(HEAD, ANN + empty, BO), named))).toStrictEqual([
      '1 Ann null null – Bo null null',
    ]);
  });

  test('a text that the workbook does not have is refused', () => {
    const lost = '<c r="A2" t="s"><v>99</v></c>';
    expect(problemsOf(spreadsheet, inCells(HEAD, lost), named)).toStrictEqual([
      'a.xlsx: is damaged: the cell A2 has a text that is not in it',
    ]);
  });

  test('the second of two columns of one name is left out, which is said', () => {
    const { tournament, battles, notes } = convertOne(
      spreadsheet,
      sheet('Name,R1 Opponent,R1 Points,R1 Points,Total,Wins', 'Ann,Bo,15,1,,', 'Bo,Ann,5,2,,'),
      named,
    );
    expect(battles[0]?.sides.map(({ battlePoints }) => battlePoints)).toStrictEqual([15, 5]);
    expect(notes?.told()).toStrictEqual(['not read: a.csv: D1 R1 Points']);
    expect(tournament.provenance?.missing).toStrictEqual(['columns not understood: 1']);
  });

  test.each(['-1', '1.5', '0', '100'])('%s is no round', (round) => {
    expect(problemsOf(spreadsheet, sheet('Player,Opponent,Round,Result', `Ann,Bo,${round},W`), named)).toStrictEqual([
      `a.csv: C2: "${round}" is not a round`,
    ]);
  });

  test('what is in two files would count twice', () => {
    const [results] = sheet('Player 1,Player 2,Points 1,Points 2', 'Ann,Bo,15,5');
    const copy = { ...file('copy.csv', ''), bytes: results?.bytes ?? Buffer.from('') };
    expect(problemsOf(spreadsheet, [results ?? copy, copy], named)).toStrictEqual([
      'copy.csv: has the same in it as a.csv',
    ]);
  });

  test('a result without names, and one against the points, are said', () => {
    const rows = ['Name,Opponent,Round,Result,Points', 'Ann,Bo,1,W,5', 'Bo,Ann,1,L,15', ',Ann,2,W,15', 'Round 3,,,,'];
    const provenance = provenanceOf(spreadsheet, sheet(...rows.slice(0, 4)), named);
    expect(provenance?.missing).toStrictEqual(['results without a name: 1']);
    expect(provenance?.guessed).toContain('who won, by the results, though the other has more points');
  });

  test('thousands of names that nobody has take no time', () => {
    const rows = Array.from({ length: 15_000 }, (_, at) => `Player ${at},Nobody ${at},1`);
    const began = performance.now();
    expect(problemsOf(spreadsheet, sheet('Name,R1 Opponent,R1 Points', ...rows), named)).toHaveLength(301);
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe('of a platform', () => {
  const event = { _id: 'e1', name: 'Clash', teams: ['Ann', 'Bo', 'Cy'].map((name) => ({ name, players: [{ name }] })) };
  const report = (id: string, players: string[], rest = {}) => ({
    ...{ _id: id, id_match: `${id} ${players}`, id_tourny: 'e1', round: 1, scoring: { primary: 'BP' } },
    ...{ players: players.map((name) => ({ name, id_member: name })), score: [{ BP: 13 }, { BP: 7 }], ...rest },
  });
  const files = (...reports: object[]) => [file('e.json', event), file('r.json', reports)];

  test('two events or battles of one id are refused', () => {
    expect(problemsOf(newRecruit, [file('e.json', event), file('f.json', event)])).toStrictEqual([
      'f.json: is the event e1, and so is e.json',
    ]);
    expect(problemsOf(newRecruit, files(report('1', ['Ann', 'Bo']), report('1', ['Bo', 'Cy'])))).toStrictEqual([
      'e.json: holds two battles with the id nr-1',
    ]);
  });

  test('two battles of a player in a round are said, and a round that cannot be is none', () => {
    const twice = files(report('1', ['Ann', 'Bo']), report('2', ['Ann', 'Cy']));
    const said = 'that both count, where a player has two battles, or a bye as well, in one round';
    expect(provenanceOf(newRecruit, twice)?.guessed).toContain(said);
    const others = files(report('1', ['Ann', 'Bo']), report('2', ['Ann', 'Cy'], { round: 999 }));
    expect(provenanceOf(newRecruit, others)?.guessed).not.toContain(said);
    expect(provenanceOf(newRecruit, others)?.missing).toContain('rounds of battles: 1');
  });

  test('a registration of two people, and a result against the points, are said', () => {
    const person = (id: string, user: string) => ({ id, eventId: 'E1', user: { id: user, firstName: user } });
    const [ann, bo] = [person('A', 'Ann'), person('B', 'Bo')];
    const games = { player1Game: { result: 2, points: 5 }, player2Game: { result: 0, points: 50 } };
    const saved = [
      file('e.json', { id: 'E1', name: 'Open', eventDate: '2026-03-07', ended: true }),
      file('p.json', { active: [ann, bo, person('A', 'Zoe')] }),
      file('g.json', { active: [{ id: 'P', eventId: 'E1', round: 1, player1: ann, player2: bo, ...games }] }),
    ];
    const provenance = provenanceOf(bestCoastPairings, saved);
    expect(provenance?.missing).toContain('players with the id of another: 1');
    expect(provenance?.guessed).toContain('who won, by the results, though the other has more points');
  });
});

describe('a tournament report', () => {
  const line = (number: number, round: string) =>
    `001 ${String(number).padStart(4)}      P${number}`.padEnd(91) + round;
  const report = (one: string, two: string, ...more: string[]) => [
    file('a.trf', ['012 Open', '042 2026/01/10', line(1, one), line(2, two), ...more].join('\n')),
  ];

  test.each([
    ['   2 w +', '   1 b 1', 'line 3, round 1: has the result +, and 2 has 1'],
    ['   2 w +', '   1 b +', 'line 3, round 1: has the result +, and 2 has +'],
    ['   2 w H', '   1 b 0', 'line 3, round 1: has the result H, and 2 has 0'],
    ['   1 w 1', '', 'line 3, round 1: meets 1, which is the own number'],
    ['  2 w 1', '   1 b 0', 'line 3, round 1: is not in its columns: "  2 w 1"'],
  ])('with "%s" against "%s" is refused', (one, two, problem) => {
    expect(problemsOf(trf, report(one, two))).toContain(`a.trf: ${problem}`);
  });

  test('takes a forfeit of one or of both', () => {
    for (const [one, two] of ['+-', '-+', '--'])
      expect(problemsOf(trf, report(`   2 w ${one}`, `   1 b ${two}`))).toEqual([]);
  });

  test('with a player of two teams, or one whom it does not have, is refused', () => {
    const team = (name: string, members: string) => `013 ${name.padEnd(32)}${members}`;
    const teams = [team('Red', '   1    9'), team('Blue', '   1    2')];
    expect(problemsOf(trf, report('   2 w 1', '   1 b 0', ...teams))).toStrictEqual([
      'a.trf: team Red: has the player 9, who is not in the file',
      'a.trf: team Blue: has the player 1, and so has Red',
    ]);
  });
});

test('a report of two documents, or with a time that is none, is refused', () => {
  const report = (time: string) => `<nafReport><coaches/><game><timeStamp>${time}</timeStamp></game></nafReport>`;
  expect(problemsOf(naf, [file('a.xml', '<nafReport/>\n<nafReport/>')], named)).toStrictEqual([
    'a.xml: line 2: <nafReport> begins a second document',
  ]);
  expect(problemsOf(naf, [file('a.xml', report('2015-01-17 24:61'))], named)[0]).toContain(
    '<timeStamp> must have the form',
  );
});

test('a player who is twice in a file of sign-ups is refused', () => {
  const player = (id: number, first: string) => `${id}||${first}||B||||F||C||T||3||||1||||x`;
  const text = ['v1||x', 'Open||x', '7||x', '4||x', player(5, 'A'), player(5, 'C'), player(0, 'D'), player(0, 'D')];
  const { problems } = convert(goepp, [file('a.gip', text.join('\r\n'))], asked());
  expect(problems.map(({ at, message }) => `${at} ${message}`)).toStrictEqual([
    'line 6 is the same player as line 5',
    'line 8 is the same player as line 7',
  ]);
});
