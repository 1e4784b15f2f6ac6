// Army lists in files of their own, beside the sheets of an event: a file is called as the player is.
import { readArmyListText } from '@battle-results/army-list';
import { LIST_CHARACTERS_MAX, writeList } from '../army-list/record.js';
import { readArmyRoster } from '../army-list/roster.js';
import type { FileProblem, SourceFile } from '../converter.js';
import type { Notes } from '../notes.js';
import { decodeText, noteGuess } from '../read/decode.js';
import { readOrSay, UnreadableError } from '../read/unreadable.js';
import type { Roster } from './people.js';

const ROSTER = /\.(?:rosz?|json)$/i;
const TEXT = /\.txt$/i;

/** `list` is null if the file could not be read as one, which is then among the problems. */
type ListFile = { file: string; list: string | null };

/** Tables may be in text files, too; a list is one that ends as a known program ends its lists. */
export function takeListFiles(
  files: readonly SourceFile[],
  notes: Notes,
  problems: FileProblem[],
): { lists: ListFile[]; sheets: SourceFile[] } {
  const lists: ListFile[] = [];
  const sheets: SourceFile[] = [];
  for (const file of files) {
    const decoded = TEXT.test(file.name) ? decodeText(file) : null;
    if (ROSTER.test(file.name)) {
      lists.push({ file: file.name, list: readOrSay(file.name, problems, () => rosterText(file)) });
    } else if (decoded && readArmyListText(decoded.text)) {
      noteGuess(decoded, file.name, notes);
      lists.push({ file: file.name, list: decoded.text });
    } else sheets.push(file);
  }
  return { lists, sheets };
}

function rosterText(file: SourceFile): string {
  const text = writeList(readArmyRoster(file));
  if (text.length <= LIST_CHARACTERS_MAX) return text;
  throw new UnreadableError(`has a list of more than ${LIST_CHARACTERS_MAX} characters`);
}

/** Gives each player the list of the file that has the player's name. */
export function handOutLists(
  lists: readonly ListFile[],
  { find }: Pick<Roster, 'find'>,
  problems: FileProblem[],
): void {
  for (const { file, list } of lists) {
    const person = find(file.replace(/\.[^.]*$/, ''));
    if (typeof person === 'string')
      problems.push({ file, at: '', message: `${person}; a list is named by its player` });
    else if (person.list !== null) problems.push({ file, at: '', message: `${person.name} has another list already` });
    else person.list = list;
  }
}
