// Budgets while a Redis server is killed and started again, with several processes that share them.
import { describe, expect, test, vi } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { openTestDb } from '../support/database.js';
import { redisServer, skipWithoutRedisServer } from '../support/redis-server.js';
import { type SharingApp, startSharing } from './sharing-app.js';

const db = await openTestDb();
const key = await createAccountKey(db.sql, 'Test');

const LIMIT = 200;

async function begin() {
  const redis = await redisServer();
  let total = 0;
  async function use(app: SharingApp, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      total += 1;
      expect((await app.ask()).status).toBe(404);
    }
  }
  return {
    redis,
    start: () => startSharing({ db, key, url: redis.url, prefix: 'test', limit: LIMIT }),
    use,
    total: () => total,
    /** Waits until the process knows exactly what all have used; returns the seconds until it is forgotten. */
    async knowsAll(app: SharingApp): Promise<number> {
      let seconds = 0;
      await vi.waitFor(
        async () => {
          total += 1;
          const answer = await app.ask();
          expect(answer.left).toBe(LIMIT - total);
          seconds = answer.seconds;
        },
        { timeout: 8_000, interval: 300 },
      );
      return seconds;
    },
  };
}

describe.skipIf(skipWithoutRedisServer())('a Redis that was killed', () => {
  test.each(['empty', 'kept'] as const)(
    'and is back, its data %s: what all have used is counted once',
    async (data) => {
      const { redis, start, use, total, knowsAll } = await begin();
      const [one, other, third] = [await start(), await start(), await start()];
      await use(one, 20);
      await use(other, 15);
      await use(third, 10);
      const seconds = Math.max(await knowsAll(one), await knowsAll(other));
      await third.close();

      await redis.kill();
      await use(one, 10);
      await use(other, 5);
      await redis.start(data);
      await knowsAll(one);
      await knowsAll(other);
      const late = await start();
      expect(await knowsAll(late)).toBeLessThanOrEqual(seconds);

      await use(late, LIMIT - total());
      for (const app of [one, other, late]) {
        await vi.waitFor(async () => expect((await app.ask()).status).toBe(429), { timeout: 5_000, interval: 300 });
      }
    },
  );

  test('and is back empty, is told what was used also by processes that are idle', async () => {
    const { redis, start, use, knowsAll } = await begin();
    const idle = await start();
    await use(idle, 30);
    await redis.kill();
    await redis.start('empty');
    await knowsAll(await start());
  });

  test('while it is away, a process still knows what the others had used', async () => {
    const { redis, start, use, knowsAll } = await begin();
    const [one, other] = [await start(), await start()];
    await use(one, 100);
    await knowsAll(other);
    await redis.kill();
    let answered = 0;
    while ((await other.ask()).status === 404) answered += 1;
    expect(answered).toBeLessThan(LIMIT - 100);
  });
});
