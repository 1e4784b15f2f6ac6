import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCost } from '../../src/streams/shared-cost.js';

test('each pays an equal part, once', () => {
  const owedBy = splitCost(9, ['a', 'b', 'a', 'c']);
  expect(['a', 'b', 'a', 'c', 'a'].map(owedBy)).toStrictEqual([3, 3, 0, 3, 0]);
});

test('in whole numbers that add up to the cost, none more than 1 above another; a stranger owes nothing', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 50 }), (cost, payers) => {
      const owedBy = splitCost(cost, payers);
      const parts = payers.map(owedBy);
      expect(parts.every(Number.isInteger)).toBe(true);
      expect(parts.reduce((sum, part) => sum + part, 0)).toBe(cost);
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      expect(owedBy(-1)).toBe(0);
    }),
  );
});
