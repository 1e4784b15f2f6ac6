// A request that does not end: it is given up in time while the event loop runs, and if the loop is blocked, a worker
// that does not depend on it kills the process.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { createTestApp } from '../support/app.js';
import { openTestDb, skipOnEmbedded, untilLocked, urlOf } from '../support/database.js';
import { holdTables } from '../support/held-tables.js';
import { keepAliveClient } from '../support/keep-alive-client.js';
import { addressOf, build, linesOf, start } from '../support/process.js';
import { statementsOf } from '../support/statements.js';
import { club, load } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const db = await openTestDb();
await load(db, [club()]);

const MESSAGE = 'This took too long and was cancelled; try again in a moment, or ask for less';
const CLUB = '/api/v1/clubs/northern-legion';
const QUERY = `/graphql?query=${encodeURIComponent('{ clubs { nodes { slug } } }')}`;
const PAGE = `/graphql?documentId=ClubPage&variables=${encodeURIComponent('{"slug":"northern-legion"}')}`;

/** Runs `work` while statements on clubs are blocked; on the embedded database all are. */
const whileHeld = <Result>(work: () => Promise<Result>) =>
  db.sql.transaction(async (holder) => {
    await holder.query('LOCK TABLE "club"');
    return work();
  });

describe.each([true, false])('a request that takes too long, with answers remembered: %s', (remember) => {
  test('is given up with a 504 in the form of its endpoint', async () => {
    const app = await createTestApp(db, { remember, config: { requestTimeoutMs: 500, statementTimeoutMs: 60_000 } });
    // Makes the key known without an answer to any of the requests.
    await app.get('/api/v1/nowhere');
    const given = await whileHeld(() =>
      Promise.all(
        [CLUB, QUERY, PAGE].map(async (path) => {
          const response = await app.get(path);
          return [response.status, response.headers.get('retry-after'), await response.json()];
        }),
      ),
    );
    const graphql = [504, '5', { errors: [{ message: MESSAGE, extensions: { code: 'UNAVAILABLE' } }] }];
    expect(given).toStrictEqual([
      [504, '5', { error: { status: 504, message: MESSAGE, code: 'UNAVAILABLE' } }],
      graphql,
      graphql,
    ]);
    for (const path of [CLUB, QUERY, PAGE]) expect((await app.get(path)).status).toBe(200);
  });
});

describe.skipIf(skipOnEmbedded('a statement cannot be held up there'))('a request that was given up', () => {
  test.each(['with its length', 'in chunks'])('sends no further statement, its body sent %s', async (how) => {
    const app = await createTestApp(db, { config: { requestTimeoutMs: 500, statementTimeoutMs: 60_000 } });
    const { url } = await serveHttp(app);
    const text = JSON.stringify({ query: '{ club(slug: "northern-legion") { name tournaments { totalCount } } }' });
    const ask = () =>
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
        body: how === 'in chunks' ? new Blob([text]).stream() : text,
        duplex: 'half',
      } as RequestInit);
    expect((await statementsOf(ask)).length).toBeGreaterThan(1);
    const lock = await holdTables(db, ['club']);
    expect((await ask()).status).toBe(504);
    const sent = await statementsOf(async () => {
      await lock.release();
      await sleep(300);
    });
    expect(sent).toStrictEqual([]);
  });
});

describe.skipIf(skipOnEmbedded('the service as a process of its own'))(
  'a process whose event loop stands still',
  () => {
    let key: string;
    beforeAll(async () => {
      await build();
      key = await createAccountKey(db.sql, 'Test');
    });

    /** Makes a process loop forever once it receives this signal. */
    const STANDS_STILL = `--import data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { for (;;); })")}`;

    async function serve(env: Record<string, string>) {
      const service = start('main.js', {
        env: { DATABASE_URL: await urlOf(db), PORT: '0', NODE_ENV: 'production', NODE_OPTIONS: STANDS_STILL, ...env },
      });
      return { ...service, base: await addressOf(service) };
    }

    test('is left alone while it works, and then ended, with the requests under way in the log', async () => {
      const service = await serve({ WATCHDOG_MS: '1000' });
      const clients = [keepAliveClient(service.base, key), keepAliveClient(service.base, key)] as const;
      const until = performance.now() + 2_000;
      while (performance.now() < until) expect(await clients[0].ask({ path: QUERY })).toMatchObject({ status: 200 });
      const { ended, answers } = await whileHeld(async () => {
        const answers = [clients[0].ask({ path: CLUB })];
        await untilLocked(db);
        answers.push(clients[1].ask({ path: '/graphql', body: { query: '{ clubs { nodes { slug } } }' } }));
        await untilLocked(db, 2);
        return { ended: await service.end('SIGUSR2'), answers };
      });
      expect(ended).toStrictEqual({ code: null, signal: 'SIGKILL' });
      const failed = await Promise.all(answers);
      expect(failed).toMatchObject([{ code: 'ECONNRESET' }, { code: 'ECONNRESET' }]);
      expect(linesOf(service).at(-1)).toStrictEqual({
        level: 'fatal',
        requests: [`POST /graphql ${failed[1]?.id}`, `GET /api/v1/clubs/{slug} ${failed[0]?.id}`],
        msg: 'The event loop has been blocked for more than 1 s: killing the process, so that another can replace it',
      });
      for (const { close } of clients) close();
    });

    test('is replaced where there are several', async () => {
      const service = await serve({ WATCHDOG_MS: '1000', WORKERS: '2' });
      const { ask, close } = keepAliveClient(service.base, key);
      expect(await ask({ path: CLUB })).toMatchObject({ status: 200 });
      const pid = Number((await service.saw(/"pid":(\d+)[^\n]*"msg":"request"/))[1]);
      process.kill(pid, 'SIGUSR2');
      await service.saw(/The event loop has been blocked/);
      await service.saw(/has taken its place/);
      expect(service.text()).toContain(`Worker ${pid} ended (SIGKILL)`);
      close();
      const again = keepAliveClient(service.base, key);
      expect(await again.ask({ path: CLUB })).toMatchObject({ status: 200 });
      again.close();
      expect(await service.end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
    });
  },
);
