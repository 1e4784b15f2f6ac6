// Writes a backup: one snapshot, a few rows at a time, read again after it was written and before it gets its name.
import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { recordLines } from '../bundle/export.js';
import { readLines } from '../bundle/lines.js';
import { serviceLines } from '../bundle/service-records.js';
import type { Db } from '../db/client.js';
import { applyPending, expectMigrated, findNewer, readMigrations, readRecorded } from '../db/migrate.js';
import type { Sql } from '../db/sql.js';
import { completeFile } from '../helpers/complete-file.js';
import { type WriteLines, writeLines } from '../helpers/line-file.js';
import { BackupError, checkBackup, createSeal, type Header } from './file.js';

type Options = {
  /** Writes what there will be once the database is migrated; the database stays as it was, and must have no other user. */
  migrating?: (message: string) => void;
};

export async function writeBackup(db: Pick<Db, 'sql' | 'location'>, file: string, { migrating }: Options = {}) {
  if (!migrating) await expectMigrated(db);
  const undone = new Error('undone');
  const produce = (write: WriteLines) =>
    db.sql.transaction(async (sql) => {
      if (migrating) await applyPending(sql, await readMigrations(), db.location, migrating);
      else await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      await writeAll(sql, db.location, write);
      if (migrating) throw undone;
    });
  const written = await completeFile(file, async (partial) => {
    await rm(partial, { force: true });
    // It contains secrets of cursors and the hashes of keys.
    await writeLines(partial, { isZipped: true, mode: 0o600 }, produce).catch((error: unknown) => {
      if (error !== undone) throw error;
    });
    await sync(partial);
    const { lines } = await checkBackup(readLines(partial), partial);
    return { lines, bytes: (await stat(partial)).size };
  });
  await sync(dirname(file));
  return written;
}

async function writeAll(sql: Sql, location: string, write: WriteLines): Promise<void> {
  const migrations = await readMigrations();
  const newer = findNewer(migrations, await readRecorded(sql), location);
  if (newer) throw new BackupError(`A newer release has applied ${newer.name}. Back up with that one.`);
  const seal = createSeal();
  const add = (lines: string[]) => {
    for (const line of lines) seal.add(line);
    return write(lines);
  };
  const migration = migrations.at(-1)?.name ?? '';
  const header: Header = { type: 'backup', createdAt: new Date().toISOString(), migration };
  await add([JSON.stringify(header)]);
  await sql.script(`SET LOCAL timezone = 'UTC'`);
  for await (const lines of recordLines(sql)) await add(lines);
  for await (const lines of serviceLines(sql)) await add(lines);
  await write([JSON.stringify(seal.end())]);
}

/** The name of a file is lost in a crash unless its folder is synced too. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
