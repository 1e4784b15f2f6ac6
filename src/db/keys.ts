// Accounts and the hashes of their API keys.
import { createKey, hashKey, keyHint } from '../key.js';
import type { Db } from './client.js';
import type { Sql } from './sql.js';

export type KeyRow = {
  id: number;
  account: string;
  hint: string;
  /** A key works only if both it and its account are active. */
  state: 'active' | 'deactivated' | 'account deactivated';
  createdAt: string;
  lastUsedAt: string | null;
};

/** Returns the key itself, which cannot be read again. Creates the account if it does not exist. */
export async function createAccountKey(sql: Sql, account: string): Promise<string> {
  const key = createKey();
  await storeKey(sql, account, key);
  return key;
}

export async function storeKey(sql: Sql, account: string, key: string): Promise<void> {
  await sql.query(`INSERT INTO "account" ("name") VALUES ($1) ON CONFLICT DO NOTHING`, [account]);
  await sql.query(
    `INSERT INTO "api_key" ("account_name", "hash", "hint") VALUES ($1, $2, $3) ON CONFLICT ("hash") DO NOTHING`,
    [account, hashKey(key), keyHint(key)],
  );
}

export async function listKeys(prisma: Db['prisma']): Promise<KeyRow[]> {
  const keys = await prisma.apiKey.findMany({ include: { account: true }, orderBy: { id: 'asc' } });
  return keys.map(({ id, hint, active, account, createdAt, lastUsedAt }) => ({
    id,
    account: account.name,
    hint,
    state: account.active ? (active ? 'active' : 'deactivated') : 'account deactivated',
    createdAt: minuteOf(createdAt),
    lastUsedAt: lastUsedAt && minuteOf(lastUsedAt),
  }));
}

/** UTC. */
const minuteOf = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ');

/** Returns false if there is no such key. */
export async function setKeyActive(prisma: Db['prisma'], id: number, active: boolean): Promise<boolean> {
  return (await prisma.apiKey.updateMany({ where: { id }, data: { active } })).count > 0;
}

/** Returns false if there is no such account. */
export async function setAccountActive(prisma: Db['prisma'], name: string, active: boolean): Promise<boolean> {
  return (await prisma.account.updateMany({ where: { name }, data: { active } })).count > 0;
}

/** Returns the id of a working key; null if the key is unknown or deactivated, or its account is deactivated. */
export async function findWorkingKey(sql: Sql, hash: string): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>(
    `SELECT k."id" FROM "api_key" k JOIN "account" a ON a."name" = k."account_name"
     WHERE k."hash" = $1 AND k."active" AND a."active"`,
    [hash],
  );
  return row?.id ?? null;
}

/** Writes the last-used times of all given keys in one statement. */
export async function writeLastUsed(sql: Sql, used: ReadonlyMap<number, number>): Promise<void> {
  const rows = [...used].map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
  await sql.query(
    `UPDATE "api_key" k SET "last_used_at" = u."at"
     FROM jsonb_to_recordset($1::jsonb) AS u("id" int, "at" timestamptz)
     WHERE k."id" = u."id" AND (k."last_used_at" IS NULL OR k."last_used_at" < u."at")`,
    [JSON.stringify(rows)],
  );
}
