import { expect, test } from 'vitest';
import { turnToBegin } from '../../src/entrance/turn-to-begin.js';

test('what does not fit into a turn of the event loop begins in later ones, those of all lanes in turn', async () => {
  turnToBegin(1);
  const end = performance.now() + 6;
  while (performance.now() < end);
  let begun = '';
  const begin = async (name: string, lane: number) => {
    await turnToBegin(lane);
    begun += name;
  };
  await Promise.all([begin('a', 1), begin('b', 1), begin('c', 1), begin('d', 2), begin('e', 2)]);
  expect(begun).toBe('adbec');
});
