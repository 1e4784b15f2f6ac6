import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BeginQueue } from '../../src/http/begin-queue.js';

test('of many requests a few are begun in each turn of the event loop, one of each connection after the other', async () => {
  let now = 0;
  const queue = new BeginQueue(() => now);
  let begun = '';
  const connection = (name: string, requests: number) => ({
    beginNext() {
      begun += name;
      requests -= 1;
      now += 2;
      return requests > 0;
    },
  });
  const next = async () => {
    begun = '';
    await turn();
    return begun;
  };
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) queue.add(connection(name, name === 'b' ? 3 : 2));
  // The first goes on while it is alone, then all take turns.
  expect(begun).toBe('aab');
  expect([await next(), await next(), await next(), await next(), await next()]).toStrictEqual([
    'bcd',
    'efb',
    'cde',
    'f',
    '',
  ]);
});
