import { expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { demoWorld, WORLD_DAY } from '../../src/demo/world.js';
import { importAll } from '../support/bundle.js';
import { openTestDb } from '../support/database.js';

const world = [...demoWorld(WORLD_DAY)];

test('a load into an empty database leaves the same rows and the same schema as any other', async () => {
  const statements: string[] = [];
  const openWatched = () =>
    openTestDb((statement, send) => {
      statements.push(statement);
      return send();
    });
  const empty = await openWatched();
  const schema = await schemaOf(empty);
  await importAll(empty, world);
  expect(statements.filter((statement) => /DROP (CONSTRAINT|INDEX)/.test(statement))).not.toStrictEqual([]);
  expect(await schemaOf(empty)).toStrictEqual(schema);

  const used = await openWatched();
  await importAll(used, world.slice(0, 1));
  statements.length = 0;
  await importAll(used, world);
  expect(statements.filter((statement) => /DROP (CONSTRAINT|INDEX)/.test(statement))).toStrictEqual([]);
  const [one, other] = [await rowsOf(empty), await rowsOf(used)];
  expect(Object.keys(one).length).toBeGreaterThan(20);
  for (const table of Object.keys(one)) expect([table, one[table]]).toStrictEqual([table, other[table]]);
}, 180_000);

async function schemaOf({ sql }: Db) {
  return {
    constraints: await sql.query(`SELECT "conrelid"::regclass::text AS "table", "conname"::text AS "name",
      pg_get_constraintdef("oid") AS "is", "convalidated" FROM pg_constraint WHERE "contype" <> 't' ORDER BY 1, 2`),
    indexes: await sql.query(
      `SELECT "indexname"::text, "indexdef" FROM pg_indexes WHERE "schemaname" = 'public' ORDER BY 1`,
    ),
  };
}

/** Of every table, without what tells of the moment or of the transaction. */
async function rowsOf({ sql }: Db): Promise<Record<string, unknown[]>> {
  const tables = await sql.query<{ name: string; columns: string }>(`
    SELECT c."relname"::text AS "name", string_agg(quote_ident(a."attname"), ', ' ORDER BY a."attnum") AS "columns"
    FROM pg_class c JOIN pg_attribute a ON a."attrelid" = c."oid" AND a."attnum" > 0 AND NOT a."attisdropped"
    WHERE c."relkind" = 'r' AND c."relnamespace" = 'public'::regnamespace AND c."relname" NOT IN ('note', 'pending', 'log', 'mark')
      AND a."atttypid" <> 'timestamptz'::regtype
    GROUP BY 1 ORDER BY 1`);
  const rows: Record<string, unknown[]> = {};
  for (const { name, columns } of tables) {
    rows[name] = await sql.query(
      `SELECT DISTINCT to_jsonb(t)::text AS "row" FROM (SELECT ${columns} FROM "${name}") t ORDER BY 1`,
    );
  }
  return rows;
}
