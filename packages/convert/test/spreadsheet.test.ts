import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { convert } from '../src/convert.js';
import { UnreadableError } from '../src/read/unreadable.js';
import { spreadsheet } from '../src/spreadsheet/spreadsheet.js';
import { readXlsx } from '../src/spreadsheet/xlsx.js';
import { asked, convertOne, file, inWords, problemsOf } from './support/convert.js';
import { workbook } from './support/workbook.js';

const example = (name: string) =>
  file(name, readFileSync(new URL(`../../../docs/convert/examples/${name}`, import.meta.url)));
const named = { stated: { name: 'Open' } };

test.each([
  ['Name,Club,Team', 'Ann,Legion,Red'],
  ['Name;Verein;Mannschaft', 'Ann;Legion;Red'],
  ['Nom;Club;Équipe', 'Ann;Legion;Red'],
  ['Gracz;Klub;Drużyna', 'Ann;Legion;Red'],
  ['Jugador;Club;Equipo', 'Ann;Legion;Red'],
])('in %s there is a team beside the club, whatever its spelling', (head, row) => {
  const more = row.replace('Ann', 'Bo').replace('Red', ' red ');
  const { tournament } = convertOne(spreadsheet, [file('a.csv', [head, row, more].join('\n'))], named);
  expect(tournament.teams).toStrictEqual([{ name: 'Red', club: null }]);
  expect(tournament.participants?.map(({ club, team }) => `${club} ${team}`)).toStrictEqual(
    Array(2).fill('legion Red'),
  );
});

test('a column of teams alone holds clubs', () => {
  const { tournament } = convertOne(spreadsheet, [file('a.csv', 'Name,Team\nAnn,Legion\nBo,Legion')], named);
  expect(tournament.teams).toStrictEqual([]);
  expect(tournament.participants?.map(({ club }) => club)).toStrictEqual(['legion', 'legion']);
});

describe('the example files', () => {
  test('of players, results and the event are one event', () => {
    const converted = convertOne(spreadsheet, [example('players.csv'), example('results.csv'), example('event.csv')]);
    const { tournament, records, notes } = converted;
    expect(tournament).toMatchObject({
      slug: 'example-open-2026',
      name: 'Example Open',
      status: 'finished',
      startDate: '2026-10-17',
      city: 'Bergen',
      battleSize: 2000,
      stages: [{ id: 'swiss', rounds: 3 }],
      provenance: { source: 'spreadsheet', sourceId: null, converter: 'spreadsheet 7', readOn: '2026-11-17' },
    });
    expect(tournament.participants?.map(({ name, club }) => `${name}, ${club}`)).toStrictEqual([
      ...['Anna Berg, northern-legion', 'Bruno Costa, harbour-dice', 'Chloé Martin, null', 'Dawid Nowak, harbour-dice'],
    ]);
    expect(tournament.participants?.map(({ dropped }) => dropped)).toStrictEqual([false, false, false, true]);
    expect(inWords(converted)).toStrictEqual([
      '1 Anna Berg 17 win – Bruno Costa 3 loss',
      '1 Chloé Martin 10 draw – Dawid Nowak 10 draw',
      '2 Anna Berg 12 win – Chloé Martin 8 loss',
      '2 Bruno Costa 20 win – Dawid Nowak 0 loss',
      '3 Anna Berg 20 win – Dawid Nowak 0 loss',
      '3 Chloé Martin 13 win – Bruno Costa 7 loss',
    ]);
    expect(records.filter(({ type }) => type === 'club')).toStrictEqual([
      { type: 'club', slug: 'northern-legion', name: 'Northern Legion' },
      { type: 'club', slug: 'harbour-dice', name: 'Harbour Dice' },
    ]);
    expect(notes?.guessed()).toStrictEqual([
      'who won, by the battle points',
      'that it has finished, as every battle has a result',
      "days of battles, from the event's only day",
    ]);
  });

  test('of the wide form, in German with decimal commas and a bye, are another', () => {
    const converted = convertOne(spreadsheet, [example('wide.csv')]);
    expect(converted.tournament).toMatchObject({ slug: 'beispielturnier-2026', startDate: '2026-10-17' });
    expect(inWords(converted)).toStrictEqual([
      '1 Anna Berg 17.5 win – Bruno Costa 2.5 loss',
      '2 Anna Berg 12 win – Chloé Martin 8 loss',
      '2 Bruno Costa 20 win – Jörg Weiß 0 loss',
      '3 Bruno Costa 7 loss – Chloé Martin 13 win',
      '1 Chloé Martin 10 draw – Jörg Weiß 10 draw',
    ]);
    expect(converted.tournament.provenance?.missing).toStrictEqual([]);
    // The sheet does not say that its first day was its last.
    expect(new Set(converted.battles.map(({ date }) => date))).toStrictEqual(new Set([null]));
    const bye = { stage: 'swiss', round: 3, kind: 'bye', outcome: 'win', battlePoints: 10, victoryPoints: null };
    expect(converted.tournament.participants?.map(({ unplayed }) => unplayed)).toStrictEqual([[bye], [], [], []]);
  });

  test('that are templates name columns that are all known', () => {
    const templates = ['template-players.csv', 'template-results.csv', 'template-event.csv'].map(example);
    const { events, problems } = convert(spreadsheet, templates, asked(named));
    expect([problems, events[0]?.notes.told()]).toStrictEqual([[], []]);
  });
});

describe('headers', () => {
  test.each([
    ['English', 'Name,Club,R1 Opponent,R1 Result,R1 Points\nAnn,,Bo,W,15\nBo,,Ann,L,5', 'win'],
    ['German', 'Spieler;Verein;Gegner 1;Ergebnis 1;Punkte 1\nAnn;;Bo;S;15\nBo;;Ann;N;5', 'win'],
    ['French', 'Joueur;Club;Adversaire R1;Résultat R1;Points R1\nAnn;;Bo;D;5\nBo;;Ann;V;15', 'loss'],
    ['Polish', 'Gracz;Klub;Runda 1 Przeciwnik;Runda 1 Wynik;Runda 1 Punkty\nAnn;;Bo;Z;15\nBo;;Ann;P;5', 'win'],
    [
      'Spanish',
      'Jugador;Club;Ronda 1: Oponente;Ronda 1: Resultado;Ronda 1: Puntos\nAnn;;Bo;E;10\nBo;;Ann;E;10',
      'draw',
    ],
  ])('are known in %s, and letters mean what they mean there', (_language, text, outcome) => {
    const { battles, notes } = convertOne(spreadsheet, [file('open.csv', text)], named);
    expect(battles.map(({ round, sides: [one, two] }) => [round, one.outcome, two.battlePoints])).toStrictEqual([
      [1, outcome, outcome === 'win' ? 5 : outcome === 'loss' ? 15 : 10],
    ]);
    expect(notes?.told()).toStrictEqual([]);
  });

  test('take a first and a last name, whatever a language calls the other', () => {
    const names = (text: string) =>
      convertOne(spreadsheet, [file('open.csv', text)], named).tournament.participants?.map(({ name }) => name);
    expect(names('Vorname;Name;Verein\nAnn;Berg;')).toStrictEqual(['Ann Berg']);
    expect(names('Nombre,Apellidos,Club\nAnn,Berg,')).toStrictEqual(['Ann Berg']);
  });

  test('that are not known are said with their cells, and the rest is read', () => {
    const { tournament, notes } = convertOne(
      spreadsheet,
      [file('open.csv', 'Name,Club,Paid,Email\nAnn,,yes,a@b\n')],
      named,
    );
    expect(notes?.told()).toStrictEqual(['not read: open.csv: C1 Paid', 'not read: open.csv: D1 Email']);
    expect(tournament.provenance?.missing).toStrictEqual(['columns not understood: 2', 'days of the event: 1']);
    expect(JSON.stringify(tournament)).not.toContain('a@b');
  });
});

test('a column that is known and has no use where it stands is said with its cell', () => {
  const toldOf = (...rows: string[]) => convertOne(spreadsheet, [file('a.csv', rows.join('\n'))], named).notes?.told();
  const head = 'Name,Club,Round 1,Opponent 2,Result 2,Points,Total,Army 1';
  expect(toldOf(head, 'Ann,,15,Bo,W,20,20,', 'Bo,,5,Ann,L,20,20,')).toStrictEqual(['not read: a.csv: C1 Round 1']);
  expect(toldOf('Name,Opponent,Round,Result,Club,Table', 'Ann,Bo,1,W,Dice,4')).toStrictEqual([
    'not read: a.csv: E1 Club',
    'not stored yet, as there is no place for tables: a.csv: F1 Table',
  ]);
  expect(toldOf('Player 1,Player 2,Result,Points', 'Ann,Bo,W,15')).toStrictEqual(['not read: a.csv: D1 Points']);
});

test('one row a player and a round is the same battle told twice', () => {
  const text = 'Round,Player,Opponent,Score,VP\n1,Ann,Bo,12,30\n1,Bo,Ann,8,22\n2,Ann,Cy,10,1\n';
  const converted = convertOne(spreadsheet, [file('open.csv', text)], named);
  expect(inWords(converted)).toStrictEqual(['1 Ann 12 win – Bo 8 loss', '2 Ann 10 null – Cy null null']);
  expect(converted.tournament.status).toBe('ongoing');
});

describe('a second table of players', () => {
  const players = file('players.csv', 'Nr,Name,Faction\n1,Ann,Skaven\n2,Ann,\n3,Bo,\n');
  const places = (...rows: string[]) => file('places.csv', rows.join('\n'));

  test('tells two of one name apart by their numbers, and is refused without them', () => {
    const { tournament } = convertOne(spreadsheet, [players, places('Place,Nr,Name', '1,1,Ann', '3,2,Ann', '2,3,Bo')], {
      stated: { name: 'Open', status: 'finished' },
    });
    expect(tournament.participants?.map(({ finalPlacement }) => finalPlacement)).toStrictEqual([1, 3, 2]);
    expect(problemsOf(spreadsheet, [players, places('Place,Name', '1,Ann', '2,Bo')], named)).toStrictEqual([
      'places.csv: B2: "Ann" is the name of B2 and B3 in players.csv; write their numbers in both',
    ]);
  });

  test('adds what the first one lacks, and what it has otherwise is said', () => {
    const second = places('Place,Nr,Name,Faction', '1,1,Ann,Nighthaunt', '2,3,Bo,Seraphon');
    const { notes } = convertOne(spreadsheet, [players, second], named);
    expect(notes?.told()).toContain('not read: places.csv: C2 Ann: Nighthaunt, as B2 has Skaven');
    expect(notes?.told().join()).not.toContain('Seraphon');
  });
});

test('the faction of a battle is the one in the row of its player, otherwise that of the sign-up', () => {
  const players = file('players.csv', 'Name,Faction\nAnn,Orruks\nBo,Skaven\n');
  const rows = ['Round,Player,Opponent,Result,Faction', '1,Ann,Bo,W,Seraphon', '1,Bo,Ann,L,Nighthaunt', '2,Ann,Bo,W,'];
  const { battles } = convertOne(spreadsheet, [players, file('r.csv', rows.join('\n'))], named);
  expect(battles.map(({ sides }) => sides.map(({ faction }) => faction))).toStrictEqual([
    ['Seraphon', 'Nighthaunt'],
    ['Orruks', 'Skaven'],
  ]);
});

test('one row a battle is a battle each without rounds, whoever is named first', () => {
  const rows = ['Player 1,Player 2,Points 1,Points 2', 'Ann,Bo,12,8', 'Bo,Ann,8,12', 'Ann,Bo,3,17'];
  const converted = convertOne(spreadsheet, [file('league.csv', rows.join('\n'))], named);
  expect(inWords(converted)).toStrictEqual([
    'null Ann 12 win – Bo 8 loss',
    'null Bo 8 loss – Ann 12 win',
    'null Ann 3 loss – Bo 17 win',
  ]);
  expect(converted.battles.map(({ id }) => id)).toStrictEqual(['open-x-1-2', 'open-x-1-2-2', 'open-x-1-2-3']);
  expect(converted.notes?.guessed().join()).toContain('two battles were played');
});

test('a round above the columns ends where the others ended', () => {
  const text = [
    ',Round 1,,Round 2,,,',
    'Name,Opponent,Points,Opponent,Points,Points,Place',
    'Ann,Bo,15,,,15,1',
    'Bo,Ann,5,,,5,2',
  ];
  const { tournament, battles } = convertOne(spreadsheet, [file('open.csv', text.join('\n'))], named);
  expect(battles).toHaveLength(1);
  expect(tournament.participants?.map(({ finalPlacement }) => finalPlacement)).toStrictEqual([1, 2]);
});

describe('a bye', () => {
  const rows = (...all: string[]) => [file('open.csv', ['Round,Player 1,Player 2,Result', ...all].join('\n'))];

  test('has the points of its result, from whichever side it is written', () => {
    const { tournament } = convertOne(spreadsheet, rows('1,Ann,Bo,12:8', '2,Ann,bye,20:0', '3,bye,Bo,1:19'), named);
    expect(
      tournament.participants?.map(({ unplayed }) => unplayed?.map((each) => [each.outcome, each.battlePoints])),
    ).toStrictEqual([[['win', 20]], [['win', 19]]]);
  });

  test('in a round with a battle, or with a result that is none, is refused', () => {
    expect(problemsOf(spreadsheet, rows('1,Ann,Bo,12:8', '1,Ann,bye,', '2,bye,Bo,maybe'), named)).toStrictEqual([
      'open.csv: D4: "maybe" is not a result; write win, draw, loss, 15:5, bye, walkover, no show or dropped',
      'open.csv: C2: Ann has a bye in round 1 as well',
    ]);
  });
});

describe('what is wrong', () => {
  test('is said with cell addresses, all at once, and nothing is written', () => {
    const text = [
      'Name,R1 Opponent,R1 Result,R1 Points,R2 Opponent,R2 Result',
      'Ann,Bo,W,15,Cy,maybe',
      'Bo,Ann,W,x5,Dee,L',
      'Cy,Zed,L,"1,234",Ann,',
      'Dee,,,,Cy,W',
    ].join('\n');
    expect(problemsOf(spreadsheet, [file('open.csv', text)], named)).toStrictEqual([
      'open.csv: F2: "maybe" is not a result; write win, draw, loss, 15:5, bye, walkover, no show or dropped',
      'open.csv: D3: "x5" is not a number',
      'open.csv: B4: "Zed" is not among the players',
      'open.csv: B3: Bo: win, and B2 has Ann: win',
      'open.csv: E5: Dee has another opponent in round 2: see E3',
      'open.csv: E5: Cy has another opponent in round 2: see E2',
    ]);
  });

  test('is a name that two players have, unless results use their numbers', () => {
    const players = file('players.csv', 'No,Name,Club\n1,Ann,\n2,Ann,\n3,Bo,\n');
    const results = (...rows: string[]) => file('results.csv', ['Round,Player 1,Player 2,Result', ...rows].join('\n'));
    expect(problemsOf(spreadsheet, [players, results('1,Ann,Bo,W')], named)).toStrictEqual([
      'results.csv: B2: "Ann" is the name of B2 and B3; use their numbers',
    ]);
    const { battles } = convertOne(spreadsheet, [players, results('1,2,3,W')], named);
    expect(battles[0]?.sides.map(({ entry }) => entry)).toStrictEqual([2, 3]);
  });

  test('is a number that no column of numbers has, and a word that is no result', () => {
    const players = file('players.csv', 'Name,Club\nAnn,\nBo,\n');
    const results = file('results.csv', 'Round,Player 1,Player 2,Result\n1,1,2,W\n2,Ann,Bo,constructor');
    expect(problemsOf(spreadsheet, [players, results], named)).toStrictEqual([
      'results.csv: B2: "1" is not among the players',
      'results.csv: D3: "constructor" is not a result; write win, draw, loss, 15:5, bye, walkover, no show or dropped',
    ]);
  });

  test('is a day that could be two, and an event without a name', () => {
    const event = file('event.csv', 'City,Bergen\nStart date,03/04/2026\n');
    expect(problemsOf(spreadsheet, [event, file('players.csv', 'Name,Club\nAnn,\n')])).toStrictEqual([
      'event.csv: B2: "03/04/2026" is not a day; write it as YYYY-MM-DD',
      'event.csv: needs a name for the event: add --set name="…" --set startDate=YYYY-MM-DD, or a sheet with the two cells Name and the name',
    ]);
  });

  test('is an id of two players, a place that is none, and a text that is too long', () => {
    const text = `Name,Club,Player id,Place\nAnn,${'x'.repeat(201)},p 1,0\nBo,,p-2,1.\nCy,,p-2,2\n`;
    expect(problemsOf(spreadsheet, [file('open.csv', text)], named)).toStrictEqual([
      'open.csv: B2: has more than 200 characters',
      'open.csv: C2: "p 1" is not a player id: one word, and of one player',
      'open.csv: D2: "0" is not a place',
      'open.csv: C4: "p-2" is not a player id: one word, and of one player',
    ]);
  });

  test('is a file that is no table of players', () => {
    expect(problemsOf(spreadsheet, [file('a.xlsx', 'x')], named)[0]).toContain('save it as .xlsx or as .csv');
    expect(problemsOf(spreadsheet, [file('a.csv', 'hello\nworld\n')], named)[0]).toContain('no sheet of players');
  });
});

describe('an XLSX workbook', () => {
  const players = [
    ['Name', 'Faction', 'Runde 1 Gegner', 'Punkte 1'],
    ['Ann', 'Orruks', 'Bo', 12.5],
    ['Bo', 'Skaven', 'Ann', 7.5],
  ];

  test('is read sheet by sheet: text, numbers, days and what formulas gave', () => {
    const bytes = workbook({
      Event: [
        ['Name', 'Open'],
        ['Start', { day: 46312 }],
        ['Rounds', { formula: '1+0', value: 1 }],
      ],
      Players: players,
    });
    const converted = convertOne(spreadsheet, [file('open.xlsx', bytes)]);
    expect(converted.tournament).toMatchObject({ slug: 'open-2026', startDate: '2026-10-17', stages: [{ rounds: 1 }] });
    expect(inWords(converted)).toStrictEqual(['1 Ann 12.5 win – Bo 7.5 loss']);
  });

  test('has in each row what its cells hold that are merged over rows, and nothing is guessed', () => {
    const sheet = (...rows: (string | number)[][]) => [
      ['Spring Clash', '', '', '', '', ''],
      ['Platz', 'Mannschaft', 'Verein', 'Spieler', 'Runde 1', ''],
      ['', '', '', '', 'Gegner', 'Punkte'],
      ...rows,
    ];
    const rows = sheet(
      [1, 'Red', 'Dice', 'Al', 'Di', 12],
      ['', '', '', 'Bo', 'Ed', 9],
      ['', '', '', 'Cy', '', ''],
      [2, 'Blue', 'Dice', 'Di', 'Al', 8],
      ['', '', '', 'Ed', 'Bo', 11],
    );
    const merged = ['A1:F1', 'A2:A3', 'B2:B3', 'C2:C3', 'D2:D3', 'E2:F2', 'A4:A6', 'B4:B6', 'C4:C8', 'A7:A8', 'B7:B8'];
    const converted = convertOne(spreadsheet, [file('open.xlsx', workbook({ Liste: rows }, {}, merged))], named);
    expect(converted.tournament.participants?.map(({ name, team, club }) => `${name} ${team} ${club}`)).toStrictEqual(
      ['Al Red', 'Bo Red', 'Cy Red', 'Di Blue', 'Ed Blue'].map((each) => `${each} dice`),
    );
    expect(inWords(converted)).toStrictEqual(['1 Al 12 win – Di 8 loss', '1 Bo 9 loss – Ed 11 win']);
    // A place over all rows of a team is not that of each player.
    expect(converted.tournament.participants?.some(({ finalPlacement }) => finalPlacement)).toBe(false);
    expect(converted.tournament.provenance?.missing).toContain('places of players, as their cells are merged: 5');
    expect(converted.tournament.provenance?.guessed.filter((each) => /team/.test(each))).toStrictEqual([]);
  });

  test('may have the round or the player of several results in one cell over their rows', () => {
    const rows = [
      ['Round', 'Name', 'Opponent', 'Points'],
      [1, 'Ann', 'Bo', 15],
      ['', 'Bo', 'Ann', 5],
      [2, 'Cy', 'Ann', 8],
      [3, '', 'Bo', 9],
    ];
    const bytes = workbook({ Results: rows }, {}, ['A2:A3', 'B4:B5', 'C9:C1048576']);
    expect(inWords(convertOne(spreadsheet, [file('open.xlsx', bytes)], named))).toStrictEqual([
      '1 Ann 15 win – Bo 5 loss',
      '2 Cy 8 null – Ann null null',
      '3 Cy 9 null – Bo null null',
    ]);
    const players = [
      ['Name', 'Club'],
      ['Ann', 'Dice'],
      ['', 'see above'],
    ];
    const { tournament } = convertOne(spreadsheet, [file('a.xlsx', workbook({ P: players }, {}, ['A2:A3']))], named);
    expect(tournament.participants?.map(({ name }) => name)).toStrictEqual(['Ann']);
  });

  test('has its problems named by sheet and cell', () => {
    const wrong = players.with(2, ['Bo', 'Skaven', 'Anne', 7.5]);
    expect(problemsOf(spreadsheet, [file('open.xlsx', workbook({ Runden: wrong }))], named)).toStrictEqual([
      'open.xlsx: Runden!C3: "Anne" is not among the players; did you mean Ann (Runden!A2)?',
    ]);
  });

  test('has line ends that programs write as _x000D_', () => {
    const list = ['Rats 70/1000 pts', 'Skaven', 'Regiment 1', 'Clanrats (70)', 'Created with Sigdex'];
    const rows = [
      ['Name', 'List', 'Faction'],
      ['Ann_x000D_', list.join('_x000D_\n'), 'The_x005F_x000D_'],
    ];
    const { tournament } = convertOne(spreadsheet, [file('a.xlsx', workbook({ Players: rows }))], named);
    expect(tournament.participants?.[0]).toMatchObject({
      name: 'Ann',
      list: { points: 70, faction: 'The_x000D_', text: list.join('\r\n') },
    });
  });

  test('is bounded in sheets, texts and bytes, and no sheet is read twice', () => {
    const refusal = (bytes: Uint8Array) => problemsOf(spreadsheet, [file('open.xlsx', bytes)], named)[0];
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`Sheet ${at}`, [['x']]]));
    expect(refusal(workbook(many))).toBe('open.xlsx: has more than 100 sheets');
    expect(refusal(workbook({ Players: [...players, ['x'.repeat(32_768)]] }))).toBe(
      'open.xlsx: has a text of more than 32767 characters',
    );
    const twice = '<sheets><sheet name="A" r:id="rId1"/><sheet name="B" r:id="rId1"/></sheets>';
    expect(refusal(workbook({ A: players }, { 'xl/workbook.xml': `<workbook>${twice}</workbook>` }))).toBe(
      'open.xlsx: has no sheet B of its own',
    );
    expect(() => readXlsx(workbook({ Players: players }), 1024)).toThrow(UnreadableError);
    expect(readXlsx(workbook({ Players: players }), 4096)).toHaveLength(1);
  });

  test('takes no longer for thousands of cells that all name one long text', () => {
    const long = 'so many words '.repeat(2_000);
    const cells = ['Name', 'Club', 'Team', 'Faction', 'Round 1 Opponent', 'Round 1 Points'];
    const rows = Array.from({ length: 2_000 }, () => cells.map(() => long));
    const problems = problemsOf(spreadsheet, [file('open.xlsx', workbook({ Players: [cells, ...rows] }))], named);
    expect(problems[0]).toMatch(/^open\.xlsx: Players!A2, .* and 11980 more: has more than 200 characters$/);
    const heads = Array.from({ length: 20 }, () => Array.from({ length: 26 }, () => long));
    expect(problemsOf(spreadsheet, [file('open.xlsx', workbook({ Players: heads }))], named)).toHaveLength(1);
  });

  test('with an entity, a cell far away or a damaged archive is refused', () => {
    const refusal = (parts: Record<string, string>) =>
      problemsOf(spreadsheet, [file('open.xlsx', workbook({ Players: players }, parts))], named)[0];
    expect(refusal({ 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>' })).toBe(
      'open.xlsx: line 1: has a document type, which is not read',
    );
    const far = '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>';
    expect(refusal({ 'xl/worksheets/sheet1.xml': far })).toBe(
      'open.xlsx: has a cell beyond 20000 rows or 500 columns in the sheet Players',
    );
    const damaged = workbook({ Players: players }).slice(0, 200);
    expect(problemsOf(spreadsheet, [file('open.xlsx', damaged)], named)).toStrictEqual([
      'open.xlsx: is a damaged zip archive',
    ]);
  });
});

test('of very many problems of a file the first are told, and how many more there are', () => {
  const results = (count: number) =>
    `Name,Opponent,Result\n${Array.from({ length: count }, (_, at) => `Ann,Nobody ${at},W`).join('\n')}`;
  const problems = problemsOf(
    spreadsheet,
    [file('who.csv', 'Name,Club\nAnn,North\n'), file('a.csv', results(1_350)), file('b.csv', results(1))],
    named,
  );
  expect(problems).toHaveLength(302);
  expect(problems.slice(299)).toStrictEqual([
    'a.csv: B301: "Nobody 299" is not among the players',
    'b.csv: B2: "Nobody 0" is not among the players',
    'a.csv: has 1050 more problems',
  ]);
});

test('ids stay the same when a result is corrected, and every field is written', () => {
  const text = (points: number) => `Round,Player 1,Player 2,Points 1,Points 2\n1,Ann,Bo,${points},5\n`;
  const [before, after] = [15, 14].map((points) => convertOne(spreadsheet, [file('r.csv', text(points))], named));
  expect(before?.battles.map(({ id }) => id)).toStrictEqual(['open-1-1-2']);
  expect(after?.battles.map(({ id }) => id)).toStrictEqual(['open-1-1-2']);
  expect(Object.values(before?.battles[0] ?? {})).not.toContain(undefined);
  expect(before?.battles[0]?.sides[0]).toHaveProperty('list', null);
});

test('players are the same across events by their ids or by a confirmed alias only', () => {
  const text = 'Name,Player id,R1 Opponent,R1 Result\nAnn,p-1,Bo,W\nBo,,Ann,L\nCy,,,\n';
  const aliases = (source: string, name: string) => (source === 'spreadsheet' && name === 'Cy' ? 'nr:5' : null);
  const { tournament, records } = convertOne(spreadsheet, [file('open.csv', text)], { ...named, aliases });
  expect(tournament.participants?.map(({ name, playerId }) => playerId ?? name)).toStrictEqual(['p-1', 'Bo', 'nr:5']);
  expect(records.filter(({ type }) => type === 'player')).toStrictEqual([
    { type: 'player', id: 'p-1', name: 'Ann', removed: false },
  ]);
});

describe('army lists in files', () => {
  const sheet = file('results.csv', 'Round,Player 1,Player 2,Points 1,Points 2\n1,Ann Lee,Bo,12,8\n');
  const roster = {
    roster: {
      name: 'Mine',
      costs: [{ name: 'pts', value: 70 }],
      costLimits: [{ name: 'pts', value: 1000 }],
      forces: [{ name: 'f', catalogueName: 'Skaven', selections: [{ name: 'Clanrats', type: 'unit' }] }],
    },
  };
  const text = 'Rats 70/1000 pts\nSkaven\nRegiment 1\nClanrats (70)\nCreated with Sigdex';

  test('are those of the players they are called after', () => {
    const { tournament } = convertOne(spreadsheet, [sheet, file('lee_ann.json', roster), file('Bo.txt', text)], named);
    expect(
      tournament.participants?.map(({ name, list }) => `${name}: ${list?.faction}, ${list?.points}`),
    ).toStrictEqual(['Ann Lee: Skaven, 70', 'Bo: Skaven, 70']);
    expect(tournament.participants?.[0]?.list?.text).toContain('Clanrats');
    expect(tournament.participants?.[1]?.list?.text).toBe(text);
  });

  test('of nobody, twice of one player, or without an army are refused, all at once', () => {
    const files = [
      sheet,
      file('Cy.txt', text),
      file('Bo.txt', text),
      file('bo.json', roster),
      file('Ann Lee.ros', '<a/>'),
    ];
    expect(problemsOf(spreadsheet, files, named)).toStrictEqual([
      'Ann Lee.ros: is no roster: it has no forces',
      'Cy.txt: "Cy" is not among the players; a list is named by its player',
      'bo.json: Bo has another list already',
    ]);
  });
});
