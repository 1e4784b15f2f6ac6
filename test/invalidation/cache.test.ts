// Who shares an answer that is being computed, with a feed that goes dark and comes back.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCache } from '../../src/invalidation/cache.js';
import type { ChangeListener, Feed } from '../../src/invalidation/feed.js';

/** Each computation waits until it is told to begin, and then until it is told to end. */
function scripted(age: { now?: () => number; ageLeftMs?: () => number } = {}) {
  const listeners: ChangeListener[] = [];
  const state = { isLive: true, head: 0 };
  const feed: Pick<Feed, 'head' | 'isLive' | 'subscribe'> = {
    head: () => state.head,
    isLive: () => state.isLive,
    subscribe: (listener) => void listeners.push(listener),
  };
  const cache = createCache<{ number: number }>(feed as Feed, { maxBytes: 10_000, bytesOf: () => 0, ...age });
  const computed: { begin: () => void; end: () => void }[] = [];
  const ask = (_signal: AbortSignal | undefined, begin: () => void) =>
    new Promise<{ value: { number: number }; tags: ReadonlySet<string> }>((resolve) => {
      const number = computed.length;
      computed.push({ begin, end: () => resolve({ value: { number }, tags: new Set(['tag']) }) });
    });
  const notify = (tags: ReadonlySet<string> | null) => {
    state.head += 1;
    for (const listener of listeners) listener(tags, state.head);
  };
  return {
    state,
    computed,
    caller: async (signal?: AbortSignal) =>
      (await cache.remember('key', ask, { beginsLater: true, signal })).value.number,
    recalled: () => cache.recall('key')?.number,
    change: (tag: string) => notify(new Set([tag])),
    reopen() {
      state.isLive = true;
      notify(null);
    },
    async finish(at: number) {
      computed[at]?.end();
      await turn();
    },
  };
}

test('while the feed is dark, all who ask before a computation begins share it, and those after it the next', async () => {
  const { state, computed, caller, recalled, finish } = scripted();
  state.isLive = false;
  const before = [caller(), caller(), caller()];
  computed[0]?.begin();
  const after = [caller(), caller()];
  expect(computed).toHaveLength(2);
  // Live again, but the first began in the dark.
  state.isLive = true;
  computed[1]?.begin();
  const last = caller();
  await finish(0);
  expect(recalled()).toBeUndefined();
  await finish(1);
  expect(await Promise.all([...before, ...after, last])).toStrictEqual([0, 0, 0, 1, 1, 1]);
  expect([computed.length, recalled()]).toStrictEqual([2, 1]);
});

test('a change before a computation begins is in its answer; one after it makes another', async () => {
  const { computed, caller, recalled, change, finish } = scripted();
  const first = caller();
  change('tag');
  const second = caller();
  expect(computed).toHaveLength(1);
  computed[0]?.begin();
  change('other');
  const third = caller();
  change('tag');
  const fourth = caller();
  await finish(0);
  expect([computed.length, recalled()]).toStrictEqual([2, undefined]);
  computed[1]?.begin();
  await finish(1);
  expect(await Promise.all([first, second, third, fourth])).toStrictEqual([0, 0, 0, 1]);
  expect(recalled()).toBe(1);
});

test('a computation whose callers have left is not remembered if something changes after others have asked again', async () => {
  const { computed, caller, recalled, change, finish } = scripted();
  const leaving = new AbortController();
  const left = caller(leaving.signal);
  computed[0]?.begin();
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  const again = caller();
  change('tag');
  await finish(0);
  expect(recalled()).toBeUndefined();
  computed[1]?.begin();
  await finish(1);
  expect([await again, recalled()]).toStrictEqual([1, 1]);
});

test('a computation that others did not wait for in the dark is not remembered when the feed is back', async () => {
  const { state, computed, caller, recalled, reopen, finish } = scripted();
  const first = caller();
  computed[0]?.begin();
  state.isLive = false;
  const second = caller();
  computed[1]?.begin();
  reopen();
  await finish(0);
  await finish(1);
  expect([await first, await second, recalled()]).toStrictEqual([0, 1, undefined]);
});

test('an answer is remembered until what was the end of its age when it was begun', async () => {
  let now = 95;
  const { computed, caller, recalled, finish } = scripted({ now: () => now, ageLeftMs: () => 100 - (now % 100) });
  const first = caller();
  computed[0]?.begin();
  now = 105;
  await finish(0);
  expect([await first, recalled()]).toStrictEqual([0, undefined]);
  const second = caller();
  computed[1]?.begin();
  now = 110;
  await finish(1);
  const at = (time: number) => {
    now = time;
    return recalled();
  };
  expect([await second, at(190), at(210)]).toStrictEqual([1, 1, undefined]);
});
