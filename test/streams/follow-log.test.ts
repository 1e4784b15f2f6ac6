// Streams of pages over a simulated log: every follower receives everything, wherever it started and whatever fails.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errors } from '../../src/errors.js';
import { createWorld, FAKED_TIMERS, pass } from './made-up-log.js';

const PATIENCE_MS = 60_000;

type World = ReturnType<typeof createWorld>;

/** Streams of these keys, which have everything there is. */
async function following<Keys extends number[]>(world: World, ...keys: Keys) {
  const opening = Promise.all(keys.map((keyId) => world.open('0', () => true, keyId)));
  await pass(500);
  return (await opening) as { [Key in keyof Keys]: Awaited<ReturnType<World['open']>> };
}

beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED_TIMERS] }));
afterEach(() => void vi.useRealTimers());

test('of a change all who are up to date are told by one read, under one of their keys', async () => {
  const world = createWorld();
  world.write(5);
  const opening = ['0', '1', '2', '3', '4', '5', '5', '0'].map((at, nth) => world.open(at, () => true, nth % 3));
  await pass(2_000);
  const streams = await Promise.all(opening);
  const before = world.readers.length;
  for (let at = 0; at < 3; at += 1) {
    world.write(1);
    await pass(1_000);
  }
  expect(new Set(world.readers.slice(before))).toStrictEqual(new Set([0, 1, 2]));
  expect(world.readers.length - before).toBe(3);
  for (const { told, at } of streams) {
    expect(told.slice(-3).map(({ things }) => things)).toStrictEqual([[5], [6], [7]]);
    expect(at()).toBe(8);
  }
  for (const { leave } of streams) leave();
});

test('everything is told, in order of what is new, whoever comes, leaves or is slow meanwhile', async () => {
  const steps = ['write', 'late', 'open', 'leave', 'slow', 'quick', 'wait'] as const;
  const step = fc.record({ what: fc.constantFrom(...steps), count: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (taken) => {
      const world = createWorld();
      let size = 0;
      const streams: { from: number; slow: boolean; stream: Awaited<ReturnType<typeof world.open>> }[] = [];
      for (const { what, count } of taken) {
        const nth = count % Math.max(1, streams.length);
        const entry = streams[nth];
        if (what === 'write' || what === 'late') {
          const written = 1 + (count % 7);
          world.write(written, what === 'late' ? count * 10 : 0);
          size += written;
        } else if (what === 'open') {
          const from = Math.min(count, size);
          const opened = { from, slow: false };
          const opening = world.open(String(from), () => !opened.slow);
          await pass(80);
          streams.push(Object.assign(opened, { stream: await opening }));
        } else if (what === 'leave') streams.splice(nth, 1)[0]?.stream.leave();
        else if (what === 'wait') await pass(count * 10);
        else if (entry) entry.slow = what === 'slow';
      }
      for (const entry of streams) entry.slow = false;
      await pass(4_000);
      for (const { from, stream } of streams) {
        const things = stream.told.flatMap(({ things }) => things);
        expect(things).toStrictEqual(Array.from({ length: size - from }, (_, at) => from + at));
        expect(stream.at()).toBe(size);
        // Empty pages are told to those who come, and who have caught up.
        const empty = stream.told.filter(({ isEmpty }, nth) => isEmpty && nth > 0 && !stream.told[nth - 1]?.more);
        expect(empty).toStrictEqual([]);
        stream.leave();
      }
    }),
    { numRuns: 60 },
  );
});

test('what fails for now ends those who follow once it has lasted, with the reason', async () => {
  const world = createWorld();
  const streams = await following(world, 1, 1);
  world.fail(errors.unreachable());
  world.write(2);
  await pass(PATIENCE_MS + 1_000);
  for (const { failed } of streams) expect(failed).toMatchObject({ status: 503 });
});

test('while nothing is notified it is read every second', async () => {
  const world = createWorld();
  const [stream] = await following(world, 1);
  world.setLive(false);
  world.write(1, null);
  await pass(3_000);
  expect([stream.told.at(-1)?.things, world.readers.length]).toStrictEqual([[0], 4]);
  stream.leave();
});

test('what comes and goes in a storm of notifications gets everything, and is not read more often than every 100 ms', async () => {
  const world = createWorld();
  const streams = await following(world, 1, 2, 3);
  const before = world.readers.length;
  for (let at = 0; at < 400; at += 1) {
    world.write(at % 100 === 0 ? 1 : 0);
    await pass(5);
  }
  expect(world.readers.length - before).toBeLessThanOrEqual(20);
  await pass(1_000);
  for (const { told, leave } of streams) {
    expect(told.flatMap(({ things }) => things)).toStrictEqual([0, 1, 2, 3]);
    leave();
  }
  await pass(5);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is written while many are sent a page comes after it, also for one who comes to where they were', async () => {
  const world = createWorld();
  const streams = await following(world, ...Array(300).fill(1));
  const coming: ReturnType<World['open']>[] = [];
  const writeAgain = () => {
    if (coming.length > 0) return;
    expect(streams.some(({ told }) => told.length === 1)).toBe(true);
    world.write(1);
    coming.push(world.open('0'));
  };
  for (const { told } of streams) {
    vi.spyOn(told, 'push').mockImplementationOnce((page) => {
      queueMicrotask(writeAgain);
      return told.push(page);
    });
  }
  world.write(1);
  await pass(1_000);
  const all = [...streams, ...(await Promise.all(coming))];
  expect(all).toHaveLength(301);
  const things = all.map(({ told }) => told.flatMap(({ things }) => things));
  expect(new Set(things.map(String))).toStrictEqual(new Set(['0,1']));
});

describe('one who comes', () => {
  const thingsOf = ({ told }: { told: { things: number[] }[] }) => told.flatMap(({ things }) => things);

  /** One who follows from the beginning. */
  async function begin() {
    const world = createWorld();
    const [first] = await following(world, 1);
    return { world, first };
  }

  test('during a read is not given again what it has', async () => {
    const { world, first } = await begin();
    // The second comes before the write is notified, and sees it; what the first is given then was read meanwhile.
    world.durations.push([150, 50], [0, 200]);
    const coming = world.open('0');
    await pass(20);
    world.write(1);
    await pass(1_000);
    const second = await coming;
    world.write(1);
    await pass(1_000);
    expect([first, second].map(thingsOf)).toStrictEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  test('after something was notified and before it is read is not given it again either', async () => {
    const { world, first } = await begin();
    world.write(1);
    await pass(10);
    const coming = world.open('0');
    await pass(1_000);
    expect([first, await coming].map(thingsOf)).toStrictEqual([[0], [0]]);
  });

  test('with what was read before something that the others have is given that at once', async () => {
    const { world, first } = await begin();
    world.durations.push([10, 500]);
    const coming = world.open('0');
    await pass(20);
    world.write(1);
    await pass(1_000);
    expect([first, await coming].map(thingsOf)).toStrictEqual([[0], [0]]);
  });

  test('and cannot join yet goes on alone when the others have left', async () => {
    const world = createWorld();
    world.durations.push([10, 10], [10, 20]);
    const opening = Promise.all([world.open('0'), world.open('0')]);
    await pass(100);
    const [first, second] = await opening;
    first.leave();
    world.write(1);
    await pass(1_000);
    expect([first, second].map(thingsOf)).toStrictEqual([[], [0]]);
  });
});

test('nothing is read for one who has left', async () => {
  const world = createWorld();
  world.write(9);
  world.fail(errors.unreachable());
  const opening = world.open('0').catch(() => null);
  await pass(100);
  expect(await opening).toBe(null);
  world.fail(null);
  const behind = world.open('0');
  await pass(70);
  world.fail(errors.unreachable());
  await pass(1_000);
  (await behind).leave();
  const before = world.readers.length;
  await pass(10_000);
  expect([world.readers.length, vi.getTimerCount()]).toStrictEqual([before, 0]);
});
