// Restores a backup in one transaction: everything is read and staged, as an import would, and only then takes the place of
// what is there. The seal of the file says that its records are those of an export, so their rules are not asked again.

import type { BundleRecord } from '@battle-results/bundle-format/record';
import { setAside } from '../bundle/bulk.js';
import { isEmpty } from '../bundle/data-owner.js';
import { snakeCase } from '../bundle/fields.js';
import { FOR_LARGE_STATEMENTS, IMPORT_LOCK, type ImportProgress } from '../bundle/import.js';
import type { Line } from '../bundle/lines.js';
import { analyzeMerged, mergeStaged } from '../bundle/merge.js';
import { createStager } from '../bundle/stager.js';
import { analyzeStaging, createStaging } from '../bundle/staging.js';
import type { Db } from '../db/client.js';
import { DERIVED_LOCK } from '../db/derived/lock.js';
import { applyPending, findNewer, type Migration, readApplied, readMigrations } from '../db/migrate.js';
import { MODELS } from '../db/one-statement/model.js';
import { inPortions, type Sql } from '../db/sql.js';
import { BackupError, type Header, readBackup } from './file.js';
import { LAST_OF_1_0_1, type Line1Header, valuesOfLine1 } from './release-1.js';
import { insertRows } from './rows.js';

const BATCH_ROWS = 500;

type RestoreOptions = {
  /** Allows what is there to be lost. */
  replace?: boolean;
  report?: (message: string) => void;
  onProgress?: (progress: ImportProgress) => void;
};
type Restored = { createdAt: string; lines: number };

/** `name` is what the file is called in messages. */
export async function restoreBackup(
  db: Db,
  lines: AsyncIterable<Line>,
  name: string,
  { replace = false, report = () => undefined, onProgress = () => undefined }: RestoreOptions = {},
): Promise<Restored> {
  return db.sql.transaction(async (sql) => {
    await sql.script(FOR_LARGE_STATEMENTS);
    await sql.query('SELECT pg_advisory_xact_lock($1)', [IMPORT_LOCK]);
    const migrations = await readMigrations();
    await expectRoom(sql, db.location, migrations, replace);
    await applyPending(sql, migrations, db.location, report);
    const restored = await stageBackup(sql, { lines, name, migrations, onProgress });
    await analyzeStaging(sql);
    await sql.query('SELECT pg_advisory_xact_lock($1)', [DERIVED_LOCK]);
    await sql.script(`TRUNCATE ${EMPTIED.map((table) => `"${table}"`)} RESTART IDENTITY`);
    const { indexes, foreignKeys } = await setAside(sql);
    await mergeStaged(sql, (done, total) => onProgress({ step: 'writing', done, total }));
    onProgress({ step: 'finishing' });
    for (const index of indexes) await sql.query(index);
    await analyzeMerged(sql);
    for (const foreignKey of foreignKeys) await sql.query(foreignKey);
    await writeServiceRows(sql);
    return restored;
  });
}

/** Triggers note that everything has changed. */
const EMPTIED = Object.values(MODELS).map(({ table }) => table);

async function expectRoom(sql: Sql, location: string, migrations: Migration[], replace: boolean): Promise<void> {
  const applied = await readApplied(sql);
  const newer = findNewer(migrations, applied, location);
  if (newer) {
    throw new BackupError(`${location} has the migration ${newer.name} of another release. Restore with that one.`);
  }
  if (applied.length > 0 && !replace && !(await isUnused(sql))) {
    throw new BackupError(`${location} is not empty. Nothing was changed. Add --replace to lose what is there.`);
  }
}

async function isUnused(sql: Sql): Promise<boolean> {
  const [row] = await sql.query<{ keys: boolean }>(`SELECT EXISTS (SELECT FROM "api_key") AS "keys"`);
  return !row?.keys && (await isEmpty(sql));
}

type Source = {
  lines: AsyncIterable<Line>;
  name: string;
  migrations: Migration[];
  onProgress: (progress: ImportProgress) => void;
};

async function stageBackup(sql: Sql, { lines, name, migrations, onProgress }: Source): Promise<Restored> {
  await createStaging(sql);
  await sql.script('CREATE TEMPORARY TABLE "staged_row" ("type" text, "row" jsonb) ON COMMIT DROP');
  const values = readBackup(lines, name);
  const header = (await values.next()).value as Header | Line1Header;
  const isOfLine1 = !('migration' in header);
  const last = isOfLine1 ? header.migrations.at(-1)?.name : header.migration;
  if (isOfLine1 ? last !== LAST_OF_1_0_1 : !migrations.some((known) => known.name === last)) {
    throw new BackupError(`${name} was made by another release, with the migration ${last}. Restore it with that one.`);
  }
  const stager = createStager(sql, true);
  const rows: object[] = [];
  let count = 1;
  for await (const value of isOfLine1 ? valuesOfLine1(sql, header, values) : values) {
    count += 1;
    if ('row' in value) rows.push(value);
    else await stager.add(count, value as BundleRecord, []);
    if (rows.length === BATCH_ROWS) await insertRows(sql, 'staged_row', rows.splice(0));
    if (count % 1000 === 0) onProgress({ step: 'reading', lines: count });
  }
  if (rows.length > 0) await insertRows(sql, 'staged_row', rows);
  await stager.finish();
  return { createdAt: header.createdAt, lines: count };
}

async function writeServiceRows(sql: Sql): Promise<void> {
  const staged = (type: string) => `"staged_row" s WHERE s."type" = '${type}'`;
  for (const type of ['account', 'apiKey', 'keyUsage', 'setting', 'demoRecord'] as const) {
    const portions = inPortions<{ row: object }>(sql, `SELECT s."row" FROM ${staged(type)}`);
    for await (const rows of portions) {
      await insertRows(
        sql,
        snakeCase(type),
        rows.map(({ row }) => row),
      );
    }
  }
  const [row] = await sql.query<{ next: number }>(`SELECT coalesce(max("id"), 0) + 1 AS "next" FROM "api_key"`);
  // Their triggers would say that tournaments were changed now.
  await sql.script(`ALTER SEQUENCE "api_key_id_seq" RESTART WITH ${row?.next};
    ALTER TABLE "tournament" DISABLE TRIGGER USER;
    UPDATE "tournament" t SET "changed_at" = (s."row" ->> 'changed_at')::timestamptz
      FROM ${staged('changedAt')} AND t."slug" = s."row" ->> 'slug';
    ALTER TABLE "tournament" ENABLE TRIGGER USER`);
}
