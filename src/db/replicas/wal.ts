// Positions of servers in the write-ahead log (WAL), in bytes since its beginning.
import type { Sql } from '../sql.js';

/** `system` is shared by a primary and its standbys, and by no other server. */
type PrimaryPosition = { system: string; inserted: number; flushed: number };

/** `server` changes on a restart; `replayed` is null if the server is not in recovery, as on a primary. */
export type StandbyPosition = { system: string; server: string; replayed: number | null };

const SYSTEM = `(SELECT "system_identifier"::text FROM pg_control_system()) AS "system"`;
/** As a number: a text would be another on a connection with another time zone. */
const SERVER = `extract(epoch FROM pg_postmaster_start_time())::text AS "server"`;

/**
 * A commit is written to the WAL before it becomes visible, so a standby that has replayed up to `inserted` shows
 * everything that was visible before the query. `flushed` may lack asynchronous commits, but unlike `inserted` it is
 * sent to the standbys without waiting for open transactions.
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

/** A double represents positions up to nine petabytes exactly. */
function bytes(position: string): string {
  return `(${position} - '0/0')::float8`;
}

function answered<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('The server does not say where it stands');
  return row;
}
