// Records, and how they get into a database.
import { checkRecord } from '@battle-results/bundle-format/check';
import type { BundleRecord } from '@battle-results/bundle-format/record';
import { importChecked } from '../../src/bundle/import.js';
import { BundleError } from '../../src/bundle/problem.js';
import type { Db } from '../../src/db/client.js';

export * from '../../packages/bundle-format/test/support/records.js';

/** Writes records to the database as an import would, with the same checks. */
export async function load(db: Db, records: BundleRecord[]): Promise<void> {
  const checked = records.map((record, index) => ({ line: index + 1, ...checkRecord(structuredClone(record)) }));
  const problems = checked.flatMap(({ line, problems }) => problems.map((problem) => ({ line, ...problem })));
  if (problems.length > 0) throw new BundleError(problems);
  await importChecked(db, checked);
}
