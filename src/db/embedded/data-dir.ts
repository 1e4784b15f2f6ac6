// DATA_DIR must belong to this service alone: an empty or new folder is marked, a marked folder is used, and anything
// else is refused before a byte is written.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DbError } from '../db-error.js';

const MARK_FILE = 'battle-results-gateway.txt';
const MARK = 'This folder holds the data of a battle results gateway. Do not edit it by hand.\n';
/** PostgreSQL major version of PGlite; a cluster of another version cannot be opened, and is upgraded (upgrade-engine.ts). */
export const POSTGRES_VERSION = '18';
const PG_CONTROL_BYTES = 8192;

/** Marks the folder as ours; throws if it holds other files. */
export async function claimDataDir(folder: string): Promise<void> {
  const entries = await list(folder);
  const owner = await stat(folder).then(
    ({ uid }) => uid,
    () => null,
  );
  if (owner !== null && owner !== 0 && process.geteuid?.() === 0) {
    throw new DbError(
      `DATA_DIR ${folder} belongs to user ${owner}, who could not open what root writes there. Run this as that user, or ` +
        'while the service is running.',
    );
  }
  if (!entries.includes(MARK_FILE)) {
    if (entries.length > 0) {
      const shown = entries.slice(0, 3).join(', ');
      throw new DbError(
        `DATA_DIR ${folder} holds files that are not this service's (${shown}${entries.length > 3 ? ', ...' : ''}). ` +
          'Nothing was touched. Set DATA_DIR to a new or empty folder.',
      );
    }
    try {
      await makeFolder(folder);
      await writeFile(join(folder, MARK_FILE), MARK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new DbError(
        `DATA_DIR ${folder} cannot be written by user ${process.geteuid?.()} (${code}). ` +
          'Set DATA_DIR to a folder that this user may write.',
      );
    }
  }
}

/** With those on the way; Node's own way would try forever where the system makes no folders, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) await makeFolder(parent);
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

const [CLUSTER, MAKING, UPGRADED] = ['pg', 'pg.making', 'pg.upgraded'];

/** `making` is a cluster that is not complete; `upgraded` is complete and about to take the place of an older one. */
export function clusterPaths(folder: string): { cluster: string; making: string; upgraded: string } {
  return { cluster: join(folder, CLUSTER), making: join(folder, MAKING), upgraded: join(folder, UPGRADED) };
}

/** True if the folder is missing, empty, or ours without a database in it. */
export async function isUnusedDir(folder: string): Promise<boolean> {
  const entries = await list(folder);
  const hasCluster = entries.includes(CLUSTER) || isMovedAway(entries);
  return entries.length === 0 || (entries.includes(MARK_FILE) && !hasCluster);
}

const isMovedAway = (entries: readonly string[]) =>
  entries.includes(UPGRADED) && entries.some((entry) => /^pg\.\d+$/.test(entry));

/** Returns the cluster's folder inside a claimed DATA_DIR; `isNew` if it does not exist yet. The caller has the lock. */
export async function findCluster(folder: string): Promise<{ cluster: string; isNew: boolean }> {
  const { cluster, upgraded } = clusterPaths(folder);
  const entries = await list(folder);
  if (!entries.includes(CLUSTER)) {
    // An upgrade was killed when it had just moved the old cluster away; without that, it is what is left of another.
    if (!isMovedAway(entries)) return { cluster, isNew: true };
    await rename(upgraded, cluster);
  }
  await checkCluster(cluster);
  return { cluster, isNew: false };
}

/** The PostgreSQL major version of a cluster; null if there is none, or it does not say. */
export async function readVersion(cluster: string): Promise<string | null> {
  return (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim() || null;
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
  const version = await readVersion(cluster);
  const control = await stat(join(cluster, 'global', 'pg_control')).catch(() => null);
  if (!version || control?.size !== PG_CONTROL_BYTES) {
    throw new DbError(
      `The embedded database in ${cluster} is damaged (${version ? 'global/pg_control' : 'PG_VERSION'} is missing or ` +
        'cut short). Nothing was touched. Restore the folder from a copy, or move it away and import your data again.',
    );
  }
  if (version !== POSTGRES_VERSION) {
    throw new DbError(
      `The embedded database in ${cluster} was made by PostgreSQL ${version}; this release has ${POSTGRES_VERSION}. ` +
        (Number(version) > Number(POSTGRES_VERSION)
          ? 'Start the newer release, or put back the folder that it has kept.'
          : 'Start the service, or run npm run migrate: they upgrade it.'),
    );
  }
}
