// Reads the visible sheets of an XLSX workbook: text, numbers and dates as they are stored, formulas by their last value,
// and in every row what a cell that is merged over several rows holds.
import { UnreadableError } from '../read/unreadable.js';
import { childOf, childrenOf, readXml, type XmlElement } from '../read/xml.js';
import { readZip } from '../read/zip.js';
import { COLUMNS_MAX, ROWS_MAX } from './bounds.js';
import { UNCOMPUTED } from './faults.js';
import { columnOf, type Merged, mergedRows } from './merged.js';
import { tidy } from './tidy.js';

/** Of one part of the archive, unpacked: some hundred thousand cells. */
const PART_BYTES_MAX = 16 * 1024 * 1024;

const ALL_BYTES_MAX = 64 * 1024 * 1024;
const SHEETS_MAX = 100;
/** As spreadsheet programs have it. A shared text is written once, for any number of cells. */
const TEXT_CHARACTERS_MAX = 32_767;

type XlsxSheet = { name: string; rows: string[][]; merged: Merged };

export function readXlsx(bytes: Uint8Array, allBytesMax = ALL_BYTES_MAX): XlsxSheet[] {
  const parts = new Map(readZip(bytes).map((entry) => [entry.name, entry]));
  let unpackedBytes = 0;
  /** Each is read once. */
  const part = (name: string): XmlElement | undefined => {
    const unpacked = parts.get(name)?.read(PART_BYTES_MAX);
    if (!unpacked) return undefined;
    parts.delete(name);
    unpackedBytes += unpacked.length;
    if (unpackedBytes > allBytesMax) throw new UnreadableError(`unpacks to more than ${allBytesMax / 1024 / 1024} MB`);
    return readXml({ bytes: unpacked });
  };
  const workbook = part('xl/workbook.xml');
  if (!workbook) throw new UnreadableError('is a zip archive, but not an XLSX file; save it as CSV or XLSX');
  const targets = new Map(
    childrenOf(part('xl/_rels/workbook.xml.rels'), 'Relationship').map(({ attributes }) => [
      attributes.Id,
      String(attributes.Target).replace(/^\/?(xl\/)?/, 'xl/'),
    ]),
  );
  const strings = childrenOf(part('xl/sharedStrings.xml'), 'si').map((item) => tidy(boundedText(item)));
  const isDate = dateStyles(part('xl/styles.xml'));
  const from1904 = /^(1|true)$/.test(childOf(workbook, 'workbookPr')?.attributes.date1904 ?? '');
  const visible = childrenOf(childOf(workbook, 'sheets'), 'sheet').filter(
    ({ attributes }) => (attributes.state ?? 'visible') === 'visible',
  );
  if (visible.length > SHEETS_MAX) throw new UnreadableError(`has more than ${SHEETS_MAX} sheets`);
  return visible.map(({ attributes }) => {
    const name = attributes.name ?? '';
    const sheet = part(targets.get(attributes['r:id']) ?? '');
    if (!sheet) throw new UnreadableError(`has no sheet ${name} of its own`);
    const rows = rowsOf(sheet, name, (cell) => valueIn(cell, strings, isDate, from1904));
    return { name, rows, merged: mergedRows(sheet, rows) };
  });
}

function boundedText(item: XmlElement): string {
  const text = textOf(item);
  if (text.length > TEXT_CHARACTERS_MAX)
    throw new UnreadableError(`has a text of more than ${TEXT_CHARACTERS_MAX} characters`);
  return text;
}

function rowsOf(sheet: XmlElement, name: string, value: (cell: XmlElement) => string): string[][] {
  const rows: string[][] = [];
  let row = -1;
  for (const each of childrenOf(childOf(sheet, 'sheetData'), 'row')) {
    row = each.attributes.r === undefined ? row + 1 : Number(each.attributes.r) - 1;
    const cells: string[] = [];
    let column = -1;
    for (const cell of childrenOf(each, 'c')) {
      column = cell.attributes.r === undefined ? column + 1 : columnOf(cell.attributes.r);
      const text = value(cell);
      // Sheets are often formatted far below and beside what is written in them.
      if (text === '') continue;
      if (!(row >= 0 && row < ROWS_MAX && column >= 0 && column < COLUMNS_MAX)) {
        throw new UnreadableError(`has a cell beyond ${ROWS_MAX} rows or ${COLUMNS_MAX} columns in the sheet ${name}`);
      }
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
    if (cells.length === 0) continue;
    while (rows.length < row) rows.push([]);
    rows[row] = cells;
  }
  return rows;
}

function valueIn(cell: XmlElement, strings: string[], isDate: boolean[], from1904: boolean): string {
  const { t: type = 'n', s: style = '0' } = cell.attributes;
  if (type === 'inlineStr') return tidy(textOf(childOf(cell, 'is')));
  const value = childOf(cell, 'v')?.text ?? '';
  if (type === 's' && value !== '') {
    const text = strings[Number(value)];
    if (text === undefined)
      throw new UnreadableError(`is damaged: the cell ${cell.attributes.r ?? ''} has a text that is not in it`);
    return text;
  }
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'n' && value === '' && childOf(cell, 'f')) return UNCOMPUTED;
  const number = Number(value);
  if (type !== 'n' || value === '' || !Number.isFinite(number)) return tidy(unescaped(value));
  if (isDate[Number(style)] && number >= 1 && number < 2_958_466) return dayOf(number + (from1904 ? 1462 : 0));
  // 0.1 + 0.2 is stored with all its digits.
  return String(Math.round(number * 1e6) / 1e6);
}

/** Days since the end of 1899; Excel counts a 29 February 1900, so days before March 1900 are one off. */
function dayOf(serial: number): string {
  return new Date(Date.UTC(1899, 11, 30) + Math.floor(serial) * 86_400_000).toISOString().slice(0, 10);
}

/** Rich text is in several runs; phonetic hints (rPh) are not part of it. */
function textOf(element: XmlElement | undefined): string {
  const plain = childrenOf(element, 't').map(({ text }) => text);
  const runs = childrenOf(element, 'r').flatMap((run) => childrenOf(run, 't').map(({ text }) => text));
  return unescaped([...plain, ...runs].join(''));
}

/** What XML cannot hold, such as the first half of a line end, is written as _x000D_, and an underscore as _x005F_. */
const unescaped = (text: string): string =>
  text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Whether each cell style shows a day. */
function dateStyles(styles: XmlElement | undefined): boolean[] {
  const formats = new Map(
    childrenOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes.numFmtId,
      attributes.formatCode,
    ]),
  );
  return childrenOf(childOf(styles, 'cellXfs'), 'xf').map(({ attributes: { numFmtId = '0' } }) => {
    const id = Number(numFmtId);
    const code = (formats.get(numFmtId) ?? '').replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, '');
    return (id >= 14 && id <= 17) || id === 22 || /[dy]/i.test(code);
  });
}
