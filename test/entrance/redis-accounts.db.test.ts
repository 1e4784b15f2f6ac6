// One budget shared by several processes in a real Redis, and the behaviour while Redis is away.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import type { Usage } from '../../src/entrance/rate-limit.js';
import { openRedisAccounts } from '../../src/entrance/redis-accounts.js';
import { openTestDb } from '../support/database.js';
import { type Door, redisProxy, skipWithoutRedis } from '../support/redis.js';
import { soon } from '../support/soon.js';
import { club, load } from '../support/world.js';
import { startSharing } from './sharing-app.js';

const db = await openTestDb();
const skip = await skipWithoutRedis();
await load(db, [club()]);
const key = await createAccountKey(db.sql, 'Test');

const LIMIT = 100;
const start = (door: Door, prefix: string) => startSharing({ db, key, url: door.url, prefix, limit: LIMIT });

const newPrefix = () => `test-${randomBytes(6).toString('hex')}`;
const open = async () => {
  const accounts = await openRedisAccounts((await redisProxy()).url, () => undefined, newPrefix());
  onTestFinished(() => accounts.close());
  return accounts;
};
const usage = (window: string, leftMs: number, used: Record<string, number>): Usage => ({
  window,
  leftMs,
  used: new Map(Object.entries(used)),
});

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

  test('processes share the budget of a key that has its own', async () => {
    const [door, prefix] = [await redisProxy(), newPrefix()];
    const limited = await createAccountKey(db.sql, 'Limited', { rateLimit: 20 });
    const sharing = { db, key: limited, url: door.url, prefix, limit: LIMIT };
    const [one, other] = [await startSharing(sharing), await startSharing(sharing)];
    for (let times = 0; times < 20; times += 1) expect((await one.ask()).status).toBe(404);
    await soon(async () => expect((await other.ask()).status).toBe(429));
    expect((await one.ask()).status).toBe(429);
  });

  test('what was used is forgotten a minute after the first of it, wherever more is used', async () => {
    const accounts = await open();
    const one = await accounts.merge(1, usage('one', 60_000, { a: 5 }));
    expect(one).toStrictEqual(usage('one', 60_000, { a: 5 }));
    await sleep(100);
    const both = await accounts.merge(1, usage('other', 60_000, { b: 2 }));
    expect(both).toStrictEqual(usage('one', expect.any(Number), { a: 5, b: 2 }));
    expect(both?.leftMs).toBeLessThanOrEqual(59_950);
  });

  test('what is reported again, late or out of order is counted once', async () => {
    const accounts = await open();
    await accounts.merge(1, usage('one', 60_000, { a: 5, b: 7 }));
    await accounts.merge(1, usage('one', 60_000, { a: 5 }));
    await accounts.merge(1, usage('one', 60_000, { a: 3, b: 10 }));
    expect((await accounts.merge(1, usage('one', 60_000, {})))?.used).toStrictEqual(
      new Map([
        ['a', 5],
        ['b', 10],
      ]),
    );
  });

  test('what is reported of a window that is over is not counted in the next', async () => {
    const accounts = await open();
    await accounts.merge(1, usage('old', 50, { a: 5 }));
    await sleep(100);
    await accounts.merge(1, usage('new', 60_000, { b: 1 }));
    const late = await accounts.merge(1, usage('old', 10, { a: 6 }));
    expect(late).toStrictEqual(usage('new', expect.any(Number), { b: 1 }));
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
