// Where servers stand in the log that the primary writes and its standbys replay, in bytes since its beginning.
import type { Sql } from '../sql.js';

/** `system` is the same for a primary and its standbys, and for no other. */
export type PrimaryPosition = { system: string; inserted: number; flushed: number };

/** `server` is another one after a restart; `replayed` is null where nothing is replayed, as on a primary. */
export type StandbyPosition = { system: string; server: string; replayed: number | null };

const SYSTEM = `(SELECT "system_identifier"::text FROM pg_control_system()) AS "system"`;
const SERVER = `pg_postmaster_start_time()::text AS "server"`;

/**
 * A commit is written to the log before it can be seen, so a standby that has replayed up to `inserted` shows all
 * that was to be seen before the question. `flushed` may lack commits that were not waited for; but unlike `inserted`
 * it does not wait for open transactions before it is sent to the standbys.
 */
export async function readPrimaryPosition(sql: Pick<Sql, 'query'>): Promise<PrimaryPosition> {
  const [row] = await sql.query<PrimaryPosition>(
    `SELECT ${SYSTEM}, ${bytes('pg_current_wal_insert_lsn()')} AS "inserted",
       ${bytes('pg_current_wal_flush_lsn()')} AS "flushed"`,
  );
  return answered(row);
}

export async function readStandbyPosition(sql: Pick<Sql, 'query'>): Promise<StandbyPosition> {
  const [row] = await sql.query<StandbyPosition>(
    `SELECT ${SYSTEM}, ${SERVER}, CASE WHEN pg_is_in_recovery() THEN ${bytes('pg_last_wal_replay_lsn()')} END AS "replayed"`,
  );
  return answered(row);
}

export async function readServer(sql: Pick<Sql, 'query'>): Promise<string> {
  const [row] = await sql.query<{ server: string }>(`SELECT ${SERVER}`);
  return answered(row).server;
}

/** A double holds nine petabytes of log to the byte. */
function bytes(position: string): string {
  return `(${position} - '0/0')::float8`;
}

function answered<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The server does not say where it stands');
  return row;
}
