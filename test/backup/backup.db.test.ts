import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { BundleRecord } from '@battle-results/bundle-format/record';
import fc from 'fast-check';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkBackup } from '../../src/backup/file.js';
import { restoreBackup } from '../../src/backup/restore.js';
import { writeBackup } from '../../src/backup/write.js';
import { importBundle } from '../../src/bundle/import.js';
import { readLines } from '../../src/bundle/lines.js';
import type { Db } from '../../src/db/client.js';
import { readCursorSecrets } from '../../src/db/cursor-secret.js';
import { DERIVED_LOCK } from '../../src/db/derived/lock.js';
import { bringUpToDate } from '../../src/db/derived/up-to-date.js';
import { openInMemory } from '../../src/db/embedded/embedded.js';
import { createAccountKey } from '../../src/db/keys.js';
import { migrate, readMigrations } from '../../src/db/migrate.js';
import type { Sql } from '../../src/db/sql.js';
import { loadDemoWorld } from '../../src/demo/load.js';
import { createTestApp } from '../support/app.js';
import { arbitraryWorld } from '../support/arbitrary-world.js';
import { exportAll, importAll } from '../support/bundle.js';
import { emptyDb, openTestDb, skipOnEmbedded, untilLocked } from '../support/database.js';
import { openEmptyDb } from '../support/empty-database.js';
import { atFileEnd } from '../support/file-end.js';
import { preparedData } from '../support/prepared-data.js';
import { temporaryFolder } from '../support/process.js';
import { oneOfEachWrite } from '../support/random-write.js';
import { recomputeNow } from '../support/ratings.js';
import { ratedEvent, richWorld } from '../support/rich-world.js';
import { runs } from '../support/runs.js';
import { soon } from '../support/soon.js';
import { club, load, player } from '../support/world.js';
import { startAgain, tryWrite } from '../support/written-world.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await openTestDb();
let folder: string;
let file: string;
let before: Awaited<ReturnType<typeof contents>>;

beforeAll(async () => {
  folder = await temporaryFolder(atFileEnd);
  file = join(folder, 'all.backup');
  // In the order of an export, so that the same numbers are given again.
  await load(
    db,
    [...richWorld, ...ratedEvent].sort((one, two) => (orderOf(one) < orderOf(two) ? -1 : 1)),
  );
  await recomputeNow(db);
  await createTestApp(db);
  await createAccountKey(db.sql, 'Limited', { rateLimit: 500 });
  await readCursorSecrets(db.sql);
  await db.sql.script(`INSERT INTO "key_usage" SELECT "id", '2026-11-18', 'TournamentPage', 3, 120 FROM "api_key";
    INSERT INTO "demo_record" VALUES ('club', 'northern-legion');
    ALTER TABLE "tournament" DISABLE TRIGGER USER;
    UPDATE "tournament" SET "changed_at" = '2026-05-01T12:34:56.789Z' WHERE "slug" = 'finished';
    ALTER TABLE "tournament" ENABLE TRIGGER USER`);
  before = await contents(db);
  await writeBackup(db, file);
});

const TYPES = ['club', 'player', 'battlePack', 'faction', 'tournament', 'battle'];
const orderOf = (record: BundleRecord) =>
  `${TYPES.indexOf(record.type)} ${'slug' in record ? record.slug : 'id' in record ? record.id : ''}`;

/** With what is derived computed anew. */
async function restored(into: Db, from = file, options = {}): Promise<void> {
  await restoreBackup(into, readLines(from), from, options);
  await bringUpToDate(into);
}

/** Every row of every table, except the log of changes. Numbers that only join tables may be others. */
async function contents({ sql }: Db): Promise<Record<string, string[]>> {
  const tables = await sql.query<{ name: string }>(
    `SELECT "relname"::text AS "name" FROM pg_class WHERE "relnamespace" = 'public'::regnamespace AND "relkind" = 'r'
     AND "relname" NOT IN ('_prisma_migrations', 'note', 'pending', 'log', 'mark') ORDER BY 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql.query<{ row: string }>(`SELECT to_jsonb(t)::text AS "row" FROM "${name}" t ORDER BY 1`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

/** The database, where a transaction fails at a statement. */
function failingAt(of: Db, part: string): Db {
  const transaction: Db['sql']['transaction'] = (work) =>
    of.sql.transaction((sql) =>
      work({
        ...sql,
        query: (statement, values) =>
          statement.includes(part) ? Promise.reject(new Error('gone')) : sql.query(statement, values),
      }),
    );
  return { ...of, sql: { ...of.sql, transaction } };
}

/** Migrated, empty and in memory. */
async function embedded(): Promise<Db> {
  const { archive } = await preparedData();
  const target = await openInMemory(new Blob([await readFile(archive)]));
  onTestFinished(() => target.close());
  return target;
}

describe('a backup', () => {
  test('has every row, for its owner alone, under its name once it is complete', async () => {
    expect(before.player?.length).toBe(4);
    for (const table of ['rating', 'derived_place', 'counted_battle', 'search_word', 'api_key', 'setting']) {
      expect(before[table], table).not.toStrictEqual([]);
    }
    const types =
      gunzipSync(await readFile(file))
        .toString()
        .match(/(?<=^\{"type" ?: ?")\w+/gm) ?? [];
    const counts = Object.fromEntries(
      [...new Set(types)].map((type) => [type, types.filter((each) => each === type).length]),
    );
    expect(counts).toStrictEqual({
      ...{ backup: 1, club: 1, player: 4, battlePack: 1, tournament: 2, battle: 4, end: 1 },
      ...{ account: 2, apiKey: 2, keyUsage: 2, setting: 2, demoRecord: 1, changedAt: 2 },
    });
    expect(await readdir(folder)).toStrictEqual(['all.backup']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('of either database is restored into the other kind and back, with every row, value and number', async () => {
    const other = await embedded();
    await restored(other);
    expect(await contents(other)).toStrictEqual(before);
    const again = join(folder, 'again.backup');
    await writeBackup(other, again);
    const [back] = await openEmptyDb();
    await restored(back, again);
    expect(await contents(back)).toStrictEqual(before);
    await load(back, [club({ slug: 'new', name: 'New' }), player('p-9')]);
    expect(await back.sql.query(`SELECT "word" FROM "search_word" WHERE "key" = 'new'`)).toStrictEqual([
      { word: 'new' },
    ]);
  });
});

test('random worlds, what random writes made of one, and the demo world go through both kinds of database as they are', async () => {
  const [source, last] = [await openTestDb(), await openTestDb()];
  const between = await embedded();
  const [one, two] = [join(folder, 'one.backup'), join(folder, 'two.backup')];
  const expectSame = async () => {
    const [lines, times] = [await exportAll(source), await changedAt(source)];
    await writeBackup(source, one);
    await restoreBackup(between, readLines(one), one, { replace: true });
    await writeBackup(between, two);
    await restoreBackup(last, readLines(two), two, { replace: true });
    expect(await exportAll(last)).toStrictEqual(lines);
    expect(await changedAt(last)).toStrictEqual(times);
  };
  const changedAt = ({ sql }: Db) => sql.query(`SELECT "slug", "changed_at"::text FROM "tournament" ORDER BY 1`);
  await fc.assert(
    fc.asyncProperty(arbitraryWorld, async (world) => {
      await emptyDb(source);
      await importAll(source, world);
      await expectSame();
    }),
    { numRuns: runs(4), endOnFailure: true },
  );
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, async (writes) => {
      await startAgain(source);
      for (const write of writes) await tryWrite(source, write);
      await expectSame();
    }),
    { numRuns: runs(3), endOnFailure: true },
  );
  await emptyDb(source);
  await source.sql.query('DELETE FROM "setting"');
  await loadDemoWorld(source);
  await expectSame();
});

describe('a restore', () => {
  test('into a database that is not empty is refused, unless it may be replaced', async () => {
    const target = await openTestDb();
    await load(target, [club({ slug: 'mine', name: 'Mine' })]);
    const mine = await contents(target);
    await expect(restored(target)).rejects.toThrow('is not empty. Nothing was changed. Add --replace');
    expect(await contents(target)).toStrictEqual(mine);
    await restored(target, file, { replace: true });
    expect(await contents(target)).toStrictEqual(before);
  });

  test('is seen by a running service, and cursors of the change feed are refused from then on', async () => {
    const target = await openTestDb();
    const app = await createTestApp(target, { remember: true });
    onTestFinished(() => app.close());
    expect(await (await app.get('/clubs')).text()).not.toContain('Northern Legion');
    const { next } = await (await app.get('/api/v1/changes?since=now')).json();
    await restored(target, file, { replace: true });
    await soon(async () => expect(await (await app.get('/clubs')).text()).toContain('Northern Legion'));
    // The key that the service knew is gone with what was there.
    const [key] = await target.sql.query<{ hash: string }>(`SELECT "hash" FROM "api_key"`);
    await target.sql.query(`INSERT INTO "account" ("name") VALUES ('New')`);
    await target.sql.query(`INSERT INTO "api_key" ("account_name", "hash", "hint") VALUES ('New', $1, 'x')`, [
      createHash('sha256').update(app.key).digest('hex'),
    ]);
    expect(key).toBeDefined();
    const { pathname, search } = new URL(next);
    await soon(async () => expect((await app.get(pathname + search)).status).toBe(410));
  });

  test.each(['switch_ratings', 'switch_places'])(
    'in the middle of a run on the embedded database, at %s, keeps what was restored',
    async (statement) => {
      const target = await embedded();
      await load(target, ratedEvent);
      let isDue = true;
      const query: Sql['query'] = async (text, values) => {
        if (isDue && text.includes(statement)) {
          isDue = false;
          await restored(target, file, { replace: true });
        }
        return target.sql.query(text, values);
      };
      await bringUpToDate({ directUrl: null, sql: { ...target.sql, query } });
      expect(isDue).toBe(false);
      expect(await contents(target)).toStrictEqual(before);
    },
  );

  test('that fails leaves the sequences as they were', async () => {
    const target = await openTestDb();
    await createAccountKey(target.sql, 'Mine');
    const transaction: Db['sql']['transaction'] = (work) =>
      target.sql.transaction((sql) => work(sql).then(() => Promise.reject(new Error('gone'))));
    const failing = { ...target, sql: { ...target.sql, transaction } };
    await expect(restored(failing, file, { replace: true })).rejects.toThrow('gone');
    await createAccountKey(target.sql, 'Mine');
    expect(await target.sql.query('SELECT "id" FROM "api_key" ORDER BY 1')).toStrictEqual([{ id: 1 }, { id: 2 }]);
  });

  test.skipIf(skipOnEmbedded('one session'))('waits for a run in progress, which has the lock', async () => {
    const [target, other] = (await openEmptyDb(1)) as [Db, Db];
    const done: string[] = [];
    let restoring: Promise<unknown> | undefined;
    await other.sql.transaction(async (sql) => {
      await sql.query('SELECT pg_advisory_xact_lock($1)', [DERIVED_LOCK]);
      restoring = restored(target).then(() => done.push('restored'));
      await untilLocked(other);
      done.push('run');
    });
    await restoring;
    expect(done).toStrictEqual(['run', 'restored']);
  });

  test('of a backup of release 1.0.1 restores its records, keys, secrets, usage and times, also where newer data was', async () => {
    const earlier = fileURLToPath(new URL('./1.0.1.backup', import.meta.url));
    const [target, other] = [await openTestDb(), (await openEmptyDb())[0]];
    await load(target, ratedEvent);
    await restored(target, earlier, { replace: true });
    await migrate(other);
    await importBundle(other, readLines(earlier.replace(/backup$/, 'jsonl.gz')));
    expect(await exportAll(target)).toStrictEqual(await exportAll(other));
    const { account, api_key, key_usage, setting } = await contents(target);
    expect({ account, keys: api_key?.length, key_usage, settings: setting?.length }).toMatchObject({
      account: [JSON.stringify({ name: 'Some Site', active: true }).replaceAll(/[:,]/g, '$& ')],
      ...{ keys: 2, settings: 4 },
      key_usage: [expect.stringContaining('TournamentPage')],
    });
    expect(
      await target.sql.query(`SELECT "slug", "changed_at"::text FROM "tournament" ORDER BY 1 DESC LIMIT 1`),
    ).toStrictEqual([{ slug: 'winter-teams', changed_at: '2026-11-19 20:25:39.639+00' }]);
  });

  test('of a backup of a later release is refused', async () => {
    const lines = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    const { migration, ...header } = JSON.parse(lines[0] as string);
    expect(migration).toBe((await readMigrations()).at(-1)?.name);
    const changed = [JSON.stringify({ ...header, migration: '20991231000000_later' }), ...lines.slice(1, -2)];
    const sha256 = createHash('sha256')
      .update(`${changed.join('\n')}\n`)
      .digest('hex');
    const newer = join(folder, 'newer.backup');
    await writeFile(newer, [...changed, JSON.stringify({ type: 'end', sha256 })].join('\n'));
    await checkBackup(readLines(newer), newer);
    await expect(restored(db, newer, { replace: true })).rejects.toThrow('by another release, with the migration 2099');
    expect(await contents(db)).toStrictEqual(before);
  });

  test.each<[what: string, message: string, change: (text: string) => string | Buffer]>([
    ['with another value', 'is damaged or cut short', (text) => text.replace('"Ann"', '"Bob"')],
    ['without its last line', 'is damaged or cut short', (text) => text.split('\n').slice(0, -2).join('\n')],
    ['with a line after the last', 'is damaged or cut short', (text) => `${text}[]\n`],
    ['cut short', 'is damaged or cut short', (text) => gzipSync(text).subarray(0, -100)],
    ['that is a bundle', 'is not a backup made by npm run backup', () => '{"type":"club","slug":"a","name":"A"}\n'],
    ['that is empty', 'is not a backup made by npm run backup', () => ''],
  ])('of a file %s is refused', async (_what, message, change) => {
    const changed = change(gunzipSync(await readFile(file)).toString());
    const bad = join(folder, 'bad.backup');
    await writeFile(bad, typeof changed === 'string' ? gzipSync(changed) : changed);
    await expect(checkBackup(readLines(bad), bad)).rejects.toThrow(message);
    await expect(restored(db, bad, { replace: true })).rejects.toThrow(message);
    expect(await contents(db)).toStrictEqual(before);
  });
});

test('a backup is refused once a newer release has migrated: it would lack tables', async () => {
  const name = '29990101000000_later';
  await db.sql.query(
    `INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name") VALUES ('x', 'x', now(), $1)`,
    [name],
  );
  onTestFinished(async () => void (await db.sql.query(`DELETE FROM "_prisma_migrations" WHERE "id" = 'x'`)));
  await expect(writeBackup(db, join(folder, 'later.backup'))).rejects.toThrow(`A newer release has applied ${name}`);
});

test('a database without our tables is not backed up over a backup', async () => {
  const target = join(folder, 'good.backup');
  await writeFile(target, 'the last one');
  await db.sql.query('ALTER TABLE "_prisma_migrations" RENAME TO "elsewhere"');
  onTestFinished(async () => void (await db.sql.query('ALTER TABLE "elsewhere" RENAME TO "_prisma_migrations"')));
  await expect(writeBackup(db, target)).rejects.toThrow('lacks');
  expect(await readFile(target, 'utf8')).toBe('the last one');
});

test('a backup that cannot be written leaves the one that was there', async () => {
  const target = join(folder, 'kept.backup');
  await writeFile(target, 'the last one');
  await expect(writeBackup(failingAt(db, '"battle_side"'), target)).rejects.toThrow('gone');
  expect(await readFile(target, 'utf8')).toBe('the last one');
  expect(await readdir(folder)).not.toContain('kept.backup.partial');
});
