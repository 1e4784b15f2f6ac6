import { expect, test } from 'vitest';
import { readServer } from '../../../src/db/replicas/wal.js';
import { openTestDb } from '../../support/database.js';

const db = await openTestDb();

test('a server is the same on connections with different time zones', async () => {
  const readIn = (zone: string) =>
    db.sql.transaction(async (sql) => {
      await sql.query(`SET LOCAL timezone = '${zone}'`);
      return readServer(sql);
    });
  expect(await readIn('Asia/Tokyo')).toBe(await readIn('UTC'));
});
