// Reading the change feed: which topics were touched by transactions that have ended since the last time. What one
// snapshot could not see and the next one can is new, however long its writer took and in any order of their ends.
import { compactVersions } from './read/versions.js';
import type { Sql } from './sql.js';

export const CHANGE_CHANNEL = 'change';

export type ChangeSource = {
  /** Whether others write too, over a connection that can be lost. */
  remote: boolean;
  open(events: ChangeEvents): Promise<ChangeReader>;
  /** Takes away what was already to be seen in this snapshot. */
  prune(snapshot: string): Promise<void>;
};

/** An open ear: `read` what is new since a snapshot, or with null only where the feed stands now. */
export type ChangeReader = {
  read(since: string | null): Promise<Changes>;
  close(): Promise<void>;
};

/** `server` is another one after a crash, which empties the feed. */
export type Changes = { snapshot: string; topics: string[]; server: string };

export type ChangeEvents = {
  /** There may be something to read. */
  onNotice(): void;
  /** The connection is gone; the reader is of no more use. */
  onLost(): void;
};

export async function readChanges(sql: Pick<Sql, 'query'>, since: string | null): Promise<Changes> {
  const [row] = await sql.query<Changes>(
    since === null
      ? `SELECT ${POSITION}, '{}'::text[] AS "topics"`
      : `SELECT ${POSITION}, ARRAY(
           SELECT DISTINCT "topic" FROM "change"
           WHERE "transaction" >= pg_snapshot_xmin($1::pg_snapshot)
             AND NOT pg_visible_in_snapshot("transaction", $1::pg_snapshot)
         ) AS "topics"`,
    since === null ? [] : [since],
  );
  if (!row) throw new Error('The change feed gave no answer');
  return row;
}

const POSITION = `pg_current_snapshot()::text AS "snapshot", pg_postmaster_start_time()::text AS "server"`;

/** By what could be seen, and not by when it was written: a long transaction is told of when it ends. */
export async function pruneChanges(sql: Pick<Sql, 'query'>, snapshot: string): Promise<void> {
  await sql.query(`DELETE FROM "change" WHERE "transaction" < pg_snapshot_xmin($1::pg_snapshot)`, [snapshot]);
  await compactVersions(sql, snapshot);
}
