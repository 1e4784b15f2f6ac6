// One budget shared by several processes in a real Redis, and the behaviour while Redis is away.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type App, createApp } from '../../src/app/app.js';
import { createAccountKey } from '../../src/db/keys.js';
import { openRedisAccounts } from '../../src/entrance/redis-accounts.js';
import { SITE_URL, withoutFeed } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { type Door, redisProxy, skipWithoutRedis } from '../support/redis.js';
import { club, load } from '../support/world.js';

const db = await openTestDb();
const skip = await skipWithoutRedis();
let key: string;
beforeAll(async () => {
  await load(db, [club()]);
  key = await createAccountKey(db.sql, 'Test');
});

const LIMIT = 100;

/** An app with its own accounts, as in a separate process, and the messages for its operator. */
async function start(door: Door, prefix: string) {
  const told: string[] = [];
  const accounts = await openRedisAccounts(door.url, (message) => told.push(message), prefix);
  const config = { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1_000, rateLimit: LIMIT };
  const app = await createApp({ config, db: withoutFeed(db), log: console.error, accounts });
  onTestFinished(() => app.close());
  return { told, ask: () => ask(app) };
}

async function ask(app: App) {
  const headers = { authorization: `Bearer ${key}` };
  const response = await app.fetch(new Request('http://gateway.test/api/v1/nowhere', { headers }));
  return { status: response.status, left: Number(/r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]) };
}

const newPrefix = () => `test-${randomBytes(6).toString('hex')}`;
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 5_000, interval: 50 });

describe.skipIf(skip)('with Redis', () => {
  test('processes share one budget', async () => {
    const [door, prefix] = [await redisProxy(), newPrefix()];
    const [one, other] = [await start(door, prefix), await start(door, prefix)];
    for (let times = 0; times < 60; times += 1) await one.ask();
    await soon(async () => expect((await other.ask()).left).toBeLessThan(LIMIT - 60));
    let answered = 0;
    while ((await other.ask()).status === 404) answered += 1;
    expect(answered).toBeLessThan(LIMIT - 60);
    await soon(async () => expect((await one.ask()).status).toBe(429));
    expect([one.told, other.told]).toStrictEqual([[], []]);
  });

  test('what was used is forgotten a minute after the first of it', async () => {
    const accounts = await openRedisAccounts((await redisProxy()).url, () => undefined, newPrefix());
    onTestFinished(() => accounts.close());
    expect(await accounts.add(1, 5)).toStrictEqual({ used: 5, resetMs: 60_000 });
    await sleep(100);
    const more = await accounts.add(1, 2);
    expect(more?.used).toBe(7);
    expect(more?.resetMs).toBeLessThanOrEqual(59_950);
  });

  test.each<[string, (door: Door) => unknown]>([
    ['that is gone', (door) => door.shut()],
    ['that does not answer', (door) => door.hold()],
  ])(
    '%s: requests go on by an account of their own, with one message then and one when it is back',
    async (_how, leave) => {
      const door = await redisProxy();
      const { ask, told } = await start(door, newPrefix());
      await ask();
      await sleep(150);
      await leave(door);
      await soon(async () => {
        expect((await ask()).status).toBe(404);
        expect(told).toHaveLength(1);
      });
      for (let times = 0; times < 5; times += 1) {
        expect((await ask()).status).toBe(404);
        await sleep(120);
      }
      expect(told).toStrictEqual([
        expect.stringMatching(/^Redis is unavailable \(.+\): until it is back, each process counts separately\.$/),
      ]);
      await door.shut().catch(() => undefined);
      await door.open();
      await soon(async () => {
        await ask();
        expect(told.slice(1)).toStrictEqual(['Redis is back: rate limits are shared by all processes again.']);
      });
    },
  );

  test('that is not there at the start holds up nobody, and each process has its own limit', async () => {
    const door = await redisProxy();
    await door.shut();
    const { ask, told } = await start(door, newPrefix());
    expect((await ask()).status).toBe(404);
    await soon(async () => expect(told).toHaveLength(1));
    let answered = 1;
    while ((await ask()).status === 404) answered += 1;
    expect(answered).toBe(LIMIT);
  });
});
