import { expect, test } from 'vitest';
import { readUsage, setKeyExpiry } from '../../src/db/keys.js';
import { createKeyUsage } from '../../src/entrance/key-usage.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { soon } from '../support/soon.js';
import { club, load } from '../support/world.js';

const db = await openTestDb();
await load(db, [club()]);

const used = async () =>
  (await readUsage(db.sql, 1, null)).map(({ operation, requests, cost }) => ({ operation, requests, cost }));

test('requests are counted by operation with what they cost, remembered or not, and those without a key are not', async () => {
  const app = await createTestApp(db, { remember: true });
  for (const _ of [1, 2]) expect((await app.get('/api/v1/clubs/northern-legion')).status).toBe(200);
  expect((await app.get('/api/v1/clubs/none')).status).toBe(404);
  expect((await app.get('/clubs/northern-legion', { authorization: '' })).status).toBe(200);
  expect((await app.get('/api/v1/clubs', { authorization: 'Bearer svc_v1_x' })).status).toBe(401);
  await app.close();
  const [row, ...others] = await used();
  expect(others).toStrictEqual([]);
  expect(row).toMatchObject({ operation: 'Club', requests: 3 });
  expect(row?.cost).toBeGreaterThan(2);
});

test('a key that expires while it is in use is refused soon after', async () => {
  const app = await createTestApp(db, { remember: true });
  expect((await app.get('/api/v1/clubs/northern-legion')).status).toBe(200);
  const [key] = await db.sql.query<{ id: number }>('SELECT max("id") AS "id" FROM "api_key"');
  await setKeyExpiry(db.prisma, key?.id ?? -1, new Date());
  const usage = createKeyUsage(db.sql, 20);
  await soon(async () => expect((await app.get('/api/v1/clubs/northern-legion')).status).toBe(401));
  await usage.close();
  await app.close();
});
