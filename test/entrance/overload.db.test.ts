// More requests than there is room for, with one statement that is blocked: which are refused, and which are not.
import { describe, expect, test, vi } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb, skipOnEmbedded } from '../support/database.js';
import { holdTables, statementWaits } from '../support/held-tables.js';
import { statementsOf } from '../support/statements.js';
import { club, load } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const db = await openTestDb();
await load(
  db,
  Array.from({ length: 20 }, (_, at) => club({ slug: `club-${at}` })),
);

const BUSY = 'Too many requests at once; try again in a moment';
type Ask = (path: string, init?: RequestInit) => Promise<Response>;

async function open(maxQueueMs: number): Promise<{ app: TestApp; ask: Ask }> {
  const app = await createTestApp(db, { remember: true, config: { maxConcurrent: 1, maxQueueMs } });
  const { url } = await serveHttp(app);
  const authorization = `Bearer ${app.key}`;
  const ask: Ask = (path, init = {}) => fetch(url + path, { ...init, headers: { authorization, ...init.headers } });
  await vi.waitUntil(async () => (await statementsOf(() => ask('/api/v1/clubs/club-0'))).length === 0, {
    timeout: 10_000,
  });
  return { app, ask };
}

/** Runs `work` while the only place is taken by a request that waits for a lock. */
async function whileTaken(ask: Ask, slug: string, work: () => Promise<void>): Promise<Response> {
  const { answer } = await db.sql.transaction(async (holder) => {
    await holder.query('LOCK TABLE "club"');
    const answer = ask(`/api/v1/clubs/${slug}`);
    await statementWaits(db);
    await work();
    return { answer };
  });
  return answer;
}

describe.skipIf(skipOnEmbedded('a statement cannot be held up there'))('when there is no room', () => {
  test('what needs the database is refused at once, on both APIs, without a statement', async () => {
    const { ask } = await open(0);
    const first = await whileTaken(ask, 'club-1', async () => {
      const statements = await statementsOf(async () => {
        const rest = await ask('/api/v1/clubs/club-2?x=1');
        expect([rest.status, rest.headers.get('retry-after'), await rest.json()]).toStrictEqual([
          503,
          '1',
          { error: { status: 503, message: BUSY, code: 'UNAVAILABLE' } },
        ]);
        const body = JSON.stringify({ query: '{ clubs { totalCount } }' });
        for (const init of [{ method: 'POST', body, headers: { 'content-type': 'application/json' } }, {}]) {
          const graphql = await ask('/graphql?query={__typename}', init);
          expect([graphql.status, graphql.headers.get('retry-after'), await graphql.json()]).toStrictEqual([
            503,
            '1',
            { errors: [{ message: BUSY, extensions: { code: 'UNAVAILABLE' } }] },
          ]);
        }
        const head = await ask('/api/v1/clubs/club-2', { method: 'HEAD' });
        expect([head.status, await head.text()]).toStrictEqual([503, '']);
      });
      expect(statements.filter((text) => !text.includes('pg_stat_activity'))).toStrictEqual([]);
    });
    expect(first.status).toBe(200);
    expect((await ask('/api/v1/clubs/club-2?x=1')).status).toBe(200);
  });

  test('what needs none is answered as ever', async () => {
    const { ask } = await open(0);
    const tag = (await ask('/api/v1/clubs/club-0')).headers.get('etag') ?? '';
    await whileTaken(ask, 'club-3', async () => {
      expect((await ask('/api/v1/clubs/club-0')).status).toBe(200);
      expect((await ask('/api/v1/clubs/club-0', { headers: { 'if-none-match': tag } })).status).toBe(304);
      expect((await ask('/api/v1/nowhere')).status).toBe(404);
      expect((await ask('/api/v1/clubs/club-4', { method: 'PUT' })).status).toBe(405);
      expect((await ask('/api/v1/clubs/club-4', { method: 'OPTIONS' })).status).toBe(204);
      expect((await ask('/api/v1/clubs/club-4', { headers: { authorization: 'Bearer x' } })).status).toBe(401);
      for (const page of ['/developers', '/openapi.json']) expect((await ask(page)).status).toBe(200);
    });
  });

  test.each([
    ['and are refused when it does not come in time', 200, 503],
    ['and get it', 20_000, 200],
  ])('a few wait for their turn, %s', async (_end, maxQueueMs, expected) => {
    const { ask } = await open(maxQueueMs);
    let answers: Promise<Response[]> = Promise.resolve([]);
    await whileTaken(ask, 'club-5', async () => {
      answers = Promise.all(Array.from({ length: 14 }, (_, at) => ask(`/api/v1/clubs/club-${at + 6}`)));
      if (expected === 503) await answers;
    });
    expect((await answers).map(({ status }) => status)).toStrictEqual(Array(14).fill(expected));
  });

  test.each([
    ['/api/v1/clubs/club-1', '/api/v1/clubs/club-2/battles'],
    ['/api/v1/clubs/club-3', `/graphql?documentId=ClubPage&variables=${encodeURIComponent('{"slug":"club-4"}')}`],
  ])(
    'a key that waits for what another asked is not refused with it, and is answered once: %s, %s',
    async (taken, path) => {
      const { app } = await open(1_000);
      const other = { authorization: `Bearer ${await createAccountKey(db.sql, 'Other')}` };
      await vi.waitUntil(async () => (await statementsOf(() => app.get('/api/v1/clubs/club-0', other))).length === 0, {
        timeout: 10_000,
      });
      const lock = await holdTables(db, ['club']);
      const first = app.get(taken);
      await statementWaits(db);
      const refused = app.get(path);
      const others = Array.from({ length: 3 }, () => app.get(path, other));
      expect((await refused).status).toBe(503);
      const sent = await statementsOf(async () => {
        await lock.release();
        expect((await Promise.all([first, ...others])).map(({ status }) => status)).toStrictEqual([200, 200, 200, 200]);
      });
      expect(sent).toStrictEqual([...new Set(sent)]);
      expect(await statementsOf(() => app.get(path, other))).toStrictEqual([]);
    },
  );
});

describe.skipIf(skipOnEmbedded('it has one connection, so one waits for the other'))(
  'when one key takes all it can',
  () => {
    test('the others find a place and a connection', async () => {
      const app = await createTestApp(db);
      const keys = await Promise.all(Array.from({ length: 5 }, () => createAccountKey(db.sql, 'Modest')));
      const others = keys.map((key) => ({ authorization: `Bearer ${key}` }));
      for (const other of others) expect((await app.get('/api/v1/clubs/club-0', other)).status).toBe(200);
      const lock = await holdTables(db, ['tournament']);
      const greedy = Array.from({ length: 30 }, (_, at) => app.get(`/api/v1/tournaments?limit=${at + 1}`));
      await statementWaits(db);
      const answers = await Promise.all(others.map((other) => app.get('/api/v1/clubs/club-1', other)));
      expect(answers.map(({ status }) => status)).toStrictEqual(Array(5).fill(200));
      await lock.release();
      await Promise.all(greedy);
    });
  },
);
