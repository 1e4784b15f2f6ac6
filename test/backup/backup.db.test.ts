import { createHash } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { checkFile } from '../../src/backup/file.js';
import { restoreBackup } from '../../src/backup/restore.js';
import { readSequences } from '../../src/backup/tables.js';
import { writeBackup } from '../../src/backup/write.js';
import type { Db } from '../../src/db/client.js';
import { readCursorSecrets } from '../../src/db/cursor-secret.js';
import { DERIVED_LOCK } from '../../src/db/derived/lock.js';
import { bringUpToDate } from '../../src/db/derived/up-to-date.js';
import { openInMemory } from '../../src/db/embedded/embedded.js';
import { createAccountKey } from '../../src/db/keys.js';
import { applyPending, migrate, readMigrations } from '../../src/db/migrate.js';
import type { Sql } from '../../src/db/sql.js';
import { createTestApp } from '../support/app.js';
import { openTestDb, skipOnEmbedded, untilLocked } from '../support/database.js';
import { openEmptyDb } from '../support/empty-database.js';
import { atFileEnd } from '../support/file-end.js';
import { preparedData } from '../support/prepared-data.js';
import { temporaryFolder } from '../support/process.js';
import { recomputeNow } from '../support/ratings.js';
import { ratedEvent, richWorld } from '../support/rich-world.js';
import { soon } from '../support/soon.js';
import { club, load, player } from '../support/world.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const db = await openTestDb();
let folder: string;
let file: string;
let before: Awaited<ReturnType<typeof contents>>;

beforeAll(async () => {
  folder = await temporaryFolder(atFileEnd);
  file = join(folder, 'all.backup');
  await load(db, [...richWorld, ...ratedEvent]);
  await recomputeNow(db);
  await createTestApp(db);
  await createAccountKey(db.sql, 'Limited', { rateLimit: 500 });
  await readCursorSecrets(db.sql);
  before = await contents(db);
  await writeBackup(db, file);
});

const restored = async (into: Db, from = file, options = {}) => restoreBackup(into, await checkFile(from), options);

/** Every row of every table that is kept, except where the feed begins. */
async function contents({ sql }: Db): Promise<Record<string, string[]>> {
  const tables = await sql.query<{ name: string }>(
    `SELECT "relname"::text AS "name" FROM pg_class WHERE "relnamespace" = 'public'::regnamespace AND "relkind" = 'r'
     AND "relname" NOT IN ('_prisma_migrations', 'change', 'version', 'past_transaction') ORDER BY 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql.query<{ row: string }>(
      `SELECT to_jsonb(t)::text AS "row" FROM "${name}" t ${name === 'setting' ? `WHERE "key" <> 'feed-epoch'` : ''}
       ORDER BY 1`,
    );
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
    const { rows } = await checkFile(file);
    expect(rows).toMatchObject({ player: 4, battle: 4, api_key: 2 });
    expect(await readdir(folder)).toStrictEqual(['all.backup']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('of either database is restored into the other kind and back, with every row, value and number', async () => {
    const other = await embedded();
    expect(await restored(other)).toBe(0);
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
    const sequences = await readSequences(target.sql);
    const failing = failingAt(target, 'new_feed_epoch');
    await expect(restored(failing, file, { replace: true })).rejects.toThrow('gone');
    expect(await readSequences(target.sql)).toStrictEqual(sequences);
    expect(sequences.map(({ name }) => name)).toContain('api_key_id_seq');
    expect(sequences).not.toStrictEqual(await readSequences(db.sql));
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

  test('of a backup of an earlier release brings it up to this one, also where this one has been before', async () => {
    const [old, fresh] = [(await openEmptyDb())[0], (await openEmptyDb())[0]];
    const migrations = (await readMigrations()).filter(({ name }) => name < '20261120');
    await old.sql.transaction((sql) => applyPending(sql, migrations, old.location, () => undefined));
    await old.sql.script(`INSERT INTO "club" ("slug", "name") VALUES ('old', 'Old Club')`);
    const earlier = join(folder, 'earlier.backup');
    await writeBackup(old, earlier);
    await restored(fresh, earlier);
    const used = await openTestDb();
    expect(await restored(used, earlier)).toBe((await readMigrations()).length - migrations.length);
    for (const target of [fresh, used]) {
      expect(await migrate(target)).toStrictEqual([]);
      expect(await target.sql.query('SELECT "slug", "name" FROM "club"')).toStrictEqual([
        { slug: 'old', name: 'Old Club' },
      ]);
      await load(target, ratedEvent);
    }
  });

  test.each([
    [
      'a later',
      '20991231000000_later',
      (known: object[]) => [...known, { name: '20991231000000_later', checksum: 'x' }],
    ],
    ['a different', '20261115000100', ([first, ...others]: object[]) => [{ ...first, checksum: 'x' }, ...others]],
  ])('of a backup of %s release is refused', async (_what, named, changed) => {
    const [header, ...rest] = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    const { migrations, ...others } = JSON.parse(header as string);
    const other = { ...others, migrations: changed(migrations) };
    const lines = `${[JSON.stringify(other), ...rest.slice(0, -2)].join('\n')}\n`;
    const end = { ...JSON.parse(rest.at(-2) as string), sha256: createHash('sha256').update(lines).digest('hex') };
    const newer = join(folder, 'newer.backup');
    await writeFile(newer, gzipSync(`${lines}${JSON.stringify(end)}\n`));
    await expect(restored(db, newer)).rejects.toThrow(`was made by another release, with the migration ${named}`);
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
    await expect(checkFile(bad)).rejects.toThrow(message);
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
  await expect(writeBackup(db, target)).rejects.toThrow('This database has no tables of the service.');
  expect(await readFile(target, 'utf8')).toBe('the last one');
});

test('a backup that cannot be written leaves the one that was there', async () => {
  const target = join(folder, 'kept.backup');
  await writeFile(target, 'the last one');
  await expect(writeBackup(failingAt(db, '"battle_side"'), target)).rejects.toThrow('gone');
  expect(await readFile(target, 'utf8')).toBe('the last one');
  expect(await readdir(folder)).not.toContain('kept.backup.partial');
});
