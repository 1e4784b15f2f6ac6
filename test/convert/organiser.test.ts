// Sheets as organisers have them, with what usually is wrong in them.
import { describe, expect, test } from 'vitest';
import { convert } from '../../src/convert/convert.js';
import { reportText } from '../../src/convert/report.js';
import { spreadsheet } from '../../src/convert/spreadsheet/spreadsheet.js';
import { asked, convertOne, file, inWords, problemsOf } from '../support/convert.js';

const named = { stated: { name: 'Open', startDate: '2026-10-17' } };
const sheet = (...rows: string[]) => [file('open.csv', rows.join('\n'))];
const reportOf = (files: ReturnType<typeof sheet>, rest: Parameters<typeof asked>[0] = named) =>
  reportText(convert(spreadsheet, files, asked(rest))).split('\n');

describe('a team that is named in its first row only', () => {
  const head = 'Team,Club,Name';

  test('is that of the rows below, where all teams have as many rows, and that is said', () => {
    const rows = [head, 'Red,,Al', ',,Bo', 'Blue,,Cy', ',,Di'];
    const { tournament } = convertOne(spreadsheet, sheet(...rows), named);
    expect(tournament.participants?.map(({ team }) => team)).toStrictEqual(['Red', 'Red', 'Blue', 'Blue']);
    expect(reportOf(sheet(...rows))).toEqual(
      expect.arrayContaining([
        'Open (open-2026): 4 players, 2 teams, 0 battles',
        '  guessed: teams of players below the name of a team, as every team is named once and has 2 rows (open.csv: A3, A5)',
      ]),
    );
  });

  test.each([
    ['rows of another number', ['Red,,Al', ',,Bo', ',,Cy', 'Blue,,Di', ',,Ed']],
    ['a player above the first', [',,Al', 'Red,,Bo', ',,Cy', ',,Di']],
    ['a team named twice', ['Red,,Al', ',,Bo', 'red,,Cy', ',,Di']],
  ])('is not guessed with %s: the players without one are named by their cells', (_why, rows) => {
    const missing = reportOf(sheet(head, ...rows)).filter((line) => line.includes('without a team'));
    expect(missing).toHaveLength(1);
    expect(missing[0]).toMatch(
      /^ {2}missing: players without a team: \d \(open.csv: A\d, A\d(, A\d)?; a merged cell leaves its text only in the first row: write the team in every row\)$/,
    );
  });

  test('may be the column of clubs, which is said', () => {
    expect(reportOf(sheet('Name,Team', 'Al,Red', 'Bo,'))).toContain(
      '  guessed: that a column of teams holds clubs, as there is no column of clubs beside it (open.csv: B1)',
    );
  });
});

describe('a row of totals', () => {
  const wide = ['Name,R1 Opponent,R1 Result,R1 Points,Total', 'Ann,Bo,W,15,15', 'Bo,Ann,L,5,5'];

  test.each([
    'Summe',
    'Durchschnitt',
    'Total',
    'AVERAGE',
    'Gesamt:',
    'Moyenne',
    'Suma',
    'Średnia',
    'Media',
    'Promedio',
  ])('called %s is left out, whatever stands under the rounds', (word) => {
    const files = sheet(...wide, `${word},,,20,20`);
    expect(convertOne(spreadsheet, files, named).tournament.participants).toHaveLength(2);
    expect(reportOf(files)).toContain(`  left out, as it is a total and no player: open.csv: A4 ${word}`);
  });

  test('is left out of results, too', () => {
    const pairs = sheet('Round,Player 1,Player 2,Points 1,Points 2', '1,Ann,Bo,15,5', ',Total,,15,5');
    const long = sheet('Round,Name,Opponent,Points', '1,Ann,Bo,15', '1,Bo,Ann,5', ',Total,,20');
    for (const files of [pairs, long]) {
      expect(convertOne(spreadsheet, files, named).tournament.participants).toHaveLength(2);
      expect(reportOf(files).at(-1)).toMatch(/^ {2}left out, as it is a total and no player: open.csv: B\d Total$/);
    }
  });

  test('is a player who is called so if an opponent is named', () => {
    const { tournament } = convertOne(spreadsheet, sheet(wide[0] ?? '', 'Ann,Media,W,15,15', 'Media,Ann,L,5,5'), named);
    expect(tournament.participants?.map(({ name }) => name)).toStrictEqual(['Ann', 'Media']);
  });

  test('of another name shows itself as a player without a round', () => {
    expect(reportOf(sheet(...wide, 'Thanks to all,,,,'))).toContain(
      '  missing: players without a round: 1 (open.csv: A4 Thanks to all; are they players?)',
    );
  });
});
