import { wasNeverLoaded } from '../bundle/data-owner.js';
import { type ImportOptions, importRecords } from '../bundle/import.js';
import type { Db } from '../db/client.js';
import { type DemoOptions, demoWorld } from './world.js';

type LoadOptions = DemoOptions & Pick<ImportOptions, 'onProgress'>;

/** Loads into an empty database, or replaces the demo world that is there; never mixes with an operator's own data. */
export async function loadDemoWorld(db: Pick<Db, 'sql'>, { battles, onProgress }: LoadOptions = {}): Promise<void> {
  await importRecords(db, numbered(battles === undefined ? {} : { battles }), {
    demo: true,
    replaceDemo: true,
    ...(onProgress && { onProgress }),
  });
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

function* numbered(options: DemoOptions) {
  let line = 0;
  for (const record of demoWorld(options)) {
    line += 1;
    yield { line, record, problems: [] as [] };
  }
}
