// Headings that are repeated, blocks of a round, and files in which no result is understood.
import { describe, expect, test } from 'vitest';
import { spreadsheet } from '../src/spreadsheet/spreadsheet.js';
import { convertOne, file, inWords, problemsOf } from './support/convert.js';
import { workbook } from './support/workbook.js';

const named = { stated: { name: 'Open', startDate: '2026-10-17' } };
const sheet = (...rows: string[]) => [file('open.csv', rows.join('\n'))];
const wordsOf = (...rows: string[]) => inWords(convertOne(spreadsheet, sheet(...rows), named));

describe('headings that are repeated are read by their position', () => {
  test.each([
    ['Player 1,Score,VPs,vs,Player 2,Score,VPs', 'Ann,15,24,vs,Bo,5,11'],
    ['Player,Score,VPs,vs,Player,Score,VPs', 'Ann,15,24,,Bo,5,11'],
    ['Score,VPs,Player 1,Player 2,Score,VPs', '15,24,Ann,Bo,5,11'],
    ['Joueur 1;Score;PV;contre;Joueur 2;Score;PV', 'Ann;15;24;;Bo;5;11'],
    ['Spieler A;Punkte;SP;Tisch;Spieler B;Punkte;SP', 'Ann;15;24;1;Bo;5;11'],
    ['Name;Punkte;SP;Gegner;Punkte;SP', 'Ann;15;24;Bo;5;11'],
  ])('for both players of a battle: %s', (head, row) => {
    const converted = convertOne(spreadsheet, sheet(head, row), named);
    expect(inWords(converted)).toStrictEqual(['null Ann 15 win – Bo 5 loss']);
    expect(converted.battles[0]?.sides.map(({ victoryPoints }) => victoryPoints)).toStrictEqual([24, 11]);
  });

  test.each([
    ['Nom;Ronde 1;Résultat 1;Ronde 2;Résultat 2', 'Ann;Bo;V;Cy;N', 'Bo;Ann;D;;', 'Cy;;;Ann;N'],
    ['Nom;Ronde 1;Résultat;Ronde 2;Résultat', 'Ann;Bo;V;Cy;N', 'Bo;Ann;D;;', 'Cy;;;Ann;N'],
    ['Spieler;Gegner;Ergebnis;Gegner;Ergebnis', 'Ann;Bo;S;Cy;U', 'Bo;Ann;N;;', 'Cy;;;Ann;U'],
    ['Name,Opponent 1,Result,Opponent 2,Result', 'Ann,Bo,W,Cy,D', 'Bo,Ann,L,,', 'Cy,,,Ann,D'],
    ['Name,R1,Result R1,R2,Result R2', 'Ann,Bo,W,Cy,D', 'Bo,Ann,L,,', 'Cy,,,Ann,D'],
  ])('for every round: %s', (...rows) => {
    expect(wordsOf(...rows)).toStrictEqual(['1 Ann null win – Bo null loss', '2 Ann null draw – Cy null draw']);
  });

  test('and a sum before or after the rounds is of none', () => {
    const rounds = ['Opponent,Points,Opponent,Points', 'Bo,15,Bo,12', 'Ann,5,Ann,8'];
    const figures = ['1 Ann 15 win – Bo 5 loss', '2 Ann 12 win – Bo 8 loss'];
    const [head, ann, bo] = rounds;
    expect(wordsOf(`Name,Points,${head}`, `Ann,27,${ann}`, `Bo,13,${bo}`)).toStrictEqual(figures);
    expect(wordsOf(`Name,${head},Points`, `Ann,${ann},27`, `Bo,${bo},13`)).toStrictEqual(figures);
  });
});

describe('a block for every round', () => {
  test.each([
    [
      'Runde 1',
      'Tisch;Spieler 1;Spieler 2;Punkte 1;Punkte 2',
      '1;Ann;Bo;15;5',
      '',
      'Runde 2',
      'Tisch;Spieler 1;Spieler 2;Punkte 1;Punkte 2',
      '1;Bo;Ann;12;8',
    ],
    ['Round 1,,,', 'Player 1,Player 2,Points 1,Points 2', 'Ann,Bo,15,5', 'Round 2,,,', 'Bo,Ann,12,8'],
    ['Joueur 1;Joueur 2;Score;Score', 'Ronde 1;;;', 'Ann;Bo;15;5', '2. ronde;;;', 'Bo;Ann;12;8'],
  ])('has its round above it: %s, %s', (...rows) => {
    expect(wordsOf(...rows)).toStrictEqual(['1 Ann 15 win – Bo 5 loss', '2 Bo 12 win – Ann 8 loss']);
  });

  test('may have more in its heading, and share the names of columns', () => {
    const rows = [
      'Round 1 - Saturday,,,',
      'Player 1,Score,Player 2,Score',
      'Ann,15,Bo,5',
      'Round 2 (Sunday),,,',
      'Bo,12,Ann,8',
    ];
    expect(wordsOf(...rows)).toStrictEqual(['1 Ann 15 win – Bo 5 loss', '2 Bo 12 win – Ann 8 loss']);
  });

  test.each([
    ['Player 1,Player 2,Score 1,Score 2,Player 1,Player 2,Score 1,Score 2', 'E2, F2'],
    ['Spieler,Punkte,Spieler,Punkte,Spieler,Punkte,Spieler,Punkte', 'C2, G2'],
  ])('beside another is refused: %s', (head, at) => {
    expect(problemsOf(spreadsheet, sheet('Round 1,,,,Round 2,,,', head, 'Ann,Bo,15,5,Bo,Ann,12,8'), named)).toContain(
      `open.csv: ${at}: names players again beside others: write the blocks of the rounds below each other, each with a row such as "Round 2" above it`,
    );
  });

  test('may be a sheet of a workbook, or a file, that is called as the round', () => {
    const head = ['Player 1', 'Player 2', 'Points 1', 'Points 2'];
    const bytes = workbook({ 'Round 1': [head, ['Ann', 'Bo', 15, 5]], 'Runde 2': [head, ['Bo', 'Ann', 12, 8]] });
    const figures = ['1 Ann 15 win – Bo 5 loss', '2 Bo 12 win – Ann 8 loss'];
    expect(inWords(convertOne(spreadsheet, [file('open.xlsx', bytes)], named))).toStrictEqual(figures);
    const files = [file('round-1.csv', `${head}\nAnn,Bo,15,5`), file('round-2.csv', `${head}\nBo,Ann,12,8`)];
    expect(inWords(convertOne(spreadsheet, files, named))).toStrictEqual(figures);
  });
});

describe('a file of whose results none is understood is refused, with its headings', () => {
  test.each([
    ['Nom;Ronde 1;Ronde 2', 'Ann;15;5', 'B1, C1: no result is understood of the columns "Ronde 1", "Ronde 2"'],
    ['Name,R1 Result,R2 Result', 'Ann,W,L', 'B1, C1: no result is understood of the columns "R1 Result", "R2 Result"'],
    [
      'Spieler 1;Spieler 2;Kills 1;Kills 2',
      'Ann;Bo;15;5',
      'C1, D1: no result is understood of the columns "Kills 1", "Kills 2"',
    ],
    ['Player 1,Player 2,Final', 'Ann,Bo,15:5', 'C1: no result is understood of the columns "Final"'],
  ])('%s', (head, row, problem) => {
    const problems = problemsOf(spreadsheet, sheet(head, row, row.replace('Ann', 'Cy').replace('Bo', 'Di')), named);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`open.csv: ${problem}: `);
  });

  test('but players with fees and ratings, pairings, and rounds that are empty are not', () => {
    const of = (...rows: string[]) => convertOne(spreadsheet, sheet(...rows), named).tournament.participants?.length;
    expect(of('Name,Club,Fee,Rating', 'Ann,,25,1500', 'Bo,,25,1400')).toBe(2);
    expect(of('Round,Table,Player 1,Player 2,Seat', '1,1,Ann,Bo,3')).toBe(2);
    expect(of('Name,R1 Result,R2 Result', 'Ann,,', 'Bo,,')).toBe(2);
  });

  test('and so is a file beside others in which nothing is', () => {
    const players = file('players.csv', 'Name,Club\nAnn,\n');
    expect(problemsOf(spreadsheet, [players, file('r.csv', 'A,B\nAnn,15\n')], named)[0]).toContain(
      'r.csv: has no sheet',
    );
  });
});

test('a nickname finds the player, and is kept nowhere', () => {
  const rows = ['Name,Nickname,R1 Opponent,R1 Result', 'Ann Lee,Rat,Crow,W', 'Bo Ek,Crow,Rat,L'];
  const converted = convertOne(spreadsheet, sheet(...rows), named);
  expect(inWords(converted)).toStrictEqual(['1 Ann Lee null win – Bo Ek null loss']);
  expect(JSON.stringify(converted.records)).not.toMatch(/Rat|Crow/);
  expect(wordsOf('Pseudo;Adversaire 1;Résultat 1', 'Rat;Crow;V', 'Crow;Rat;D')).toStrictEqual([
    '1 Rat null win – Crow null loss',
  ]);
});

test('a column of tables is said not to be stored yet', () => {
  const { notes } = convertOne(spreadsheet, sheet('Table,Player 1,Player 2,Result', '1,Ann,Bo,W'), named);
  expect(notes?.told()).toStrictEqual(['not stored yet, as there is no place for tables: open.csv: A1 Table']);
});
