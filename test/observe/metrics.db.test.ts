import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { logInto } from '../../src/observe/log.js';
import { createObservers } from '../../src/observe/observers.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { club, load, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const TOKEN = 'a-token-for-metrics';
const said: string[] = [];
const log = logInto({ write: (line) => said.push(line) }, 'info');
const host = '127.0.0.1';
const { watch, metricsPage, begin } = await createObservers(
  { metrics: { host, port: null, token: TOKEN }, tracesFrom: null },
  log,
);
const db = await openTestDb(watch.statement);
await load(db, [tournament()]);
const own = { remember: true, documented: false };
const app = await createTestApp(db, { ...own, deps: { metrics: metricsPage } });
const authorization = `Bearer ${app.key}`;
await begin(app, db);
const { url } = await serveHttp(app, { watch });

const ask = async (path: string, headers: Record<string, string> = {}, body?: object) => {
  const response = await fetch(url + path, {
    headers: { authorization, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const scrape = async () => (await ask('/metrics', { authorization: `Bearer ${TOKEN}` })).text;

/** The value of a sample; 0 if there is none. */
async function read(sample: string): Promise<number> {
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${sample} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Waits until a sample has grown: a request is counted once its response has been sent. */
async function grown(sample: string, by: number, work: () => Promise<unknown>): Promise<void> {
  const before = await read(sample);
  await work();
  await expect.poll(async () => (await read(sample)) - before).toBe(by);
}

describe('counted are', () => {
  test('requests by api, route and status, remembered or not', async () => {
    const status = (code: number) => `gateway_requests_total{api="rest",route="/api/v1/tournaments",status="${code}"}`;
    await grown(status(200), 3, async () => {
      for (let times = 0; times < 3; times += 1) await ask('/api/v1/tournaments');
    });
    await grown(status(400), 1, () => ask('/api/v1/tournaments?limit=0'));
    await grown(status(401), 1, () => ask('/api/v1/tournaments', { authorization: '' }));
    await grown('gateway_requests_total{api="graphql",route="/graphql",status="200"}', 1, () =>
      ask('/graphql', {}, { query: '{ tournaments { nodes { name } } }' }),
    );
    await grown('gateway_requests_total{api="page",route="/openapi.json",status="200"}', 1, () => ask('/openapi.json'));
  });

  test('answers that were remembered and those that were not', async () => {
    const path = '/api/v1/tournaments?limit=7';
    await grown('gateway_remembered_total{api="rest",result="miss"}', 1, () => ask(path));
    await grown('gateway_remembered_total{api="rest",result="hit"}', 2, async () => {
      await ask(path);
      await ask(path, { 'accept-encoding': 'br' });
    });
    await grown('gateway_remembered_total{api="graphql",result="miss"}', 1, () =>
      ask('/graphql', {}, { documentId: 'TournamentsPage' }),
    );
  });

  test('the SQL statements of an operation', async () => {
    const sample = (name: string, operation: string) =>
      `gateway_operation_sql_statements_${name}{api="rest",operation="${operation}"}`;
    const before = await read(sample('sum', 'TournamentStandings'));
    const path = '/api/v1/tournaments/spring-clash/standings';
    await grown(sample('count', 'TournamentStandings'), 1, () => ask(path));
    expect(await read(sample('sum', 'TournamentStandings'))).toBeGreaterThan(before);
  });
});

test('refusals are counted by reason, whoever refuses', async () => {
  const refused = (reason: string) => `gateway_refusals_total{reason="${reason}"}`;
  await grown(refused('key'), 1, () => ask('/api/v1/tournaments', { authorization: '' }));
  const before = await scrape();
  await ask('/api/v1/tournaments?limit=0');
  await ask('/api/v1/nowhere');
  // What the caller did wrong is no refusal.
  const lines = (text: string) => text.split('\n').filter((line) => line.startsWith('gateway_refusals_total'));
  expect(lines(await scrape())).toStrictEqual(lines(before));
});

test('visitors, streams and writes are counted', async () => {
  await ask('/', { authorization: '' });
  expect(await read('gateway_visitors_recent')).toBe(1);
  const route = '/api/v1/changes';
  await grown(`gateway_streams_opened_total{route="${route}"}`, 1, async () => {
    const leaving = new AbortController();
    const headers = { authorization, accept: 'text/event-stream' };
    await fetch(`${url}${route}?since=now`, { headers, signal: leaving.signal });
    leaving.abort();
  });
  const at = await read('gateway_changed_timestamp_seconds');
  await grown('gateway_changes_total{of="some"}', 1, () =>
    db.sql.query(`UPDATE "tournament" SET "description" = 'New'`),
  );
  expect(await read('gateway_changed_timestamp_seconds')).toBeGreaterThan(at);
});

test('imports are counted, also one that changes nothing', async () => {
  await grown('gateway_imports_total', 1, () => load(db, [club()]));
  await grown('gateway_imports_total', 1, () => load(db, [club()]));
});

test('whatever is asked for, there are no more labels than before', async () => {
  const series = async () => new Set((await scrape()).match(/^gateway_\w+\{[^}]*(api|operation)[^}]*\}/gm));
  for (const path of ['/nowhere', '/api/v1/clubs/none', '/graphql']) await ask(path);
  await ask('/graphql', {}, { query: 'query Known { tournaments { nodes { name } } }' });
  const before = await series();
  for (let times = 0; times < 20; times += 1) {
    await ask(`/nowhere-${times}`);
    await ask(`/api/v1/clubs/none-${times}?x=${times}`);
    await ask('/graphql', {}, { query: `query Q${times} { tournaments { nodes { name } } }` });
  }
  expect(await series()).toStrictEqual(before);
});

test('it shows how far the feed is behind, the event loop, the process, and the pool where there is one', async () => {
  const text = await scrape();
  expect(text).toMatch(/^gateway_feed_trusted 1$/m);
  expect(await read('gateway_feed_lag_seconds')).toBeLessThan(60);
  expect(text).toContain('\nnodejs_eventloop_lag_p99_seconds ');
  expect(text).toContain('\nprocess_resident_memory_bytes ');
  const total = await read('gateway_pool_connections');
  if (db.embedded) expect(total).toBe(0);
  else expect(total).toBeGreaterThan(0);
  expect(await read('gateway_pool_waiting_requests')).toBe(0);
});

describe('who may read them', () => {
  test.each(['', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(0, -1)}`, `Basic ${TOKEN}`, TOKEN])(
    'not somebody with %j',
    async (wrong) => {
      const { status, headers, text } = await ask('/metrics', { authorization: wrong });
      expect([status, headers.get('www-authenticate')]).toStrictEqual([401, 'Bearer']);
      expect(text).not.toContain('gateway_');
    },
  );

  test('with neither a port nor a token there is no such address, and nothing is counted', async () => {
    const without = await createObservers({ metrics: { host, port: null, token: null }, tracesFrom: null }, log);
    expect([without.metricsPage, without.watch.statement]).toStrictEqual([null, null]);
    const app = await createTestApp(db, { ...own, deps: { metrics: without.metricsPage } });
    onTestFinished(() => app.close());
    const response = await app.fetch(new Request('http://gateway.test/metrics', { headers: { authorization } }));
    expect(response.status).toBe(404);
  });

  test('on a port of its own everybody, or whoever has the token; and nothing else is there', async () => {
    const address = /http:\/\/127\.0\.0\.1:\d+\/metrics/;
    for (const token of [null, TOKEN]) {
      said.length = 0;
      const own = await createObservers({ metrics: { host, port: 0, token }, tracesFrom: null }, log);
      expect(own.metricsPage).toBeNull();
      const feed = { isLive: () => true, lagMs: () => 0, subscribe: () => undefined };
      const visitors = { recent: () => 0 };
      await own.begin({ feed, streams: { size: () => 0 }, places: { inUse: () => 0 }, visitors }, db);
      onTestFinished(() => own.close());
      const place = address.exec(said.join(''))?.[0] ?? '';
      expect((await fetch(place)).status).toBe(token === null ? 200 : 401);
      const response = await fetch(place, { headers: { authorization: `Bearer ${TOKEN}` } });
      expect([response.status, response.headers.get('content-type')]).toStrictEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ]);
      expect(await response.text()).toContain('gateway_feed_trusted 1\n');
      expect((await fetch(place.replace('/metrics', '/'))).status).toBe(404);
    }
  });
});
