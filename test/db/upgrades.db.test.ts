// Small databases as earlier commits and releases have left them, with their exports (scripts/keep-upgrade.sh), upgraded.
import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { TEAM_TIE_BREAKERS } from '@battle-results/bundle-format/team-tie-breaker';
import { expect, test } from 'vitest';
import { exportLines } from '../../src/bundle/export.js';
import { bringUpToDate } from '../../src/db/derived/up-to-date.js';
import { isMigrated, migrate } from '../../src/db/migrate.js';
import { createTestApp } from '../support/app.js';
import { openEmptyDb } from '../support/empty-database.js';

const KEPT = new URL('./upgrades/', import.meta.url);
const textOf = (file: string) => gunzipSync(readFileSync(new URL(file, KEPT))).toString();
const kept = readdirSync(KEPT)
  .filter((file) => file.endsWith('.sql.gz'))
  .map((file) => file.replace('.sql.gz', ''));

test('there are databases of three earlier states at least', () => {
  expect(kept.length).toBeGreaterThanOrEqual(3);
});

test.each(kept)('%s: the export after the upgrade equals the one before', async (name) => {
  const [db] = await openEmptyDb();
  // A dump leaves the search path of its session empty.
  await db.sql.script(`${textOf(`${name}.sql.gz`)}\nRESET search_path`);
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
  // What is derived can be computed, and the data is served.
  await bringUpToDate(db);
  const app = await createTestApp(db);
  const { data } = (await (await app.get('/api/v1/tournaments')).json()) as { data: unknown[] };
  expect(data.length).toBeGreaterThan(0);
  await app.close();
});

/** What an import takes for left out. */
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
