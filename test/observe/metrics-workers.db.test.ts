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

  test.each([
    ['on a port of their own', { METRICS_PORT: '0' }],
    ['behind a token, whichever worker is asked', { METRICS_TOKEN: 'for-metrics' }],
  ])('have their metrics in one place, %s', async (_, metrics) => {
    const env = { DATABASE_URL: await urlOf(db), WORKERS: '2', PORT: '0', ...metrics };
    const service = start('main.js', { env });
    const base = await addressOf(service);
    const place = /Metrics at (http:[^"]+)/.exec(service.text())?.[1] ?? `${base}/metrics`;
    expect(place.startsWith(base)).toBe('METRICS_TOKEN' in metrics);
    // Each request opens a connection of its own, and the workers accept them in turn.
    for (let times = 0; times < 6; times += 1) await fetch(`${base}/api/v1/tournaments`, { headers });

    const token = { authorization: 'Bearer for-metrics', connection: 'close' };
    const scrape = async () => (await fetch(place, { headers: token })).text();
    const all = '\ngateway_requests_total{api="rest",route="/api/v1/tournaments",status="200"} 6\n';
    for (let times = 0; times < 2; times += 1) await expect.poll(scrape).toContain(all);
    expect(await scrape()).toMatch(/\ngateway_feed_trusted [01]\n/);
    expect(await scrape()).toMatch(/\nnodejs_eventloop_lag_p99_seconds \d/);
    expect(await service.end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
  });

  test('keep what was counted by one that is killed', async () => {
    const env = { DATABASE_URL: await urlOf(db), WORKERS: '2', PORT: '0', METRICS_PORT: '0' };
    const service = start('main.js', { env });
    const base = await addressOf(service);
    const place = /Metrics at (http:[^"]+)/.exec(service.text())?.[1] ?? '';
    const scrape = async () => (await fetch(place)).text();
    const route = 'api="rest",route="/api/v1/tournaments"';
    const expectCounted = (text: string, total: number) => {
      expect(text).toContain(`\ngateway_requests_total{${route},status="200"} ${total}\n`);
      expect(text).toContain(`\ngateway_request_duration_seconds_count{${route}} ${total}\n`);
      expect(text).toContain(`\ngateway_request_duration_seconds_bucket{le="+Inf",${route}} ${total}\n`);
      expect(text).toMatch(/\ngateway_streams_open 0\n/);
    };
    const request = async (times: number) => {
      for (let time = 0; time < times; time += 1) await fetch(`${base}/api/v1/tournaments`, { headers });
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
