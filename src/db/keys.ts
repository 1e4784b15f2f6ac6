// Accounts and the hashes of their keys.
import { createKey, hashKey, keyHint } from '../key.js';
import type { Sql } from './sql.js';

export type KeyRow = {
  id: number;
  account: string;
  hint: string;
  /** Only an active key of an active account works. */
  state: 'active' | 'deactivated' | 'account deactivated';
  createdAt: string;
  lastUsedAt: string | null;
};

/** The key itself, which nobody can read again. Makes the account when there is none of that name. */
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

export function listKeys(sql: Sql): Promise<KeyRow[]> {
  return sql.query<KeyRow>(`
    SELECT k."id", k."account_name" AS "account", k."hint",
      CASE WHEN NOT a."active" THEN 'account deactivated' WHEN NOT k."active" THEN 'deactivated' ELSE 'active' END AS "state",
      to_char(k."created_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS "createdAt",
      to_char(k."last_used_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS "lastUsedAt"
    FROM "api_key" k JOIN "account" a ON a."name" = k."account_name" ORDER BY k."id"`);
}

/** False when there is no such key. */
export async function setKeyActive(sql: Sql, id: number, active: boolean): Promise<boolean> {
  const rows = await sql.query(`UPDATE "api_key" SET "active" = $2 WHERE "id" = $1 RETURNING "id"`, [id, active]);
  return rows.length > 0;
}

/** False when there is no such account. */
export async function setAccountActive(sql: Sql, name: string, active: boolean): Promise<boolean> {
  const rows = await sql.query(`UPDATE "account" SET "active" = $2 WHERE "name" = $1 RETURNING "name"`, [name, active]);
  return rows.length > 0;
}

/** The id of a key that works, or null: unknown, deactivated, or of an account that is. */
export async function findWorkingKey(sql: Sql, hash: string): Promise<number | null> {
  const [row] = await sql.query<{ id: number }>(
    `SELECT k."id" FROM "api_key" k JOIN "account" a ON a."name" = k."account_name"
     WHERE k."hash" = $1 AND k."active" AND a."active"`,
    [hash],
  );
  return row?.id ?? null;
}

/** One statement for everything used since the last time. */
export async function writeLastUsed(sql: Sql, used: ReadonlyMap<number, number>): Promise<void> {
  const rows = [...used].map(([id, at]) => ({ id, at: new Date(at).toISOString() }));
  await sql.query(
    `UPDATE "api_key" k SET "last_used_at" = u."at"
     FROM jsonb_to_recordset($1::jsonb) AS u("id" int, "at" timestamptz)
     WHERE k."id" = u."id" AND (k."last_used_at" IS NULL OR k."last_used_at" < u."at")`,
    [JSON.stringify(rows)],
  );
}
