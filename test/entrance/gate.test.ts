// Who is let in, who waits and who is refused, with work that ends when the test says so.
import { expect, test } from 'vitest';
import { createGate } from '../../src/entrance/gate.js';

function open(maxQueueMs = 1_000) {
  let time = 0;
  const gate = createGate({ maxConcurrent: 1, maxQueueMs }, () => time);
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const outcomes: Record<string, string> = {};
  const come = (name: string, signal?: AbortSignal) =>
    void gate
      .pass(() => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      }, signal)
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

test('the first comes first', async () => {
  const { come, settle, endOne, begun, outcomes } = open();
  for (const name of ['a', 'b', 'c']) come(name);
  await settle();
  expect(begun).toStrictEqual(['a']);
  await endOne();
  await endOne();
  await endOne();
  expect(begun).toStrictEqual(['a', 'b', 'c']);
  expect(outcomes).toStrictEqual({ a: 'served', b: 'served', c: 'served' });
});

test('who hangs up while waiting is not let in, and takes the place of nobody', async () => {
  const { come, settle, endOne, begun, outcomes } = open();
  const leaving = new AbortController();
  come('a');
  come('b', leaving.signal);
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
  // Work is taken for 20 ms until more is known: 50 of them are a second.
  for (let at = 0; at < 50; at += 1) come(String(at));
  await settle();
  expect(gate.isFull()).toBe(false);
  come('the last');
  await settle();
  expect(gate.isFull()).toBe(true);
});

test('a queue that does not end is kept short, until it has ended', async () => {
  const { gate, come, settle, pass, endOne } = open();
  for (let at = 0; at < 21; at += 1) come(String(at));
  await settle();
  expect(gate.isFull()).toBe(false);
  pass(1_001);
  expect(gate.isFull()).toBe(true);
  // Those who are let in now take no time, so that the pace is as it was before.
  for (let at = 0; at < 20; at += 1) await endOne();
  expect(gate.isFull()).toBe(false);
  come('again');
  pass(900);
  for (let at = 0; at < 15; at += 1) come(`again ${at}`);
  await settle();
  expect(gate.isFull()).toBe(false);
});
