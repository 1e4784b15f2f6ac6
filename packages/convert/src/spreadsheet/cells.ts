// One sheet with its header, and its cells by what they are. A cell that is not understood is noted with its address.

import { LIST_CHARACTERS_MAX } from '../army-list/record.js';
import type { FileProblem } from '../converter.js';
import { getOrMake } from '../get-or-make.js';
import type { Place } from '../notes.js';
import { faultIn } from './faults.js';
import type { Column, Header } from './header.js';
import { addressOf, type Sheet } from './sheet.js';
import { isNothing } from './values.js';
import { type Field, fold, type Language, roundsIn } from './words.js';

const CELL_CHARACTERS_MAX = 200;
/** Remarks may have any text. */
const FREE_TEXT: Field = 'note';

export type Table = { sheet: Sheet; header: Header };

export type Cells = {
  /** Indexes of the rows that hold anything. */
  rows: number[];
  language: Language;
  has(field: Field, number?: number | null): boolean;
  /** Numbers that a field's columns have. */
  numbersOf(field: Field): number[];
  /** The first row of those over which the cell is merged; null if it is not. */
  mergedFrom(row: number, field: Field): number | null;
  /** Empty when there is no such column. */
  text(row: number, field: Field, number?: number | null): string;
  /** Null when the cell is empty; a cell that `read` does not understand is a problem, and null. */
  value<Value>(
    row: number,
    field: Field,
    number: number | null,
    read: (text: string) => Value | undefined,
    kind: string,
  ): Value | null;
  at(row: number, field: Field, number?: number | null): string;
  place(row: number, field: Field, number?: number | null): Place;
  /** The first cell of the row, in whatever column, of which this holds. */
  find(row: number, test: (text: string) => boolean): (Place & { text: string }) | null;
  say(row: number, field: Field, number: number | null, message: string): void;
  /** The round that the last heading above the row names, or the sheet; null if none does. */
  blockOf(row: number): number | null;
  /** The texts of a column in all rows. */
  texts(column: number): string[];
  /** Columns that hold something, each with its name and cell. */
  filled(): (Omit<Column, 'field'> & { field: Field | null; isRead: boolean; heading: string; place: Place })[];
};

export function createCells({ sheet, header }: Table, problems: FileProblem[]): Cells {
  const columns = new Map<string, Column>();
  for (const column of header.columns) {
    const key = keyOf(column.field, column.number);
    if (!columns.has(key)) columns.set(key, column);
  }
  const blocks = blocksIn(sheet, header);
  const rows = [...blocks.keys()];
  const inOneLine = createLines();
  const written = (row: number, field: Field, number: number | null) => {
    const column = columns.get(keyOf(field, number));
    const cell = column ? (sheet.rows[row]?.[column.column] ?? '') : '';
    return field === 'list' ? cell : inOneLine(cell);
  };
  const saidOf = new Set<string>();
  const asked = new Set<string>();
  const text: Cells['text'] = (row, field, number = null) => {
    asked.add(keyOf(field, number));
    const cell = written(row, field, number);
    const fault = faultIn(cell);
    if (fault === null || field === FREE_TEXT) return cell;
    const address = at(row, field, number);
    if (!saidOf.has(address)) say(row, field, number, fault);
    saidOf.add(address);
    return '';
  };
  const at: Cells['at'] = (row, field, number = null) =>
    addressOf(sheet, row, columns.get(keyOf(field, number))?.column ?? 0);
  const place: Cells['place'] = (row, field, number) => ({ file: sheet.file, at: at(row, field, number) });
  const say: Cells['say'] = (row, field, number, message) =>
    void problems.push({ ...place(row, field, number), message });
  for (const row of rows) {
    for (const { field, number } of columns.values()) {
      if (field === FREE_TEXT) continue;
      const most = field === 'list' ? LIST_CHARACTERS_MAX : CELL_CHARACTERS_MAX;
      if (written(row, field, number).length > most) say(row, field, number, `has more than ${most} characters`);
    }
  }
  return {
    rows,
    language: header.language,
    has: (field, number = null) => columns.has(keyOf(field, number)),
    numbersOf: (field) =>
      [...columns.values()].flatMap((each) => (each.field === field && each.number !== null ? [each.number] : [])),
    mergedFrom(row, field) {
      asked.add(keyOf(field, null));
      return sheet.merged.get(row)?.get(columns.get(keyOf(field, null))?.column ?? -1) ?? null;
    },
    text,
    value(row, field, number, read, kind) {
      const cell = text(row, field, number);
      if (cell === '') return null;
      const value = read(cell);
      if (value === undefined) say(row, field, number, `"${shortened(cell)}" is not ${kind}`);
      return value ?? null;
    },
    at,
    place,
    find(row, test) {
      const texts = (sheet.rows[row] ?? []).map(inOneLine);
      const column = texts.findIndex(test);
      return column < 0 ? null : { file: sheet.file, at: addressOf(sheet, row, column), text: texts[column] ?? '' };
    },
    say,
    blockOf: (row) => blocks.get(row) ?? null,
    filled: () =>
      [...header.columns, ...header.unknown.map((column) => ({ field: null, number: null, column }))].flatMap(
        (each) => {
          const { field, number, column } = each;
          if (rows.every((row) => (sheet.rows[row]?.[column] ?? '') === '')) return [];
          const isRead = field !== null && asked.has(keyOf(field, number));
          const heading = shortened(sheet.rows[header.row]?.[column] ?? '');
          return [{ ...each, isRead, heading, place: { file: sheet.file, at: addressOf(sheet, header.row, column) } }];
        },
      ),
    texts: (column) => rows.map((row) => inOneLine(sheet.rows[row]?.[column] ?? '')),
  };
}

/**
 * Rows that hold something, each with the round of the last heading above it, a row of one cell: "Round 2" over a block of
 * battles, or the name of the sheet. Such headings, and names of columns that are repeated, are left out.
 */
function blocksIn(sheet: Sheet, { row: header }: Header): Map<number, number | null> {
  const blocks = new Map<number, number | null>();
  let round = roundHeading(sheet.name ?? sheet.file.replace(/\.[^.]*$/, ''));
  const isHeading = (row: string[]) =>
    row.every((cell, column) => cell === '' || fold(cell) === fold(sheet.rows[header]?.[column] ?? ''));
  for (const [index, row] of sheet.rows.entries()) {
    const [text, ...more] = row.filter((cell) => cell !== '');
    const named = text === undefined || more.length > 0 ? null : roundHeading(text);
    round = named ?? round;
    if (index > header && text !== undefined && named === null && !isHeading(row)) blocks.set(index, round);
  }
  return blocks;
}

/** The round with which a text begins, such as "Round 2 - Sunday"; null if it begins with none. */
export function roundHeading(text: string): number | null {
  const words = fold(text);
  return roundsIn(words).find(({ rest }) => rest === '' || !words.startsWith(rest))?.number ?? null;
}

/**
 * Texts with single spaces, each made once: in a workbook many cells may name the same long one. One that is too long, which
 * is a problem, is cut off.
 */
function createLines(): (text: string) => string {
  const lines = new Map<string, string>();
  return (text) => getOrMake(lines, text, () => text.replaceAll(/\s+/g, ' ').slice(0, CELL_CHARACTERS_MAX + 1));
}

/** Null for a cell that is empty or says that there is nothing. */
export function namedIn(cells: Cells, row: number, field: Field, number: number | null = null): string | null {
  const text = cells.text(row, field, number);
  return isNothing(text) ? null : text;
}

const keyOf = (field: Field, number: number | null) => `${field} ${number ?? ''}`;
export const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);
