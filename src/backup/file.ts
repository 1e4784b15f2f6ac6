// The file of a backup: gzipped lines of JSON. The first says what it is and how its tables look, a line with the name of
// a table stands before its rows, each an array of texts, and the last has the counts and a digest of all before it.
import { createHash } from 'node:crypto';
import { readLines } from '../bundle/lines.js';
import type { Sequence, Table } from './tables.js';

/** The backup cannot be made or restored; the message says why. */
export class BackupError extends Error {}

const FORMAT = 'battle results gateway backup';
const VERSION = 1;

export type Header = {
  format: string;
  version: number;
  createdAt: string;
  migrations: { name: string; checksum: string }[];
  tables: Table[];
  sequences: Sequence[];
};
export type RowCounts = Record<string, number>;

/** Makes the lines of a file, and their digest. */
export function createLines() {
  const digest = createHash('sha256');
  const rows: RowCounts = {};
  const counted = (text: string) => {
    digest.update(text);
    return text;
  };
  return {
    header: (parts: Omit<Header, 'format' | 'version'>) =>
      counted(`${JSON.stringify({ format: FORMAT, version: VERSION, ...parts } satisfies Header)}\n`),
    table(name: string) {
      rows[name] = 0;
      return counted(`${JSON.stringify({ table: name })}\n`);
    },
    rows(table: string, texts: string[]) {
      rows[table] = (rows[table] ?? 0) + texts.length;
      return counted(texts.map((text) => `${text}\n`).join(''));
    },
    end: () => `${JSON.stringify({ end: true, rows, sha256: digest.digest('hex') })}\n`,
    counts: (): RowCounts => rows,
  };
}

type Part = { header: Header } | { table: string } | { row: string } | { end: true; rows: RowCounts };

/** Reads a file to its end; throws if it is no backup, or not as it was written. */
export async function* readParts(file: string): AsyncGenerator<Part> {
  const digest = createHash('sha256');
  const counts: RowCounts = {};
  let table = '';
  let isFirst = true;
  let ended = false;
  for await (const { text, problem } of readLines(file)) {
    if (ended || problem !== undefined) throw damaged(file, isFirst);
    if (text.startsWith('[')) {
      counts[table] = (counts[table] ?? 0) + 1;
      digest.update(text).update('\n');
      yield { row: text };
      continue;
    }
    const said = parsed(text) as Partial<Header> & { table?: string; end?: true; rows?: RowCounts; sha256?: string };
    if (isFirst) {
      if (said?.format !== FORMAT) throw damaged(file, true);
      if (said.version !== VERSION)
        throw new BackupError(`${file} was made by another release: its format is unknown.`);
      yield { header: said as Header };
    } else if (typeof said?.table === 'string') {
      table = said.table;
      counts[table] = 0;
      yield { table };
    } else if (said?.end && said.sha256 === digest.copy().digest('hex') && isSame(said.rows ?? {}, counts)) {
      ended = true;
      yield { end: true, rows: counts };
    } else throw damaged(file, false);
    digest.update(text).update('\n');
    isFirst = false;
  }
  if (!ended) throw damaged(file, isFirst);
}

export type CheckedFile = { file: string; header: Header; rows: RowCounts };

/** Reads a whole file, and returns what is in it. */
export async function checkFile(file: string): Promise<CheckedFile> {
  let header: Header | undefined;
  let rows: RowCounts | undefined;
  for await (const part of readParts(file)) {
    if ('header' in part) header = part.header;
    if ('end' in part) rows = part.rows;
  }
  if (!header || !rows) throw damaged(file, true);
  return { file, header, rows };
}

export const sumOf = (rows: RowCounts): number => Object.values(rows).reduce((sum, count) => sum + count, 0);

function isSame(one: RowCounts, other: RowCounts): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const damaged = (file: string, isForeign: boolean) =>
  new BackupError(
    isForeign
      ? `${file} is not a backup made by npm run backup.`
      : `${file} is damaged or cut short: its contents are not those that were written. Use another backup.`,
  );
