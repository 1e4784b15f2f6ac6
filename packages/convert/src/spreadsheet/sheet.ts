// A sheet of cells as text, whatever file it came from.
import type { FileProblem, SourceFile } from '../converter.js';
import type { Notes } from '../notes.js';
import { readCsv } from '../read/csv.js';
import { noteGuess } from '../read/decode.js';
import { readOrSay, UnreadableError } from '../read/unreadable.js';
import { isZip } from '../read/zip.js';
import { COLUMNS_MAX, ROWS_MAX } from './bounds.js';
import type { Merged } from './merged.js';
import { tidy } from './tidy.js';
import { readXlsx } from './xlsx.js';

export type Sheet = {
  file: string;
  /** Null in a file that is one sheet. */
  name: string | null;
  rows: string[][];
  merged: Merged;
};

/** By their first bytes. */
const FOREIGN: [start: number[], kind: string][] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'a file of old Excel (.xls)'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
];

export function readSheets(file: SourceFile, notes: Notes, problems: FileProblem[]): Sheet[] {
  const { name, bytes } = file;
  const sheets = readOrSay(name, problems, () => (isZip(bytes) ? readXlsx(bytes) : [readTable(file, notes)]));
  return (sheets ?? []).map((sheet) => ({ file: name, ...sheet }));
}

function readTable(file: SourceFile, notes: Notes): Omit<Sheet, 'file'> {
  const kind = FOREIGN.find(([start]) => start.every((byte, at) => file.bytes[at] === byte))?.[1];
  if (kind) throw new UnreadableError(`is ${kind}, not a spreadsheet that is read: save it as CSV or XLSX`);
  if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) {
    throw new UnreadableError('is not an XLSX file; save it as .xlsx or as .csv');
  }
  const { rows, guess } = readCsv(file, { rows: ROWS_MAX, columns: COLUMNS_MAX });
  noteGuess({ guess }, file.name, notes);
  return { name: null, rows: rows.map((row) => row.map(tidy)), merged: new Map() };
}

/** The address of a cell as a spreadsheet shows it, such as "Results!C4"; both numbers count from 0. */
export function addressOf({ name }: Sheet, row: number, column: number): string {
  const cell = `${columnName(column)}${row + 1}`;
  return name === null ? cell : `${name}!${cell}`;
}

function columnName(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnName(Math.floor(column / 26) - 1) + last;
}
