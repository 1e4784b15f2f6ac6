// Writes a backup: one snapshot, a few rows at a time, checked after it was written and before it gets its name.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Db } from '../db/client.js';
import { findNewer, readMigrations, readRecorded } from '../db/migrate.js';
import { inPortions, type Sql } from '../db/sql.js';
import { completeFile } from '../helpers/complete-file.js';
import { BackupError, checkFile, createLines, type RowCounts, sumOf } from './file.js';
import { readSequences, readTables, type Table } from './tables.js';

/** Values as text that any server reads as the same value. */
const TEXT_FORMAT = `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'; SET LOCAL extra_float_digits = 1;
  SET LOCAL bytea_output = 'hex'; SET LOCAL intervalstyle = 'postgres'`;

type WrittenBackup = { rows: number; tables: number; bytes: number };

export async function writeBackup(db: Pick<Db, 'sql'>, file: string): Promise<WrittenBackup> {
  const written = await completeFile(file, async (partial) => {
    await rm(partial, { force: true });
    // It contains secrets of cursors and the hashes of keys.
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
    const gzip = createGzip();
    const piping = pipeline(gzip, target);
    const writing = writeAll(db, gzip).finally(() => gzip.end());
    // A full disk ends the pipeline; the transaction must end too before the error is reported.
    await Promise.allSettled([writing, piping]);
    await piping;
    const counts = await writing;
    await sync(partial);
    const { rows } = await checkFile(partial);
    if (sumOf(rows) !== sumOf(counts)) throw new BackupError(`${partial} could not be read back as it was written.`);
    const { size } = await stat(partial);
    return { rows: sumOf(rows), tables: Object.keys(rows).length, bytes: size };
  });
  await sync(dirname(file));
  return written;
}

async function writeAll({ sql: connection }: Pick<Db, 'sql'>, stream: Writable): Promise<RowCounts> {
  const write = async (text: string) => {
    if (stream.errored) throw stream.errored;
    if (text !== '' && !stream.write(text)) await once(stream, 'drain');
  };
  const migrations = await readMigrations();
  return connection.transaction(async (sql) => {
    await sql.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await sql.script(TEXT_FORMAT);
    const recorded = await readRecorded(sql);
    const migrated = recorded.flatMap(({ name, checksum, finished }) => (finished ? [{ name, checksum }] : []));
    if (migrated.length === 0)
      throw new BackupError('This database has no tables of the service. Nothing was written.');
    const newer = findNewer(migrations, migrated);
    if (newer) {
      throw new BackupError(
        `A newer release has applied ${newer.name}. Back up with that one: this one lacks its tables.`,
      );
    }
    const tables = await readTables(sql, migrations);
    const lines = createLines();
    const createdAt = new Date().toISOString();
    await write(lines.header({ createdAt, migrations: migrated, tables, sequences: await readSequences(sql) }));
    for (const table of tables) {
      await write(lines.table(table.name));
      for await (const rows of inPortions<{ row: string }>(sql, selectAll(table))) {
        await write(
          lines.rows(
            table.name,
            rows.map(({ row }) => row),
          ),
        );
      }
      await expectAll(sql, table.name, lines.counts()[table.name] ?? 0);
    }
    await write(lines.end());
    return lines.counts();
  });
}

function selectAll({ name, columns }: Table): string {
  const values = columns.map((column) => `"${column.name}"::text`).join(', ');
  return `SELECT json_build_array(${values})::text AS "row" FROM "${name}"`;
}

async function expectAll(sql: Sql, table: string, written: number): Promise<void> {
  const [row] = await sql.query<{ count: number }>(`SELECT count(*)::int AS "count" FROM "${table}"`);
  if (row?.count !== written) throw new BackupError(`Of ${row?.count} rows of ${table}, ${written} were read.`);
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
