import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { DbError } from '../../src/db/db-error.js';
import { DERIVED_LOCK } from '../../src/db/derived/lock.js';
import { expectMigrated, isMigrated, migrate, RELEASE_LINE } from '../../src/db/migrate.js';
import { openTestDb, skipOnEmbedded, untilLocked } from '../support/database.js';
import { openEmptyDb } from '../support/empty-database.js';

const MIGRATIONS = new URL('../../prisma/migrations/', import.meta.url);

const names = async () =>
  (await readdir(MIGRATIONS, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

const recorded = async ({ sql }: Db) =>
  sql.query<{ name: string; checksum: string }>(
    `SELECT "migration_name" AS "name", "checksum" FROM "_prisma_migrations" ORDER BY "migration_name"`,
  );

describe('a database that was never migrated', () => {
  test('gets every migration once, in order, also when several processes start at once', async () => {
    const connections = await openEmptyDb(2);
    const applied = await Promise.all(connections.map((db) => migrate(db)));
    expect(applied.filter((each) => each.length > 0)).toStrictEqual([await names()]);
    for (const db of connections) expect((await recorded(db)).map(({ name }) => name)).toStrictEqual(await names());
  });

  test('is left as it was when a migration fails, and takes the mended one later', async () => {
    const [db] = await openEmptyDb();
    const folder = await migrationsFolder({
      '1_good': 'CREATE TABLE "good" ("id" int);',
      '2_bad': 'CREATE TABLE "bad" ("id" int); CREATE TABLE "good" ("id" int);',
    });
    await expect(migrate(db, folder)).rejects.toThrow('relation "good" already exists');
    expect(await tables(db)).toStrictEqual([]);
    await writeFile(new URL('2_bad/migration.sql', folder), 'CREATE TABLE "bad" ("id" int);');
    expect(await migrate(db, folder)).toStrictEqual(['1_good', '2_bad']);
    expect(await tables(db)).toStrictEqual(['_prisma_migrations', 'bad', 'good']);
  });

  test.skipIf(skipOnEmbedded('one session'))('waits for a run that derives data, which has the lock', async () => {
    const [db, other] = (await openEmptyDb(1)) as [Db, Db];
    const done: string[] = [];
    let migrating: Promise<unknown> | undefined;
    await other.sql.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [DERIVED_LOCK]);
      migrating = migrate(db).then(() => done.push('migrated'));
      await untilLocked(other);
      done.push('run');
    });
    await migrating;
    expect(done).toStrictEqual(['run', 'migrated']);
    // Without anything to apply, nothing waits.
    await other.sql.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [DERIVED_LOCK]);
      expect(await migrate(db)).toStrictEqual([]);
    });
  });

  test('is told of nothing when it is new, and of each migration when it is upgraded', async () => {
    const [db] = await openEmptyDb();
    const folder = await migrationsFolder({ '1_one': 'CREATE TABLE "one" ("id" int);' });
    const told: string[] = [];
    const report = (message: string) => told.push(message.replace(db.location, 'it'));
    await migrate(db, folder, report);
    expect(told).toStrictEqual([]);
    for (const name of ['2_two', '3_three']) {
      await mkdir(new URL(name, folder));
      await writeFile(new URL(`${name}/migration.sql`, folder), `CREATE TABLE "${name}" ("id" int);`);
    }
    await migrate(db, folder, report);
    expect(told).toStrictEqual(['Upgrading it, 1 of 2: 2_two', 'Upgrading it, 2 of 2: 3_three']);
  });

  test('keeps what was applied before when a later migration fails', async () => {
    const [db] = await openEmptyDb();
    const folder = await migrationsFolder({ '1_good': 'CREATE TABLE "good" ("id" int);' });
    expect(await migrate(db, folder)).toStrictEqual(['1_good']);
    await addMigration(folder, '2_bad', 'DROP TABLE "good"; SELECT 1 / 0;');
    await expect(migrate(db, folder)).rejects.toThrow('division by zero');
    expect(await tables(db)).toStrictEqual(['_prisma_migrations', 'good']);
    expect((await recorded(db)).map(({ name }) => name)).toStrictEqual(['1_good']);
  });
});

test('a migration that does not fit the data names itself and the check, and leaves everything as it was', async () => {
  const [db] = await openEmptyDb();
  const folder = await migrationsFolder({ '1_good': 'CREATE TABLE "club" ("slug" text PRIMARY KEY, "size" int);' });
  await migrate(db, folder);
  await db.sql.query(`INSERT INTO "club" SELECT 'c-' || n, n FROM generate_series(1, 9) AS n`);
  await addMigration(folder, '2_small', `ALTER TABLE "club" ADD CONSTRAINT "club_small" CHECK ("size" < 3);`);
  const error = await migrate(db, folder).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DbError);
  expect((error as Error).message).toBe(
    `The migration 2_small does not fit the data in ${db.location}: check constraint "club_small" of relation "club" is ` +
      'violated by some row. Everything is as it was. ' +
      'Change or delete those rows with the release that made them, or by SQL, and start again.',
  );
  expect((await recorded(db)).map(({ name }) => name)).toStrictEqual(['1_good']);
  await db.sql.query(`DELETE FROM "club" WHERE "size" BETWEEN 3 AND 9`);
  expect(await migrate(db, folder)).toStrictEqual(['2_small']);
});

test('what only reads finds a database without tables as it is, and leaves it so', async () => {
  const [db] = await openEmptyDb();
  await expect(expectMigrated(db)).rejects.toThrow(
    `${db.location} lacks ${(await names()).length} migrations of this release, and this command does not migrate.`,
  );
  expect(await tables(db)).toStrictEqual([]);
});

describe('a migrated database', () => {
  let db: Db;
  beforeAll(async () => {
    db = await openTestDb();
  });
  beforeEach(async () => {
    const before = await db.sql.query<{ row: string }>(
      `SELECT row_to_json(m)::text AS "row" FROM "_prisma_migrations" m`,
    );
    onTestFinished(async () => {
      await db.sql.query('DELETE FROM "_prisma_migrations"');
      for (const { row } of before) {
        await db.sql.query(
          'INSERT INTO "_prisma_migrations" SELECT * FROM json_populate_record(NULL::"_prisma_migrations", $1)',
          [row],
        );
      }
    });
  });

  /** The same for what writes and for what only reads. */
  const refusal = async () => {
    const before = await db.sql.query('SELECT "id", "finished_at"::text FROM "_prisma_migrations" ORDER BY 1');
    const error = await migrate(db).catch((thrown: unknown) => thrown);
    expect(await db.sql.query('SELECT "id", "finished_at"::text FROM "_prisma_migrations" ORDER BY 1')).toStrictEqual(
      before,
    );
    expect(error).toBeInstanceOf(DbError);
    await expect(expectMigrated(db)).rejects.toThrow((error as DbError).message);
    return (error as DbError).message;
  };

  test('remembers each migration by the SHA-256 of its file, as Prisma does', async () => {
    const files = (await names()).map(async (name) => {
      const text = await readFile(new URL(`${name}/migration.sql`, MIGRATIONS));
      return { name, checksum: createHash('sha256').update(text).digest('hex') };
    });
    expect(await recorded(db)).toStrictEqual(await Promise.all(files));
  });

  const FUTURE = '29990101000000_from_the_future';
  const servesFrom = (line: number) =>
    db.sql.script(`CREATE OR REPLACE FUNCTION oldest_release_line() RETURNS INTEGER LANGUAGE sql AS 'SELECT ${line}'`);

  test('that is newer than the code is accepted while it serves the line of the code, which is the newest of the changelog', async () => {
    await record(FUTURE, true);
    const told: string[] = [];
    expect(await migrate(db, MIGRATIONS, (line) => told.push(line))).toStrictEqual([]);
    expect(told).toStrictEqual([
      `${db.location} was migrated by a newer release, which serves this one too: it has ${FUTURE}.`,
    ]);
    expect(await isMigrated(db)).toBe(true);
    await expectMigrated(db);
    const [, newest] =
      /^## (\d+)\./m.exec(await readFile(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')) ?? [];
    expect(newest).toBe(String(RELEASE_LINE));
  });

  test('that serves only newer lines is refused', async () => {
    await record(FUTURE, true);
    await servesFrom(RELEASE_LINE + 1);
    onTestFinished(() => servesFrom(RELEASE_LINE));
    expect(await refusal()).toBe(
      `${db.location} is newer than this release: it has the migration ${FUTURE}, and serves releases from ${RELEASE_LINE + 1}.0.0 on. ` +
        'Start a newer release.',
    );
  });

  test('that is newer and does not say whom it serves is refused', async () => {
    await record(FUTURE, true);
    await db.sql.script('DROP FUNCTION oldest_release_line()');
    onTestFinished(() => servesFrom(RELEASE_LINE));
    expect(await refusal()).toBe(
      `${db.location} is newer than this release: it has the migration ${FUTURE}. Start a newer release.`,
    );
  });

  test('of an earlier release is refused by what only reads, which applies nothing', async () => {
    const [last] = (await names()).slice(-1);
    await db.sql.query('DELETE FROM "_prisma_migrations" WHERE "migration_name" = $1', [last]);
    const before = await recorded(db);
    const refused = `${db.location} lacks a migration of this release, and this command does not migrate. Start the service, or`;
    await expect(expectMigrated(db)).rejects.toThrow(refused);
    expect(await recorded(db)).toStrictEqual(before);
  });

  test('that is newer and lacks a migration of the code is refused', async () => {
    await record(FUTURE, true);
    const last = (await names()).at(-1);
    await db.sql.query('DELETE FROM "_prisma_migrations" WHERE "migration_name" = $1', [last]);
    expect(await refusal()).toBe(
      `${db.location} was migrated by another release: it has ${FUTURE}, and lacks ${last}. Start a release that has both.`,
    );
  });

  test('with a migration of a newer release that failed halfway is refused', async () => {
    await record(FUTURE, false);
    expect(await refusal()).toBe(
      `The migration ${FUTURE} failed halfway in ${db.location}. Settle it with "prisma migrate resolve".`,
    );
  });

  test('with a migration that was changed afterwards is refused', async () => {
    const [first] = await names();
    await db.sql.query(`UPDATE "_prisma_migrations" SET "checksum" = 'other' WHERE "migration_name" = $1`, [first]);
    expect(await refusal()).toBe(
      `The migration ${first} is not the one that ${db.location} has applied: another release made it. ` +
        'Export the data with the release that made it, and import it here into a new database.',
    );
  });

  test('with a migration that failed halfway is refused', async () => {
    const [first] = await names();
    await db.sql.query(`UPDATE "_prisma_migrations" SET "finished_at" = NULL WHERE "migration_name" = $1`, [first]);
    expect(await refusal()).toBe(
      `The migration ${first} failed halfway in ${db.location}. Settle it with "prisma migrate resolve".`,
    );
  });

  test('with a failed migration that was resolved as rolled back is accepted', async () => {
    await record('20260101000000_gone', false);
    await db.sql.query(
      `UPDATE "_prisma_migrations" SET "rolled_back_at" = now() WHERE "migration_name" = '20260101000000_gone'`,
    );
    expect(await migrate(db)).toStrictEqual([]);
  });

  const record = (name: string, finished: boolean) =>
    db.sql.query(
      `INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "finished_at")
       VALUES ('x', 'y', $1, CASE WHEN $2 THEN now() END)`,
      [name, finished],
    );
});

const tables = async ({ sql }: Db) =>
  (
    await sql.query<{ name: string }>(
      `SELECT "tablename"::text AS "name" FROM "pg_tables" WHERE "schemaname" = 'public' ORDER BY 1`,
    )
  ).map(({ name }) => name);

async function migrationsFolder(migrations: Record<string, string>): Promise<URL> {
  const path = await mkdtemp(join(tmpdir(), 'gateway-migrations-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const folder = pathToFileURL(`${path}/`);
  for (const [name, sql] of Object.entries(migrations)) await addMigration(folder, name, sql);
  return folder;
}

async function addMigration(folder: URL, name: string, sql: string) {
  await mkdir(new URL(name, folder));
  await writeFile(new URL(`${name}/migration.sql`, folder), sql);
}
