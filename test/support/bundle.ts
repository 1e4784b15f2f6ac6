import type { BundleRecord } from '@battle-results/bundle-format/record';
import { exportLines } from '../../src/bundle/export.js';
import { type ImportOptions, importBundle } from '../../src/bundle/import.js';
import type { Line } from '../../src/bundle/lines.js';
import { BundleError, problemText } from '../../src/bundle/problem.js';
import type { Db } from '../../src/db/client.js';

/** A line of a bundle: a record, or the text of an invalid line. */
export type BundleLine = BundleRecord | string;

export function importAll(db: Db, lines: BundleLine[], options: ImportOptions = {}) {
  return importBundle(db, numbered(lines), options);
}

/** The problems for which an import is refused, as they are printed. */
export async function problemsOf(importing: Promise<unknown>): Promise<string[]> {
  const error = await importing.then(
    () => new BundleError([]),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof BundleError)) throw error;
  return error.problems.map(problemText);
}

/** The whole database as lines of a bundle. */
export async function exportAll(db: Db): Promise<string[]> {
  const all: string[] = [];
  await exportLines(db, async (lines) => {
    all.push(...lines);
  });
  return all;
}

/** The whole database as records. */
export async function exportRecords(db: Db): Promise<BundleRecord[]> {
  return (await exportAll(db)).map((line) => JSON.parse(line));
}

export async function* numbered(lines: BundleLine[]): AsyncGenerator<Line> {
  for (const [index, line] of lines.entries()) {
    yield { line: index + 1, text: typeof line === 'string' ? line : JSON.stringify(line) };
  }
}
