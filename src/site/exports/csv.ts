// Tables for spreadsheets (RFC 4180). Text that a spreadsheet would run as a formula is prefixed with an apostrophe.
import type { RenderedBody } from '../route.js';

type Cell = string | number | boolean | null | undefined;

/** `head` is null in a later piece of a table. */
export function csv(head: readonly string[] | null, rows: readonly (readonly Cell[])[]): RenderedBody {
  const lines = [...(head ? [head] : []), ...rows].map((row) => `${row.map(cell).join(',')}\r\n`);
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
