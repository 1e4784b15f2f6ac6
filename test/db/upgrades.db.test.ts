// Small databases as earlier releases have left them, with their exports (scripts/keep-upgrade.sh), upgraded.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { TEAM_TIE_BREAKERS } from '@battle-results/bundle-format/team-tie-breaker';
import { expect, inject, test } from 'vitest';
import { exportLines } from '../../src/bundle/export.js';
import type { Db } from '../../src/db/client.js';
import { bringUpToDate } from '../../src/db/derived/up-to-date.js';
import { examine } from '../../src/db/doctor.js';
import { expectMigrated, isMigrated, migrate, readMigrations } from '../../src/db/migrate.js';
import { createTestApp } from '../support/app.js';
import { openEmptyDb } from '../support/empty-database.js';

const KEPT = new URL('./upgrades/', import.meta.url);
const textOf = (file: string) => gunzipSync(readFileSync(new URL(file, KEPT))).toString();
const kept = readdirSync(KEPT)
  .filter((file) => file.endsWith('.sql.gz'))
  .map((file) => file.replace('.sql.gz', ''));

async function openAsLeftBy(release: string): Promise<Db> {
  const [db] = await openEmptyDb();
  // A dump leaves the search path of its session empty.
  await db.sql.script(`${textOf(`${release}.sql.gz`)}\nRESET search_path`);
  return db;
}

test('1.0.1 is among them', () => {
  expect(kept).toContain('1.0.1');
});

test.each(kept)('%s: the export after the upgrade equals the one before', async (name) => {
  const db = await openAsLeftBy(name);
  const told: string[] = [];
  const applied = await migrate(db, undefined, (line) => told.push(line));
  expect(told).toHaveLength(applied.length);
  expect(await isMigrated(db)).toBe(true);
  const lines: string[] = [];
  await exportLines(db, async (more) => void lines.push(...more));
  const before = textOf(`${name}.jsonl.gz`).trimEnd().split('\n');
  expect(lines.map((line, index) => asBefore(JSON.parse(line), JSON.parse(before[index] ?? 'null')))).toStrictEqual(
    before.map((line) => JSON.parse(line)),
  );
  expect(lines.length).toBeGreaterThan(5);
  // Everything derived is as it would be derived anew, and the data is served.
  await bringUpToDate(db);
  expect((await examine(db, false)).findings).toStrictEqual([]);
  const app = await createTestApp(db);
  const { data } = (await (await app.get('/api/v1/tournaments')).json()) as { data: unknown[] };
  expect(data.length).toBeGreaterThan(0);
  await app.close();
});

test('a database of 1.0.1 that was carried over has the schema and the migrations of a new one', async () => {
  const carried = await openAsLeftBy('1.0.1');
  await migrate(carried);
  const found = [await recorded(carried), await schemaOf(carried)];
  const [made] = await openEmptyDb();
  await migrate(made);
  expect(found).toStrictEqual([await recorded(made), await schemaOf(made)]);
  expect(await recorded(made)).toStrictEqual((await readMigrations()).map(({ name }) => ({ name })));
});

test('a database before 1.0.1, or with other migrations, is refused and stays as it was', async () => {
  const db = await openAsLeftBy('1.0.1');
  await db.sql.query(`DELETE FROM "_prisma_migrations" WHERE "migration_name" = '20261123000200_met_spellings'`);
  const before = [await recorded(db), await schemaOf(db)];
  for (const attempt of [migrate(db), expectMigrated(db)]) {
    await expect(attempt).rejects.toThrow(
      `${db.location} is of a release before 1.0.1, or of a commit between releases. Start release 1.0.1 on it first`,
    );
  }
  expect([await recorded(db), await schemaOf(db)]).toStrictEqual(before);
});

const recorded = ({ sql }: Db) => sql.query(`SELECT "migration_name" AS "name" FROM "_prisma_migrations" ORDER BY 1`);

/** A dump or, for the embedded database, which has no program that makes one, the definitions in the catalogue. */
async function schemaOf({ sql, embedded }: Db): Promise<unknown> {
  const template = inject('template');
  if (embedded || !('url' in template)) return sql.query(DEFINITIONS);
  const [row] = await sql.query<{ name: string }>('SELECT current_database() AS "name"');
  const url = new URL(template.url);
  url.pathname = `/${row?.name}`;
  const { stdout } = await promisify(execFile)('pg_dump', ['--schema-only', url.href], { maxBuffer: 2 ** 24 });
  // A dump may begin and end with a random word.
  return stdout.replaceAll(/^\\(un)?restrict .*$/gm, '');
}

const DEFINITIONS = `
  WITH "own" AS (SELECT "oid" FROM pg_class WHERE "relnamespace" = 'public'::regnamespace)
  SELECT 'column' AS "what", "attrelid"::regclass || ' ' || row_number() OVER (PARTITION BY "attrelid" ORDER BY "attnum") AS "name",
    concat_ws(' ', "attname", format_type("atttypid", "atttypmod"), "attcollation", "attnotnull", "attgenerated",
      pg_get_expr("adbin", "adrelid")) AS "definition"
  FROM pg_attribute LEFT JOIN pg_attrdef ON ("adrelid", "adnum") = ("attrelid", "attnum")
  WHERE "attrelid" IN (SELECT "oid" FROM "own") AND "attnum" > 0 AND NOT "attisdropped"
  UNION ALL SELECT 'table', "oid"::regclass::text, concat_ws(' ', "relkind", "relpersistence", "reloptions") FROM pg_class
  WHERE "oid" IN (SELECT "oid" FROM "own")
  UNION ALL SELECT 'index', "indexrelid"::regclass::text, pg_get_indexdef("indexrelid") FROM pg_index
  WHERE "indrelid" IN (SELECT "oid" FROM "own")
  UNION ALL SELECT 'constraint', "conrelid"::regclass || ' ' || "conname", pg_get_constraintdef("oid") FROM pg_constraint
  WHERE "conrelid" IN (SELECT "oid" FROM "own")
  UNION ALL SELECT 'trigger', "tgrelid"::regclass || ' ' || "tgname", pg_get_triggerdef("oid") FROM pg_trigger WHERE NOT "tgisinternal"
  UNION ALL SELECT 'function', "oid"::regprocedure::text, pg_get_functiondef("oid") FROM pg_proc
  WHERE "pronamespace" = 'public'::regnamespace AND "prokind" = 'f'
  UNION ALL SELECT 'type', "enumtypid"::regtype::text, string_agg("enumlabel", ' ' ORDER BY "enumsortorder") FROM pg_enum GROUP BY "enumtypid"
  ORDER BY 1, 2`;

/** Values that an import takes for left out. */
const DEFAULTS = ['', String(TEAM_TIE_BREAKERS.slice(0, 4))];

/** Without the keys that exports have had only since, which must be empty or usual: an upgrade invents nothing. */
function asBefore(now: unknown, before: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(before)) return now.map((each, index) => asBefore(each, before[index]));
  if (!isObject(now) || !isObject(before)) return now;
  const isNew = ([key, value]: [string, unknown]) =>
    !(key in before) && (value === null || DEFAULTS.includes(`${value}`));
  const kept = Object.entries(now).filter((entry) => !isNew(entry));
  return Object.fromEntries(kept.map(([key, value]) => [key, asBefore(value, before[key])]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
