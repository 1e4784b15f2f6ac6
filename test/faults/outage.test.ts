// The database goes away: the service reports that with its own message on both APIs, and recovers without help.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { SITE_URL } from '../support/app.js';
import { createDocumentedApp } from '../support/documented.js';
import { club, load } from '../support/world.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';
import { until } from './postgres-server.js';

const POOL_SIZE = 2;
const UNREACHABLE = 'The data cannot be reached right now; try again in a moment';
const INTERNAL = /select|prisma|postgres|connect|econn|terminat|sqlstate|node_modules|57P0/i;

describeOnPostgres('an outage of the database', () => {
  let primary: Primary;
  let db: Awaited<ReturnType<typeof openPostgres>>;
  let app: Awaited<ReturnType<typeof createDocumentedApp>>;
  let authorization: string;
  let logged: string[] = [];
  let now = 1_000_000;
  beforeAll(async () => {
    primary = await createPrimary();
    db = await openPostgres(primary.url, POOL_SIZE, () => undefined);
    whenOver(() => db.close());
    await migrate(db);
    await load(db, [club()]);
    authorization = `Bearer ${await createAccountKey(db.sql, 'Test')}`;
    app = await createDocumentedApp({
      config: { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1_000, cacheBytes: 0 },
      db,
      log: (message) => logged.push(message),
      // Durations are measured by the other clock, so it does not matter that the wall clock runs backwards.
      now: () => 1_800_000_000_000 - now,
      steady: () => now,
    });
    whenOver(() => app.close());
  }, 60_000);
  beforeEach(() => {
    logged = [];
    now += 1_000;
  });

  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await app.fetch(new Request(`http://gateway.test${path}`, { ...init, headers }));
    const text = await response.text();
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
  };
  const query = (text: string) => ask('/graphql', { method: 'POST', body: JSON.stringify({ query: text }) });
  const CLUB = '{ club(slug: "northern-legion") { name } }';

  const REFUSED = JSON.stringify({ error: { status: 503, message: UNREACHABLE, code: 'UNAVAILABLE' } });
  const REFUSED_AS_GRAPHQL = JSON.stringify({
    errors: [{ message: UNREACHABLE, extensions: { code: 'UNAVAILABLE' } }],
  });

  async function expectService(): Promise<void> {
    await until(async () => (await ask('/api/v1/clubs/northern-legion')).status === 200);
    expect((await query(CLUB)).status).toBe(200);
  }

  test.each<[string, () => Promise<void>]>([
    ['stopped', () => primary.stop('fast')],
    ['killed', () => primary.kill()],
  ])('a server that is %s: 503 for REST, GraphQL and pages until it is back', async (_how, stop) => {
    await expectService();
    await stop();
    try {
      // Until then the key is cached, and a document is started.
      await until(async () => !app.feed.isLive());
      const again = { status: 503, retryAfter: '2' };
      expect(await ask('/api/v1/clubs/northern-legion')).toStrictEqual({ ...again, text: REFUSED });
      expect(await query(CLUB)).toStrictEqual({ ...again, text: REFUSED_AS_GRAPHQL });
      const { text: page, ...pageAgain } = await ask('/');
      expect(pageAgain).toStrictEqual(again);
      expect(page).toContain('</html>');
    } finally {
      await primary.start();
    }
    await expectService();
  });

  test('is logged once a second, not once a request', async () => {
    await primary.stop('fast');
    for (const messages of [1, 2]) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/api/v1/tournaments')));
      expect(answers.map(({ status }) => status)).toStrictEqual(Array(50).fill(503));
      expect(logged).toStrictEqual(Array(messages).fill('the database is unreachable'));
      now += 1_000;
    }
    await primary.start();
    await expectService();
  });

  test.each([
    ['REST', () => ask('/api/v1/clubs/northern-legion')],
    ['GraphQL', () => query(CLUB)],
  ])('connections cut in the middle of a statement: 503 on %s, then service', async (_face, asking) => {
    await expectService();
    const { answer } = await db.sql.transaction(async (holder) => {
      await holder.query('LOCK TABLE "club"');
      const answer = asking();
      await until(async () => (await primary.query(WAITING)).length > 0);
      await primary.query(`SELECT pg_terminate_backend("pid") FROM (${WAITING}) "waiting"`);
      return { answer };
    });
    const { status, retryAfter, text } = await answer;
    expect([status, retryAfter, text.includes(UNREACHABLE)]).toStrictEqual([503, '2', true]);
    expect(text.replace(UNREACHABLE, '')).not.toMatch(INTERNAL);
    await expectService();
  });

  test('no connection to be had: 503 after a short wait', async () => {
    await expectService();
    let release = () => {};
    const until503 = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holders = Array.from({ length: POOL_SIZE }, () =>
      db.sql.transaction(async (sql) => {
        await sql.query('SELECT 1');
        await until503;
      }),
    );
    expect(await ask('/api/v1/clubs/northern-legion')).toStrictEqual({ status: 503, retryAfter: '2', text: REFUSED });
    release();
    await Promise.all(holders);
    await expectService();
  });
});

const WAITING = `SELECT "pid" FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "backend_type" = 'client backend'`;
