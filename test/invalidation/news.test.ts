// Waiting for changes of a feed that may disconnect meanwhile.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNews } from '../../src/invalidation/news.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function createWorld() {
  const world = { isLive: true, tell: () => {} };
  const news = createNews({
    isLive: () => world.isLive,
    subscribe(listener) {
      world.tell = () => listener(null);
    },
  });
  const woken: number[] = [];
  const wait = (ms: number, signal?: AbortSignal) => {
    const began = Date.now();
    void news.after(news.heard(), ms, signal).then(() => woken.push(Date.now() - began));
  };
  return Object.assign(world, { woken, wait });
}

test('all who wait are woken by what is told, by the end of their time, and when they leave', async () => {
  const { wait, woken, ...world } = createWorld();
  const leaving = new AbortController();
  wait(600_000);
  wait(3_000);
  wait(600_000, leaving.signal);
  await vi.advanceTimersByTimeAsync(3_500);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(6_500);
  expect(woken).toStrictEqual([3_000, 3_500]);
  world.tell();
  await vi.advanceTimersByTimeAsync(0);
  expect(woken).toStrictEqual([3_000, 3_500, 10_000]);
  expect(vi.getTimerCount()).toBe(0);
});

test('while nothing is told they look for themselves, also those who began to wait before', async () => {
  const world = createWorld();
  world.wait(600_000);
  await vi.advanceTimersByTimeAsync(5_500);
  expect(world.woken).toStrictEqual([]);
  world.isLive = false;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(world.woken).toStrictEqual([6_000]);
});
