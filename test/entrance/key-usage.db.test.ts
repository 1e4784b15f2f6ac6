import { expect, test } from 'vitest';
import { createAccountKey, readUsage, setKeyExpiry } from '../../src/db/keys.js';
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

test('what is older than 400 days is forgotten at the start, and again while the process runs', async () => {
  await createAccountKey(db.sql, 'Old');
  const old = async () => (await readUsage(db.sql, 1_000, null)).filter(({ operation }) => operation === 'Old').length;
  const add = () =>
    db.sql.query(
      `INSERT INTO "key_usage" ("key_id", "day", "operation", "requests", "cost")
       SELECT max("id"), (now() AT TIME ZONE 'UTC')::date - 402, 'Old', 1, 1 FROM "api_key"`,
    );
  await add();
  const usage = createKeyUsage(db.sql, 60_000, 20);
  await soon(async () => expect(await old()).toBe(0));
  await add();
  await soon(async () => expect(await old()).toBe(0));
  await usage.close();
});
