// Headings that are repeated, for both players of a battle or for every round, are told apart by their position.
import type { Column } from './header.js';
import type { Field } from './words.js';

export function tellApart(columns: readonly Column[], textOf: (column: Column) => string): Column[] {
  const of = (field: Field) => columns.filter((each) => each.field === field && each.number === null);
  const numbered = (field: Field) => columns.filter((each) => each.field === field && each.number !== null);
  const [first, second, third] = [...of('name'), ...numbered('name')];
  if (first && second && !third && textOf(first) === textOf(second)) [first.number, second.number] = [1, 2];
  if (first?.number === 1 && second?.number === 2) {
    repeat(OF_A_SIDE.map(of), [first, second]);
    // Between the two players there is often a column "vs".
    return columns.filter(({ field, number }) => field !== 'opponent' || number !== null);
  }
  const [opponent, ...others] = of('opponent');
  if (opponent && others.length === 0 && first) {
    for (const [field, theirs] of OF_BOTH) {
      const [, again] = of(field);
      if (again && again.column > opponent.column) again.field = theirs;
    }
  }
  for (const [at, each] of of('opponent').entries()) if (others.length > 0) each.number = at + 1;
  // "Round 1" beside "Result 1" holds the opponent.
  const hasFigures = (round: number | null) =>
    OF_A_ROUND.some((field) => numbered(field).some((each) => each.number === round));
  const rounds = numbered('opponent').length > 0 ? [] : numbered('round');
  const anchors = rounds.length > 0 ? rounds : numbered('opponent');
  repeat(OF_A_ROUND.map(of), anchors);
  for (const each of rounds) if (hasFigures(each.number)) each.field = 'opponent';
  return [...columns];
}

const OF_A_SIDE: Field[] = ['points', 'victoryPoints', 'faction', 'subFaction'];
const OF_A_ROUND: Field[] = ['result', 'winner', 'points', 'victoryPoints', 'opponentPoints', 'opponentVictoryPoints'];
const OF_BOTH: [Field, Field][] = [
  ['points', 'opponentPoints'],
  ['victoryPoints', 'opponentVictoryPoints'],
];

/** One for each of `anchors`, in their order; of more or fewer, each belongs to the anchor before it. */
function repeat(columns: Column[][], anchors: readonly Column[]): void {
  for (const same of columns) {
    if (anchors.length < 2 || same.length < 2) continue;
    for (const [at, each] of same.entries()) {
      const before = anchors.filter(({ column }) => column < each.column).at(-1);
      each.number = (same.length === anchors.length ? anchors[at] : before)?.number ?? null;
    }
  }
}
