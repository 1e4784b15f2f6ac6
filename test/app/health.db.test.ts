import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../../src/app/app.js';
import type { Db } from '../../src/db/client.js';
import { SITE_URL, withoutFeed } from '../support/app.js';
import { openTestDb, skipOnEmbedded } from '../support/database.js';
import { atFileEnd } from '../support/file-end.js';
import { statementsOf } from '../support/statements.js';

vi.setConfig({ testTimeout: 60_000 });

const db = await openTestDb();
const config = { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1000 };
const NOT_READY = { error: { status: 503, message: 'The service is not ready', code: 'UNAVAILABLE' } };

async function open(over: Db = db) {
  const stopping = new AbortController();
  const app = await createApp({ config, db: over, log: console.error, stopping: stopping.signal });
  atFileEnd(() => app.close());
  const ask = async (path: string, method = 'GET') => {
    const response = await app.fetch(new Request(`http://gateway.test${path}`, { method }));
    return { status: response.status, headers: response.headers, body: await response.text() };
  };
  const ready = async () => (await ask('/health/ready')).status;
  return { stopping, ask, ready };
}

/** The result of a readiness check is cached for a second. */
const later = () => new Promise((resolve) => setTimeout(resolve, 1_100));

describe('a service over its database', () => {
  let service: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    service = await open();
  });

  test.each([
    ['/health/live', '{"status":"live"}'],
    ['/health/ready', '{"status":"ready"}'],
  ])('%s says no more than that, to anybody, and is not to be kept', async (path, body) => {
    const answer = await service.ask(path);
    expect(answer).toMatchObject({ status: 200, body });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await service.ask(path, 'HEAD')).toMatchObject({ status: 200, body: '' });
  });

  test.each(['/health', '/health/', '/health/ready/x', '/health/readyx', '/api/v1/health/ready', '/Health/live'])(
    '%s is an address like any other that does not exist',
    async (path) => {
      expect((await service.ask(path)).status).toBe(path.startsWith('/api/') ? 401 : 404);
    },
  );

  test('only GET and HEAD are health checks', async () => {
    expect((await service.ask('/health/ready', 'POST')).status).toBe(405);
  });

  test('however many ask, the database is asked once a second', async () => {
    await later();
    const sent = await statementsOf(async () => {
      const all = await Promise.all(Array.from({ length: 200 }, service.ready));
      expect(new Set(all)).toStrictEqual(new Set([200]));
      await service.ready();
    });
    expect(sent.filter((text) => text.includes('_prisma_migrations'))).toHaveLength(1);
  });

  test('a migration that is missing makes it not ready, and one of a newer release does not', async () => {
    const { sql } = db;
    await sql.query(`INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name")
      VALUES ('newer', '', now(), '29990101000000_newer')`);
    await later();
    expect(await service.ready()).toBe(200);
    await sql.query(`UPDATE "_prisma_migrations" SET "finished_at" = NULL WHERE "migration_name" LIKE '%_ratings'`);
    await later();
    const { status, headers, body } = await service.ask('/health/ready');
    expect([status, headers.get('retry-after'), JSON.parse(body)]).toStrictEqual([503, '1', NOT_READY]);
    expect((await service.ask('/health/live')).status).toBe(200);
    await sql.query(`DELETE FROM "_prisma_migrations" WHERE "id" = 'newer'`);
    await sql.query(`UPDATE "_prisma_migrations" SET "finished_at" = now()`);
    await later();
    expect(await service.ready()).toBe(200);
  });
});

test('without the change feed it is ready: everything is asked anew', async () => {
  expect(await (await open(withoutFeed(db))).ready()).toBe(200);
});

test('once told to stop it is not ready, and still alive', async () => {
  const { stopping, ask, ready } = await open();
  expect(await ready()).toBe(200);
  stopping.abort();
  expect(await ready()).toBe(503);
  expect((await ask('/health/live')).status).toBe(200);
});

describe.skipIf(skipOnEmbedded('it is in this process and has no lock that another connection could wait for'))(
  'a database that does not answer',
  () => {
    /** Locks the table until the test is over. */
    async function stuck(): Promise<void> {
      let release = () => {};
      const locked = new Promise<void>((holding) => {
        const held = db.sql.transaction(async (sql) => {
          await sql.script('LOCK TABLE "_prisma_migrations" IN ACCESS EXCLUSIVE MODE');
          holding();
          await new Promise<void>((resolve) => {
            release = resolve;
          });
        });
        onTestFinished(() => held);
      });
      await locked;
      onTestFinished(() => release());
    }

    test('is not ready after a second, and never asked twice at a time', async () => {
      const { ready } = await open(withoutFeed(db));
      await stuck();
      const sent = await statementsOf(async () => {
        for (let times = 0; times < 3; times += 1) {
          expect(await ready()).toBe(503);
          await later();
        }
      });
      expect(sent.filter((text) => text.includes('_prisma_migrations'))).toHaveLength(1);
    });

    test('has only much to do while the change feed hears from it', async () => {
      const { ready } = await open();
      await stuck();
      expect(await ready()).toBe(200);
    });
  },
);
