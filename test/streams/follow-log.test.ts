// Streams of pages over a simulated log: every follower receives everything, wherever it started and whatever fails.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errors } from '../../src/errors.js';
import { createWorld, FAKED_TIMERS, FLOODED, pass } from './made-up-log.js';

const PATIENCE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED_TIMERS] }));
afterEach(() => void vi.useRealTimers());

test('of a change all who are up to date are told by one read, and their keys share what it costs', async () => {
  const world = createWorld();
  world.write(5);
  const opening = ['0', '1', '2', '3', '4', '5', '5', '0'].map((at, nth) => world.open(at, () => true, nth % 3));
  await pass(2_000);
  const streams = await Promise.all(opening);
  world.write(1);
  await pass(1_000);
  const before = { reads: world.reads(), paid: world.paid.length };
  world.write(1);
  await pass(1_000);
  expect(world.reads() - before.reads).toBe(1);
  const paid = world.paid.slice(before.paid);
  const ofKey = (key: number) => paid.filter(([keyId]) => keyId === key).map(([, cost]) => cost);
  expect([0, 1, 2].map(ofKey)).toStrictEqual([
    [4, 1, 1],
    [4, 1, 1],
    [4, 1],
  ]);
  for (const { told, at } of streams) {
    expect(told.at(-1)?.things).toStrictEqual([6]);
    expect(at()).toBe(7);
  }
  await Promise.all(streams.map(({ leave }) => leave()));
});

test('everything is told, in order of what is new, whoever comes, leaves or is slow meanwhile', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('write' as const), count: fc.integer({ min: 1, max: 7 }) }),
    fc.record({ do: fc.constant('open' as const), count: fc.nat(20) }),
    fc.record({ do: fc.constant('leave' as const), count: fc.nat(20) }),
    fc.record({ do: fc.constant('slow' as const), count: fc.nat(20) }),
    fc.record({ do: fc.constant('wait' as const), count: fc.integer({ min: 1, max: 40 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const world = createWorld();
      let size = 0;
      const streams: { from: number; slow: boolean; stream: Awaited<ReturnType<typeof world.open>> }[] = [];
      for (const { do: what, count } of steps) {
        if (what === 'write') {
          world.write(count);
          size += count;
        } else if (what === 'open') {
          const from = Math.min(count, size);
          const entry = { from, slow: false };
          const opening = world.open(String(from), () => !entry.slow);
          await pass(80);
          streams.push(Object.assign(entry, { stream: await opening }));
        } else if (what === 'leave') await streams.splice(count, 1)[0]?.stream.leave();
        else if (what === 'slow') {
          const entry = streams[count];
          if (entry) entry.slow = !entry.slow;
        } else await pass(count * 5);
      }
      for (const entry of streams) entry.slow = false;
      await pass(4_000);
      for (const { from, stream } of streams) {
        const things = stream.told.flatMap(({ things }) => things);
        const firsts = [...new Set(things)];
        expect(firsts).toStrictEqual(Array.from({ length: size - from }, (_, at) => from + at));
        expect(stream.at()).toBe(size);
        const ends = stream.told.map(({ ended }) => ended);
        expect(ends).toStrictEqual(ends.toSorted((a, b) => a - b));
        await stream.leave();
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

describe('what fails for now', () => {
  test('is tried again, and nobody who follows notices', async () => {
    const world = createWorld();
    const opening = [world.open('0'), world.open('0')];
    await pass(500);
    const streams = await Promise.all(opening);
    world.fail(errors.unreachable());
    world.write(2);
    await pass(PATIENCE_MS / 4);
    world.fail(null);
    await pass(6_000);
    for (const { told, failed, leave } of streams) {
      expect([failed(), told.at(-1)?.things]).toStrictEqual([null, [0, 1]]);
      await leave();
    }
    expect(world.reads()).toBeLessThan(20);
  });

  test('for one key is done in the turn of another', async () => {
    const world = createWorld();
    const opening = [FLOODED, FLOODED, FLOODED, 2].map((key) => world.open('0', () => true, key));
    await pass(500);
    const streams = await Promise.all(opening);
    world.write(2);
    await pass(1_000);
    for (const { told, leave } of streams) {
      expect(told.at(-1)?.things).toStrictEqual([0, 1]);
      await leave();
    }
  });

  test('ends those who follow once it has lasted, with the reason', async () => {
    const world = createWorld();
    const opening = [world.open('0'), world.open('0')];
    await pass(500);
    const streams = await Promise.all(opening);
    world.fail(errors.unreachable());
    world.write(2);
    await pass(PATIENCE_MS + 1_000);
    for (const { failed } of streams) expect(failed()).toMatchObject({ status: 503 });
  });

  test('and what fails for good ends them at once', async () => {
    const world = createWorld();
    const opening = world.open('0');
    await pass(500);
    const stream = await opening;
    world.fail(errors.otherEpoch());
    world.write(1);
    await pass(500);
    expect(stream.failed()).toMatchObject({ status: 410 });
  });
});

test('while nothing is notified it is read every second', async () => {
  const world = createWorld();
  const opening = world.open('0');
  await pass(500);
  const stream = await opening;
  world.setLive(false);
  world.writeUnheard(1);
  await pass(3_000);
  expect([stream.told.at(-1)?.things, world.reads()]).toStrictEqual([[0], 4]);
  stream.leave();
});

test('what comes and goes in a storm of notifications gets everything, and is not read more often than every 100 ms', async () => {
  const world = createWorld();
  const opening = Promise.all([1, 2, 3].map((keyId) => world.open('0', () => true, keyId)));
  await pass(500);
  const streams = await opening;
  const before = world.reads();
  for (let at = 0; at < 400; at += 1) {
    world.write(at % 100 === 0 ? 1 : 0);
    await pass(5);
  }
  expect(world.reads() - before).toBeLessThanOrEqual(20);
  await pass(1_000);
  for (const { told, leave } of streams) {
    expect(told.flatMap(({ things }) => things)).toStrictEqual([0, 1, 2, 3]);
    leave();
  }
  expect(vi.getTimerCount()).toBe(0);
});
