// DATA_DIR must belong to this service alone: an empty or new folder is marked, a marked folder is used, and anything
// else is refused before a byte is written.
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DbError } from '../db-error.js';

const MARK_FILE = 'battle-results-gateway.txt';
const MARK = 'This folder holds the data of a battle results gateway. Do not edit it by hand.\n';
/** PostgreSQL major version of PGlite; a cluster of another version cannot be opened. */
const POSTGRES_VERSION = '18';
const PG_CONTROL_BYTES = 8192;

/** Marks the folder as ours; throws if it holds other files. */
export async function claimDataDir(folder: string): Promise<void> {
  const entries = await list(folder);
  if (!entries.includes(MARK_FILE)) {
    if (entries.length > 0) {
      const shown = entries.slice(0, 3).join(', ');
      throw new DbError(
        `DATA_DIR ${folder} holds files that are not this service's (${shown}${entries.length > 3 ? ', ...' : ''}). ` +
          'Nothing was touched. Set DATA_DIR to a new or empty folder.',
      );
    }
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, MARK_FILE), MARK);
    } catch (error) {
      throw new DbError(`DATA_DIR ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
}

/** True if the folder is missing, empty, or ours without a database in it. */
export async function isUnusedDir(folder: string): Promise<boolean> {
  const entries = await list(folder);
  return entries.length === 0 || (entries.includes(MARK_FILE) && !entries.includes('pg'));
}

/** Returns the cluster's folder inside a claimed DATA_DIR; `isNew` if it does not exist yet. */
export async function findCluster(folder: string): Promise<{ cluster: string; isNew: boolean }> {
  const cluster = join(folder, 'pg');
  const isNew = !(await list(folder)).includes('pg');
  if (!isNew) await checkCluster(cluster);
  return { cluster, isNew };
}

async function list(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new DbError(`DATA_DIR ${folder} is a file. Set DATA_DIR to a folder.`);
    throw new DbError(`DATA_DIR ${folder} cannot be read (${code}).`);
  }
}

async function checkCluster(cluster: string) {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '');
  const control = await stat(join(cluster, 'global', 'pg_control')).catch(() => null);
  if (!version || control?.size !== PG_CONTROL_BYTES) {
    throw new DbError(
      `The embedded database in ${cluster} is damaged (${version ? 'global/pg_control' : 'PG_VERSION'} is missing or ` +
        'cut short). Nothing was touched. Restore the folder from a copy, or move it away and import your data again.',
    );
  }
  if (version.trim() !== POSTGRES_VERSION) {
    throw new DbError(
      `The embedded database in ${cluster} was made by PostgreSQL ${version.trim()}; this release has ` +
        `${POSTGRES_VERSION}. Export the data with the release that made it and import it into a new DATA_DIR.`,
    );
  }
}
