// A value with several followers, of which each has to get the newest version.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTurns } from '../../src/entrance/turns.js';
import { ApiError, errors } from '../../src/errors.js';
import { callOf, type Lane } from '../../src/http/call.js';
import type { ChangeListener } from '../../src/invalidation/feed.js';
import { createGroups, type Item, type Source, VALUE } from '../../src/streams/groups.js';
import { FAKED_TIMERS } from './made-up-log.js';

beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED_TIMERS] }));
afterEach(() => void vi.useRealTimers());

const FLOODED = 666;
const PACE_MS = 250;
const TAG = 'tournament:one';

/** Its text is read at the beginning, and given after `delayMs`. */
function createWorld() {
  const listeners: ChangeListener[] = [];
  const world = {
    text: 'first',
    delayMs: 5,
    tags: new Set([TAG]),
    isLive: true,
    trouble: null as Error | null,
    lanes: [] as unknown[],
    busy: new Set<Lane>(),
    /** Reads wait for this. */
    turn: Promise.resolve(),
  };
  const turns = createTurns();
  const groups = createGroups({
    feed: { isLive: () => world.isLive, subscribe: (listener) => void listeners.push(listener) },
    toApiError: (error) => (error instanceof ApiError ? error : errors.internal('')),
    turns: {
      isBusy: (lane) => world.busy.has(lane) || turns.isBusy(lane),
      take: (call, work) => world.turn.then(() => turns.take(call, work)),
    },
  });
  const itemOf = (position: string) => ({ position, more: false, isEmpty: false });
  const source: Source<Item> = {
    ...VALUE,
    key: 'value',
    restMs: (tookMs) => PACE_MS - tookMs,
    async read(_from, call) {
      const { text, tags } = world;
      world.lanes.push(call.lane);
      await new Promise((resolve) => setTimeout(resolve, world.delayMs));
      if (world.trouble) throw world.trouble;
      if (call.lane === FLOODED) throw errors.busy();
      return { value: itemOf(text), tags };
    },
  };

  /** `has` is what the client is given first. */
  async function start(keyId: number, has = world.text) {
    const client = {
      ...{ given: [] as string[], ended: null as ApiError | null, isSlow: false },
      drain: () => {},
      leave: () => {},
    };
    const call = Object.assign(callOf(new Request('http://gateway.test/')), { keyId });
    const first = { value: itemOf(has), tags: world.tags };
    const read: typeof source.read = async (from, call) => (from === null ? first : source.read(from, call));
    const { follow } = await groups.begin(call, { ...source, read });
    client.leave = follow({
      call,
      sink: {
        isDrained: () => !client.isSlow,
        drained: () =>
          new Promise((resolve) => {
            client.drain = () => {
              client.isSlow = false;
              resolve();
            };
          }),
      },
      give: ({ position }) => void client.given.push(position),
      end(error) {
        client.ended = error;
      },
    });
    return client;
  }
  const notify = (tag: string | null = TAG) => {
    for (const listener of listeners) listener(tag === null ? null : new Set([tag]), 0);
  };
  return Object.assign(world, {
    source,
    start,
    notify,
    change(text: string) {
      world.text = text;
      notify();
    },
  });
}

/** A world with a client of each of these keys. */
async function followedBy(...keys: number[]) {
  const world = createWorld();
  return { world, clients: await Promise.all(keys.map((keyId) => world.start(keyId))) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a change is read once for all who follow', async () => {
  const { world, clients } = await followedBy(1, 1, 2, 3);
  await pass(1_000);
  expect(world.lanes).toStrictEqual([]);
  world.change('second');
  await pass(1_000);
  expect(world.lanes).toHaveLength(1);
  expect(clients.map(({ given }) => given)).toStrictEqual(Array(4).fill(['second']));
});

test('what is read in vain is given to nobody', async () => {
  const { world, clients } = await followedBy(1, 1, 2, 3);
  world.notify();
  await pass(1_000);
  expect([clients.map(({ given }) => given), world.lanes.length]).toStrictEqual([[[], [], [], []], 1]);
});

test('keys read in turn, however many followers each has, and who is busy with other reads is passed over', async () => {
  const { world } = await followedBy(7, 7, 7, 8, 9, 8);
  const changeTimes = async (count: number) => {
    world.lanes = [];
    for (let at = 0; at < count; at += 1) {
      world.notify();
      await pass(1_000);
    }
    return world.lanes;
  };
  expect(await changeTimes(7)).toStrictEqual([7, 8, 9, 7, 8, 9, 7]);
  world.busy = new Set([7, 9]);
  expect(await changeTimes(2)).toStrictEqual([8, 8]);
  world.busy.add(8);
  expect(await changeTimes(1)).toStrictEqual([7]);
});

test('another tag does not concern it', async () => {
  const world = createWorld();
  await world.start(1);
  for (const tag of ['key', 'tournament:two']) world.notify(tag);
  await pass(1_000);
  expect(world.lanes).toStrictEqual([]);
  world.notify(null);
  await pass(1_000);
  expect(world.lanes).toHaveLength(1);
});

test('what concerns only the new answer and changes while that is read is read again', async () => {
  const world = createWorld();
  const client = await world.start(1);
  world.delayMs = 50;
  world.tags = new Set([TAG, 'player:new']);
  world.change('second');
  await pass(10);
  world.text = 'third';
  world.notify('player:new');
  await pass(1_000);
  expect(client.given).toStrictEqual(['second', 'third']);
});

test('a storm of changes is one read for each pause, and the last is the newest', async () => {
  const { world, clients } = await followedBy(1, 2);
  for (let at = 0; at < 2_000; at += 1) {
    world.change(`version ${at}`);
    await pass(1);
  }
  await pass(1_000);
  expect(world.lanes.length).toBeLessThanOrEqual(2_000 / PACE_MS + 2);
  expect(clients.map(({ given }) => given.at(-1))).toStrictEqual(['version 1999', 'version 1999']);
});

test('what changes while a read waits for its turn is in that read', async () => {
  const world = createWorld();
  let goOn = () => {};
  world.turn = new Promise((resolve) => {
    goOn = resolve;
  });
  const client = await world.start(1);
  world.change('second');
  await pass(100);
  world.change('third');
  goOn();
  await pass(1_000);
  expect([client.given, world.lanes]).toStrictEqual([['third'], [1]]);
});

describe('one who comes', () => {
  test('with what all have causes no read', async () => {
    const world = createWorld();
    await world.start(1);
    world.change('second');
    await pass(1_000);
    const late = await world.start(2);
    await pass(1_000);
    expect([world.lanes.length, late.given]).toStrictEqual([1, []]);
  });

  test('with something newer brings it to all; with something older gets what they have', async () => {
    const world = createWorld();
    const first = await world.start(1);
    world.text = 'second';
    const newer = await world.start(2);
    await pass(1_000);
    const older = await world.start(3, 'first');
    await pass(1_000);
    expect([first.given, newer.given, older.given]).toStrictEqual([['second'], [], ['second']]);
  });

  test('with something newer than what is being read is not given that', async () => {
    const world = createWorld();
    await world.start(1);
    world.delayMs = 50;
    world.change('second');
    await pass(10);
    world.text = 'third';
    const newer = await world.start(2);
    await pass(1_000);
    expect(newer.given).toStrictEqual([]);
  });

  test('as the first, after something has changed, gets that', async () => {
    const world = createWorld();
    const starting = world.start(1);
    world.change('second');
    const client = await starting;
    await pass(1_000);
    expect(client.given).toStrictEqual(['second']);
  });
});

test('one who is slow holds up nobody, and gets the newest once it has caught up', async () => {
  const world = createWorld();
  const [quick, slow] = [await world.start(1), await world.start(2)];
  slow.isSlow = true;
  for (const text of ['second', 'third', 'fourth']) {
    world.change(text);
    await pass(1_000);
  }
  expect([quick.given, slow.given]).toStrictEqual([['second', 'third', 'fourth'], []]);
  slow.drain();
  await pass(1_000);
  expect([quick.given.length, slow.given]).toStrictEqual([3, ['fourth']]);
});

test('one who leaves is given nothing more; nothing is read for nobody, and nothing is left behind', async () => {
  const { world, clients } = await followedBy(1, 2, 3);
  world.delayMs = 50;
  world.change('second');
  await pass(20);
  clients[0]?.leave();
  await pass(1_000);
  world.change('third');
  await pass(20);
  for (const { leave } of clients) leave();
  await pass(10_000);
  world.change('fourth');
  await pass(10_000);
  expect(clients.map(({ given }) => given)).toStrictEqual([[], ['second'], ['second']]);
  expect([world.lanes.length, vi.getTimerCount()]).toStrictEqual([2, 0]);
});

test('one who leaves while the others are given something is given nothing', async () => {
  const { world, clients } = await followedBy(...Array(600).fill(1));
  world.change('second');
  while (clients[0]?.given.length === 0) await pass(1);
  clients.at(-1)?.leave();
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([clients.at(-1)?.given, clients.filter(({ given }) => given.length === 1).length]).toStrictEqual([[], 599]);
});

test('a read that nobody waits for any more is aborted', async () => {
  const world = createWorld();
  const signals: AbortSignal[] = [];
  const { read } = world.source;
  world.source.read = (from, call) => {
    signals.push(call.signal);
    return read(from, call);
  };
  const clients = await Promise.all([1, 2].map((keyId) => world.start(keyId)));
  world.delayMs = 1_000;
  world.change('second');
  await pass(100);
  clients[0]?.leave();
  expect(signals.map(({ aborted }) => aborted)).toStrictEqual([false]);
  clients[1]?.leave();
  expect(signals.map(({ aborted }) => aborted)).toStrictEqual([true]);
});

describe('what fails', () => {
  test('under one key is read under another', async () => {
    const { world, clients } = await followedBy(FLOODED, FLOODED, 2);
    world.change('second');
    await pass(3_000);
    expect(world.lanes).toStrictEqual([FLOODED, 2]);
    expect(clients.map(({ given }) => given)).toStrictEqual([['second'], ['second'], ['second']]);
  });

  test('for now is tried again, however long it takes', async () => {
    const world = createWorld();
    const client = await world.start(1);
    world.trouble = errors.unreachable();
    world.change('second');
    await pass(600_000);
    expect([client.given, client.ended]).toStrictEqual([[], null]);
    world.trouble = null;
    await pass(1_100);
    expect(client.given).toStrictEqual(['second']);
  });

  test('for good ends all, and who comes later begins anew', async () => {
    const { world, clients } = await followedBy(1, 2);
    world.trouble = errors.notFound('Tournament');
    world.notify();
    await pass(1_000);
    expect(clients.map(({ ended }) => ended?.status)).toStrictEqual([404, 404]);
    world.trouble = null;
    const later = await world.start(1);
    world.change('second');
    await pass(1_000);
    expect([later.given, clients.map(({ given }) => given)]).toStrictEqual([['second'], [[], []]]);
  });
});

test('while nothing is notified it is read every five seconds', async () => {
  const world = createWorld();
  const client = await world.start(1);
  await pass(20_000);
  expect(world.lanes).toHaveLength(0);
  world.isLive = false;
  world.text = 'second';
  await pass(20_000);
  expect([world.lanes.length, client.given]).toStrictEqual([3, ['second']]);
});

test('whatever happens, each who stays has the newest in the end, and never one that is older than it had', async () => {
  const who = fc.nat(9);
  const step = fc.oneof(
    ...(['change', 'unheard', 'come', 'wait'] as const).map((what) => fc.record({ what: fc.constant(what), who })),
    ...(['leave', 'stall', 'drain', 'fail', 'mend'] as const).map((what) =>
      fc.record({ what: fc.constant(what), who }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const world = createWorld();
      world.text = '0';
      world.delayMs = 40;
      let version = 0;
      let clients: (Awaited<ReturnType<typeof world.start>> & { begins: string })[] = [];
      for (const { what, who: nth } of steps) {
        const client = clients[nth];
        if (what === 'change' || what === 'unheard') {
          version += 1;
          world.text = String(version);
          if (what === 'change') world.notify();
        } else if (what === 'come') {
          const begins = world.text;
          clients.push(Object.assign(await world.start(nth), { begins }));
        } else if (what === 'wait') await pass(nth * 20);
        else if (what === 'fail') world.trouble = errors.unreachable();
        else if (what === 'mend') world.trouble = null;
        else if (client && what === 'stall') client.isSlow = true;
        else if (client && what === 'drain') client.drain();
        else if (client && what === 'leave') {
          client.leave();
          clients = clients.filter((each) => each !== client);
        }
      }
      world.trouble = null;
      world.notify();
      await pass(2_000);
      for (const client of clients) {
        if (client.isSlow) client.drain();
      }
      await pass(2_000);
      for (const { begins, given, leave } of clients) {
        const all = [begins, ...given].map(Number);
        expect(all.at(-1)).toBe(version);
        expect(all).toStrictEqual(all.toSorted((a, b) => a - b));
        leave();
      }
      await pass(5);
      expect(vi.getTimerCount()).toBe(0);
    }),
    { numRuns: 200 },
  );
}, 60_000);
