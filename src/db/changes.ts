// Reads the change feed: the topics touched by transactions that committed since the last read. A change is new if it
// is visible in the current snapshot but not in the previous one, no matter how long its transaction ran or in which
// order transactions committed.
import type { Sql } from './sql.js';

export const CHANGE_CHANNEL = 'change';
/** Before the number of its transaction, the topic of an import, on which no answer depends. */
export const IMPORT_TOPIC = 'import:';

export type ChangeSource = {
  /** True if other processes write too, over a connection that can be lost. */
  remote: boolean;
  open(events: ChangeEvents): Promise<ChangeReader>;
  /** Deletes the changes that were already visible in this snapshot. */
  prune(snapshot: string): Promise<void>;
};

/** An open feed connection. `read` returns what is new since a snapshot; with null, only the current position. */
export type ChangeReader = {
  read(since: string | null): Promise<Changes>;
  close(): Promise<void>;
};

/** `server` identifies one start of the server. A crash empties the feed, whose table is unlogged. */
export type Changes = { snapshot: string; topics: string[]; server: string };

type ChangeEvents = {
  /** Called when there may be something to read. */
  onNotice(): void;
  /** Called when the connection is lost; the reader can no longer be used. */
  onLost(): void;
};

/**
 * Looks up what the snapshot could not show, by the index: what it began later and what was running. All since the oldest
 * of those would be more with every write while a writer leaves its transaction open.
 */
export async function readChanges(sql: Pick<Sql, 'query'>, since: string | null): Promise<Changes> {
  const [row] = await sql.query<Changes>(
    since === null
      ? `SELECT ${POSITION}, '{}'::text[] AS "topics"`
      : `SELECT ${POSITION}, ARRAY(
           SELECT "topic" FROM "change" WHERE "transaction" >= pg_snapshot_xmax($1::pg_snapshot)
           UNION
           SELECT "topic" FROM "change" WHERE "transaction" = ANY (ARRAY(SELECT pg_snapshot_xip($1::pg_snapshot)))
         ) AS "topics"`,
    since === null ? [] : [since],
  );
  if (!row) throw new Error('The change feed gave no answer');
  return row;
}

const POSITION = `pg_current_snapshot()::text AS "snapshot", pg_postmaster_start_time()::text AS "server"`;

/** Prunes by visibility and not by write time, because a long transaction is reported only when it commits. */
export async function pruneChanges(sql: Pick<Sql, 'query'>, snapshot: string): Promise<void> {
  await sql.query(`DELETE FROM "change" WHERE "transaction" < pg_snapshot_xmin($1::pg_snapshot)`, [snapshot]);
  await compactVersions(sql, snapshot);
}

/**
 * Deletes versions visible in this snapshot that a later version of the same thing supersedes. The later transaction
 * must have started after the snapshot: a client that has seen it has seen everything in the snapshot too. Comparing
 * transaction ids is not enough, since a lower one may commit later; and restored rows carry ids of another server,
 * which this one may not have reached. What cursors name of a transaction is kept.
 */
async function compactVersions(sql: Pick<Sql, 'query'>, snapshot: string): Promise<void> {
  await sql.query(
    `WITH "gone" AS (
     DELETE FROM "version" v USING "version" n
     WHERE n."version" >= (SELECT pg_snapshot_xmax($1::pg_snapshot)) AND n."kind" = v."kind" AND n."key" = v."key"
       AND v."version" < n."version" AND pg_visible_in_snapshot(v."version", $1::pg_snapshot)
       AND n."version" < (SELECT pg_snapshot_xmax(pg_current_snapshot()))
       AND (n."was_visible" OR NOT v."was_visible") AND v."was_within" <@ n."was_within"
     RETURNING v."version", v."written_at")
     INSERT INTO "past_transaction" SELECT DISTINCT "version", "written_at" FROM "gone" ON CONFLICT DO NOTHING`,
    [snapshot],
  );
  await forgetTransactions(sql);
}

/** A cursor may name a transaction until the next one, so the age that counts is that of the next. */
async function forgetTransactions(sql: Pick<Sql, 'query'>): Promise<void> {
  const isOld = `< now() - interval '${PAST_DAYS} days'`;
  const next = ['version', 'past_transaction'].map(
    (table) =>
      `(SELECT n."version", n."written_at" FROM "${table}" n WHERE n."version" > p."version" ORDER BY n."version" LIMIT 1)`,
  );
  await sql.query(
    `DELETE FROM "past_transaction" p WHERE p."written_at" ${isOld}
       AND p."version" IN (SELECT "version" FROM "past_transaction" ORDER BY "version" LIMIT ${FORGET_MAX})
       AND (SELECT "written_at" FROM (${next.join(' UNION ALL ')}) n ORDER BY "version" LIMIT 1) ${isOld}`,
  );
}

/** How long a cursor can be used, at least. */
const PAST_DAYS = 400;
/** How many of the oldest are looked at each time. */
const FORGET_MAX = 2_000;
