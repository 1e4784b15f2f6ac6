// Long-polling requests over a simulated log.
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errors } from '../../src/errors.js';
import { createWorld, FAKED_TIMERS, pass } from './made-up-log.js';

beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED_TIMERS] }));
afterEach(() => void vi.useRealTimers());

async function waiting(keys: number[], waitMs = 20_000) {
  const world = createWorld();
  world.write(2);
  const requests = [];
  for (const keyId of keys) {
    const opening = world.wait('2', waitMs, keyId);
    await pass(70);
    requests.push(await opening);
  }
  return { world, requests };
}

test('all that wait, and streams beside them, are answered by one read', async () => {
  const { world, requests } = await waiting([1, 1, 2]);
  const opening = world.open('2', () => true, 3);
  await pass(200);
  const stream = await opening;
  const before = world.readers.length;
  world.write(1);
  await pass(500);
  expect(world.readers.length - before).toBe(1);
  expect([...requests.map(({ page }) => page), stream.told.at(-1)]).toMatchObject(
    Array(4).fill({ things: [2], position: '3' }),
  );
  expect(requests.map(({ call }) => call.waited)).toStrictEqual([true, true, true]);
  // Each is charged for its first page alone.
  expect(requests.map(({ call }) => call.cost)).toStrictEqual([3, 3, 3]);
  stream.leave();
});

test('one whose first page is empty though there is more reads on at once', async () => {
  const world = createWorld();
  world.write(2);
  const looked = { things: [], isEmpty: true, more: true, position: '0' };
  const opening = world.wait('0', 20_000, 1, { first: looked });
  await pass(300);
  expect((await opening).page).toMatchObject({ things: [0, 1] });
});

test('an empty page is no answer, but where the request stands when its time is over', async () => {
  const { world, requests } = await waiting([1], 3_000);
  world.write(0);
  await pass(1_000);
  expect([requests[0]?.page, world.readers.length]).toStrictEqual([null, 2]);
  await pass(2_500);
  expect(requests[0]?.page).toMatchObject({ things: [], position: '2' });
});

test('what fails for now is waited for no longer than asked, what fails for good is told', async () => {
  const { world, requests } = await waiting([1, 2], 5_000);
  world.fail(errors.unreachable());
  world.write(1);
  await pass(5_500);
  expect(requests.map(({ page, failed }) => [page?.things, failed])).toStrictEqual([
    [[], null],
    [[], null],
  ]);
  const later = await waiting([1, 2]);
  later.world.fail(errors.otherEpoch());
  later.world.write(1);
  await pass(500);
  expect(later.requests.map(({ failed }) => failed)).toMatchObject([{ status: 410 }, { status: 410 }]);
});

test.each([
  ['is answered if there is a place for that', true, null],
  ['gets 503 if there is none', false, { status: 503 }],
])('it holds no place while it waits, and %s', async (_what, isFree, failed) => {
  const world = createWorld();
  let isPaused = false;
  const pause = () => {
    isPaused = true;
    return () => isFree;
  };
  const opening = world.wait('0', 20_000, 1, { place: { pause, moveTo: () => true, release() {} } });
  await pass(200);
  expect(isPaused).toBe(true);
  world.write(1);
  await pass(500);
  const { page, failed: told } = await opening;
  expect([page?.things ?? null, told]).toMatchObject([isFree ? [0] : null, failed]);
});

test('one whose client left while the first page was read does not wait', async () => {
  const world = createWorld();
  const opening = world.wait('0', 20_000, 1, { isLeftMeanwhile: true });
  await pass(200);
  expect([(await opening).page?.things, world.held()]).toStrictEqual([[], 0]);
});

test('nothing is left behind, however it ends: answered, in vain, or left', async () => {
  const { world, requests } = await waiting([1, 1, 1], 3_000);
  expect(world.held()).toBe(3);
  requests[0]?.leave();
  await pass(10);
  expect(world.held()).toBe(2);
  world.write(1);
  await pass(3_500);
  expect([world.held(), vi.getTimerCount()]).toStrictEqual([0, 0]);
  for (const { call } of requests) expect(getEventListeners(call.signal, 'abort')).toHaveLength(0);
});
