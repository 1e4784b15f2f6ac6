// Tables for spreadsheets (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with an apostrophe.
import type { RenderedBody } from '../route.js';

type Cell = string | number | boolean | null | undefined;

/** What each column of a table shows of a row, by its heading. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** Columns that are called as the fields they show. */
export const fields = <Name extends string>(...names: Name[]): Columns<Record<Name, Cell>> =>
  Object.fromEntries(names.map((name) => [name, (row) => row[name]]));

/** Without its head it is a later piece of a table. */
export function csv<Row>(columns: Columns<Row>, rows: readonly Row[], { head = true } = {}): RenderedBody {
  const shown = rows.map((row) => Object.values(columns).map((of) => of(row)));
  const lines = [...(head ? [Object.keys(columns)] : []), ...shown].map((row) => `${row.map(cell).join(',')}\r\n`);
  return { type: 'text/csv; charset=utf-8', text: lines.join('') };
}

/** What spreadsheets take for a formula: signs of any width, also behind white space, which some of them remove. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cell(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
