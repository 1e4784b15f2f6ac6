// Restores a backup in one transaction: the tables as they were at the migration that it was made with, its rows as they
// are, and then the migrations since.
import { isEmpty } from '../bundle/data-owner.js';
import { IMPORT_LOCK } from '../bundle/import.js';
import type { Db } from '../db/client.js';
import { DERIVED_LOCK } from '../db/derived/lock.js';
import { applyPending, findNewer, type Migration, readApplied, readMigrations, refuseForeign } from '../db/migrate.js';
import type { Sql } from '../db/sql.js';
import { BackupError, type CheckedFile, type Header, type RowCounts, readParts } from './file.js';
import { dropAll, readTables, type Table, tablesOf } from './tables.js';

const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 1_000_000;

type RestoreOptions = {
  /** Allows what is there to be lost. */
  replace?: boolean;
  report?: (message: string) => void;
};

/** Returns the number of migrations that were applied to what was restored. */
export async function restoreBackup(db: Db, backup: CheckedFile, options: RestoreOptions = {}): Promise<number> {
  const { file, header, rows } = backup;
  const migrations = await readMigrations();
  refuseNewer(header, migrations, file);
  const then = migrations.filter(({ name }) => header.migrations.some((each) => each.name === name));
  return db.sql.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1), pg_advisory_xact_lock($2)', [IMPORT_LOCK, DERIVED_LOCK]);
    await prepare(sql, db.location, { migrations, then, replace: options.replace ?? false });
    const after = await setAside(sql, tablesOf(then));
    await load(sql, { file, header, expected: rows, tables: await readTables(sql, then) });
    for (const { name, value } of header.sequences) {
      await restartSequence(sql, name, value);
    }
    await sql.script('SET CONSTRAINTS ALL IMMEDIATE');
    for (const statement of after) await sql.query(statement);
    const added = await applyPending(sql, migrations, db.location, options.report ?? (() => undefined));
    const tables = await readTables(sql, migrations);
    await sql.script(tables.map(({ name }) => `ANALYZE "${name}"`).join(';\n'));
    // Cursors of the change feed, and what processes remember, are of other data.
    await sql.query(`SELECT new_feed_epoch(), tell_change(ARRAY['*'])`);
    return added.length;
  });
}

/** Unlike setval, RESTART is undone with the transaction, and so is what is taken from the sequence after it. */
async function restartSequence(sql: Sql, name: string, value: string): Promise<void> {
  const [row] = await sql.query<{ restart: string }>(
    `SELECT format('ALTER SEQUENCE %s RESTART WITH %s', "oid"::regclass, $2::text::bigint) AS "restart" FROM pg_class
     WHERE "relnamespace" = current_schema()::regnamespace AND "relkind" = 'S' AND "relname" = $1`,
    [name, value],
  );
  if (!row) return;
  await sql.script(row.restart);
  await sql.query('SELECT nextval(quote_ident($1)::regclass)', [name]);
}

function refuseNewer(header: Header, migrations: Migration[], file: string): void {
  for (const { name, checksum } of header.migrations) {
    if (migrations.some((known) => known.name === name && known.checksum === checksum)) continue;
    throw new BackupError(`${file} was made by another release, with the migration ${name}. Restore it with that one.`);
  }
}

type Target = { migrations: Migration[]; then: Migration[]; replace: boolean };

/** Leaves empty tables, as they were when the backup was made. */
async function prepare(sql: Sql, location: string, { migrations, then, replace }: Target): Promise<void> {
  const applied = await readApplied(sql);
  refuseForeign(migrations, applied, location);
  const newer = findNewer(migrations, applied);
  if (newer) {
    throw new BackupError(`${location} has the migration ${newer.name} of another release. Restore with that one.`);
  }
  if (applied.length > 0 && !replace && !(await isUnused(sql))) {
    throw new BackupError(`${location} is not empty. Nothing was changed. Add --replace to lose what is there.`);
  }
  if (applied.length === then.length && applied.every(({ name }, index) => name === then[index]?.name)) return;
  if (applied.length > 0) await dropAll(sql, migrations);
  await applyPending(sql, then, location, () => undefined);
}

async function isUnused(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ keys: boolean }>(`SELECT EXISTS (SELECT FROM "api_key") AS "keys"`);
  return !row?.keys && (await isEmpty(sql));
}

type Part = { before: string; after: string };

/** Empties all tables, and puts triggers and foreign keys out of action. Returns the statements that put them back. */
async function setAside(sql: Sql, names: string[]): Promise<string[]> {
  const parts = await sql.query<Part>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', "conrelid"::regclass, "conname") AS "before",
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', "conrelid"::regclass, "conname", pg_get_constraintdef("oid")) AS "after"
     FROM pg_constraint WHERE "contype" = 'f' AND "connamespace" = current_schema()::regnamespace
     UNION ALL SELECT format('ALTER TABLE %I DISABLE TRIGGER USER', t), format('ALTER TABLE %I ENABLE TRIGGER USER', t)
     FROM unnest($1::text[]) AS t`,
    [names],
  );
  await sql.script(parts.map(({ before }) => before).join(';\n'));
  await sql.script(`TRUNCATE ${names.map((name) => `"${name}"`).join(', ')}`);
  return parts.map(({ after }) => after);
}

type Load = { file: string; header: Header; expected: RowCounts; tables: Table[] };

async function load(sql: Sql, { file, header, expected, tables }: Load): Promise<void> {
  if (JSON.stringify(tables) !== JSON.stringify(header.tables)) {
    throw new BackupError(`The tables of ${file} are not those of its migrations: they were changed by hand.`);
  }
  let insert = '';
  let batch: string[] = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length > 0) await sql.query(insert, [`[${batch.join(',')}]`]);
    batch = [];
    characters = 0;
  };
  for await (const part of readParts(file)) {
    if ('row' in part) {
      batch.push(part.row);
      characters += part.row.length;
      if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await flush();
    } else if ('table' in part) {
      await flush();
      insert = insertInto(tables.find(({ name }) => name === part.table));
    }
  }
  await flush();
  for (const { name } of tables) {
    const [row] = await sql.query<{ count: number }>(`SELECT count(*)::int AS "count" FROM "${name}"`);
    if (row?.count !== expected[name])
      throw new BackupError(`Of ${expected[name]} rows of ${name}, ${row?.count} arrived.`);
  }
}

function insertInto(table: Table | undefined): string {
  if (!table) throw new BackupError('The backup has rows of a table that it does not describe.');
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const values = table.columns.map(({ type }, index) => `(r->>${index})::${type}`).join(', ');
  return `INSERT INTO "${table.name}" (${names}) SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS r`;
}
