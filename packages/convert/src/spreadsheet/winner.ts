// Who won a battle, by the column of the winner and beside it by that of the result.
import type { Outcome } from '../event.js';
import { foldName } from '../slug.js';
import type { Cells } from './cells.js';
import type { Person, Roster } from './people.js';
import { isNothing, resultIn, unplayedIn } from './values.js';
import { fold } from './words.js';

type ReadTable = { cells: Cells; roster: Roster };

/**
 * Beside scores the winner decides, who may have fewer points; beside a word that says otherwise the row is refused. A
 * winner that is neither player may be a team or a flag, and the result stands.
 */
export function outcomeWithWinner(
  table: ReadTable,
  row: number,
  number: number | null,
  result: ReturnType<typeof resultIn> | null,
  self: Person,
  other: Person,
): Outcome {
  const { cells } = table;
  const told = result?.outcome ?? null;
  const text = cells.text(row, 'winner', number);
  if (told === null) return winnerIn(table, row, number, self, other);
  if (isNothing(text) || ![self, other].some((one) => isNamed(one, text))) return told;
  const winner = winnerIn(table, row, number, self, other);
  if (winner === null || told === winner) return told;
  if (!result?.scores) cells.say(row, 'winner', number, `"${text}" is not what the result says, ${told}`);
  return winner;
}

const isNamed = ({ name, isNumbered, entry }: Person, text: string) =>
  foldName(name) === foldName(text) || (isNumbered && text.replace('#', '') === String(entry));

function winnerIn(
  { cells, roster }: ReadTable,
  row: number,
  number: number | null,
  self: Person,
  other: Person,
): Outcome {
  const text = cells.text(row, 'winner', number);
  if (text === '') return null;
  const bySide = cells.has('name', 2) ? SIDES.get(fold(text)) : undefined;
  if (bySide !== undefined && !(/\d/.test(text) && self.isNumbered)) return bySide;
  const drawn = resultIn(text, cells.language)?.outcome === 'draw' || /^[-–—]$/.test(text);
  const winner = drawn ? null : roster.find(text);
  if (drawn) return 'draw';
  if (winner === self) return 'win';
  if (winner === other) return 'loss';
  const advice = unplayedWithin(text) ? ABSENCE : '';
  cells.say(row, 'winner', number, `"${text}" is neither of the two players${advice}`);
  return null;
}

/** Columns of two players are often called A and B, or 1 and 2. */
const SIDES = new Map<string, Outcome>([
  ['a', 'win'],
  ['1', 'win'],
  ['b', 'loss'],
  ['2', 'loss'],
]);
const unplayedWithin = (text: string) => text.split(' ').some((word) => unplayedIn(word) !== undefined);
const ABSENCE =
  '; who did not come is written in a column Result: no show, if it is the first of the two, and walkover if not';
