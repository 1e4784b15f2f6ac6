// The players of a sheet, and how results refer to them: by name or by number.

import type { UnplayedRound } from '@battle-results/bundle-format/unplayed-round';
import { distance } from 'fastest-levenshtein';
import { getOrMake } from '../get-or-make.js';
import { type Notes, placesText } from '../notes.js';
import { foldName, slugOf } from '../slug.js';
import { type Cells, namedIn, shortened } from './cells.js';
import { createNearest } from './nearest.js';
import { addQuit, type Quit } from './quits.js';
import { isTotal } from './totals.js';
import { droppedIn, noteIn, wholeIn } from './values.js';
import type { Field } from './words.js';

export type Person = {
  entry: number;
  /** The sheet has the number; others are numbered by the order of the rows, which nobody reads there. */
  isNumbered: boolean;
  name: string;
  /** For finding the player only. */
  nickname: string | null;
  playerId: string | null;
  club: string | null;
  team: string | null;
  faction: string | null;
  subFaction: string | null;
  list: string | null;
  quit: Quit | null;
  place: number | null;
  unplayed: UnplayedRound[];
  /** Of the name. */
  file: string;
  at: string;
};

/** By row, for sheets that also hold the results of each. */
export function readPeople(cells: Cells, notes: Notes): Map<number, Person> {
  const people = new Map<number, Person>();
  const numbers = new Map<number, string>();
  const playerIds = createPlayerIds();
  let free = 1;
  const nextFree = () => {
    while (numbers.has(free)) free += 1;
    return free;
  };
  for (const row of cells.rows) {
    // A player of several rows has the name in each of them.
    const isContinued = (cells.mergedFrom(row, nameField(cells)) ?? row) !== row;
    const name = isContinued ? '' : nameIn(cells, row);
    if (isTotal(cells, row, notes)) continue;
    if (name === '') {
      notes.miss('rows without a name');
      notes.tell(`not read, as it has no name: row ${row + 1}`);
      continue;
    }
    // Of cells that are merged over several players, the number and the place are those of a team.
    const ownOf = <Value>(field: Field, read: (text: string) => Value | undefined, kind: string) =>
      cells.mergedFrom(row, field) !== null ? null : cells.value(row, field, null, read, kind);
    if (cells.mergedFrom(row, 'place') !== null) notes.miss(PLACES_OF_TEAMS, [cells.place(row, 'place')]);
    const number = ownOf('number', wholeIn, 'a whole number');
    const entry = number ?? nextFree();
    const at = cells.at(row, 'number');
    if (entry < 1 || entry > 999_999) cells.say(row, 'number', null, `${entry} is not from 1 to 999999`);
    else if (numbers.has(entry)) cells.say(row, 'number', null, `repeats ${entry}, which is in ${numbers.get(entry)}`);
    numbers.set(entry, at);
    const person: Person = {
      entry,
      isNumbered: number !== null,
      name,
      nickname: namedIn(cells, row, 'nickname'),
      playerId: cells.value(row, 'playerId', null, playerIds, 'a player id: one word, and of one player'),
      club: namedIn(cells, row, 'club'),
      team: namedIn(cells, row, 'team'),
      faction: namedIn(cells, row, 'faction'),
      subFaction: namedIn(cells, row, 'subFaction'),
      list: namedIn(cells, row, 'list'),
      quit: null,
      place: ownOf('place', placeIn, 'a place'),
      unplayed: [],
      ...cells.place(row, nameField(cells)),
    };
    people.set(row, person);
    readQuits(cells, row, person);
  }
  const others = [...people.keys()].filter(
    (row) => cells.text(row, 'note') !== '' && noteIn(cells.text(row, 'note')) === false,
  );
  if (others.length > 0)
    notes.tell(`not read, as of notes only "dropped" is: ${placesText(others.map((row) => cells.place(row, 'note')))}`);
  return people;
}

function readQuits(cells: Cells, row: number, person: Person) {
  const columns = [
    ['dropped', cells.value(row, 'dropped', null, droppedIn, 'yes, no or the last round, such as R3')],
    ['note', cells.value(row, 'note', null, noteIn, NOT_CLEAR)],
  ] as const;
  for (const [field, said] of columns) {
    const from = said && said.lastRound !== null ? said.lastRound + 1 : null;
    if (said) addQuit(person, { ...cells.place(row, field), from });
  }
}

const NOT_CLEAR = 'clear: write "dropped" or "dropped after R3" if the player did, and no such word if not';
const PLACES_OF_TEAMS = 'places of players, as their cells are merged';

const placeIn = (text: string) => {
  const place = wholeIn(text.replace(/\.$/, ''));
  return place !== undefined && place >= 1 ? place : undefined;
};

/** Each id once. */
function createPlayerIds() {
  const seen = new Set<string>();
  return (text: string) => {
    if (seen.has(text) || !/^(?!\.\.?$)[^\s/?#%]+$/.test(text)) return undefined;
    seen.add(text);
    return text;
  };
}

/** "Name" beside a first name is the last one, and "Nombre" beside "Apellidos" the first one. */
function nameIn(cells: Cells, row: number): string {
  const [name, first, last] = [cells.text(row, 'name'), cells.text(row, 'firstName'), cells.text(row, 'lastName')];
  if (cells.has('firstName')) return `${first} ${last || name}`.trim();
  return cells.has('lastName') ? `${name} ${last}`.trim() : name;
}

const nameField = (cells: Cells) => (cells.has('name') ? 'name' : cells.has('firstName') ? 'firstName' : 'lastName');

export type Roster = {
  people: Person[];
  /** A sentence says why there is none. */
  find(text: string): Person | string;
};

/** `grows`: without a sheet of players, whoever is in a result takes part. */
export function createRoster(known: Iterable<Person>, { grows, notes }: { grows: boolean; notes: Notes }): Roster {
  const people = [...known];
  const byName = new Map<string, Person[]>();
  const byWords = new Map<string, Person[]>();
  const byNumber = new Map<number, Person>();
  const addTo = (found: Map<string, Person[]>, key: string, person: Person) => {
    getOrMake(found, key, () => []).push(person);
  };
  const add = (person: Person) => {
    for (const name of new Set([person.name, person.nickname ?? person.name].map(foldName)))
      addTo(byName, name, person);
    addTo(byWords, wordsOf(person.name), person);
    if (person.isNumbered) byNumber.set(person.entry, person);
  };
  for (const person of people) add(person);
  const nearest = createNearest(people);
  const meantBy = createMeant(people);
  return {
    people,
    find(text) {
      const same = byName.get(foldName(text)) ?? [];
      const name = shortened(text);
      if (same.length > 1) {
        const advice = byNumber.size > 0 ? 'use their numbers' : 'add a column Nr, and write their numbers instead';
        return `"${name}" is the name of ${same[0]?.at} and ${same[1]?.at}; ${advice}`;
      }
      if (same[0]) return same[0];
      const turned = byWords.get(wordsOf(text)) ?? [];
      if (turned.length === 1 && turned[0]) {
        notes.guess('who is meant where the words of a name are in another order');
        return turned[0];
      }
      const numbered = /^#?\d{1,6}$/.test(text) ? byNumber.get(Number(text.replace('#', ''))) : undefined;
      if (numbered) return numbered;
      const [meant, ...others] = grows ? [] : meantBy(text);
      if (meant && others.length === 0) {
        notes.guess('who is meant where only a part of a name is given');
        return meant;
      }
      if (meant) return `"${name}" could be ${meant.name} (${meant.at}) or ${others[0]?.name} (${others[0]?.at})`;
      if (!grows) return `"${name}" is not among the players${nearest(text)}`;
      const person = { ...NOBODY, unplayed: [], entry: people.length + 1, name: text };
      people.push(person);
      add(person);
      return person;
    },
  };
}

/** Every word is one of the name's, or begins one as an initial: "Weiß" and "J. Weiß" of Jörg Weiß. */
function createMeant(people: readonly Person[]): (text: string) => Person[] {
  type Named = { person: Person; own: Set<string> };
  let byWord: Map<string, Named[]> | null = null;
  const index = () => {
    const found = new Map<string, Named[]>();
    for (const person of people) {
      const own = new Set(foldName(person.name).split('-'));
      for (const word of own) getOrMake(found, word, () => []).push({ person, own });
    }
    return found;
  };
  return (text) => {
    byWord ??= index();
    const words = foldName(text).split('-');
    // Compared only with the players who have its rarest word: a sheet may have thousands of unknown names.
    const having = words.filter((word) => word.length > 1).map((word) => byWord?.get(word) ?? []);
    const [fewest = []] = having.sort((one, two) => one.length - two.length);
    const fits = ({ own }: Named, word: string) =>
      own.has(word) || (word.length === 1 && [...own].some((each) => each.startsWith(word)));
    return fewest.filter((named) => words.every((word) => fits(named, word))).map(({ person }) => person);
  };
}

const DOUBLES_MAX = 20;
/** Each is compared with all others. */
const COMPARED_MAX = 1_000;

/** Without a sheet of players a slip in a name, or a part of it, makes another player. */
export function noteDoubles(people: readonly Person[], notes: Notes): void {
  const meantBy = createMeant(people);
  const isSlip = (one: string, two: string) =>
    Math.min(one.length, two.length) > 4 &&
    !/\d/.test(one) &&
    Math.abs(one.length - two.length) < 2 &&
    distance(one, two) < 2;
  const folded = people.length > COMPARED_MAX ? [] : people.map(({ name }) => slugOf(name) ?? '');
  const doubles = people.flatMap((person, index) => {
    const own = folded[index] ?? '';
    const before = folded.findIndex((other, at) => at < index && isSlip(own, other));
    const other = people[before] ?? meantBy(person.name).find((each) => each !== person);
    return other ? [`${person.name} and ${other.name}`] : [];
  });
  for (const both of doubles.slice(0, DOUBLES_MAX)) notes.tell(`are these one player? ${both}`);
}

const wordsOf = (name: string) => foldName(name).split('-').sort().join('-');
const NOBODY = {
  isNumbered: false,
  nickname: null,
  playerId: null,
  club: null,
  team: null,
  faction: null,
  subFaction: null,
  list: null,
  quit: null,
  place: null,
  file: '',
  at: '',
};
