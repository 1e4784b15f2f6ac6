// Players who leave during an event, as sheets of three languages have it: they win nothing by that.
import { describe, expect, test } from 'vitest';
import { spreadsheet } from '../src/spreadsheet/spreadsheet.js';
import { convertOne, file, problemsOf } from './support/convert.js';

const named = { stated: { name: 'Open', startDate: '2026-10-17' } };
const sheet = (...rows: string[]) => [file('open.csv', rows.join('\n'))];

/** The players who have dropped, and every award. */
function told(files: ReturnType<typeof sheet>) {
  const { tournament } = convertOne(spreadsheet, files, named);
  const participants = tournament.participants ?? [];
  const awards = participants.flatMap(({ name, unplayed }) =>
    (unplayed ?? []).map(({ round, kind, outcome }) => `${name} ${round} ${kind} ${outcome}`),
  );
  return [participants.flatMap(({ name, dropped }) => (dropped ? [name] : [])).join(), ...awards];
}

const french = (cell: string, result = '', points = '') =>
  sheet(
    'Nom;Adversaire R1;Résultat R1;Points R1;Adversaire R2;Résultat R2;Points R2',
    `Anaïs;Bo;V;15;${cell};${result};${points}`,
    'Bo;Anaïs;D;5;;;',
  );

describe('a word for quitting without an opponent', () => {
  test.each([
    'abandon',
    'Abandonné',
    'dropped',
    'drop',
    'aufgegeben',
    'Abgemeldet',
    'retired',
    'retirado',
    'wycofał się',
  ])('"%s" is no win, in place of the opponent or as the result', (word) => {
    expect(told(french(word))).toStrictEqual(['Anaïs']);
    expect(told(french('', word, '0'))).toStrictEqual(['Anaïs']);
    expect(told(french(word, 'D', '0'))).toStrictEqual(['Anaïs']);
  });

  test('stands in tables of battles, too, on either side', () => {
    const long = sheet('Round,Name,Opponent,Result', '1,Ann,Bo,W', '1,Bo,Ann,L', '2,Bo,,dropped');
    const pairs = sheet('Runde;Spieler 1;Spieler 2;Ergebnis', '1;Ann;Bo;S', '2;abgemeldet;Bo;', '2;Ann;Freilos;S');
    expect(told(long)).toStrictEqual(['Bo']);
    expect(told(pairs)).toStrictEqual(['Bo', 'Ann 2 bye win']);
  });

  test.each([
    ['abandon', 'V', ''],
    ['abandon', '', '20'],
    ['', 'abandon', '20'],
  ])('beside a win or points is refused: "%s", "%s", "%s"', (opponent, result, points) => {
    expect(problemsOf(spreadsheet, french(opponent, result, points), named)).toStrictEqual([
      'open.csv: E2: says that the player dropped, and the row has a result: write walkover if it was the opponent who left, or no result',
    ]);
  });

  test('before another round of the player is refused', () => {
    const rows = (r2: string, r3: string) =>
      sheet(
        'Name,R1 Opponent,R1 Result,R2 Opponent,R2 Result,R3 Opponent,R3 Result',
        `Ann,Bo,W,${r2},${r3}`,
        'Bo,Ann,L,,,,',
      );
    expect(problemsOf(spreadsheet, rows('dropped,', 'Bo,W'), named)).toStrictEqual([
      'open.csv: D2: says that Ann dropped before round 2, and there is a round 3: write "dropped after R3", or "no show" for a round that was only missed',
    ]);
    expect(problemsOf(spreadsheet, rows('dropped,', 'bye,'), named)).toHaveLength(1);
    expect(told(rows('dropped,', 'dropped,'))).toStrictEqual(['Ann']);
  });

  test('against an opponent the word says that the round was not played, and that the opponent came', () => {
    const rows = sheet('Name,R1 Opponent,R1 Result', 'Ann,Bo,dropped', 'Bo,Ann,walkover');
    expect(told(rows)).toStrictEqual(['', 'Ann 1 noShow loss', 'Bo 1 walkover win']);
  });
});

test.each(['no show', 'forfait', 'nicht erschienen'])(
  '"%s" in place of an opponent, and nothing else, is refused',
  (word) => {
    expect(problemsOf(spreadsheet, french(word), named)).toStrictEqual([
      'open.csv: E2: does not tell who did not come: write the opponent, or walkover, or win or loss as the result; dropped, if the player left',
    ]);
  },
);

describe('a column of who dropped, or of notes', () => {
  test.each([
    ['Dropped', 'R2'],
    ['Dropped', '2'],
    ['Drop', 'after R2'],
    ['Abgemeldet', 'nach Runde 2'],
    ['Abandon', 'oui'],
    ['Notes', 'Dropped after R2'],
    ['Status', 'dropped'],
    ['Bemerkung', 'Abgemeldet nach der 2. Runde'],
    ['Remarques', 'abandon (ronde 2)'],
  ])('%s: %s', (head, cell) => {
    expect(told(sheet(`Name,Club,${head}`, `Ann,,${cell}`, 'Bo,,'))).toStrictEqual(['Ann']);
  });

  test('says after which round, and a later one is refused', () => {
    const rows = sheet('Name,R3 Opponent,R3 Result,Notes', 'Ann,Bo,W,Dropped after R2', 'Bo,Ann,L,late');
    expect(problemsOf(spreadsheet, rows, named)).toStrictEqual([
      'open.csv: D2: says that Ann dropped before round 3, and there is a round 3: write "dropped after R3", or "no show" for a round that was only missed',
    ]);
  });

  test('that cannot be told is refused, with what to write', () => {
    expect(
      problemsOf(spreadsheet, sheet('Name,Dropped,Notes', 'Ann,maybe,', 'Bo,,may have dropped'), named),
    ).toStrictEqual([
      'open.csv: B2: "maybe" is not yes, no or the last round, such as R3',
      'open.csv: C3: "may have dropped" is not clear: write "dropped" or "dropped after R3" if the player did, and no such word if not',
    ]);
  });

  test('and other notes are said not to be read, to the one who converts only', () => {
    const { tournament, notes } = convertOne(
      spreadsheet,
      sheet('Name,Club,Notes', 'Ann,,dropped', 'Bo,,late', 'Cy,,'),
      named,
    );
    expect(notes?.told()).toStrictEqual(['not read, as of notes only "dropped" is: open.csv: C3']);
    expect(tournament.provenance?.missing).toStrictEqual([]);
  });

  test('notes may be long and have errors of formulas: they refuse no sheet', () => {
    const long = 'comes by train and may be late '.repeat(10);
    expect(told(sheet('Name,Club,Notes', `Ann,,${long}`, 'Bo,,#REF!', 'Cy,,dropped'))).toStrictEqual(['Cy']);
    const pairs = sheet('Round,Player 1,Player 2,Result,Notes', `1,Ann,Bo,win,${long}`, '1,Cy,Di,win,#REF!');
    expect(problemsOf(spreadsheet, pairs, named)).toStrictEqual([]);
  });
});
