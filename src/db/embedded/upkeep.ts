// What PostgreSQL leaves to processes in the background, of which the embedded one has none. Undone, the space of deleted
// rows would never be used again, and the write-ahead log would grow for as long as the process runs.
import type { Sql } from '../sql.js';

/** As autovacuum chooses them; also the catalogs, because each run of ratings makes temporary tables. */
const WORN_TABLES = `SELECT "relid"::regclass::text AS "name" FROM pg_stat_all_tables
  WHERE "schemaname" IN ('public', 'pg_catalog') AND "n_dead_tup" > 50 + "n_live_tup" / 5`;

/** Each statement by itself, so that requests come in between. */
export async function keepUp(sql: Pick<Sql, 'query' | 'script'>): Promise<void> {
  // Otherwise the latest second is not counted.
  await sql.query('SELECT pg_stat_force_next_flush()');
  for (const { name } of await sql.query<{ name: string }>(WORN_TABLES)) await sql.script(`VACUUM ${name}`);
  await sql.script('CHECKPOINT');
}
