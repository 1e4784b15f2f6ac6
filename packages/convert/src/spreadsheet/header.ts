// Finds the row of a sheet that names its columns, and what each column is.
import { tellApart } from './repeated.js';
import { columnWords, type Field, fold, type Known, type Language, languageOf, roundsIn } from './words.js';

export type Column = {
  field: Field;
  /** Of a round, or of one of two players; null for neither. */
  number: number | null;
  column: number;
};

export type Header = {
  /** Index of the row below which the data begins. */
  row: number;
  columns: Column[];
  /** Indexes of columns that have a name that is not known, or one that a column before them has. */
  unknown: number[];
  /** Indexes of columns of players beside those of another block. */
  besides: number[];
  /** Indexes of columns that are called teams and hold clubs. */
  teamsAsClubs: number[];
  /** In which most names are known. */
  language: Language;
};

const HEADER_ROWS_MAX = 20;

/** Null in a sheet without a row of which at least two cells are known. */
export function findHeader(rows: readonly string[][]): Header | null {
  let best: Header | null = null;
  for (let row = 0; row < Math.min(rows.length, HEADER_ROWS_MAX); row += 1) {
    const header = headerAt(rows, row);
    if (header.columns.length >= 2 && header.columns.length > (best?.columns.length ?? 0)) best = header;
  }
  return best;
}

function headerAt(rows: readonly string[][], row: number): Header {
  const above = roundsAbove(rows[row - 1] ?? []);
  const unknown: number[] = [];
  const named: Column[] = [];
  const known: Known<Field>[] = [];
  for (const [column, text] of (rows[row] ?? []).entries()) {
    const found = nameOf(text);
    if (found) {
      named.push({ field: found.field, number: found.number ?? above(column), column });
      known.push(found);
    } else if (text !== '') unknown.push(column);
  }
  if (!named.some(({ field }) => IS_NAME.has(field)))
    for (const each of named) if (each.field === 'nickname') each.field = 'name';
  const columns: Column[] = [];
  const besides: number[] = [];
  const textOf = ({ column }: Column) => fold(rows[row]?.[column] ?? '');
  for (const each of tellApart(named, textOf)) {
    const before = columns.find(({ field, number }) => field === each.field && number === each.number);
    if (!before || NOT_READ.has(each.field)) columns.push(each);
    else if (each.field === 'name' && textOf(before) === textOf(each)) besides.push(each.column);
    // The first of two columns of one name is taken, and the other is reported as left out.
    else unknown.push(each.column);
  }
  // Clubs are called teams as well: a team is what stands beside a club.
  const teamsAsClubs = columns.some(({ field }) => field === 'club')
    ? []
    : columns.filter(({ field }) => field === 'team');
  for (const column of teamsAsClubs) column.field = 'club';
  return {
    row,
    columns,
    unknown,
    besides,
    teamsAsClubs: teamsAsClubs.map(({ column }) => column),
    language: languageOf(known),
  };
}

const NOT_READ: ReadonlySet<Field> = new Set(['total', 'table']);

const IS_NAME: ReadonlySet<Field> = new Set(['name', 'firstName', 'lastName']);

const ROUND: Known<Field> = { field: 'round', languages: [] };

function nameOf(text: string): (Known<Field> & { number: number | null }) | null {
  const words = fold(text);
  const plain = columnWords.get(words);
  if (plain) return { ...plain, number: null };
  for (const { number, rest } of roundsIn(words)) {
    const known = rest === '' ? ROUND : columnWords.get(rest);
    if (known) return { ...known, number };
  }
  const { name = '', number = '' } =
    /^(?<name>.*?) ?(?<number>\d{1,2}|[ab])$/.exec(words)?.groups ??
    /^(?<number>\d{1,2}) (?<name>.*)$/.exec(words)?.groups ??
    {};
  const known = columnWords.get(name);
  return known ? { ...known, number: number === 'a' ? 1 : number === 'b' ? 2 : Number(number) } : null;
}

/**
 * Round numbers that stand above several columns, carried to the right until the next, and no further than the widest
 * distance between headings before: what is behind the last round belongs to none.
 */
function roundsAbove(cells: readonly string[]): (column: number) => number | null {
  let heading: { number: number; column: number } | null = null;
  let width = 0;
  const at = (column: number) => (heading && (width === 0 || column < heading.column + width) ? heading.number : null);
  const all = cells.map((text, column) => {
    const [round] = roundsIn(fold(text));
    // In the first column it stands over a block of rows.
    if (round?.rest === '' && column > 0) {
      if (heading) width = Math.max(width, column - heading.column);
      heading = { number: round.number, column };
    } else if (text !== '') heading = null;
    return at(column);
  });
  return (column) => (column < all.length ? (all[column] ?? null) : at(column));
}
