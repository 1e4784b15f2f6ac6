import { randomBytes } from 'node:crypto';
import type { Sql } from './sql.js';

/** The secret that all processes on this database sign cursors with, made by whoever comes first. */
export async function readCursorSecret(sql: Sql): Promise<string> {
  await sql.query(`INSERT INTO "setting" ("key", "value") VALUES ('cursor-secret', $1) ON CONFLICT DO NOTHING`, [
    randomBytes(32).toString('base64url'),
  ]);
  const [row] = await sql.query<{ value: string }>(`SELECT "value" FROM "setting" WHERE "key" = 'cursor-secret'`);
  return row?.value as string;
}
