import { expect, test } from 'vitest';
import { createKeyRotation } from '../../src/streams/key-rotation.js';

const readersOf = (keys: number[]) => new Set(keys.map((keyId) => ({ keyId })));
const taken = (next: () => number | null, times: number) => Array.from({ length: times }, next);

test('keys take turns, however many readers each has', () => {
  expect(taken(createKeyRotation(readersOf([7, 7, 7, 8, 9, 8])), 7)).toStrictEqual([7, 8, 9, 7, 8, 9, 7]);
});

test('one that comes has a turn in the same round, and one that has left has none', () => {
  const readers = readersOf([7, 8]);
  const next = createKeyRotation(readers);
  expect(next()).toBe(7);
  for (const reader of readers) if (reader.keyId === 8) readers.delete(reader);
  readers.add({ keyId: 9 });
  expect(taken(next, 3)).toStrictEqual([9, 7, 9]);
});

test('without readers it is the turn of nobody', () => {
  const readers = readersOf([7]);
  const next = createKeyRotation(readers);
  next();
  readers.clear();
  expect(taken(next, 2)).toStrictEqual([null, null]);
});
