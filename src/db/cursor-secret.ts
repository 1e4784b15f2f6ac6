// The secrets with which all processes on this database sign cursors, one row of "setting" each. The first is created
// by the first process that needs it; the key of a later one contains the time from which it signs.
import { randomBytes } from 'node:crypto';
import type { Sql } from './sql.js';

export type CursorSecret = {
  secret: string;
  /** Time from which it signs, in milliseconds since 1970. */
  from: number;
};

/** Oldest first; never empty. */
export async function readCursorSecrets(sql: Sql): Promise<CursorSecret[]> {
  const known = await select(sql);
  if (known.length > 0) return known;
  await sql.query(`INSERT INTO "setting" ("key", "value") VALUES ($1, $2) ON CONFLICT DO NOTHING`, [KEY, newSecret()]);
  return select(sql);
}

export async function addCursorSecret(sql: Sql, from: number): Promise<void> {
  const key = `${KEY} ${new Date(from).toISOString()}`;
  await sql.query(`INSERT INTO "setting" ("key", "value") VALUES ($1, $2)`, [key, newSecret()]);
}

export async function removeCursorSecret(sql: Sql, { secret }: CursorSecret): Promise<void> {
  await sql.query(`DELETE FROM "setting" WHERE ${IS_SECRET} AND "value" = $1`, [secret]);
}

const KEY = 'cursor-secret';
const IS_SECRET = `"key" LIKE '${KEY}%'`;

async function select(sql: Sql): Promise<CursorSecret[]> {
  const rows = await sql.query<{ key: string; value: string }>(
    `SELECT "key", "value" FROM "setting" WHERE ${IS_SECRET} ORDER BY "key" COLLATE "C"`,
  );
  return rows.map(({ key, value }) => ({
    secret: value,
    from: key === KEY ? 0 : Date.parse(key.slice(KEY.length + 1)),
  }));
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
