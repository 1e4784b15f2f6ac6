import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { openTestDb, skipOnEmbedded, urlOf } from '../support/database.js';
import { addressOf, build, start, workersOf } from '../support/process.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe.skipIf(skipOnEmbedded('only one process may have it'))('two workers', () => {
  let db: Db;
  let headers: Record<string, string>;
  beforeAll(async () => {
    await build();
    db = await openTestDb();
    headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Test')}`, connection: 'close' };
  });

  const ROUTE = 'api="rest",route="/api/v1/tournaments"';

  async function serve(metrics: Record<string, string>) {
    const service = start('main.js', { env: { DATABASE_URL: await urlOf(db), WORKERS: '2', PORT: '0', ...metrics } });
    const base = await addressOf(service);
    const place = /Metrics at (http:[^"]+)/.exec(service.text())?.[1] ?? `${base}/metrics`;
    return {
      ...service,
      isApart: !place.startsWith(base),
      /** Each request opens a connection of its own, and the workers accept them in turn. */
      async request(times: number) {
        for (let time = 0; time < times; time += 1) await fetch(`${base}/api/v1/tournaments`, { headers });
      },
      async scrape() {
        const token = { authorization: 'Bearer for-metrics', connection: 'close' };
        return (await fetch(place, { headers: token })).text();
      },
    };
  }

  test('have their metrics in one place behind a token, whichever worker is asked', async () => {
    const { isApart, request, scrape, end } = await serve({ METRICS_TOKEN: 'for-metrics' });
    expect(isApart).toBe(false);
    await request(6);
    const all = `\ngateway_requests_total{${ROUTE},status="200"} 6\n`;
    for (let times = 0; times < 2; times += 1) await expect.poll(scrape).toContain(all);
    expect(await scrape()).toMatch(/\ngateway_feed_trusted [01]\n/);
    expect(await scrape()).toMatch(/\nnodejs_eventloop_lag_p99_seconds \d/);
    expect(await end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
  });

  test('have them on a port of their own, and keep what was counted by one that is killed', async () => {
    const service = await serve({ METRICS_PORT: '0' });
    const { isApart, request, scrape } = service;
    expect(isApart).toBe(true);
    const expectCounted = (text: string, total: number) => {
      expect(text).toContain(`\ngateway_requests_total{${ROUTE},status="200"} ${total}\n`);
      expect(text).toContain(`\ngateway_request_duration_seconds_count{${ROUTE}} ${total}\n`);
      expect(text).toContain(`\ngateway_request_duration_seconds_bucket{le="+Inf",${ROUTE}} ${total}\n`);
      expect(text).toMatch(/\ngateway_streams_open 0\n/);
    };
    await request(6);
    await vi.waitFor(async () => expectCounted(await scrape(), 6), 20_000);
    const [killed = 0] = await workersOf(service);
    process.kill(killed, 'SIGKILL');
    await service.saw(new RegExp(`Worker ${killed} ended`));
    expectCounted(await scrape(), 6);
    await service.saw(/Worker \d+ has taken its place/);
    await request(2);
    await vi.waitFor(async () => expectCounted(await scrape(), 8), 20_000);
  });
});
