import type { BundleRecord } from '@battle-results/bundle-format/record';
import { wasNeverLoaded } from '../bundle/data-owner.js';
import { type ImportOptions, importRecords } from '../bundle/import.js';
import type { Db } from '../db/client.js';
import { demoWorld, WORLD_DAY } from './world.js';

type LoadOptions = Pick<ImportOptions, 'onProgress'> & {
  /** Its records; those of the files, with the dates that they have there, when omitted. */
  world?: Iterable<BundleRecord>;
};

/** Loads into an empty database, or replaces the demo world that is there; never mixes with an operator's own data. */
export async function loadDemoWorld(
  db: Pick<Db, 'sql'>,
  { world = demoWorld(WORLD_DAY), ...options }: LoadOptions = {},
): Promise<void> {
  await importRecords(db, world, { demo: true, replaceDemo: true, ...options });
}

/** Loads the demo world if nothing was ever loaded and the database is empty. Returns whether it did. */
export async function loadDemoWorldOnce(
  db: Pick<Db, 'sql'>,
  report: (message: string) => void,
  options: LoadOptions = {},
): Promise<boolean> {
  if (!(await wasNeverLoaded(db.sql))) return false;
  report('Loading the demo world (once, a few seconds) ...');
  await loadDemoWorld(db, options);
  return true;
}
