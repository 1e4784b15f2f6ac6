import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BeginQueue } from '../../src/http/begin-queue.js';

test('of many requests a few are begun in each turn of the event loop, one of each connection after the other', async () => {
  const queue = new BeginQueue();
  const begun: string[] = [];
  const connection = (name: string, requests: number) => ({
    beginNext() {
      begun.push(name);
      requests -= 1;
      const end = performance.now() + 2;
      while (performance.now() < end);
      return requests > 0;
    },
  });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) queue.add(connection(name, 2));
  expect(begun.length).toBeLessThan(6);
  for (let turns = 0; turns < 20 && begun.length < 12; turns += 1) {
    const before = begun.length;
    await turn();
    expect(begun.length - before).toBeLessThan(6);
  }
  expect([...begun].sort().join('')).toBe('aabbccddeeff');
  // The first begins at once and goes on while there is time, the others take turns.
  expect(begun.lastIndexOf('b')).toBeGreaterThan(begun.indexOf('f'));
});
