// Which requests are admitted, queued and refused, with work that ends when the test says so.
import { expect, test } from 'vitest';
import { createGate } from '../../src/entrance/gate.js';
import type { Lane } from '../../src/http/call.js';

function open({ maxConcurrent = 1, maxQueueMs = 1_000, keepsRoom = true } = {}) {
  let time = 0;
  const gate = createGate({ maxConcurrent, maxQueueMs, keepsRoom }, () => time);
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const outcomes: Record<string, string> = {};
  const come = (name: string, { signal, key = 1 }: { signal?: AbortSignal; key?: Lane } = {}) =>
    void gate
      .pass(
        key,
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        signal,
      )
      .then(
        () => {
          outcomes[name] = 'served';
        },
        ({ status }) => {
          outcomes[name] = String(status);
        },
      );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    gate,
    begun,
    /** Number of works that have ended. */
    ended: () => begun.length - ends.length,
    outcomes,
    come,
    settle,
    pass: (ms: number) => {
      time += ms;
    },
    endOne: async () => {
      ends.shift()?.();
      await settle();
    },
  };
}

test('who hangs up while waiting is not let in, and takes no place', async () => {
  const { come, settle, endOne, begun, outcomes } = open();
  const leaving = new AbortController();
  come('a');
  come('b', { signal: leaving.signal });
  come('c');
  await settle();
  leaving.abort();
  await endOne();
  await endOne();
  expect(begun).toStrictEqual(['a', 'c']);
  expect(outcomes).toStrictEqual({ a: 'served', b: '499', c: 'served' });
});

test('a crowd may wait as long as is allowed, and no longer', async () => {
  const { gate, come, settle } = open();
  // Work is assumed to take 20 ms until more is known, so 50 requests are a second.
  for (let at = 0; at < 50; at += 1) come(String(at));
  await settle();
  expect(gate.isFull(1)).toBe(false);
  come('the last');
  await settle();
  expect(gate.isFull(1)).toBe(true);
});

test('a queue that does not end is kept short while there are others, until it has ended', async () => {
  const { gate, come, settle, pass, endOne } = open({ maxConcurrent: 3 });
  for (let at = 0; at < 41; at += 1) come(String(at));
  await settle();
  pass(1_001);
  expect(gate.isFull(1)).toBe(false);
  come('other', { key: 2 });
  await settle();
  expect([gate.isFull(1), gate.isFull(3)]).toStrictEqual([true, false]);
  // Requests that are admitted now take no time, so the pace stays as it was.
  for (let at = 0; at < 40; at += 1) await endOne();
  expect(gate.isFull(1)).toBe(false);
  come('again');
  pass(900);
  for (let at = 0; at < 15; at += 1) come(`again ${at}`);
  await settle();
  expect(gate.isFull(1)).toBe(false);
});

test('keys take turns, however many of one wait', async () => {
  const { come, settle, endOne, begun } = open();
  for (const name of ['a1', 'a2', 'a3', 'a4']) come(name, { key: 1 });
  for (const name of ['b1', 'b2']) come(name, { key: 2 });
  come('c1', { key: 3 });
  await settle();
  for (let at = 0; at < 7; at += 1) await endOne();
  expect(begun).toStrictEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('the key with the least under way is next, until each has its share', async () => {
  const { come, settle, endOne, begun } = open({ maxConcurrent: 6 });
  for (let at = 1; at <= 9; at += 1) come(`a${at}`, { key: 1 });
  for (let at = 1; at <= 4; at += 1) come(`b${at}`, { key: 2 });
  await settle();
  expect(begun).toStrictEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'b1']);
  // Work ends in the order in which it began: with two busy keys each has a third of the places, and a third is free.
  for (let at = 0; at < 7; at += 1) await endOne();
  expect(begun.slice(6)).toStrictEqual(['b2', 'a6', 'a7', 'b3', 'b4']);
});

test('a key that is alone takes three quarters of the places, and one that comes later finds one', async () => {
  const { come, settle, begun } = open({ maxConcurrent: 8 });
  for (let at = 0; at < 40; at += 1) come('busy', { key: 1 });
  come('modest', { key: 2 });
  await settle();
  expect(begun).toStrictEqual([...Array(6).fill('busy'), 'modest']);
});

test('a key takes as much as when it is alone once the others have been away for a second', async () => {
  const { come, settle, pass, endOne, begun } = open({ maxConcurrent: 8 });
  come('other', { key: 2 });
  for (let at = 0; at < 40; at += 1) come('busy', { key: 1 });
  await settle();
  expect(begun).toHaveLength(4);
  await endOne();
  expect(begun).toHaveLength(4);
  pass(1_001);
  come('busy', { key: 1 });
  await endOne();
  expect(begun).toHaveLength(8);
});

test('busy keys each hold the same number of places, and as many are free for another', async () => {
  const { come, settle, endOne, begun, ended } = open({ maxConcurrent: 12 });
  for (const key of [1, 2, 3]) for (let at = 0; at < 40; at += 1) come(String(key), { key });
  await settle();
  for (let at = 0; at < 30; at += 1) await endOne();
  const held = begun.slice(ended());
  expect([1, 2, 3].map((key) => held.filter((name) => name === String(key)).length)).toStrictEqual([3, 3, 3]);
  for (const key of [4, 5, 6]) come('modest', { key });
  await settle();
  expect(begun.slice(-3)).toStrictEqual(['modest', 'modest', 'modest']);
});

test('beside five keys that ask for little, a busy one has one place of eight', async () => {
  const { come, settle, endOne, begun } = open({ maxConcurrent: 8 });
  for (const key of [2, 3, 4, 5, 6]) come('modest', { key });
  await settle();
  for (let at = 0; at < 5; at += 1) await endOne();
  for (let at = 0; at < 10; at += 1) come('busy', { key: 1 });
  await settle();
  expect(begun.slice(5)).toStrictEqual(['busy']);
});

test('a lane stays active while it works', async () => {
  const { come, settle, pass, begun } = open({ maxConcurrent: 8 });
  come('slow', { key: 2 });
  await settle();
  pass(5_000);
  for (let at = 0; at < 10; at += 1) come('busy', { key: 1 });
  await settle();
  expect(begun.slice(1)).toStrictEqual(['busy', 'busy', 'busy']);
});

test('a gate with one lane gives it every place', async () => {
  const { come, settle, begun } = open({ maxConcurrent: 2, keepsRoom: false });
  for (const name of ['a', 'b', 'c']) come(name, { key: null });
  await settle();
  expect(begun).toStrictEqual(['a', 'b']);
});

test('slow work of one key does not make another look slow', async () => {
  const { gate, come, settle, pass, endOne, outcomes } = open({ maxConcurrent: 6, maxQueueMs: 500 });
  for (let at = 0; at < 30; at += 1) come('slow', { key: 1 });
  for (let at = 0; at < 3; at += 1) {
    pass(10_000);
    await endOne();
  }
  for (let at = 0; at < 20; at += 1) come(`quick ${at}`, { key: 2 });
  await settle();
  expect([gate.isFull(1), gate.isFull(2)]).toStrictEqual([true, false]);
  expect(Object.keys(outcomes).filter((name) => name.startsWith('quick'))).toStrictEqual([]);
});

test('visitors together have the share of one key, and their addresses take turns', async () => {
  const { come, settle, endOne, begun } = open({ maxConcurrent: 3 });
  for (let at = 1; at <= 4; at += 1) come(`hall ${at}`, { key: '192.0.2.1' });
  for (let at = 1; at <= 2; at += 1) come(`home ${at}`, { key: '192.0.2.2' });
  come('key', { key: 1 });
  await settle();
  expect(begun).toStrictEqual(['hall 1', 'hall 2', 'key']);
  for (let at = 0; at < 6; at += 1) await endOne();
  expect(begun.slice(3)).toStrictEqual(['home 1', 'hall 3', 'home 2', 'hall 4']);
});

test('when visitors wait, the address that asks for most is refused, and no other', async () => {
  const { gate, come, settle, pass, outcomes } = open();
  come('first', { key: '192.0.2.9' });
  for (let at = 0; at < 1_200; at += 1) come(`flood ${at}`, { key: '192.0.2.1' });
  for (let at = 0; at < 5; at += 1) come(`hall ${at}`, { key: '192.0.2.2' });
  await settle();
  expect(Object.entries(outcomes).every(([name, outcome]) => name.startsWith('flood') && outcome === '503')).toBe(true);
  const full = () => ['192.0.2.1', '192.0.2.2', '192.0.2.3', 1].map((lane) => gate.isFull(lane));
  expect(full()).toStrictEqual([true, false, false, false]);
  // The same holds after the queue has been standing for a long time.
  pass(10_001);
  expect(full()).toStrictEqual([true, false, false, false]);
});

test('a hall that is alone is not refused because work has stalled for a moment', async () => {
  const { gate, come, settle, pass, endOne, outcomes } = open({ maxConcurrent: 4 });
  for (let at = 0; at < 300; at += 1) come(`phone ${at}`, { key: '192.0.2.1' });
  await settle();
  pass(5_000);
  for (let at = 0; at < 3; at += 1) await endOne();
  expect(gate.isFull('192.0.2.1')).toBe(false);
  expect(Object.values(outcomes)).toStrictEqual(['served', 'served', 'served']);
  // Beside somebody else, it waits only as long as it would take.
  come('home', { key: '192.0.2.2' });
  await settle();
  expect(['192.0.2.1', '192.0.2.2'].map((lane) => gate.isFull(lane))).toStrictEqual([true, false]);
});

test('a key that floods is refused, the others are not', async () => {
  const { gate, come, settle, pass, endOne, outcomes } = open();
  for (let at = 0; at < 200; at += 1) come(`a${at}`, { key: 1 });
  await settle();
  expect(Object.values(outcomes).filter((outcome) => outcome === '503')).toHaveLength(149);
  expect([gate.isFull(1), gate.isFull(2)]).toStrictEqual([true, false]);
  // The same holds after the queue has been standing for a long time.
  pass(1_001);
  expect([gate.isFull(1), gate.isFull(2)]).toStrictEqual([true, false]);
  come('b', { key: 2 });
  await endOne();
  await endOne();
  expect(outcomes.b).toBe('served');
});

test('a standing queue is kept short only for keys that have their share already', async () => {
  const { gate, come, settle, pass, endOne } = open({ maxConcurrent: 4 });
  for (let at = 0; at < 60; at += 1) come(`a${at}`, { key: 1 });
  await settle();
  // Work takes long, so that even the next in the queue waits for longer than a tenth of the maximum.
  for (let at = 0; at < 4; at += 1) {
    pass(1_000);
    await endOne();
  }
  expect([gate.isFull(1), gate.isFull(2)]).toStrictEqual([true, false]);
});
