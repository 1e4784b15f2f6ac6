// Tables as text: quoted cells as in RFC 4180, with the delimiter that the file uses.
import { type Decoded, decodeText, type Encoded } from './decode.js';
import { UnreadableError } from './unreadable.js';

type CsvTable = { rows: string[][] } & Pick<Decoded, 'guess'>;

/** Reading stops there, as a file of line ends is millions of rows. */
const MOST = { rows: 1_000_000, columns: 500 };
const DELIMITERS = [',', ';', '\t'];

export function readCsv(encoded: Encoded, most = MOST): CsvTable {
  const { text: whole, guess } = decodeText(encoded);
  // A first line that names the delimiter is how Excel is told of one.
  const told = /^sep=(.)\r?\n/.exec(whole);
  const text = told ? whole.slice(told[0].length) : whole;
  const delimiter = told?.[1] ?? delimiterOf(text);
  // Kept as an empty row, so that rows keep their numbers.
  const rows: string[][] = told ? [[]] : [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { cell, end } = cellAt(text, at, delimiter);
    if (end < 0) throw new UnreadableError(`row ${rows.length + 1} has a quotation mark that is never closed`);
    if (rows.length === most.rows) throw new UnreadableError(`has more than ${most.rows} rows`);
    if (row.length === most.columns) throw new UnreadableError(`has more than ${most.columns} columns`);
    row.push(cell);
    at = end;
    if (text[at] === delimiter) {
      at += 1;
      if (at === text.length) row.push('');
    } else {
      at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
      rows.push(row);
      row = [];
    }
  }
  if (row.length > 0) rows.push(row);
  return { rows, guess };
}

/** The cell that begins at `from`, and the index of what ends it; -1 for a quoted cell without an end. */
function cellAt(text: string, from: number, delimiter: string): { cell: string; end: number } {
  if (text[from] !== '"') {
    const end = endOfPlain(text, from, delimiter);
    return { cell: text.slice(from, end), end };
  }
  let cell = '';
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return { cell, end: -1 };
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      // What some programs write behind the closing mark belongs to the cell.
      const end = endOfPlain(text, quote + 1, delimiter);
      return { cell: cell + text.slice(quote + 1, end), end };
    }
    cell += '"';
    at = quote + 2;
  }
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return end;
}

/** The one that most of the first lines have; decimal commas are in some lines only. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 10_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r?\n|\r/)
    .slice(0, 20);
  const weight = (delimiter: string) =>
    lines.reduce((sum, line) => sum + (line.includes(delimiter) ? 1000 + line.split(delimiter).length : 0), 0);
  return DELIMITERS.reduce((best, each) => (weight(each) > weight(best) ? each : best));
}
