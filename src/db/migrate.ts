// Applies prisma/migrations in order, recorded as Prisma records them, so that `prisma migrate deploy` agrees.
// All pending ones go in one transaction behind a lock: processes that start together wait for the first, and a
// failure leaves the database as it was.
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Db } from './client.js';
import { DbError } from './db-error.js';

const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url);
/** The number Prisma's own engine locks on. */
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

/** The names of the migrations applied now. */
export async function migrate(
  { sql: connection, place }: Pick<Db, 'sql' | 'place'>,
  folder = MIGRATIONS,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  return connection.transaction(async (sql) => {
    await sql.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    await sql.script(TABLE);
    const applied = await sql.query<Applied>(`
      SELECT "migration_name" AS "name", "checksum", "finished_at" IS NOT NULL AS "finished"
      FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`);
    refuseForeign(migrations, applied, place);
    const done = new Set(applied.map(({ name }) => name));
    const pending = migrations.filter(({ name }) => !done.has(name));
    for (const migration of pending) {
      await sql.script(migration.sql);
      await sql.query(
        `INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "applied_steps_count")
         VALUES ($1, $2, now(), $3, 1)`,
        [randomUUID(), migration.checksum, migration.name],
      );
    }
    return pending.map(({ name }) => name);
  });
}

/** Whether the database has every migration of this release; a newer one may have more. */
export async function isMigrated({ sql }: Pick<Db, 'sql'>): Promise<boolean> {
  const [row] = await sql.query<{ all: boolean }>(
    `SELECT $1::text[] <@ array_agg("migration_name"::text) AS "all"
     FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`,
    [await namesIn(MIGRATIONS)],
  );
  return row?.all ?? false;
}

function refuseForeign(migrations: Migration[], applied: Applied[], place: string) {
  for (const { name, checksum, finished } of applied) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) {
      throw new DbError(`${place} is newer than this release: it has the migration ${name}. Start a newer release.`);
    }
    if (!finished) {
      throw new DbError(`The migration ${name} failed halfway in ${place}. Settle it with "prisma migrate resolve".`);
    }
    if (known.checksum !== checksum) {
      throw new DbError(`The migration ${name} was changed after ${place} had applied it. Restore the file.`);
    }
  }
}

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
