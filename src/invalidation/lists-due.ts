// Shows army lists when their moment has come (a tournament's `listsFrom`). That is a write like any other, so triggers put the
// lists back where they are read, caches drop what has changed, and followers get it. Every process does it: the first
// finds something to write.
import type { Db } from '../db/client.js';
import type { Feed } from './feed.js';
import { createWakeup } from './wakeup.js';

/** After a failure, which is most often an outage, and for a tournament that another writer holds. */
const AGAIN_MS = 500;
/** The clock of the database may be set, and a timer holds 24 days. */
const AT_MOST_MS = 60_000;

type ListsLog = { info(message: string): void; warn(fields: object, message: string): void };

export function showListsWhenDue(
  { sql: connection }: Pick<Db, 'sql'>,
  feed: Pick<Feed, 'subscribe'>,
  log: ListsLog,
): { close(): Promise<void> } {
  const wakeup = createWakeup();
  let closed = false;
  let failing = false;

  /** Returns how long it is until the next moment; null without one. */
  async function showDue(): Promise<number | null> {
    const [next] = await connection.query<{ ms: number }>(NEXT);
    if (!next || next.ms > 0) return next ? Math.min(next.ms, AT_MOST_MS) : null;
    const shown = await connection.transaction(async (sql) => {
      await sql.query(`SET LOCAL lock_timeout = '${AGAIN_MS}ms'`);
      return sql.query<{ slug: string }>(SHOW);
    });
    for (const { slug } of shown) log.info(`The army lists of ${slug} are shown now`);
    return shown.length === 0 ? AGAIN_MS : 0;
  }

  async function keep(): Promise<void> {
    while (!closed) {
      const waitMs = await showDue().then(
        (ms) => {
          failing = false;
          return ms;
        },
        (error) => {
          if (!failing && !closed)
            log.warn({ err: error }, 'Army lists that are due could not be shown. Trying again.');
          failing = true;
          return AGAIN_MS;
        },
      );
      if (!closed) await wakeup.next(waitMs);
    }
  }

  feed.subscribe((tags) => {
    if (tags === null || tags.has('tournament')) wakeup.wake();
  });
  const kept = keep();
  return {
    async close() {
      closed = true;
      wakeup.wake();
      await kept;
    },
  };
}

const NEXT = `SELECT ceil(1000 * extract(epoch FROM "lists_from"::timestamptz - clock_timestamp()))::float8 AS "ms"
  FROM "tournament" WHERE "lists_from" < 'never' ORDER BY "lists_from" LIMIT 1`;

/** A writer that holds a tournament goes first: waiting for it could end in a deadlock. */
const SHOW = `UPDATE "tournament" SET "lists_from" = NULL WHERE "slug" IN (
    SELECT "slug" FROM "tournament"
    WHERE "lists_from" <= to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') FOR UPDATE SKIP LOCKED)
  RETURNING "slug"`;
