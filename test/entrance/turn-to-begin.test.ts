import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { turnToBegin } from '../../src/entrance/turn-to-begin.js';

test('of many documents a few are begun in a turn of the event loop, then the others in their order, one in each', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  let begun = '';
  const begin = async (name: string) => {
    await turnToBegin();
    begun += name;
    now += 2;
  };
  const turns: string[] = [];
  const next = async () => {
    begun = '';
    await turn();
    turns.push(begun);
  };
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    void begin(name);
    await null;
  }
  turns.push(begun);
  await next();
  // There is time left in this turn, but others came before.
  void begin('g');
  await next();
  await next();
  await next();
  await next();
  expect(turns).toStrictEqual(['abc', 'd', 'e', 'f', 'g', '']);
  vi.restoreAllMocks();
});
