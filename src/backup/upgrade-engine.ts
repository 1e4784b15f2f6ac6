// A major version of PostgreSQL cannot open the files of another. So the start makes a backup with the earlier engine,
// and restores it into a new folder, which takes the place of the old one when it is complete.
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { readLines } from '../bundle/lines.js';
import { DbError } from '../db/db-error.js';
import { claimDataDir, clusterPaths, POSTGRES_VERSION, readVersion } from '../db/embedded/data-dir.js';
import { lockDataDir } from '../db/embedded/data-dir-lock.js';
import { createCluster, openAlone, reasonOf } from '../db/embedded/embedded.js';
import { readRecorded } from '../db/migrate.js';
import { restoreBackup } from './restore.js';
import { writeBackup } from './write.js';

const SPACE = 'It needs as much free disk space again as it takes, and as much for a copy while it runs.';

type Report = (message: string) => void;

/** Does nothing unless the data in the folder is that of another PostgreSQL. `report` is told of each step. */
export async function upgradeEngine(dataDir: string, report: Report): Promise<void> {
  const folder = resolve(dataDir);
  const { cluster } = clusterPaths(folder);
  const isOther = async () => ![null, POSTGRES_VERSION].includes(await readVersion(cluster));
  if (!(await isOther())) return;
  await claimDataDir(folder);
  const unlock = await lockDataDir(folder);
  try {
    if (await isOther()) await upgrade(folder, report);
  } finally {
    await unlock();
  }
}

async function upgrade(folder: string, report: Report): Promise<void> {
  const { cluster, making, upgraded } = clusterPaths(folder);
  const version = (await readVersion(cluster)) ?? '';
  const [engine, kept, file] = [packageOf(version, cluster), `${cluster}.${version}`, join(folder, 'upgrade.backup')];
  if (existsSync(kept)) {
    throw new DbError(`${kept} is in the way: the data of PostgreSQL ${version} would be kept there. Move it away.`);
  }
  report(
    `${cluster} is of PostgreSQL ${version}; this release has ${POSTGRES_VERSION}. Upgrading, 1 of 3: reading it ...`,
  );
  try {
    await rm(upgraded, { recursive: true, force: true });
    const old = await openAlone(cluster, engine);
    // Without tables it is one that was killed when it had just been created.
    const hasTables = (await readRecorded(old.sql)).length > 0;
    const writing = hasTables ? writeBackup(old, file, { migrating: report }) : Promise.resolve({ lines: 0 });
    const { lines } = await writing.finally(old.close);
    report(`Upgrading, 2 of 3: writing ${lines.toLocaleString('en')} lines to a new database ...`);
    await createCluster(making);
    if (hasTables) {
      const made = await openAlone(making);
      await restoreBackup(made, readLines(file), file, { report }).finally(made.close);
    }
    report('Upgrading, 3 of 3: the new database takes the place of the old one ...');
    await rm(file, { force: true });
    // It is complete: if the process ends between the two last renames, the next start does the second (findCluster).
    await rename(making, upgraded);
    await rename(cluster, kept);
  } catch (error) {
    for (const path of [making, upgraded, file]) await rm(path, { recursive: true, force: true });
    throw new DbError(`${cluster} cannot be upgraded (${reasonOf(error)}). It was not changed. ${SPACE}`, {
      cause: error,
    });
  }
  await rename(upgraded, cluster);
  report(
    `Upgraded to PostgreSQL ${POSTGRES_VERSION}. What was there before is kept in ${kept}; delete it once all is well.`,
  );
}

/** The engine of another version, which is installed under a name of its own. */
function packageOf(version: string, cluster: string): string {
  const name = `pglite-${version}`;
  try {
    createRequire(import.meta.url).resolve(name);
    return name;
  } catch {
    throw new DbError(
      `The embedded database in ${cluster} was made by PostgreSQL ${version}; this release has ${POSTGRES_VERSION} and cannot ` +
        'read it. Make a backup with the release that made it, and restore that into a new DATA_DIR.',
    );
  }
}
