import { expect, test } from 'vitest';
import type { Snapshot } from '../../src/db/snapshot.js';
import { mapAndClear } from '../../src/db/sql.js';
import { createContext, type Services } from '../../src/graphql/builder/context.js';

test('lists that were held are empty once they are let go, and no others', () => {
  const context = createContext({ modelsOn: () => ({}) } as unknown as Services, {} as Snapshot, {
    siteUrl: '',
    keysOnly: false,
  });
  const lists = [[1, 2], ['a'], []];
  const other = [3];
  expect(lists.map((list) => context.releaseLater<unknown>(list))).toStrictEqual([[1, 2], ['a'], []]);
  context.release();
  expect([lists, other]).toStrictEqual([[[], [], []], [3]]);
});

test('what is taken of rows is there, and the rows are not', () => {
  const rows = [{ n: 1 }, { n: 2 }];
  expect([mapAndClear(rows, ({ n }) => n), rows]).toStrictEqual([[1, 2], []]);
});
