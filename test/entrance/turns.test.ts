// What one key makes run at a time, with work that takes 10 ms.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurns } from '../../src/entrance/turns.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const of = (lane: number) => ({ lane, signal: new AbortController().signal });

function run(lanes: number[]) {
  const { take } = createTurns();
  const working = new Map<number, number>();
  const world = { most: 0, finished: [] as number[] };
  for (const lane of lanes) {
    void take(of(lane), async () => {
      working.set(lane, (working.get(lane) ?? 0) + 1);
      world.most = Math.max(world.most, working.get(lane) ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 10));
      working.set(lane, (working.get(lane) ?? 0) - 1);
      world.finished.push(lane);
    });
  }
  return world;
}

test('works of one lane run two at a time, resting as long as they took, and all of them', async () => {
  const world = run(Array(900).fill(1));
  await vi.advanceTimersByTimeAsync(4_500);
  expect(world.finished.length).toBeGreaterThan(400);
  expect(world.finished.length).toBeLessThan(500);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([world.most, world.finished.length]).toStrictEqual([2, 900]);
});

test('those of another lane do not wait for them', async () => {
  const { finished } = run([...Array(900).fill(1), 2]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(finished.indexOf(2)).toBeLessThan(3);
});

test('one that fails is told so, and the next has its turn', async () => {
  const { take } = createTurns();
  const failed = expect(take(of(1), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const others = Promise.all([1, 2, 3].map((nth) => take(of(1), async () => nth)));
  await vi.advanceTimersByTimeAsync(10);
  await failed;
  expect(await others).toStrictEqual([1, 2, 3]);
});

test('one whose caller leaves while it waits is not run, and keeps nobody waiting', async () => {
  const { take } = createTurns();
  const leaving = new AbortController();
  const ran: string[] = [];
  const work = (name: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    ran.push(name);
  };
  for (const name of ['a', 'b']) void take(of(1), work(name));
  const left = take({ lane: 1, signal: leaving.signal }, work('left'));
  void take(of(1), work('c'));
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(take({ lane: 1, signal: leaving.signal }, work('late'))).rejects.toThrow('gone');
  await vi.advanceTimersByTimeAsync(100);
  expect(ran).toStrictEqual(['a', 'b', 'c']);
});

test('a lane is busy while its next work would have to wait', async () => {
  const { take, isBusy } = createTurns();
  const busy = () => [1, 2].map(isBusy);
  const work = () => new Promise<void>((resolve) => void setTimeout(resolve, 10));
  void take(of(1), work);
  expect(busy()).toStrictEqual([false, false]);
  void take(of(1), work);
  expect(busy()).toStrictEqual([true, false]);
  await vi.advanceTimersByTimeAsync(10);
  expect(busy()).toStrictEqual([false, false]);
});

test('work that throws before it has begun to wait is a failed one', async () => {
  const { take } = createTurns();
  const wrong = () => {
    throw new Error('no');
  };
  const told = Array.from({ length: 3 }, () => expect(take(of(1), wrong)).rejects.toThrow('no'));
  await vi.advanceTimersByTimeAsync(10);
  await Promise.all(told);
});
