// Applies prisma/migrations in order and records them as Prisma does, so that `prisma migrate deploy` agrees. All
// pending migrations run in one transaction under a lock: processes that start together wait for the first, and a
// failure leaves the database unchanged.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Db } from './client.js';
import { DbError } from './db-error.js';
import { DERIVED_LOCK } from './derived/lock.js';
import type { Sql } from './sql.js';

/**
 * The release line of this code, which is the major number of its version. Migrations of a line only add, so that its older
 * code goes on beside newer code; what the database says of itself is `oldest_release_line()`.
 */
export const RELEASE_LINE = 2;
export const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url);
/** Every database of line 1 has recorded this migration. */
const FIRST_OF_LINE_1 = '20261115000100_functions';
/** SHA-256 of the migrations that a database of 1.0.1 has recorded, as lines of names and checksums. */
const RECORDED_BY_1_0_1 = 'f40b69f11f56118c860869988e93c546ce9b07bc4af61090f5e9a612f3b6104f';
/** A database of 1.0.1 has its tables: this file, or nothing, stands in for these migrations. All others make functions and triggers. */
const CARRIED: Record<string, string | null> = {
  '20261119000100_functions': 'from-1.0.1.sql',
  '20261119000200_tables': null,
};
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

export type Migration = { name: string; sql: string; checksum: string };
type Applied = { name: string; checksum: string; finished: boolean };
type Report = (message: string) => void;

/**
 * Returns the names of the migrations that were applied by this call. `report` is told of each before it is applied to
 * a database that has data: some take as long as there is data.
 */
export async function migrate(
  { sql: connection, location }: Pick<Db, 'sql' | 'location'>,
  folder = MIGRATIONS,
  report: Report = () => undefined,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return connection.transaction((sql) => applyPending(sql, migrations, location, report));
}

/** Applies those of these migrations that are pending, within the caller's transaction. */
export async function applyPending(
  sql: Sql,
  migrations: Migration[],
  location: string,
  report: Report,
): Promise<string[]> {
  const applied = await readApplied(sql);
  const { pending, newer, isCarried } = await compare(sql, migrations, applied, location);
  if (newer) report(`${location} was migrated by a newer release, which serves this one too: it has ${newer.name}.`);
  if (pending.length > 0) await sql.query('SELECT pg_advisory_xact_lock($1)', [DERIVED_LOCK]);
  for (const [index, migration] of pending.entries()) {
    if (applied.length > 0) report(`Upgrading ${location}, ${index + 1} of ${pending.length}: ${migration.name}`);
    const script = isCarried ? await carriedSql(migration) : migration.sql;
    await sql.script(script).catch((error) => refuseData(migration, location, error));
    await sql.query(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "applied_steps_count")
       VALUES ($1, $2, now(), $3, 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
  }
  return pending.map(({ name }) => name);
}

/** Throws unless this code can use the tables as they are. For what only reads: it changes nothing. */
export async function expectMigrated(
  { sql: connection, location }: Pick<Db, 'sql' | 'location'>,
  folder = MIGRATIONS,
): Promise<void> {
  const migrations = await readMigrations(folder);
  const { pending } = await connection.transaction(async (sql) =>
    compare(sql, migrations, await readRecorded(sql), location),
  );
  if (pending.length === 0) return;
  const what = pending.length === 1 ? 'a migration' : `${pending.length} migrations`;
  throw new DbError(
    `${location} lacks ${what} of this release, and this command does not migrate. Start the service, or run: npm run migrate`,
  );
}

/** Throws if this code cannot be used with what the database has. */
async function compare(sql: Sql, migrations: Migration[], applied: Applied[], location: string) {
  refuseForeign(migrations, applied, location);
  const done = new Set(applied.map(({ name }) => name));
  const pending = migrations.filter(({ name }) => !done.has(name));
  const newer = findNewer(migrations, applied, location);
  if (newer) await refuseNewer(sql, newer, pending, location);
  return { pending, newer, isCarried: isOfLine1(applied) };
}

async function carriedSql({ name, sql }: Migration): Promise<string> {
  const file = CARRIED[name];
  if (file === null) return '';
  return file === undefined ? sql : readFile(new URL(`../${file}`, MIGRATIONS), 'utf8');
}

const isOfLine1 = (applied: { name: string }[]) => applied.some(({ name }) => name === FIRST_OF_LINE_1);

function isOf101(applied: Applied[]): boolean {
  const lines = applied.map(({ name, checksum }) => `${name} ${checksum}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex') === RECORDED_BY_1_0_1;
}

/** The migrations that the database has; no other process applies any before the transaction ends. */
export async function readApplied(sql: Sql): Promise<Applied[]> {
  await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  await sql.script(TABLE);
  return readRecorded(sql);
}

/** The migrations that the database has at the moment. */
export async function readRecorded(sql: Sql): Promise<Applied[]> {
  const [there] = await sql.query<{ is: boolean }>(`SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS "is"`);
  if (!there?.is) return [];
  return sql.query<Applied>(`
    SELECT "migration_name"::text AS "name", "checksum"::text, "finished_at" IS NOT NULL AS "finished"
    FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL ORDER BY "migration_name" COLLATE "C"`);
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

/** Throws if the database has what these migrations have not made. */
function refuseForeign(migrations: Migration[], applied: Applied[], location: string) {
  for (const { name, checksum, finished } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!finished) {
      throw new DbError(
        `The migration ${name} failed halfway in ${location}. Settle it with "prisma migrate resolve".`,
      );
    }
    if (known && known.checksum !== checksum) {
      throw new DbError(
        `The migration ${name} is not the one that ${location} has applied: another release made it. ` +
          'Export the data with the release that made it, and import it here into a new database.',
      );
    }
  }
}

/** Returns a migration that this release does not have; none for a database of 1.0.1, which it carries over. */
export function findNewer(migrations: Migration[], applied: Applied[], location: string): Applied | undefined {
  if (isOf101(applied)) return undefined;
  if (isOfLine1(applied)) {
    throw new DbError(
      `${location} is of a release before 1.0.1, or of a commit between releases. Start release 1.0.1 on it first, which ` +
        'upgrades earlier releases, then this one; or export it with the code that made it, and import that into a new database.',
    );
  }
  const known = new Set(migrations.map(({ name }) => name));
  return applied.find(({ name }) => !known.has(name));
}

async function refuseNewer(sql: Sql, newer: Applied, pending: Migration[], location: string): Promise<void> {
  const [says] = await sql.query<{ is: boolean }>(
    `SELECT to_regprocedure('oldest_release_line()') IS NOT NULL AS "is"`,
  );
  const [row] = says?.is ? await sql.query<{ line: number }>('SELECT oldest_release_line() AS "line"') : [];
  if (!row || row.line > RELEASE_LINE) {
    const serves = row ? `, and serves releases from ${row.line}.0.0 on` : '';
    throw new DbError(
      `${location} is newer than this release: it has the migration ${newer.name}${serves}. Start a newer release.`,
    );
  }
  // Migrations are applied in order: these belong to another branch, and what the newer ones did to their tables is unknown.
  if (pending[0]) {
    throw new DbError(
      `${location} was migrated by another release: it has ${newer.name}, and lacks ${pending[0].name}. ` +
        'Start a release that has both.',
    );
  }
}

/** SQLSTATEs for existing rows that violate a new constraint: not null, foreign key, unique, check. */
const ROWS_IN_THE_WAY = /^23(502|503|505|514)$/;

type Violation = Error & { code?: string; detail?: string };

function refuseData({ name }: Migration, location: string, error: Violation): never {
  if (!ROWS_IN_THE_WAY.test(String(error.code))) throw error;
  const detail = error.detail ? ` ${error.detail}` : '';
  throw new DbError(
    `The migration ${name} does not fit the data in ${location}: ${error.message}.${detail} ` +
      'Everything is as it was. Change or delete those rows with the release that made them, or by SQL, and start again.',
  );
}

export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
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
