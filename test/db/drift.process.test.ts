import { readdir, readFile } from 'node:fs/promises';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { expect, onTestFinished, test } from 'vitest';
import { deployByPrisma, pendingSql, readSchema } from '../../scripts/schema-engine.js';
import { migrate } from '../../src/db/migrate.js';
import type { Sql, SqlConnection } from '../../src/db/sql.js';
import { preparedData } from '../support/prepared-data.js';

const MIGRATIONS = (await readdir(new URL('../../prisma/migrations/', import.meta.url)))
  .filter((name) => /^\d/.test(name))
  .sort();

test('the migrations lead to schema.prisma, nothing is missing', async () => {
  expect(await pendingSql(await readSchema(), await emptyDatabase())).toBe('');
});

test('a field that only the schema has is noticed', async () => {
  const schema = await readSchema();
  const changed = schema.replace('model Setting {\n', 'model Setting {\n  colour String?\n');
  expect(changed).not.toBe(schema);
  expect(await pendingSql(changed, await emptyDatabase())).toBe(
    '-- AlterTable\nALTER TABLE "setting" ADD COLUMN     "colour" TEXT;',
  );
});

test('what our runner has applied, prisma migrate deploy finds applied, recorded as by itself', async () => {
  const [ours, theirs] = [await emptyDatabase(), await emptyDatabase()];
  expect(await migrate(seen(ours))).toStrictEqual(MIGRATIONS);
  expect(await deployByPrisma(theirs)).toStrictEqual(MIGRATIONS);
  expect(await recorded(ours)).toStrictEqual(await recorded(theirs));
  expect(await columns(ours)).toStrictEqual(await columns(theirs));
  expect(await deployByPrisma(ours)).toStrictEqual([]);
  expect(await migrate(seen(theirs))).toStrictEqual([]);
});

/** Emptied rather than created, because creating one takes seconds. */
async function emptyDatabase(): Promise<PGlite> {
  const loadDataDir = new Blob([await readFile((await preparedData()).archive)]);
  const database = await PGlite.create({ loadDataDir });
  await database.exec('DROP SCHEMA "public" CASCADE; CREATE SCHEMA "public"');
  onTestFinished(() => database.close());
  return database;
}

/** Adapts the database to the interface of our migration runner. */
function seen(database: PGlite) {
  const statements = (connection: PGlite | Transaction): Sql => {
    const query = async <Row extends object>(text: string, values?: unknown[]) =>
      (await connection.query<Row>(text, values)).rows;
    return { query, queryPrepared: query, script: async (text) => void (await connection.exec(text)) };
  };
  const transaction: SqlConnection['transaction'] = (work) =>
    database.transaction((inside) => work(statements(inside)));
  return { location: 'memory', sql: { ...statements(database), transaction } };
}

async function recorded(database: PGlite) {
  const { rows } = await database.query(`
    SELECT "migration_name", "checksum", "applied_steps_count", "logs", "rolled_back_at", length("id") AS "id",
      "finished_at" IS NOT NULL AS "finished"
    FROM "_prisma_migrations" ORDER BY "migration_name"`);
  return rows;
}

async function columns(database: PGlite) {
  const { rows } = await database.query(`
    SELECT "column_name", "data_type", "character_maximum_length", "is_nullable", "column_default"
    FROM "information_schema"."columns" WHERE "table_name" = '_prisma_migrations' ORDER BY "ordinal_position"`);
  return rows;
}
