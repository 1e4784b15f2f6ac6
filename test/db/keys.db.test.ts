import { beforeEach, describe, expect, test } from 'vitest';
import {
  addUsage,
  createAccountKey,
  deactivateExpired,
  findWorkingKeys,
  listKeys,
  readUsage,
  rotateKey,
  setAccountActive,
  setKeyActive,
  setKeyExpiry,
  setKeyLimit,
  storeKey,
  writeLastUsed,
} from '../../src/db/keys.js';
import { hashKey } from '../../src/key.js';
import { emptyDb, openTestDb } from '../support/database.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

const find = async (key: string) => (await findWorkingKeys(db.sql, [hashKey(key)])).get(hashKey(key));
const works = async (key: string) => (await find(key)) !== undefined;
const idOf = async (key: string) => (await find(key))?.id ?? -1;
const states = async () => (await listKeys(db.prisma)).map(({ account, state }) => ({ account, state }));

describe('a created key', () => {
  test('is stored as its hash and its last four characters, and nowhere else in any column of the database', async () => {
    const key = await createAccountKey(db.sql, 'Ann');
    const rows = await everyRow();
    expect(rows.filter((row) => row.includes(hashKey(key)))).toHaveLength(1);
    // Five consecutive characters are more than the hint reveals.
    const parts = Array.from({ length: key.length - 11 }, (_, start) => key.slice(start + 7, start + 12));
    expect(parts.filter((part) => rows.some((row) => row.includes(part)))).toStrictEqual([]);
    expect(rows.filter((row) => row.includes(`...${key.slice(-4)}`))).toHaveLength(1);
  });

  test('stored a second time stays one', async () => {
    await storeKey(db.sql, 'Demo', 'svc_v1_demo');
    await storeKey(db.sql, 'Demo', 'svc_v1_demo');
    expect(await states()).toStrictEqual([{ account: 'Demo', state: 'active' }]);
  });
});

describe('switching off and on', () => {
  test('a deactivated key stops working alone and works again once activated', async () => {
    const [first, second] = [await createAccountKey(db.sql, 'Ann'), await createAccountKey(db.sql, 'Ann')];
    const id = await idOf(first);
    expect(await setKeyActive(db.prisma, id, false)).toBe(true);
    expect([await works(first), await works(second)]).toStrictEqual([false, true]);
    expect(await states()).toStrictEqual([
      { account: 'Ann', state: 'deactivated' },
      { account: 'Ann', state: 'active' },
    ]);
    expect(await setKeyActive(db.prisma, id, true)).toBe(true);
    expect(await works(first)).toBe(true);
  });

  test('a deactivated account takes all of its keys along, and gives back only those that were active', async () => {
    const [first, second] = [await createAccountKey(db.sql, 'Ann'), await createAccountKey(db.sql, 'Ann')];
    const other = await createAccountKey(db.sql, 'Bo');
    await setKeyActive(db.prisma, await idOf(second), false);
    expect(await setAccountActive(db.prisma, 'Ann', false)).toBe(true);
    expect(await states()).toStrictEqual([
      { account: 'Ann', state: 'account deactivated' },
      { account: 'Ann', state: 'account deactivated' },
      { account: 'Bo', state: 'active' },
    ]);
    expect(await Promise.all([first, second, other].map(works))).toStrictEqual([false, false, true]);
    expect(await setAccountActive(db.prisma, 'Ann', true)).toBe(true);
    expect(await Promise.all([first, second, other].map(works))).toStrictEqual([true, false, true]);
  });
});

describe('a key that expires', () => {
  const [past, future] = [new Date(Date.now() - 1_000), new Date(Date.now() + 3_600_000)];

  test('works until then, is deactivated afterwards, and works again without an end once activated', async () => {
    const key = await createAccountKey(db.sql, 'Ann', { expiresAt: future });
    const id = await idOf(key);
    expect(await works(key)).toBe(true);
    expect(await setKeyExpiry(db.prisma, id, past)).toBe(true);
    expect(await works(key)).toBe(false);
    await deactivateExpired(db.sql);
    expect(await states()).toStrictEqual([{ account: 'Ann', state: 'expired' }]);
    await setKeyActive(db.prisma, id, true);
    await deactivateExpired(db.sql);
    expect(await works(key)).toBe(true);
    expect((await listKeys(db.prisma)).map(({ expiresAt }) => expiresAt)).toStrictEqual([null]);
  });

  test('that has expired works again when it is given a later end', async () => {
    const key = await createAccountKey(db.sql, 'Ann', { expiresAt: future });
    const id = await idOf(key);
    await setKeyExpiry(db.prisma, id, past);
    await deactivateExpired(db.sql);
    expect(await works(key)).toBe(false);
    expect(await setKeyExpiry(db.prisma, id, future)).toBe(true);
    expect(await works(key)).toBe(true);
  });

  test('is told to the others only when it has expired', async () => {
    await createAccountKey(db.sql, 'Ann', { expiresAt: future });
    const statements: string[] = [];
    const query: typeof db.sql.query = (statement, values) => {
      statements.push(statement.split(' ')[0] ?? '');
      return db.sql.query(statement, values);
    };
    await deactivateExpired({ ...db.sql, query });
    expect(statements).toStrictEqual(['SELECT']);
  });

  test('is followed by one of the same account, and both work meanwhile', async () => {
    const old = await createAccountKey(db.sql, 'Ann');
    const rotated = await rotateKey(db.sql, await idOf(old), future);
    expect(rotated?.account).toBe('Ann');
    expect([await works(old), await works(rotated?.key ?? '')]).toStrictEqual([true, true]);
    await rotateKey(db.sql, await idOf(old), past);
    expect(await works(old)).toBe(false);
    expect(await rotateKey(db.sql, 999_999, future)).toBeNull();
  });
});

test('the limit of a key is that of the service or its own, and that of the key that follows it', async () => {
  const own = await createAccountKey(db.sql, 'Ann', { rateLimit: 500 });
  const other = await createAccountKey(db.sql, 'Bo');
  const limits = async () => (await listKeys(db.prisma)).map(({ account, rateLimit }) => [account, rateLimit]);
  await rotateKey(db.sql, await idOf(own), new Date(Date.now() + 1_000));
  expect(await setKeyLimit(db.prisma, await idOf(own), null)).toBe(true);
  expect(await setKeyLimit(db.prisma, await idOf(other), 0)).toBe(true);
  expect(await limits()).toStrictEqual([
    ['Ann', null],
    ['Bo', 0],
    ['Ann', 500],
  ]);
  expect(await setKeyLimit(db.prisma, 999_999, 1)).toBe(false);
});

test('usage adds up by day and operation, and goes with its key', async () => {
  const id = await idOf(await createAccountKey(db.sql, 'Ann'));
  const use = (keyId: number, operation: string) => ({ keyId, operation, requests: 2, cost: 30 });
  await addUsage(db.sql, [use(id, 'Club'), use(id, 'Battle'), use(999_999, 'Club')]);
  await addUsage(db.sql, [use(id, 'Club')]);
  const day = new Date().toISOString().slice(0, 10);
  expect(await readUsage(db.sql, 1, null)).toStrictEqual([
    { day, keyId: id, account: 'Ann', operation: 'Club', requests: 4, cost: 60 },
    { day, keyId: id, account: 'Ann', operation: 'Battle', requests: 2, cost: 30 },
  ]);
  await db.sql.query(`UPDATE "key_usage" SET "day" = "day" - 2`);
  expect(await readUsage(db.sql, 2, null)).toStrictEqual([]);
  expect(await readUsage(db.sql, 3, id)).toHaveLength(2);
});

test('a last-used time never goes back, and a key that is gone does not matter', async () => {
  const id = await idOf(await createAccountKey(db.sql, 'Ann'));
  const write = (at: string) => writeLastUsed(db.sql, new Map([id, 999_999].map((each) => [each, Date.parse(at)])));
  await write('2026-05-02T10:00:00Z');
  await write('2026-05-02T09:00:00Z');
  expect((await listKeys(db.prisma)).map(({ lastUsedAt }) => lastUsedAt)).toStrictEqual(['2026-05-02 10:00']);
});

/** Every row of every table as text. */
async function everyRow(): Promise<string[]> {
  const tables = await db.sql.query<{ name: string }>(
    `SELECT "table_name"::text AS "name" FROM "information_schema"."tables" WHERE "table_schema" = 'public'`,
  );
  expect(tables.map(({ name }) => name)).toContain('api_key');
  const rows = await Promise.all(
    tables.map(({ name }) => db.sql.query<{ row: string }>(`SELECT t::text AS "row" FROM "${name}" t`)),
  );
  return rows.flat().map(({ row }) => row);
}
