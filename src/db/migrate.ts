// Applies prisma/migrations in order and records them as Prisma does, so that `prisma migrate deploy` agrees. All
// pending migrations run in one transaction under a lock: processes that start together wait for the first, and a
// failure leaves the database unchanged.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Db } from './client.js';
import { DbError } from './db-error.js';
import type { Sql } from './sql.js';

export const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url);
/** The advisory lock id that Prisma's own engine uses. */
const LOCK = 72_707_369;
const TABLE = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`;

type Migration = { name: string; sql: string; checksum: string };
type Applied = { name: string; checksum: string; finished: boolean };

/**
 * Returns the names of the migrations that were applied by this call. `report` is told of each before it is applied to
 * a database that has data: some take as long as there is data.
 */
export async function migrate(
  { sql: connection, location }: Pick<Db, 'sql' | 'location'>,
  folder = MIGRATIONS,
  report: (message: string) => void = () => undefined,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return connection.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await sql.script(TABLE);
    const applied = await sql.query<Applied>(`
      SELECT "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AS "finished"
      FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`);
    refuseForeign(migrations, applied, location);
    const done = new Set(applied.map(({ name }) => name));
    const pending = migrations.filter(({ name }) => !done.has(name));
    for (const [index, migration] of pending.entries()) {
      if (done.size > 0) report(`Upgrading ${location}, ${index + 1} of ${pending.length}: ${migration.name}`);
      await sql.script('SAVEPOINT "before"');
      await sql.script(migration.sql).catch((error) => refuseData(sql, migration, location, error));
      await sql.query(
        `INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "applied_steps_count")
         VALUES ($1, $2, now(), $3, 1)`,
        [randomUUID(), migration.checksum, migration.name],
      );
    }
    return pending.map(({ name }) => name);
  });
}

/** Whether the database has every migration of this release; that of a newer release may have more. */
export async function isMigrated({ sql }: Pick<Db, 'sql'>): Promise<boolean> {
  const [row] = await sql.query<{ all: boolean }>(
    `SELECT $1::text[] <@ array_agg("migration_name"::text) AS "all"
     FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`,
    [await namesIn(MIGRATIONS)],
  );
  return row?.all ?? false;
}

function refuseForeign(migrations: Migration[], applied: Applied[], location: string) {
  for (const { name, checksum, finished } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) {
      throw new DbError(`${location} is newer than this release: it has the migration ${name}. Start a newer release.`);
    }
    if (!finished) {
      throw new DbError(
        `The migration ${name} failed halfway in ${location}. Settle it with "prisma migrate resolve".`,
      );
    }
    if (known.checksum !== checksum) {
      throw new DbError(
        `The migration ${name} is not the one that ${location} has applied: another release made it. ` +
          'Export the data with the release that made it, and import it here into a new database.',
      );
    }
  }
}

/** SQLSTATEs for existing rows that violate a new constraint: not null, foreign key, unique, check. */
const ROWS_IN_THE_WAY = /^23(502|503|505|514)$/;
const ROWS_SHOWN = 5;

type Violation = Error & { code?: string; detail?: string };

async function refuseData(
  sql: Sql,
  { name, sql: text }: Migration,
  location: string,
  error: Violation,
): Promise<never> {
  if (!ROWS_IN_THE_WAY.test(String(error.code))) throw error;
  const rows = error.code === '23514' ? await rowsInTheWay(sql, text) : [];
  const which = rows.length > 0 ? ` ${rows.join(' ')}` : ` ${error.detail ?? ''}`.trimEnd();
  throw new DbError(
    `The migration ${name} does not fit the data in ${location}: ${error.message}.${which} ` +
      'Everything is as it was. Change or delete those rows with the release that made them, or by SQL, and start again.',
  );
}

type NewCheck = { check: string; table: string; expression: string; key: string | null };

/** Returns keys of a few rows that violate each new check. Checks are added NOT VALID, then evaluated per row. */
async function rowsInTheWay(sql: Sql, text: string): Promise<string[]> {
  await sql.script('ROLLBACK TO SAVEPOINT "before"');
  // Something other than a check may reject rows too; then the first error message has to do.
  const isDone = await sql.script(text.replace(ADDED_CHECK, '$& NOT VALID')).then(
    () => true,
    () => false,
  );
  if (!isDone) return [];
  const checks = await sql.query<NewCheck>(
    `SELECT c."conname" AS "check", r."relname" AS "table", pg_get_expr(c."conbin", c."conrelid") AS "expression", (
       SELECT string_agg(quote_ident(a."attname") || '::text', ' || '' '' || ' ORDER BY a."attnum")
       FROM pg_index i JOIN pg_attribute a ON a."attrelid" = i."indrelid" AND a."attnum" = ANY (i."indkey")
       WHERE i."indrelid" = c."conrelid" AND i."indisprimary") AS "key"
     FROM pg_constraint c JOIN pg_class r ON r."oid" = c."conrelid"
     WHERE c."contype" = 'c' AND NOT c."convalidated" AND pg_table_is_visible(r."oid") ORDER BY c."oid"`,
  );
  const findings: string[] = [];
  for (const { check, table, expression, key } of checks) {
    if (!key) continue;
    const rows = await sql.query<{ key: string }>(
      `SELECT ${key} AS "key" FROM "${table}" WHERE NOT (${expression}) ORDER BY 1 LIMIT ${ROWS_SHOWN + 1}`,
    );
    const shown = rows.map((row, index) => (index < ROWS_SHOWN ? row.key : '...'));
    if (shown.length > 0) findings.push(`Rows of ${table} against ${check}: ${shown.join(', ')}.`);
  }
  return findings;
}

/** Up to the bracket after which the statement ends or goes on with another clause. */
const ADDED_CHECK = /\bADD CONSTRAINT "\w+"\s+CHECK \([^;]*?\)(?=;|,\s+(?:ADD|ALTER|DROP)\b)/g;

async function readMigrations(folder: URL): Promise<Migration[]> {
  return Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function namesIn(folder: URL): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}
