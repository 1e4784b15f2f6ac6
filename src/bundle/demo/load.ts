import type { Db } from '../../db/client.js';
import { wasNeverLoaded } from '../data-owner.js';
import { type ImportOptions, importRecords } from '../import.js';
import { type DemoOptions, demoWorld } from './world.js';

type LoadOptions = DemoOptions & Pick<ImportOptions, 'onProgress'>;

/** Into an empty database, or in place of the demo world that is there; never beside an operator's own data. */
export async function loadDemoWorld(db: Pick<Db, 'sql'>, { battles, onProgress }: LoadOptions = {}): Promise<void> {
  await importRecords(db, numbered(battles === undefined ? {} : { battles }), {
    demo: true,
    replaceDemo: true,
    ...(onProgress && { onProgress }),
  });
}

/** Whether it was loaded now: only the first time, and only when nothing else is there. */
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
