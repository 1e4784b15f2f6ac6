// A value with several followers, of which each has to get the newest version.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTurns } from '../../src/entrance/turns.js';
import { ApiError, errors } from '../../src/errors.js';
import { type Call, callOf } from '../../src/http/call.js';
import type { ChangeListener } from '../../src/invalidation/feed.js';
import { createFollow } from '../../src/streams/follow.js';
import { type Bookmark, createValue, type Value, valueKind } from '../../src/streams/source.js';
import { FAKED_TIMERS } from './made-up-log.js';

beforeEach(() => void vi.useFakeTimers({ toFake: [...FAKED_TIMERS] }));
afterEach(() => void vi.useRealTimers());

const FLOODED = 666;
const PACE_MS = 250;
const TOPIC = 'tournament:one';

/** Its text is read at the beginning, which costs 10, and given after `delayMs`. */
function createWorld() {
  const listeners: ChangeListener[] = [];
  const world = {
    text: 'first',
    delayMs: 5,
    isLive: true,
    trouble: null as Error | null,
    budget: Number.POSITIVE_INFINITY,
    lanes: [] as unknown[],
  };
  const follow = createFollow<Bookmark, Value>(
    valueKind((tookMs) => PACE_MS - tookMs),
    {
      feed: { isLive: () => world.isLive, subscribe: (listener) => void listeners.push(listener) },
      toApiError: (error) => (error instanceof ApiError ? error : errors.internal('')),
      pay(call) {
        world.budget -= call.cost;
        return world.budget < 0 ? errors.rateLimited(1) : null;
      },
      turns: createTurns(),
    },
  );
  const read = async (call: Call): Promise<Value> => {
    const heard = follow.heard();
    const { text } = world;
    world.lanes.push(call.lane);
    call.cost = 10;
    await new Promise((resolve) => setTimeout(resolve, world.delayMs));
    if (world.trouble) throw world.trouble;
    if (call.lane === FLOODED) throw errors.busy();
    return createValue(text, Buffer.from(text), heard);
  };
  const source = { key: 'value', topics: [TOPIC], read: (_from: Bookmark | null, call: Call) => read(call) };

  /** `has` is what the client was given before it follows. */
  function start(keyId: number, has = world.text, heard = follow.heard()) {
    const client = {
      ...{ given: [] as string[], paid: [] as number[], ended: null as ApiError | null, isSlow: false },
      drain: () => {},
      leave: () => {},
    };
    const call = Object.assign(callOf(new Request('http://gateway.test/')), { keyId });
    client.leave = follow.start(source, createValue(has, Buffer.from(has), heard), {
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
      give({ position }) {
        client.given.push(position);
        queueMicrotask(() => client.paid.push(call.cost));
      },
      end(error) {
        client.ended = error;
      },
    });
    return client;
  }
  const notify = (topic = TOPIC) => {
    for (const listener of listeners) listener(new Set([topic]));
  };
  return Object.assign(world, {
    follow,
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
function followedBy(...keys: number[]) {
  const world = createWorld();
  return { world, clients: keys.map((keyId) => world.start(keyId)) };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a change is read once for all, each pays the price of a remembered answer, and their keys split the rest', async () => {
  const { world, clients } = followedBy(1, 1, 2, 3);
  await pass(1_000);
  expect(world.lanes).toStrictEqual([]);
  world.change('second');
  await pass(1_000);
  expect(world.lanes).toHaveLength(1);
  expect(clients.map(({ given, paid }) => [given, paid])).toStrictEqual([
    [['second'], [4]],
    [['second'], [1]],
    [['second'], [4]],
    [['second'], [4]],
  ]);
});

test('what is read in vain is given to nobody, and paid for by all keys', async () => {
  const world = createWorld();
  world.budget = 100;
  const clients = [1, 1, 2, 3].map((keyId) => world.start(keyId));
  world.notify();
  await pass(1_000);
  expect([clients.map(({ given }) => given), world.budget]).toStrictEqual([[[], [], [], []], 90]);
});

test('another topic does not concern it', async () => {
  const world = createWorld();
  world.start(1);
  for (const topic of ['keys', 'tournament:two']) world.notify(topic);
  await pass(1_000);
  expect(world.lanes).toStrictEqual([]);
  world.notify('*');
  await pass(1_000);
  expect(world.lanes).toHaveLength(1);
});

test('a storm of changes is one read for each pause, and the last is the newest', async () => {
  const { world, clients } = followedBy(1, 2);
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
  const turn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { read } = world.source;
  world.source.read = async (from, call) => {
    await turn;
    return read(from, call);
  };
  const client = world.start(1);
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
    world.start(1);
    world.change('second');
    await pass(1_000);
    const late = world.start(2);
    await pass(1_000);
    expect([world.lanes.length, late.given]).toStrictEqual([1, []]);
  });

  test('with something newer brings it to all; with something older gets what they have', async () => {
    const world = createWorld();
    const first = world.start(1);
    world.text = 'second';
    const newer = world.start(2);
    await pass(1_000);
    const older = world.start(3, 'first');
    await pass(1_000);
    expect([first.given, newer.given, older.given]).toStrictEqual([['second'], [], ['second']]);
  });

  test('as the first, after something has changed, gets that', async () => {
    const world = createWorld();
    const heard = world.follow.heard();
    world.change('second');
    const client = world.start(1, 'first', heard);
    await pass(1_000);
    expect(client.given).toStrictEqual(['second']);
  });
});

test('one who is slow holds up nobody, and gets the newest once it has caught up', async () => {
  const world = createWorld();
  const [quick, slow] = [world.start(1), world.start(2)];
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
  const { world, clients } = followedBy(1, 2, 3);
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
  const world = createWorld();
  const clients = Array.from({ length: 600 }, () => world.start(1));
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
  const clients = [1, 2].map((keyId) => world.start(keyId));
  world.delayMs = 1_000;
  world.change('second');
  await pass(100);
  clients[0]?.leave();
  expect(signals.map(({ aborted }) => aborted)).toStrictEqual([false]);
  clients[1]?.leave();
  expect(signals.map(({ aborted }) => aborted)).toStrictEqual([true]);
});

test('one whose budget is used up ends; the others go on', async () => {
  const world = createWorld();
  world.budget = 6;
  const clients = [1, 2].map((keyId) => world.start(keyId));
  world.change('second');
  await pass(1_000);
  expect(clients.map(({ ended }) => ended?.status)).toStrictEqual([undefined, 429]);
  world.budget = 100;
  world.change('third');
  await pass(1_000);
  expect(clients.map(({ given }) => given)).toStrictEqual([['second', 'third'], ['second']]);
});

describe('what fails', () => {
  test('for the lane of one is read in that of another', async () => {
    const { world, clients } = followedBy(FLOODED, FLOODED, 2);
    world.change('second');
    await pass(3_000);
    expect(world.lanes).toStrictEqual([FLOODED, 2]);
    expect(clients.map(({ given }) => given)).toStrictEqual([['second'], ['second'], ['second']]);
  });

  test('for now is tried again, however long it takes', async () => {
    const world = createWorld();
    const client = world.start(1);
    world.trouble = errors.unreachable();
    world.change('second');
    await pass(600_000);
    expect([client.given, client.ended]).toStrictEqual([[], null]);
    world.trouble = null;
    await pass(1_100);
    expect(client.given).toStrictEqual(['second']);
  });

  test('for good ends all, and who comes later begins anew', async () => {
    const { world, clients } = followedBy(1, 2);
    world.trouble = errors.notFound('Tournament');
    world.notify();
    await pass(1_000);
    expect(clients.map(({ ended }) => ended?.status)).toStrictEqual([404, 404]);
    world.trouble = null;
    const later = world.start(1);
    world.change('second');
    await pass(1_000);
    expect([later.given, clients.map(({ given }) => given)]).toStrictEqual([['second'], [[], []]]);
  });
});

test('while nothing is notified it is read every five seconds', async () => {
  const world = createWorld();
  const client = world.start(1);
  await pass(20_000);
  expect(world.lanes).toHaveLength(0);
  world.isLive = false;
  world.text = 'second';
  await pass(20_000);
  expect([world.lanes.length, client.given]).toStrictEqual([4, ['second']]);
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
      let clients: (ReturnType<typeof world.start> & { begins: string })[] = [];
      for (const { what, who: nth } of steps) {
        const client = clients[nth];
        if (what === 'change' || what === 'unheard') {
          version += 1;
          world.text = String(version);
          if (what === 'change') world.notify();
        } else if (what === 'come') clients.push(Object.assign(world.start(nth), { begins: world.text }));
        else if (what === 'wait') await pass(nth * 20);
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
      expect(vi.getTimerCount()).toBe(0);
    }),
    { numRuns: 200 },
  );
}, 60_000);
