// Spreadsheets: all files given are one event. A sheet is known by the columns that it names: players, results (one row
// each), or the wide form, in which a player's row holds every round.
import { convertListText } from '../army-list/record.js';
import type { Asked, Conversion, Converter, FileProblem, SourceFile } from '../converter.js';
import { blankParticipant, identified, makeEvent, type Participant } from '../event.js';
import { createNotes, type Notes } from '../notes.js';
import { eventSlug, foldName, slugOf } from '../slug.js';
import { roundHeading, shortened, type Table } from './cells.js';
import { readFacts, type SheetFacts } from './event-sheet.js';
import { gathered } from './gathered.js';
import { findHeader } from './header.js';
import { handOutLists, takeListFiles } from './list-files.js';
import { pairUp } from './pairing.js';
import { createRoster, noteDoubles, type Person, type Roster } from './people.js';
import { notePlaces } from './places.js';
import { playingOn } from './quits.js';
import { readResults, readTables } from './results.js';
import { addressOf, readSheets, type Sheet } from './sheet.js';

export const spreadsheet: Converter = {
  name: 'spreadsheet',
  version: 7,
  reads:
    'CSV and XLSX: players and results, one row each, or one sheet with every round of a player in a row; lists (.ros, .rosz, .json, .txt) named by player',
  convert,
};

function convert(files: SourceFile[], asked: Asked): Conversion {
  const notes = createNotes();
  const problems: FileProblem[] = [];
  const { lists, sheets } = takeListFiles(files, notes, problems);
  const { facts, tables, title } = sortSheets(sheets, notes, problems);
  const { playerTables, resultTables, people } = readTables(tables, notes, problems);
  if (tables.length === 0 && problems.length === 0) {
    problems.push({ file: sheets[0]?.name ?? '', at: '', message: NOTHING_KNOWN });
  }
  const roster = createRoster(people, { grows: playerTables.length === 0, notes });
  if (playerTables.length === 0 && resultTables.length > 0) notes.guess('who takes part, from the results');
  const said = [...playerTables, ...resultTables].flatMap((table) => readResults(table, roster, notes, problems));
  if (playerTables.length === 0) noteDoubles(roster.people, notes);
  handOutLists(lists, createRoster(roster.people, { grows: false, notes }), problems);
  const name = asked.stated.name ?? facts.name ?? '';
  const isDayless = (asked.stated.startDate ?? facts.startDate ?? null) === null;
  if (name === '') problems.push(nameless(title ?? { file: files[0]?.name ?? '', at: '', text: '…' }, isDayless));
  if (isDayless) notes.miss('days of the event', 1, DAYLESS);
  const slug = asked.stated.slug ?? eventSlug(name, asked.stated.startDate ?? facts.startDate ?? null);
  const battles = pairUp(said, slug, notes, problems);
  problems.push(...playingOn(roster.people, battles));
  const played = new Set(battles.flatMap(entriesOf));
  // So a row shows itself that is no player.
  const idle = roster.people.filter(({ entry, unplayed }) => !played.has(entry) && unplayed.length === 0);
  if (played.size > 0) notes.miss('players without a round', idle.map(withName), 'are they players?');
  const { participants, players, clubs } = takePart(roster, asked, played, notes);
  const event = makeEvent({
    facts: { ...facts, slug, name },
    stated: asked.stated,
    sourceId: null,
    files,
    participants,
    battles,
    notes,
  });
  notePlaces(roster.people, battles, notes);
  return { events: [event], players, clubs, problems: gathered(problems) };
}

const NOTHING_KNOWN =
  'has no sheet of players or results: no row names at least two columns such as name, opponent, round, player 1 and player 2';
const nameless = ({ file, at, text }: Title, isDayless: boolean): FileProblem => ({
  file,
  at,
  message: `needs a name for the event: add --set name="${text.replaceAll('"', "'")}"${isDayless ? ' --set startDate=YYYY-MM-DD' : ''}, or a sheet with the two cells Name and the name`,
});
const DAYLESS = 'add a row of "Date" and the day above the players, or --set startDate=YYYY-MM-DD';

const withName = ({ file, at, name }: Person) => ({ file, at: `${at} ${shortened(name)}` });
const entriesOf = ({ sides: [one, two] }: { sides: [{ entry: number }, { entry: number }] }) => [one.entry, two.entry];

function sortSheets(files: SourceFile[], notes: Notes, problems: FileProblem[]) {
  let facts: SheetFacts = {};
  const tables: Table[] = [];
  let title: Title | null = null;
  for (const [index, file] of files.entries()) {
    const same = files.slice(0, index).find(({ bytes }) => Buffer.compare(bytes, file.bytes) === 0);
    const before = problems.length;
    let isKnown = false;
    // Battles without a round would be taken for others.
    if (same) problems.push({ file: file.name, at: '', message: `has the same in it as ${same.name}` });
    for (const sheet of readSheets(file, notes, problems)) {
      const header = findHeader(sheet.rows);
      const found = readFacts(sheet, header?.row ?? sheet.rows.length, notes, problems);
      facts = { ...facts, ...found };
      if (header) tables.push({ sheet, header });
      if (header) title ??= titleAbove(sheet, header.row);
      else if (!found && sheet.rows.length > 0) notes.tell(`not read: ${sheetName(sheet)}`);
      for (const column of header?.teamsAsClubs ?? [])
        notes.guess(TEAMS_AS_CLUBS, [place(sheet, header?.row ?? 0, column)]);
      for (const column of header?.besides ?? [])
        problems.push({ ...place(sheet, header?.row ?? 0, column), message: SIDE_BY_SIDE });
      for (const column of header?.unknown ?? []) {
        notes.miss('columns not understood');
        notes.tell(`not read: ${where(sheet, header?.row ?? 0, column)}`);
      }
      isKnown ||= header !== null || found !== null;
    }
    if (!isKnown && problems.length === before) problems.push({ file: file.name, at: '', message: NOTHING_KNOWN });
  }
  return { facts, tables, title };
}

type Title = { file: string; at: string; text: string };

/** The only cell of the first row, above the names of columns. */
function titleAbove(sheet: Sheet, header: number): Title | null {
  const [text = '', ...others] = sheet.rows[0] ?? [];
  const isTitle = header > 0 && text !== '' && roundHeading(text) === null && others.every((cell) => cell === '');
  return isTitle ? { ...place(sheet, 0, 0), text: text.replaceAll(/\s+/g, ' ').slice(0, 200) } : null;
}

const SIDE_BY_SIDE =
  'names players again beside others: write the blocks of the rounds below each other, each with a row such as "Round 2" above it';
const TEAMS_AS_CLUBS = 'that a column of teams holds clubs, as there is no column of clubs beside it';
const place = (sheet: Sheet, row: number, column: number) => ({
  file: sheet.file,
  at: addressOf(sheet, row, column),
});
const sheetName = ({ file, name }: Sheet) => (name === null ? file : `${file}, sheet ${name}`);
const where = (sheet: Sheet, row: number, column: number) =>
  `${sheet.file}: ${addressOf(sheet, row, column)} ${shortened(sheet.rows[row]?.[column] ?? '')}`;

function takePart({ people }: Roster, { aliases }: Asked, played: Set<number>, notes: Notes) {
  const clubs: Conversion['clubs'] = [];
  const players: Conversion['players'] = [];
  const teams = new Map<string, string>();
  const participants = people.map((person): Participant => {
    const alias = aliases('spreadsheet', person.playerId ?? person.name);
    const club = person.club === null ? null : slugOf(person.club);
    if (club !== null && person.club !== null) clubs.push({ type: 'club', slug: club, name: person.club });
    if (person.faction !== null && person.list === null && !played.has(person.entry)) {
      notes.miss('factions of players without a battle or a list');
    }
    // The first spelling of a team is that of all its players.
    if (person.team !== null && !teams.has(foldName(person.team))) teams.set(foldName(person.team), person.team);
    return {
      ...blankParticipant(person.entry),
      ...identified({ alias, id: person.playerId, name: person.name }, players),
      club,
      team: person.team === null ? null : (teams.get(foldName(person.team)) ?? null),
      dropped: person.quit !== null,
      finalPlacement: person.place,
      list: person.list === null ? null : convertListText(person.list, person),
      unplayed: person.unplayed,
    };
  });
  return { participants, players, clubs };
}
