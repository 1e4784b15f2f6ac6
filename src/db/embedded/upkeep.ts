// What PostgreSQL leaves to processes in the background, of which the embedded one has none. Undone, the space of deleted
// rows would never be used again, and the write-ahead log would grow for as long as the process runs.
import type { Sql } from '../sql.js';

/** Also the catalogs, because each run of ratings makes temporary tables. */
const TABLES = `SELECT c.oid::regclass::text AS "name" FROM pg_class c WHERE c."relkind" = 'r'
  AND c."relnamespace" IN ('public'::regnamespace, 'pg_catalog'::regnamespace)`;

/** Each statement by itself, so that requests come in between. */
export async function keepUp(sql: Pick<Sql, 'query' | 'script'>): Promise<void> {
  for (const { name } of await sql.query<{ name: string }>(TABLES)) await sql.script(`VACUUM ${name}`);
  await sql.script('CHECKPOINT');
}
