import { expect, test } from 'vitest';
import { createVisitors } from '../../src/entrance/visitors.js';

test('an address has so many requests a second, and the next second as many again', () => {
  let at = 0;
  const { count } = createVisitors(3, () => at);
  const second = (address: string) => Array.from({ length: 5 }, () => count(address)?.status ?? 200);
  expect(second('a')).toStrictEqual([200, 200, 200, 429, 429]);
  expect(second('b')).toStrictEqual([200, 200, 200, 429, 429]);
  at = 1_000;
  expect(second('a')).toStrictEqual([200, 200, 200, 429, 429]);
});

test('without a limit there is none', () => {
  const { count } = createVisitors(0);
  expect(Array.from({ length: 10_000 }, () => count('a')).every((refused) => refused === null)).toBe(true);
});
