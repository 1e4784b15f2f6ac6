// The three forms of a table, and what each says about battles.

import type { FileProblem } from '../converter.js';
import { getOrMake } from '../get-or-make.js';
import { type Notes, placesText } from '../notes.js';
import { foldName } from '../slug.js';
import { type Cells, createCells, shortened, type Table } from './cells.js';
import { type Person, type Roster, readPeople } from './people.js';
import { addQuit } from './quits.js';
import { addUnopposed, OF_TWO_PLAYERS, ofOneRow, type Reading, readSaid, type Said } from './said.js';
import { fillTeams, noteTeamless } from './teams.js';
import { isTotal } from './totals.js';
import { decimalIn, isBye, resultIn, unplayedIn, wholeIn } from './values.js';
import type { Field } from './words.js';

type ReadTable = { cells: Cells; file: string; people: Map<number, Person> };

type Tables = { playerTables: ReadTable[]; resultTables: ReadTable[]; people: Person[] };

/** Tables of players, which may hold their rounds as well, and tables of results. */
export function readTables(tables: Table[], notes: Notes, problems: FileProblem[]): Tables {
  const playerTables: ReadTable[] = [];
  const resultTables: ReadTable[] = [];
  for (const table of tables) {
    const cells = createCells(table, problems);
    const { file } = table.sheet;
    const isOfResults = isOfPairs(cells) || (cells.has('opponent') && cells.has('name'));
    if (isOfResults) resultTables.push({ cells, file, people: new Map() });
    else if (cells.has('name') || cells.has('firstName') || cells.has('lastName')) {
      const people = readPeople(cells, notes);
      fillTeams(cells, people, notes);
      if (playerTables.length > 0) meetAgain(people, playerTables, file, notes, problems);
      playerTables.push({ cells, file, people });
    } else {
      const at = table.sheet.name ?? '';
      problems.push({ file, at, message: NO_PLAYERS });
    }
  }
  noteTeamless(playerTables, notes);
  return { playerTables, resultTables, people: [...(playerTables[0]?.people.values() ?? [])] };
}

const NO_PLAYERS =
  'has columns that are known, and none of players: name them "Name" (a row for each player), or "Player 1" and "Player 2" (a row for each battle, with a column "Round" or a row such as "Round 2" above each block)';
const MORE = ['nickname', 'playerId', 'club', 'team', 'faction', 'subFaction', 'list', 'place'] as const;

/** The first table of players says who takes part; others may say more about them. */
function meetAgain(
  people: Map<number, Person>,
  [first]: ReadTable[],
  file: string,
  notes: Notes,
  problems: FileProblem[],
) {
  const known = new Map<string, Person[]>();
  for (const person of first?.people.values() ?? []) getOrMake(known, foldName(person.name), () => []).push(person);
  for (const [row, again] of people) {
    const same = known.get(foldName(again.name)) ?? [];
    const numbered = ({ isNumbered, entry }: Person) => isNumbered && again.isNumbered && entry === again.entry;
    const person = same.length > 1 ? same.find(numbered) : same[0];
    if (!person) {
      const message = same[1]
        ? `"${again.name}" is the name of ${same[0]?.at} and ${same[1].at} in ${first?.file}; write their numbers in both`
        : `"${again.name}" is not among the players in ${first?.file}`;
      problems.push({ file, at: again.at, message });
      continue;
    }
    for (const field of MORE) {
      const [before, now] = [person[field], again[field]];
      if (before === null) Object.assign(person, { [field]: now });
      else if (now !== null && now !== before) {
        const [kept, other] = [before, now].map((value) => shortened(String(value).replaceAll(/\s+/g, ' ')));
        notes.tell(`not read: ${file}: ${again.at} ${again.name}: ${other}, as ${person.at} has ${kept}`);
      }
    }
    if (again.quit) addQuit(person, again.quit);
    people.set(row, person);
  }
}

const isOfPairs = (cells: Cells) => cells.has('name', 1) && cells.has('name', 2);

export function readResults(table: ReadTable, roster: Roster, notes: Notes, problems: FileProblem[]): Said[] {
  const before = problems.length;
  const said = readTable(table, roster, notes);
  for (const { field, number, isRead, heading, place } of table.cells.filled()) {
    const isSum = field === 'total' || (table.people.size > 0 && number === null && SUMS.has(field ?? 'total'));
    const cell = `${place.file}: ${place.at} ${heading}`;
    if (field === 'table') notes.tell(`not stored yet, as there is no place for tables: ${cell}`);
    else if (field !== null && !isRead && !isSum) notes.tell(`not read: ${cell}`);
  }
  // A row with a problem is not read to its end.
  const lost = problems.length > before ? [] : lostResults(table);
  const headings = lost.map(({ heading }) => `"${heading}"`).join(', ');
  if (lost.length > 0) {
    const message = `no result is understood of the columns ${headings}: ${table.people.size > 0 ? ROUND_HEADINGS : BATTLE_HEADINGS}`;
    problems.push({ file: table.file, at: placesText(lost.map(({ place }) => ({ ...place, file: '' }))), message });
  }
  return said;
}

const ROUND_HEADINGS =
  'for every round call them "Opponent 1", "Result 1" and "Points 1", then "Opponent 2" and so on, or take them out';
const BATTLE_HEADINGS = 'call them "Result", or "Points 1" and "Points 2" as the players, or take them out';

/** Columns that seem to hold results, if none of them was read. */
function lostResults({ cells, people }: ReadTable): ReturnType<Cells['filled']> {
  const filled = cells.filled();
  const known = filled.filter(
    ({ field, number }) =>
      field !== null &&
      (people.size > 0 ? number !== null && (field === 'round' || FIGURES.has(field)) : FIGURES.has(field)),
  );
  if (known.some(({ isRead }) => isRead)) return [];
  const isNumber = ({ column }: { column: number }) =>
    cells.texts(column).every((text) => text === '' || decimalIn(text) !== undefined);
  const isResult = ({ column }: { column: number }) =>
    cells.texts(column).every((text) => text === '' || resultIn(text, cells.language));
  const unknown = people.size > 0 ? [] : filled.filter(({ field }) => field === null);
  const numbers = unknown.filter(isNumber);
  const results = unknown.filter((each) => !isNumber(each) && isResult(each));
  return [...known, ...(numbers.length > 1 ? numbers : []), ...results];
}

/** In a row of a player these are over all rounds. */
const SUMS: ReadonlySet<Field> = new Set(['points', 'opponentPoints', 'victoryPoints', 'opponentVictoryPoints']);
const FIGURES: ReadonlySet<Field> = new Set([...SUMS, 'result', 'winner']);

function readTable({ cells, file, people }: ReadTable, roster: Roster, notes: Notes): Said[] {
  const reading: Reading = { cells, file, roster, notes };
  if (isOfPairs(cells)) return cells.rows.flatMap((row) => readPair(reading, row));
  if (cells.has('opponent') && cells.has('name')) return cells.rows.flatMap((row) => readLong(reading, row));
  return [...people].flatMap(([row, self]) => readWide(reading, row, self));
}

function readPair(reading: Reading, row: number): Said[] {
  const { cells, roster, notes } = reading;
  const [first, second] = [cells.text(row, 'name', 1), cells.text(row, 'name', 2)];
  if (isTotal(cells, row, notes)) return [];
  if (first === '' && second === '') return nameless(reading, row, [1, 2]);
  const round = roundIn(cells, row);
  const isTurned = first === '' || isBye(first) || unplayedIn(first) !== undefined;
  const self = roster.find(isTurned ? second : first);
  if (typeof self === 'string') {
    cells.say(row, 'name', isTurned ? 2 : 1, self);
    return [];
  }
  if (isTurned) {
    const columns: Parameters<typeof addUnopposed>[4] = {
      number: null,
      opponent: ['name', 1],
      own: OF_TWO_PLAYERS.others,
    };
    addUnopposed(reading, row, round, self, columns, first, isTurned);
    return [];
  }
  const said = readSaid(reading, row, round, self, OF_TWO_PLAYERS);
  return said ? [said] : [];
}

function readLong(reading: Reading, row: number): Said[] {
  const { cells, roster, notes } = reading;
  const name = cells.text(row, 'name');
  if (isTotal(cells, row, notes)) return [];
  if (name === '') return nameless(reading, row, [null]);
  const self = roster.find(name);
  if (typeof self === 'string') {
    cells.say(row, 'name', null, self);
    return [];
  }
  const said = readSaid(reading, row, roundIn(cells, row), self, ofOneRow(null));
  return said ? [said] : [];
}

/** Between rounds there are often rows with a heading or nothing; one with a result has lost its names. */
function nameless({ cells, notes }: Reading, row: number, sides: (number | null)[]): [] {
  const filled = [cells.text(row, 'result'), cells.text(row, 'winner'), cells.text(row, 'opponent')];
  const points = sides.map((number) => cells.text(row, 'points', number));
  if ([...filled, ...points].some((text) => text !== ''))
    notes.miss('results without a name', [cells.place(row, 'name', sides[0] ?? null)], 'write the names in every row');
  return [];
}

function readWide(reading: Reading, row: number, self: Person): Said[] {
  const { cells, notes } = reading;
  const figures = ['points', 'victoryPoints', 'result'] as const;
  for (const round of new Set(figures.flatMap(cells.numbersOf)))
    if (!cells.has('opponent', round)) notes.miss('results of a round without an opponent');
  return cells.numbersOf('opponent').flatMap((round) => readSaid(reading, row, round, self, ofOneRow(round)) ?? []);
}

function roundIn(cells: Cells, row: number): number | null {
  const read = (text: string) => {
    if (/^\s*[-−]|\d[.,]\d/.test(text)) return undefined;
    const number = wholeIn(/\d+/.exec(text)?.[0] ?? '');
    return number !== undefined && number >= 1 && number <= 99 ? number : undefined;
  };
  return cells.value(row, 'round', null, read, 'a round') ?? cells.blockOf(row);
}
