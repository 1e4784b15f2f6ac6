// Accounts and the hashes of their API keys.
import { createKey, hashKey, keyHint } from '../key.js';
import type { Db } from './client.js';
import type { Sql } from './sql.js';

export type KeyRow = {
  id: number;
  account: string;
  hint: string;
  /** A key works only if both it and its account are active, until it expires. */
  state: 'active' | 'deactivated' | 'expired' | 'account deactivated';
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  rateLimit: number | null;
};

type KeyTerms = {
  /** Null: never. */
  expiresAt?: Date | null;
  /** Budget per minute, in cost; 0 for none, null for that of the service. */
  rateLimit?: number | null;
};

/** Returns the key itself, which cannot be read again. Creates the account if it does not exist. */
export async function createAccountKey(sql: Sql, account: string, terms: KeyTerms = {}): Promise<string> {
  const key = createKey();
  await storeKey(sql, account, key, terms);
  return key;
}

/**
 * Creates another key for the account of this one and with its limit; this one expires at the given time unless it does so
 * before. Returns null if there is no such key.
 */
export async function rotateKey(
  sql: Sql,
  id: number,
  expiresAt: Date,
): Promise<{ key: string; account: string } | null> {
  const [old] = await sql.query<{ account: string; rateLimit: number | null }>(
    `UPDATE "api_key" SET "expires_at" = least("expires_at", $2::timestamptz) WHERE "id" = $1
     RETURNING "account_name" AS "account", "rate_limit" AS "rateLimit"`,
    [id, expiresAt.toISOString()],
  );
  if (!old) return null;
  const { account, rateLimit } = old;
  return { key: await createAccountKey(sql, account, { rateLimit }), account };
}

export async function storeKey(sql: Sql, account: string, key: string, terms: KeyTerms = {}): Promise<void> {
  const { expiresAt = null, rateLimit = null } = terms;
  await sql.query(`INSERT INTO "account" ("name") VALUES ($1) ON CONFLICT DO NOTHING`, [account]);
  await sql.query(
    `INSERT INTO "api_key" ("account_name", "hash", "hint", "expires_at", "rate_limit")
     VALUES ($1, $2, $3, $4::timestamptz, $5::int) ON CONFLICT ("hash") DO NOTHING`,
    [account, hashKey(key), keyHint(key), expiresAt?.toISOString() ?? null, rateLimit],
  );
}

export async function listKeys(prisma: Db['prisma']): Promise<KeyRow[]> {
  const keys = await prisma.apiKey.findMany({ include: { account: true }, orderBy: { id: 'asc' } });
  const now = new Date();
  return keys.map(({ id, hint, active, account, createdAt, lastUsedAt, expiresAt, rateLimit }) => ({
    id,
    account: account.name,
    hint,
    state: account.active ? stateOf(active, expiresAt, now) : 'account deactivated',
    createdAt: minuteOf(createdAt),
    lastUsedAt: lastUsedAt && minuteOf(lastUsedAt),
    expiresAt: expiresAt && minuteOf(expiresAt),
    rateLimit,
  }));
}

function stateOf(active: boolean, expiresAt: Date | null, now: Date): KeyRow['state'] {
  if (expiresAt && expiresAt <= now) return 'expired';
  return active ? 'active' : 'deactivated';
}

/** UTC. */
export const minuteOf = (time: Date): string => time.toISOString().slice(0, 16).replace('T', ' ');

/** Returns false if there is no such key. One that had expired works again without an end. */
export async function setKeyActive(prisma: Db['prisma'], id: number, active: boolean): Promise<boolean> {
  if (active) {
    await prisma.apiKey.updateMany({ where: { id, expiresAt: { lte: new Date() } }, data: { expiresAt: null } });
  }
  return (await prisma.apiKey.updateMany({ where: { id }, data: { active } })).count > 0;
}

/** Returns false if there is no such key; null is never. A key that had expired works again. */
export async function setKeyExpiry(prisma: Db['prisma'], id: number, expiresAt: Date | null): Promise<boolean> {
  const hadExpired = { id, expiresAt: { lte: new Date() } };
  if ((await prisma.apiKey.updateMany({ where: hadExpired, data: { expiresAt, active: true } })).count > 0) return true;
  return (await prisma.apiKey.updateMany({ where: { id }, data: { expiresAt } })).count > 0;
}

/** Returns false if there is no such key; null is the limit of the service. The change feed tells every process. */
export async function setKeyLimit(prisma: Db['prisma'], id: number, rateLimit: number | null): Promise<boolean> {
  return (await prisma.apiKey.updateMany({ where: { id }, data: { rateLimit } })).count > 0;
}

/** The change feed tells of it, so every process stops accepting them. */
export async function deactivateExpired(sql: Sql): Promise<void> {
  const expired = `"active" AND "expires_at" <= now()`;
  // An update tells of a change even if it finds no row.
  const [row] = await sql.query<{ is: boolean }>(`SELECT EXISTS (SELECT FROM "api_key" WHERE ${expired}) AS "is"`);
  if (row?.is) await sql.query(`UPDATE "api_key" SET "active" = false WHERE ${expired}`);
}

/** Returns false if there is no such account. */
export async function setAccountActive(prisma: Db['prisma'], name: string, active: boolean): Promise<boolean> {
  return (await prisma.account.updateMany({ where: { name }, data: { active } })).count > 0;
}

export type WorkingKey = { id: number; rateLimit: number | null };

/** By hash; without the keys that are unknown or deactivated, or whose account is deactivated. */
export async function findWorkingKeys(sql: Sql, hashes: readonly string[]): Promise<Map<string, WorkingKey>> {
  const rows = await sql.query<WorkingKey & { hash: string }>(
    `SELECT k."hash", k."id", k."rate_limit" AS "rateLimit"
     FROM "api_key" k JOIN "account" a ON a."name" = k."account_name"
     WHERE k."hash" = ANY($1) AND k."active" AND a."active" AND coalesce(k."expires_at" > now(), true)`,
    [hashes],
  );
  return new Map(rows.map(({ hash, ...key }) => [hash, key]));
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

export type KeyUse = { keyId: number; operation: string; requests: number; cost: number };

export const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/** Adds to what is there for today. Keys that are gone do not matter. */
export async function addUsage(sql: Sql, uses: KeyUse[]): Promise<void> {
  await sql.query(
    `INSERT INTO "key_usage" AS k ("key_id", "day", "operation", "requests", "cost")
     SELECT u."keyId", ${TODAY}, u."operation", u."requests", u."cost"
     FROM jsonb_to_recordset($1::jsonb) AS u("keyId" int, "operation" text, "requests" bigint, "cost" bigint)
     JOIN "api_key" a ON a."id" = u."keyId" ORDER BY 1, 3
     ON CONFLICT ("key_id", "day", "operation") DO UPDATE
     SET "requests" = k."requests" + excluded."requests", "cost" = k."cost" + excluded."cost"`,
    [JSON.stringify(uses)],
  );
}

const USAGE_DAYS = 400;

export async function forgetOldUsage(sql: Sql): Promise<void> {
  await sql.query(`DELETE FROM "key_usage" WHERE "day" < ${TODAY} - ${USAGE_DAYS}`);
}

type UsageRow = KeyUse & { day: string; account: string };

/** Newest day first, then by key, the most requested operation first; of one key if it is given. */
export async function readUsage(sql: Sql, days: number, keyId: number | null): Promise<UsageRow[]> {
  return sql.query<UsageRow>(
    `SELECT day_text(u."day") AS "day", u."key_id" AS "keyId", a."account_name" AS "account", u."operation",
       u."requests"::float8 AS "requests", u."cost"::float8 AS "cost"
     FROM "key_usage" u JOIN "api_key" a ON a."id" = u."key_id"
     WHERE u."day" > ${TODAY} - $1::int AND coalesce(u."key_id" = $2::int, true)
     ORDER BY u."day" DESC, u."key_id", u."requests" DESC, u."operation" COLLATE "C"`,
    [days, keyId],
  );
}
