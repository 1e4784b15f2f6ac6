// Sheets as organisers have them, with what usually is wrong in them.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { convert } from '../src/convert.js';
import { reportText } from '../src/report.js';
import { spreadsheet } from '../src/spreadsheet/spreadsheet.js';
import { readStated } from '../src/stated.js';
import { asked, convertOne, file, inWords, problemsOf } from './support/convert.js';

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

  test.each('Summe Durchschnitt Total AVERAGE Gesamt: Moyenne Suma Średnia Media Promedio'.split(' '))(
    'called %s is left out, whatever stands under the rounds',
    (word) => {
      const files = sheet(...wide, `${word},,,20,20`);
      expect(convertOne(spreadsheet, files, named).tournament.participants).toHaveLength(2);
      expect(reportOf(files)).toContain(`  left out, as it is a total and no player: open.csv: A4 ${word}`);
    },
  );

  test('is left out of results, too', () => {
    const pairs = sheet('Round,Player 1,Player 2,Points 1,Points 2', '1,Ann,Bo,15,5', ',Total,,15,5');
    const long = sheet('Round,Name,Opponent,Points', '1,Ann,Bo,15', '1,Bo,Ann,5', ',Total,,20');
    for (const files of [pairs, long]) {
      expect(convertOne(spreadsheet, files, named).tournament.participants).toHaveLength(2);
      expect(reportOf(files).at(-1)).toMatch(/^ {2}left out, as it is a total and no player: open.csv: B\d Total$/);
    }
  });

  test('says so in any column', () => {
    const nowhere = sheet(
      'Nr,Name,R1 Opponent,R1 Points,Remark',
      '1,Ann,Bo,15,',
      '2,Bo,Ann,5,',
      'Summe,,,20,',
      ',,,20,Total',
    );
    const pairs = sheet('Round,Player 1,Player 2,Points 1,Points 2', '1,Ann,Bo,15,5', 'Total,,,15,5', ',,Total,15,5');
    const long = sheet('Round,Name,Opponent,Points', '1,Ann,Bo,15', '1,Bo,Ann,5', 'Total,,,20', '1,,Total,20');
    const told = [nowhere, pairs, long].map((files) => {
      const { tournament, notes } = convertOne(spreadsheet, files, named);
      expect(tournament.participants).toHaveLength(2);
      expect(tournament.provenance?.missing).not.toContainEqual(expect.stringContaining('name'));
      return notes?.told().map((line) => line.replace('left out, as it is a total and no player: open.csv: ', ''));
    });
    expect(told.flat()).toStrictEqual([...['A4 Summe', 'E5 Total', 'A3 Total', 'C4 Total', 'A4 Total', 'C5 Total']]);
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

describe('a round that one of two did not come to', () => {
  const head = 'Name,R1 Opponent,R1 Result,R1 Points';
  const GUESS = '  guessed: who came to rounds that were not played, by points and words';
  const awards = (files: ReturnType<typeof sheet>) => {
    const { tournament, battles } = convertOne(spreadsheet, files, named);
    expect(battles).toStrictEqual([]);
    return tournament.participants?.map(({ unplayed }) =>
      (unplayed ?? []).map(({ round, kind, outcome, battlePoints }) => [round, kind, outcome, battlePoints].join(' ')),
    );
  };
  const FIRST_CAME = [['1 walkover win 20'], ['1 noShow loss 0']];

  test.each([
    ['walkover', 'no show'],
    ['w/o', 'forfeit'],
    ['win w/o', 'concede'],
    ['kampflos', 'nicht angetreten'],
    ['kampfloser Sieg', 'Niederlage'],
    ['20:0 kampflos', ''],
    ['victoire par forfait', 'forfait'],
    ['walkower', 'nie stawił się'],
    ['win', 'incomparecencia'],
    ['', 'no presentado'],
  ])('is told by "%s" and "%s": no battle, but awards for both', (one, two) => {
    expect(awards(sheet(head, `Ann,Bo,${one},20`, `Bo,Ann,${two},0`))).toStrictEqual(FIRST_CAME);
  });

  test('is guessed by the points, which is said, where both rows have the same word', () => {
    const files = sheet(head, 'Ann,Bo,no show,20', 'Bo,Ann,did not play,0');
    expect(awards(files)).toStrictEqual(FIRST_CAME);
    expect(reportOf(files)).toContain(`${GUESS} (open.csv: B2)`);
    expect(reportOf(sheet(head, 'Ann,Bo,walkover,20', 'Bo,Ann,no show,0')).join()).not.toContain('who came');
  });

  test.each([
    ['win by forfeit', 'walkover'],
    ['no show', 'loss walkover'],
    ['no show', 'loss'],
  ])('is told by a result before words and points: "%s" and "%s"', (one, two) => {
    const files = sheet(head, `Ann,Bo,${one},0`, `Bo,Ann,${two},20`);
    expect(awards(files)).toStrictEqual([['1 walkover win 0'], ['1 noShow loss 20']]);
  });

  test('has nobody who came if both say so, and is refused if both say that they did', () => {
    const nobody = awards(sheet(head, 'Ann,Bo,no show,', 'Bo,Ann,no show,'));
    expect(nobody).toStrictEqual(Array(2).fill(['1 noShow loss ']));
    expect(problemsOf(spreadsheet, sheet(head, 'Ann,Bo,w/o,', 'Bo,Ann,w/o,'), named)).toStrictEqual([
      'open.csv: B3: does not tell who came: see B2',
    ]);
  });

  test('may name no opponent', () => {
    const files = sheet(head, 'Ann,no show,,20', 'Bo,no show,loss,0', 'Cy,walkover,win,20', 'Di,,no show,');
    expect(awards(files)).toStrictEqual([...FIRST_CAME, ['1 walkover win 20'], ['1 noShow loss ']]);
    expect(reportOf(files)).toContain(`${GUESS} (open.csv: D2, D5)`);
  });

  test('stands in a row of results, too, and not beside a battle of the same round', () => {
    const rows = ['Round,Player 1,Player 2,Result,Points 1,Points 2', '1,Ann,Bo,no show,0,20'];
    expect(awards(sheet(...rows))).toStrictEqual([['1 noShow loss 0'], ['1 walkover win 20']]);
    expect(problemsOf(spreadsheet, sheet(...rows, '1,Ann,Cy,win,20,0'), named)).toStrictEqual([
      'open.csv: C3: Ann has another opponent in round 1: see C2',
    ]);
  });
});

test('a battle in the row of one of its players only is taken, and named', () => {
  const files = sheet('Name,R1 Opponent,R1 Result,R1 Points', 'Ann,Bo,W,15', 'Bo,,,', 'Cy,Di,W,15', 'Di,Cy,L,5');
  expect(inWords(convertOne(spreadsheet, files, named))).toStrictEqual([
    '1 Ann 15 win – Bo null loss',
    '1 Cy 15 win – Di 5 loss',
  ]);
  expect(reportOf(files)).toContain(
    '  missing: second rows of battles: 1 (open.csv: B2; only one of the two players has the battle: write it in both rows)',
  );
});

describe('a problem says what to do', () => {
  const head = 'Name,R1 Opponent,R1 Result,R1 Points';

  test('with the nearest name, and once for all cells', () => {
    const rows = ['Round,Player 1,Player 2,Result', '1,Olaf Bush,Ann,W', '2,Ann,Olaf Bush,W', '3,Ann,Somebody,W'];
    const files = [file('who.csv', 'Name,Club\nOlaf Busch,\nAnn,\n'), file('r.csv', rows.join('\n'))];
    expect(problemsOf(spreadsheet, files, named)).toStrictEqual([
      'r.csv: B2, C3: "Olaf Bush" is not among the players; did you mean Olaf Busch (A2)?',
      'r.csv: C4: "Somebody" is not among the players',
    ]);
  });

  test('with the column that would tell two of one name apart', () => {
    expect(problemsOf(spreadsheet, sheet(head, 'Ann,,,', 'Ann,,,', 'Bo,Ann,W,1'), named)).toStrictEqual([
      'open.csv: B4: "Ann" is the name of A2 and A3; add a column Nr, and write their numbers instead',
    ]);
  });

  test('with the name of a column of scores, and in plain words of a player alone', () => {
    expect(problemsOf(spreadsheet, sheet(head, 'Ann,Bo,W,15:5', 'Bo,Ann,L,5:15', 'Cy,Cy,W,1'), named)).toStrictEqual([
      'open.csv: D2, D3: has the scores of both, such as 15:5; call the column Result',
      'open.csv: B4: Cy cannot play against themselves: name the opponent',
    ]);
  });

  test('with the title above the columns as the name', () => {
    expect(problemsOf(spreadsheet, sheet('Spring "Clash",,,', ',,,', head, 'Ann,Bo,W,1', 'Bo,Ann,L,0'))).toStrictEqual([
      `open.csv: A1: needs a name for the event: add --set name="Spring 'Clash'" --set startDate=YYYY-MM-DD, or a sheet with the two cells Name and the name`,
    ]);
  });

  test.each([
    ['a PDF', Buffer.from('%PDF-1.4')],
    ['a file of old Excel (.xls)', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('of %s, with how to save it', (kind, bytes) => {
    expect(problemsOf(spreadsheet, [file('open.xls', bytes)], named)).toStrictEqual([
      `open.xls: is ${kind}, not a spreadsheet that is read: save it as CSV or XLSX`,
    ]);
  });
});

describe('a sheet as people write it', () => {
  test('names opponents by a part of their names, if it is that of one player only', () => {
    const files = (opponent: string) =>
      sheet(
        'Pl.;Name;Verein;Gegner 1;TP 1',
        '1.;Jörg Weiß;;Groß;17,5',
        `2.;Jan Groß;;${opponent};2,5`,
        '3.;Jana Weiß;;;',
      );
    const converted = convertOne(spreadsheet, files('J. Weiß, Jörg'), named);
    expect(inWords(converted)).toStrictEqual(['1 Jörg Weiß 17.5 win – Jan Groß 2.5 loss']);
    expect(converted.tournament.participants?.map(({ finalPlacement }) => finalPlacement)).toStrictEqual([1, 2, 3]);
    expect(converted.notes?.guessed()).toContain('who is meant where only a part of a name is given');
    expect(problemsOf(spreadsheet, files('Weiß'), named)).toStrictEqual([
      'open.csv: D3: "Weiß" could be Jörg Weiß (B2) or Jana Weiß (B4)',
    ]);
    expect(problemsOf(spreadsheet, files('J'), named)).toStrictEqual(['open.csv: D3: "J" is not among the players']);
  });

  test.each([
    ['samedi 14 novembre 2026', '2026-11-14', null],
    ['14. November 2026', '2026-11-14', null],
    ['Samstag, 14.11.2026', '2026-11-14', null],
    ['14 listopada 2026', '2026-11-14', null],
    ['14 de noviembre de 2026', '2026-11-14', null],
    ['November 14, 2026', '2026-11-14', null],
    ['14./15.11.2026', '2026-11-14', '2026-11-15'],
    ['14-15 novembre 2026', '2026-11-14', '2026-11-15'],
    ['du 14 au 15 novembre 2026', '2026-11-14', '2026-11-15'],
  ])('has its days as %s', (day, startDate, endDate) => {
    const files = [file('event.csv', `Tournoi;Open\nDate;${day}\n`), file('open.csv', 'Nom;Club\nAnn;\n')];
    expect(convertOne(spreadsheet, files).tournament).toMatchObject({ startDate, endDate });
  });

  test.each(['15-14 novembre 2026', '31 novembre 2026', 'novembre 2026', '14 brumaire 2026'])('%s is no day', (day) => {
    const files = [file('event.csv', `Tournoi;Open\nDate;${day}\n`), file('open.csv', 'Nom;Club\nAnn;\n')];
    expect(problemsOf(spreadsheet, files)[0]).toBe(`event.csv: B2: "${day}" is not a day; write it as YYYY-MM-DD`);
  });

  test('names the winner by the column', () => {
    const head = 'Ronde;Joueur A;Joueur B;Vainqueur';
    const converted = convertOne(
      spreadsheet,
      sheet(head, '1;Ann;Bo;A', '2;Ann;Bo;b', '3;Ann;Bo;égalité', '4;Bo;Ann;1'),
      named,
    );
    expect(inWords(converted)).toStrictEqual([
      '1 Ann null win – Bo null loss',
      '2 Ann null loss – Bo null win',
      '3 Ann null draw – Bo null draw',
      '4 Bo null win – Ann null loss',
    ]);
    expect(converted.tournament.participants).toHaveLength(2);
    expect(problemsOf(spreadsheet, sheet(head, '1;Ann;Bo;forfait B'), named)).toStrictEqual([
      'open.csv: D2: "forfait B" is neither of the two players; who did not come is written in a column Result: no show, if it is the first of the two, and walkover if not',
    ]);
  });

  test('and saved by LibreOffice is read with its merged cells, days and formulas', () => {
    const bytes = readFileSync(new URL('workbooks/puchar-wisly.xlsx', import.meta.url));
    const converted = convertOne(spreadsheet, [file('puchar-wisly.xlsx', bytes)]);
    const { tournament } = converted;
    expect(tournament).toMatchObject({
      slug: 'puchar-wisly-2026',
      name: 'Puchar Wisły',
      startDate: '2026-11-14',
      endDate: '2026-11-15',
      city: 'Kraków',
      battleSize: 2000,
      stages: [{ rounds: 2 }],
    });
    const teams = {
      'Smoki Wawelskie, klub-smok': ['Łukasz Wiśniewski', 'Żaneta Różańska', 'Paweł Dębski'],
      'Bazyliszki, warszawska-kuznia': ['Michał Jóźwiak', 'Grażyna Ćwik', 'Bartłomiej Świątek'],
      'Syreny, warszawska-kuznia': ['Zofia Wójcik', 'Szymon Gołąb', 'Agnieszka Źródło'],
      'Koziołki, poznan-kosci': ['Jan Kowalczyk', 'Hanna Święch', 'Ignacy Mączka'],
    };
    expect(tournament.participants?.map(({ name, team, club }) => `${name}: ${team}, ${club}`)).toStrictEqual(
      Object.entries(teams).flatMap(([team, names]) => names.map((name) => `${name}: ${team}`)),
    );
    expect(inWords(converted)).toHaveLength(12);
    expect(inWords(converted)).toContain('1 Paweł Dębski 20 win – Bartłomiej Świątek 0 loss');
    expect(JSON.stringify(converted.records)).not.toContain('60 zł');
    expect(converted.notes?.told()).toStrictEqual([
      'not read: Turniej!A6 Organizator',
      'left out, as it is a total and no player: puchar-wisly.xlsx: Wyniki!A16 Razem',
    ]);
  });
});

test('"Erg." is a result in German', () => {
  const files = sheet('Spieler;Gegner 1;Erg. 1;Punkte 1', 'Ann;Bo;S;15', 'Bo;Ann;N;5');
  expect(inWords(convertOne(spreadsheet, files, named))).toStrictEqual(['1 Ann 15 win – Bo 5 loss']);
});

test.each(['2 000', '2\u00a0000', '2\u202f000', '2.000', '2,000 points'])('"%s" is two thousand', (size) => {
  const files = [file('event.csv', `Tournoi;Open\nFormat;${size}\n`), file('open.csv', 'Nom;Club\nAnn;\n')];
  expect(convertOne(spreadsheet, files).tournament.battleSize).toBe(2000);
});

test('places of an event that seems not to have finished are left out, which is said', () => {
  const files = sheet('Place,Name,Club', '1,Ann,', '2,Bo,');
  const said = '  left out: final places: 2, as the event has not finished; if it has, add --set status=finished';
  expect(reportOf(files)).toContain(said);
  const finished = { stated: { ...named.stated, status: 'finished' as const } };
  expect(reportOf(files, finished).join()).not.toContain('final places');
  const { tournament } = convertOne(spreadsheet, files, finished);
  expect(tournament.participants?.map(({ finalPlacement }) => finalPlacement)).toStrictEqual([1, 2]);
});

test('a dash in place of a team, a faction or a scenario is none', () => {
  const players = file('players.csv', 'Name,Club,Team,Faction,List\nAnn,-,Red,Skaven,\nBo,–,-,-,-\nCy,,-,—,.\n');
  const rows = ['Round,Player 1,Player 2,Result,Scenario,Faction 2', '1,Ann,Bo,W,-,/'];
  const { tournament, battles } = convertOne(spreadsheet, [players, file('r.csv', rows.join('\n'))], named);
  expect(tournament.teams?.map(({ name }) => name)).toStrictEqual(['Red']);
  expect(tournament.participants?.map(({ club, team, list }) => [club, team, list])).toStrictEqual([
    [null, 'Red', null],
    [null, null, null],
    [null, null, null],
  ]);
  expect(battles[0]?.scenario).toBeNull();
  expect(battles[0]?.sides.map(({ faction }) => faction)).toStrictEqual(['Skaven', null]);
});

test('two names that are nearly one are told where no sheet says who takes part', () => {
  const rows = ['Round,Player 1,Player 2,Result', '1,Olaf Busch,Ann Lee,W', '2,Olaf Bush,Cy,W', '3,Cy,A. Lee,L'];
  const told = (...files: ReturnType<typeof sheet>) =>
    convert(spreadsheet, files, asked(named)).events[0]?.notes.told();
  expect(told(...sheet(...rows))).toStrictEqual([
    'are these one player? Olaf Bush and Olaf Busch',
    'are these one player? A. Lee and Ann Lee',
  ]);
  expect(told(...sheet('Round,Player 1,Player 2,Result', '1,Player 1,Player 2,W', '2,Ann,Bo,W'))).toStrictEqual([]);
});

test('a winner beside a result is read: against a word it is refused, and with scores it decides', () => {
  const files = (result: string, winner: string) =>
    sheet('Round,Player 1,Player 2,Result,Winner', `1,Ann,Bo,${result},${winner}`);
  expect(problemsOf(spreadsheet, files('', 'constructor'), named)).toStrictEqual([
    'open.csv: E2: "constructor" is neither of the two players',
  ]);
  expect(problemsOf(spreadsheet, files('loss', 'Ann'), named)).toStrictEqual([
    'open.csv: E2: "Ann" is not what the result says, loss',
  ]);
  expect(inWords(convertOne(spreadsheet, files('loss', 'Bo'), named))).toStrictEqual(['1 Ann null loss – Bo null win']);
  expect(inWords(convertOne(spreadsheet, files('loss', '-'), named))).toStrictEqual(['1 Ann null loss – Bo null win']);
  expect(inWords(convertOne(spreadsheet, files('10:10', 'Ann'), named))).toStrictEqual(['1 Ann 10 win – Bo 10 loss']);
  expect(inWords(convertOne(spreadsheet, files('15:5', 'yes'), named))).toStrictEqual(['1 Ann 15 win – Bo 5 loss']);
  const against = convertOne(spreadsheet, files('8:12', 'Ann'), named);
  expect(inWords(against)).toStrictEqual(['1 Ann 8 win – Bo 12 loss']);
  expect(against.notes?.guessed()).toContain('who won, by the results, though the other has more points');
  const wide = sheet('Name,R1 Opponent,R1 Winner', 'Ann,Bo,Bo', 'Bo,Ann,Bo');
  expect(inWords(convertOne(spreadsheet, wide, named))).toStrictEqual(['1 Ann null loss – Bo null win']);
});

test('"1/2" is a half to some and a score to others, so it is refused', () => {
  const files = (result: string) => sheet('Round,Player 1,Player 2,Result', `1,Ann,Bo,${result}`);
  expect(problemsOf(spreadsheet, files('1/2'), named)).toStrictEqual([
    'open.csv: D2: "1/2" is not a result; write win, draw, loss, 15:5, bye, walkover, no show or dropped',
  ]);
  expect(inWords(convertOne(spreadsheet, files('1/3'), named))).toStrictEqual(['1 Ann 1 loss – Bo 3 win']);
});

test('an event without a day says how to give it one, which is read as in a sheet', () => {
  const files = sheet('Name,R1 Opponent,R1 Points', 'Ann,Bo,15', 'Bo,Ann,5');
  expect(reportOf(files, { stated: { name: 'Open' } })).toContain(
    '  missing: days of the event: 1 (add a row of "Date" and the day above the players, or --set startDate=YYYY-MM-DD)',
  );
  expect(reportOf(files).join()).not.toContain('days of the event');
  expect(readStated(['startDate=17.10.2026'])).toStrictEqual({ stated: { startDate: '2026-10-17' }, problems: [] });
  for (const day of ['03/04/2026', '03-04-2026'])
    expect(readStated([`startDate=${day}`]).problems).toStrictEqual([
      `--set startDate=${day} is not a day; write it as YYYY-MM-DD.`,
    ]);
  expect(readStated(['startDate=03.04.2026']).stated).toStrictEqual({ startDate: '2026-04-03' });
});

test('of two days the first is that of the start and the last that of the end, as in a sheet', () => {
  const [startDate, endDate] = ['2026-11-14', '2026-11-15'];
  expect(readStated(['startDate=14./15.11.2026']).stated).toStrictEqual({ startDate, endDate });
  expect(readStated(['startDate=14./15.11.2026', 'endDate=16.11.2026']).stated.endDate).toBe('2026-11-16');
  expect(readStated(['endDate=14./15.11.2026']).stated).toStrictEqual({ endDate });
  const files = [file('event.csv', 'Turnier;Open\nEnde;14./15.11.2026\n'), file('open.csv', 'Name;Verein\nAnn;\n')];
  expect(convertOne(spreadsheet, files).tournament).toMatchObject({ endDate });
});

test('what is stated has the type of its field', () => {
  expect(readStated(['teamDrawRange=1.5', 'battleSize=2000', 'tieBreakers=battlePoints, wins']).stated).toStrictEqual({
    teamDrawRange: 1.5,
    battleSize: 2000,
    tieBreakers: ['battlePoints', 'wins'],
  });
});

test('what nobody can state without the players of it is no field', () => {
  expect(readStated(['listsFrom=2026-11-20T19:00+01:00']).stated).toStrictEqual({ listsFrom: '2026-11-20T18:00:00Z' });
  expect(readStated(['listsFrom=never']).stated).toStrictEqual({ listsFrom: 'never' });
  expect(readStated(['listsFrom=']).stated).toStrictEqual({ listsFrom: null });
  expect(readStated(['listsFrom=2026-11-20T19:00']).problems).toStrictEqual([
    '--set listsFrom=2026-11-20T19:00 is not a moment; write it with its zone, as 2026-11-20T18:00+01:00, or as never.',
  ]);
  expect(readStated(['groups=true']).problems.join()).toMatch(
    /^--set groups is not a field; these are: slug, name, .*/,
  );
});

test('places stay as they are written, and who is ahead with fewer points is named', () => {
  const sheetOf = (first: number, second: number) =>
    sheet('Name,Place,R1 Opponent,R1 Points', `Ann,${first},Bo,15`, `Bo,${second},Ann,5`);
  const { tournament } = convertOne(spreadsheet, sheetOf(2, 1), named);
  expect(tournament.participants?.map(({ finalPlacement }) => finalPlacement)).toStrictEqual([2, 1]);
  const said = '  guessed: final places, from their column, though who is next has more points and no fewer wins';
  expect(reportOf(sheetOf(2, 1))).toContain(`${said} (open.csv: A3 Bo)`);
  expect(reportOf(sheetOf(1, 2)).join()).not.toContain('final places');
});
