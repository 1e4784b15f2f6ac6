import { readFile } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../../src/db/client.js';
import { type EmbeddedOptions, openInMemory } from '../../../src/db/embedded/embedded.js';
import { steadyMs } from '../../../src/db/embedded/steady.js';
import { startThread } from '../../../src/db/embedded/thread.js';
import { readHead } from '../../../src/db/log/read-news.js';
import { createTestApp } from '../../support/app.js';
import { openTestDb, skipOnPostgres } from '../../support/database.js';
import { soon } from '../../support/soon.js';

const template = inject('template');
/** PostgreSQL's codes for a cancelled statement and for a server that shuts down. */
const [TIMEOUT, GONE] = ['57014', '57P01'];
const SECONDS_LONG = 'SELECT count(*) FROM generate_series(1, 5000000) AS "n" WHERE "n" % 7 = 3';

describe.skipIf(skipOnPostgres('its statements run in a process of their own'))('the embedded database', () => {
  let db: Db;
  beforeAll(async () => {
    db = await openTestDb();
    await db.sql.script('CREATE TABLE "memo" ("text" text UNIQUE DEFERRABLE INITIALLY DEFERRED)');
  });

  const copy = async () => new Blob([await readFile('file' in template ? template.file : '')]);
  const notes = async (on: Db) =>
    (await on.sql.query<{ text: string }>('SELECT "text" FROM "memo"')).map((row) => row.text);

  /** A database that a test may stop, with the worker that it runs on. */
  async function openOwn(options: EmbeddedOptions): Promise<Db & { thread: Worker }> {
    const own = await openInMemory(await copy(), options);
    onTestFinished(() => own.close());
    const posting = vi.spyOn(Worker.prototype, 'postMessage');
    await own.sql.transaction((sql) => sql.script('CREATE TABLE "memo" ("text" text)'));
    const thread = posting.mock.contexts.at(-1) as Worker;
    posting.mockRestore();
    return { ...own, thread };
  }

  test('a statement that arrives past its deadline is not run, and fails like one that takes too long', async () => {
    const { call, close } = await startThread({ loadDataDir: await copy() }, () => undefined);
    onTestFinished(close);
    await expect(call('query', ['SELECT 1', []], steadyMs() - 1)).rejects.toMatchObject({ code: TIMEOUT });
  });

  test('while a statement takes seconds, whatever needs no other is answered', async () => {
    const app = await createTestApp(db, { remember: true });
    onTestFinished(() => app.close());
    const statuses = async () => {
      const responses = [
        await app.get('/api/v1/tournaments'),
        await app.get('/nowhere'),
        await app.get('/api/v1/tournaments', { authorization: 'Bearer wrong' }),
        await app.get('/openapi.json'),
      ];
      return responses.map(({ status }) => status);
    };
    // The first time, news of the key that was just made may arrive while it is looked up, and it is not remembered.
    await statuses();
    await statuses();
    let over = false;
    const slow = db.sql.query(SECONDS_LONG).finally(() => {
      over = true;
    });
    expect(await statuses()).toStrictEqual([200, 404, 401, 200]);
    expect(over).toBe(false);
    await slow;
  });

  test.each([-1, 1])('answers while the wall clock jumps by %i day', async (days) => {
    const own = await openOwn({ statementTimeoutMs: 60_000 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await own.sql.query('SELECT 1 AS "one"')).toStrictEqual([{ one: 1 }]);
  });

  describe('a statement that takes too long', () => {
    test('is given up, and so is one that waits for it, which is then never begun; the next one is answered', async () => {
      const own = await openOwn({ statementTimeoutMs: 300 });
      const given = await Promise.allSettled([
        own.sql.query(SECONDS_LONG),
        own.sql.query(`INSERT INTO "memo" VALUES ('too late')`),
        own.prisma.club.count(),
      ]);
      for (const one of given) expect(one).toMatchObject({ status: 'rejected', reason: { code: TIMEOUT } });
      await own.sql.transaction((sql) => sql.query('SELECT 1'));
      expect(await notes(own)).toStrictEqual([]);
    });

    test('is waited for in a transaction, as imports and migrations need', async () => {
      const own = await openOwn({ statementTimeoutMs: 300 });
      const rows = await own.sql.transaction((sql) => sql.query(SECONDS_LONG));
      expect(rows).toHaveLength(1);
    });
  });

  describe('that stops in the middle of its work', () => {
    test('says so to whoever waits, and is opened again for the next', async () => {
      const { sql, prisma, thread } = await openOwn({});
      const asked = [sql.query(SECONDS_LONG), prisma.club.count()].map((one) => one.catch((error) => error));
      await thread.terminate();
      for (const error of await Promise.all(asked)) expect(error).toMatchObject({ code: GONE });
      expect(await sql.query('SELECT 1 AS "one"')).toStrictEqual([{ one: 1 }]);
      expect(await prisma.club.count()).toBe(0);
    });

    test('loses the transaction that was under way, and lets the next one begin', async () => {
      const { sql, thread } = await openOwn({});
      const lost = sql.transaction(async (inside) => {
        await inside.query('SELECT 1');
        await thread.terminate();
        await inside.query('SELECT 1');
      });
      await expect(lost).rejects.toMatchObject({ code: GONE });
      expect(await sql.transaction((inside) => inside.query('SELECT 1 AS "one"'))).toStrictEqual([{ one: 1 }]);
    });

    test('is told to the change feed, which listens again', async () => {
      const { sql, changes, thread } = await openOwn({});
      const events = { onNotice: vi.fn(), onLost: vi.fn() };
      await changes.open(events);
      await thread.terminate();
      expect(events.onLost).toHaveBeenCalledOnce();
      const reader = await changes.open(events);
      await sql.query(`SELECT pg_notify('log', '')`);
      await soon(() => expect(events.onNotice).toHaveBeenCalled());
      await reader.close();
    });
  });

  test('takes no more room the longer it runs: what was deleted is used again, and the log is cut', async () => {
    const { sql, changes } = await openOwn({});
    for (let times = 0; times < 5; times += 1) {
      await sql.query(`SELECT note('import', ARRAY(SELECT 'mark-' || n FROM generate_series(1, 5000) AS n))`);
      await sql.query(`INSERT INTO "memo" SELECT repeat('x', 100) FROM generate_series(1, 5000)`);
      await changes.prune(0, await readHead(sql));
    }
    const [size] = await sql.query<{ table: number; log: number }>(
      `SELECT pg_relation_size('note')::int AS "table",
         pg_wal_lsn_diff(pg_current_wal_lsn(), (SELECT "redo_lsn" FROM pg_control_checkpoint()))::int AS "log"`,
    );
    expect(size?.table).toBeLessThan(600_000);
    expect(size?.log).toBeLessThan(600_000);
  });

  test('a change feed that could not be opened is told nothing', async () => {
    const { sql, changes } = await openOwn({});
    const made = () => ({ onNotice: vi.fn(), onLost: vi.fn() });
    const [failed, events] = [made(), made()];
    await sql.script('BEGIN');
    await expect(sql.script('SELECT 1 / 0')).rejects.toThrow('division by zero');
    await expect(changes.open(failed)).rejects.toThrow('current transaction is aborted');
    await sql.script('ROLLBACK');
    const reader = await changes.open(events);
    await sql.query(`SELECT pg_notify('log', '')`);
    await soon(() => expect(events.onNotice).toHaveBeenCalled());
    expect(failed.onNotice).not.toHaveBeenCalled();
    await reader.close();
  });

  describe('a transaction', () => {
    test('has the database to itself, and others come before or after it in the order they asked', async () => {
      const seen: string[] = [];
      const note = (text: string) => async () => void seen.push(text);
      await Promise.all([
        db.sql.query('SELECT 1').then(note('before')),
        db.sql.transaction(async (sql) => {
          await sql.query('SELECT 1').then(note('inside'));
          await sql.query('SELECT 1').then(note('inside'));
        }),
        db.sql.query('SELECT 1').then(note('between')),
        db.sql.transaction((sql) => sql.query('SELECT 1').then(note('second'))),
        db.prisma.club.count().then(note('after')),
      ]);
      expect(seen).toStrictEqual(['before', 'inside', 'inside', 'between', 'second', 'after']);
    });

    test('whose commit fails writes nothing, says why, and spoils no other', async () => {
      const twice = db.sql.transaction((sql) => sql.query(`INSERT INTO "memo" VALUES ('a'), ('a')`));
      const other = db.sql.transaction((sql) => sql.query(`INSERT INTO "memo" VALUES ('b')`));
      await expect(twice).rejects.toThrow('duplicate key value');
      await other;
      expect(await notes(db)).toStrictEqual(['b']);
    });

    test('that hides a failed statement is not taken for committed', async () => {
      const hidden = db.sql.transaction((sql) => sql.query('SELECT 1 / 0').catch(() => undefined));
      await expect(hidden).rejects.toThrow('nothing was written');
    });

    test('takes nothing more once it has ended', async () => {
      const inside = await db.sql.transaction(async (sql) => sql);
      await expect(inside.query(`INSERT INTO "memo" VALUES ('late')`)).rejects.toThrow('The transaction has ended');
    });

    test('of Prisma is rolled back when its work throws', async () => {
      const work = db.prisma.$transaction(async (prisma) => {
        await prisma.setting.create({ data: { key: 'never', value: '' } });
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
      expect(await db.prisma.setting.count({ where: { key: 'never' } })).toBe(0);
    });
  });

  test('values and errors are what PGlite itself gives', async () => {
    const pglite = await PGlite.create({ loadDataDir: await copy() });
    onTestFinished(() => pglite.close());
    const statement = `SELECT $1::date AS "date", $2::timestamptz AS "at", $3::int8 AS "large", $4::jsonb AS "json",
      $5::text[] AS "texts", $6::bytea AS "bytes", $7::numeric AS "exact", NULL AS "nothing", true AS "yes", 1.5::float8 AS "half"`;
    const values = [
      '2026-11-15',
      new Date(0),
      2n ** 60n,
      { a: [1, null] },
      ['x', 'ü"'],
      new Uint8Array([0, 255]),
      '1.10',
    ];
    expect(await db.sql.query(statement, values)).toStrictEqual((await pglite.query(statement, values)).rows);
    const wrong = (query: Promise<unknown>) =>
      query.catch(({ message, code, severity, position }) => ({ message, code, severity, position }));
    expect(await wrong(db.sql.query('SELECT nowhere'))).toStrictEqual(await wrong(pglite.query('SELECT nowhere')));
    await expect(
      db.prisma.$executeRawUnsafe(`INSERT INTO "setting" VALUES ('k', 'v'), ('k', 'v')`),
    ).rejects.toMatchObject({
      code: 'P2010',
      meta: { driverAdapterError: { cause: { originalCode: '23505', kind: 'UniqueConstraintViolation' } } },
    });
  });
});
