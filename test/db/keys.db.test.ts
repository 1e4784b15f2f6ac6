import { beforeEach, describe, expect, test } from 'vitest';
import {
  createAccountKey,
  findWorkingKey,
  listKeys,
  setAccountActive,
  setKeyActive,
  storeKey,
  writeLastUsed,
} from '../../src/db/keys.js';
import { hashKey } from '../../src/key.js';
import { emptyDb, openTestDb } from '../support/database.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

const works = async (key: string) => (await findWorkingKey(db.sql, hashKey(key))) !== null;
const idOf = async (key: string) => (await findWorkingKey(db.sql, hashKey(key))) ?? -1;
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
