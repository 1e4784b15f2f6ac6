import { expect, test } from 'vitest';
import { restMs } from '../../src/site/live.js';

test('a watched page rests for four times as long as it took, for at least 0.1 s and at most 5 s', () => {
  expect([1, 50, 2_000].map(restMs)).toStrictEqual([100, 200, 5_000]);
});
