// A sheet of cells as text, whatever file it came from.
import type { FileProblem, SourceFile } from '../converter.js';
import type { Notes } from '../notes.js';
import { readCsv } from '../read/csv.js';
import { noteGuess } from '../read/decode.js';
import { XmlError } from '../read/xml.js';
import { isZip, ZipError } from '../read/zip.js';
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

export function readSheets(file: SourceFile, notes: Notes): { sheets: Sheet[]; problems: FileProblem[] } {
  const problem = (message: string) => ({ sheets: [], problems: [{ file: file.name, at: '', message }] });
  if (!isZip(file.bytes)) {
    const kind = FOREIGN.find(([start]) => start.every((byte, at) => file.bytes[at] === byte))?.[1];
    if (kind) return problem(`is ${kind}, not a spreadsheet that is read: save it as CSV or XLSX`);
    if (/\.(xlsx?|ods|numbers)$/i.test(file.name)) return problem('is not an XLSX file; save it as .xlsx or as .csv');
    const { rows, problem: why, guess } = readCsv(file, { rows: ROWS_MAX, columns: COLUMNS_MAX });
    if (why !== undefined) return problem(why);
    noteGuess({ guess }, file.name, notes);
    const tidied = rows.map((row) => row.map(tidy));
    return { sheets: [{ file: file.name, name: null, rows: tidied, merged: new Map() }], problems: [] };
  }
  try {
    return { sheets: readXlsx(file.bytes).map((sheet) => ({ file: file.name, ...sheet })), problems: [] };
  } catch (error) {
    if (error instanceof ZipError || error instanceof XmlError) return problem(error.message);
    throw error;
  }
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
