// Cells that are merged over several rows: a workbook has their text in the first one only, and people read it in each.
import { getOrMake } from '../get-or-make.js';
import { UnreadableError } from '../read/unreadable.js';
import { childOf, childrenOf, type XmlElement } from '../read/xml.js';
import { COLUMNS_MAX, ROWS_MAX } from './bounds.js';

/** By row and column, for cells that are merged over rows, the first of these rows. */
export type Merged = ReadonlyMap<number, ReadonlyMap<number, number>>;

/**
 * Writes the text of such cells into each of their rows that holds anything else. What is merged over columns stays in the
 * first: it is a title, or a round above its columns.
 */
export function mergedRows(sheet: XmlElement, rows: string[][]): Merged {
  const merged = new Map<number, Map<number, number>>();
  let count = 0;
  for (const { attributes } of childrenOf(childOf(sheet, 'mergeCells'), 'mergeCell')) {
    const [, first = '', from, to] = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/.exec(attributes.ref ?? '') ?? [];
    const [column, top, bottom] = [columnOf(first), Number(from) - 1, Math.min(Number(to), rows.length) - 1];
    const text = rows[top]?.[column] ?? '';
    if (!(bottom > top) || text === '') continue;
    count += bottom - top;
    if (count > ROWS_MAX * COLUMNS_MAX) throw new UnreadableError('has more merged cells than cells');
    for (let row = top; row <= bottom; row += 1) {
      const cells = rows[row] ?? [];
      if (cells.length === 0) continue;
      while (cells.length < column) cells.push('');
      cells[column] = text;
      getOrMake(merged, row, () => new Map<number, number>()).set(column, top);
    }
  }
  return merged;
}

/** From a reference such as AB12, counted from 0. */
export function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
