import { expect, test } from 'vitest';
import { createContext, type Services } from '../src/context.js';
import type { Snapshot } from '../src/db/snapshot.js';
import { taken } from '../src/db/sql.js';

test('lists that were held are empty once they are let go, and no others', () => {
  const context = createContext({} as Services, {} as Snapshot);
  const lists = [[1, 2], ['a'], []];
  const other = [3];
  expect(lists.map((list) => context.hold<unknown>(list))).toStrictEqual([[1, 2], ['a'], []]);
  context.letGo();
  expect([lists, other]).toStrictEqual([[[], [], []], [3]]);
});

test('what is taken of rows is there, and the rows are not', () => {
  const rows = [{ n: 1 }, { n: 2 }];
  expect([taken(rows, ({ n }) => n), rows]).toStrictEqual([[1, 2], []]);
});
