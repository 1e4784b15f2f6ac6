// Deletes what no process and no cursor needs: notes for processes that all have read them, notes that a later one of the
// same record repeats, and what is before a note that everything changed, since cursors before it are refused.
import type { Sql } from '../sql.js';

/** `to` is known to all processes; notes above `from` may repeat others since the run before. */
export async function pruneLog(sql: Pick<Sql, 'query'>, from: number, to: number): Promise<void> {
  const [row] = await sql.query<{ gone: string[] | null }>(
    `WITH "read" AS (
       DELETE FROM "note" v USING "log" l
       WHERE v."kind" > 'everything' AND l."tx" = v."tx" AND l."n" <= $2 RETURNING v."tx"
     ), "refused" AS (
       DELETE FROM "note" v USING "log" l
       WHERE l."n" <= $2 AND l."n" < (
           SELECT max(m."n") FROM "log" m JOIN "note" n USING ("tx") WHERE n."kind" = 'everything' AND n."key" = '')
         AND v."tx" = l."tx" AND v."kind" <= 'everything' RETURNING v."tx"
     ), "repeated" AS (
       DELETE FROM "note" v USING "log" l, "note" n, "log" m
       WHERE m."n" > $1 AND n."tx" = m."tx" AND n."kind" <= 'everything' AND v."kind" = n."kind" AND v."key" = n."key"
         AND l."tx" = v."tx" AND l."n" < m."n" AND l."n" <= $2
         AND (n."was_visible" IS TRUE OR v."was_visible" IS NOT TRUE) AND v."left_within" <@ n."left_within" RETURNING v."tx"
     )
     SELECT array_agg(DISTINCT "tx"::text) AS "gone"
     FROM (TABLE "read" UNION ALL TABLE "refused" UNION ALL TABLE "repeated") AS "each"`,
    [from, to],
  );
  // The newest number stays, because the next one follows it.
  await sql.query(
    `DELETE FROM "log" l WHERE l."tx" = ANY ($1::bigint[]) AND l."n" < newest_number()
       AND NOT EXISTS (SELECT FROM "note" n WHERE n."tx" = l."tx")`,
    [`{${row?.gone?.join(',') ?? ''}}`],
  );
}
