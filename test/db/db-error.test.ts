import { expect, test } from 'vitest';
import { diskFull } from '../../src/db/db-error.js';

test('a full disk of the database is told in words; any other error is not', () => {
  const told = 'The disk of the database is full (x). Free some space and start again; nothing half-done was kept.';
  expect(diskFull(Object.assign(new Error('x'), { code: '53100' }))).toBe(told);
  expect(diskFull(Object.assign(new Error('x'), { code: '53200' }))).toBeNull();
  expect(diskFull(Object.assign(new Error('x'), { code: 'ENOSPC' }))).toBeNull();
});
