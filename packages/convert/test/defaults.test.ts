// Defaults: each that was used is printed, in one place, with the setting that changes it.
import { describe, expect, test } from 'vitest';
import { convert } from '../src/convert.js';
import { reportText } from '../src/report.js';
import { spreadsheet } from '../src/spreadsheet/spreadsheet.js';
import { readStated } from '../src/stated.js';
import { asked, convertOne, file, problemsOf } from './support/convert.js';

const ROWS = [
  'Nom;Adversaire R1;Résultat R1;Points R1;Adversaire R2;Résultat R2;Points R2',
  'Ann;Bo;V;15;Cy;;',
  'Bo;Ann;D;5;exempt;;13',
  'Cy;exempt;;;Ann;;',
];
const files = [file('open.csv', ROWS.join('\n'))];
const saying = (...words: string[]) => {
  const { stated, problems } = readStated(['name=Open', 'startDate=2026-10-17', ...words]);
  expect(problems).toStrictEqual([]);
  return { stated };
};
const reportOf = (...words: string[]) => reportText(convert(spreadsheet, files, asked(saying(...words)))).split('\n');
const byesOf = (...words: string[]) =>
  convertOne(spreadsheet, files, saying(...words)).tournament.participants?.flatMap(({ unplayed }) =>
    (unplayed ?? []).map(({ round, outcome, battlePoints }) => `${round} ${outcome} ${battlePoints}`),
  );

test('every default is printed first, with what sets it, and none that was set', () => {
  expect(reportOf().slice(1, 6)).toStrictEqual([
    '  default: that a bye counts as a win (otherwise --set byes=draw)',
    '  default: that it is being played, as battles have no result (otherwise --set status=finished)',
    '  default: the points limit, 2000 (otherwise --set battleSize=1000)',
    '  default: the number of rounds, 2, as none is later (otherwise --set rounds=5)',
    '  default: the order of the board, by battlePoints, wins, victoryPointsDiff, victoryPoints (otherwise --set tieBreakers=wins,battlePoints,victoryPointsDiff)',
  ]);
  const all = ['byes=win:10', 'status=ongoing', 'battleSize=1000', 'rounds=5', 'tieBreakers=wins,battlePoints'];
  expect(reportOf(...all).join()).not.toContain('default');
});

test('the number of rounds that is set is that of the event, also while fewer are paired', () => {
  const { tournament } = convertOne(spreadsheet, files, saying('rounds=5'));
  expect(tournament.stages?.map(({ rounds }) => rounds)).toStrictEqual([5]);
  expect(tournament.status).toBe('ongoing');
});

describe('a bye', () => {
  test('is no loss: it counts as a win with the points of its row, and points that are missing are said', () => {
    expect(byesOf()).toStrictEqual(['2 win 13', '1 win null']);
    expect(reportOf()).toContain('  missing: points of byes: 1 (write them in their rows, or --set byes=win:13)');
  });

  test.each([
    ['byes=draw', ['2 draw 13', '1 draw null']],
    ['byes=win:10', ['2 win 13', '1 win 10']],
    ['byes=loss:0', ['2 loss 13', '1 loss 0']],
  ])('counts what %s says, where its row says nothing', (word, byes) => {
    expect(byesOf(word)).toStrictEqual(byes);
  });
});

test('what is set wrongly is refused, all at once', () => {
  expect(readStated(['rounds=0', 'byes=20', 'rounds', 'round=5', 'startDate=soon']).problems).toStrictEqual([
    '--set rounds=0 is not a number of rounds, from 1 to 99.',
    '--set byes=20 is not what a bye counts; write win, draw or loss, and points if it has any, such as win:13.',
    '--set rounds must have the form FIELD=VALUE.',
    expect.stringMatching(/^--set round is not a field; these are: .*, rounds, byes\.$/),
    '--set startDate=soon is not a day; write it as YYYY-MM-DD.',
  ]);
});

test('all that is wrong with a sheet of a layperson is said at once, with what to write', () => {
  const rows = [
    'Nr,Name,R1 Opponent,R1 Result,Dropped',
    '1,Ann,Bo,W,R1',
    '2,Bo,Ann,L,perhaps',
    '3,Cy,,W,',
    'Total players,24,,,',
  ];
  expect(
    problemsOf(spreadsheet, [file('open.csv', rows.join('\n')), file('fees.csv', 'Date,Points\n1,2\n')]),
  ).toStrictEqual([
    'open.csv: E3: "perhaps" is not yes, no or the last round, such as R3',
    expect.stringContaining(
      'fees.csv: has columns that are known, and none of players: name them "Name" (a row for each player)',
    ),
    'open.csv: C4: is empty, and there is a result: write the opponent, or what was in place of one: bye, walkover, no show or dropped',
    'open.csv: needs a name for the event: add --set name="…" --set startDate=YYYY-MM-DD, or a sheet with the two cells Name and the name',
  ]);
});

test('a round above a block is not offered as the name of the event', () => {
  const rows = ['Runde 1;;', 'Spieler 1;Spieler 2;Ergebnis', 'Ann;Bo;S'];
  expect(problemsOf(spreadsheet, [file('open.csv', rows.join('\n'))]).join()).toContain('--set name="…"');
});

test.each(['Total players', 'Anzahl der Spieler', 'Nombre de joueurs', 'Total: 24 players', 'Number of players'])(
  'a row of "%s" is no player, wherever the number stands',
  (words) => {
    const rows = ['Nr,Name,Club', '1,Ann,', '2,Bo,', `${words},24,`, `,,${words}`];
    const { tournament } = convertOne(spreadsheet, [file('open.csv', rows.join('\n'))], saying());
    expect(tournament.participants?.map(({ name }) => name)).toStrictEqual(['Ann', 'Bo']);
  },
);
