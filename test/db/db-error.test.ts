import { expect, test } from 'vitest';
import { diskFull } from '../../src/db/db-error.js';

test('a full disk is told in words, whichever side noticed it; any other error is not', () => {
  const told = 'The disk of the database is full (x). Free some space and start again; nothing half-done was kept.';
  for (const code of ['53100', 'ENOSPC']) expect(diskFull(Object.assign(new Error('x'), { code }))).toBe(told);
  expect(diskFull(Object.assign(new Error('x'), { code: '53200' }))).toBeNull();
  expect(diskFull(new Error('x'))).toBeNull();
});
