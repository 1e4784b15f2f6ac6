import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { openTestDb, skipOnEmbedded, urlOf } from '../support/database.js';
import { addressOf, build, start } from '../support/process.js';

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
    const all = '\ngateway_requests_total{face="rest",route="/api/v1/tournaments",status="200"} 6\n';
    for (let times = 0; times < 2; times += 1) await expect.poll(scrape).toContain(all);
    expect(await scrape()).toMatch(/\ngateway_feed_trusted [01]\n/);
    expect(await scrape()).toMatch(/\nnodejs_eventloop_lag_p99_seconds \d/);
    expect(await service.end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
  });
});
