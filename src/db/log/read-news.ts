// Turns the notes above a number into cache tags: `KIND` and `KIND:KEY`. To which players and clubs a battle belongs is
// looked up now: what it belonged to before is in its notes.
import type { Sql } from '../sql.js';
import type { News } from './source.js';

/** More notes than these, and anything may have changed. */
const NOTES_MAX = 5_000;

/** Numbers what is committed. Not within another transaction. */
export async function readHead(sql: Pick<Sql, 'query'>): Promise<number> {
  const [row] = await sql.query<{ head: number }>('SELECT log_head()::float8 AS "head"');
  if (!row) throw new Error('The log gave no answer');
  return row.head;
}

/** In one statement after the other, each of which sees what the one before has numbered. */
export async function readNews(sql: Pick<Sql, 'query'>, after: number | null): Promise<News> {
  await readHead(sql);
  const [row] = await sql.query<News>(newsSql(after));
  if (!row) throw new Error('The log gave no answer');
  return row;
}

/** For one round trip: a process that stalls waits for it once. */
export const numberedNewsSql = (after: number | null) => `SELECT log_head(); ${newsSql(after)}`;

const BATTLES = `ARRAY(SELECT "key" FROM "new" WHERE "kind" = 'battle')`;

const newsSql = (after: number | null) => `
  WITH "new" AS MATERIALIZED (
    SELECT n."kind", n."key", n."left_within" FROM "log" l JOIN "note" n USING ("tx") WHERE l."n" > ${after ?? Number.MAX_SAFE_INTEGER} LIMIT ${NOTES_MAX + 1}
  )
  SELECT newest_number()::float8 AS "head", (SELECT "token" FROM "mark" ORDER BY "n" DESC LIMIT 1) AS "mark",
    (SELECT count(*) FROM "log" l JOIN "note" n USING ("tx") WHERE l."n" > ${after ?? Number.MAX_SAFE_INTEGER} AND n."kind" = 'import')::int AS "imports",
    CASE WHEN (SELECT count(*) <= ${NOTES_MAX} AND count(*) FILTER (
      WHERE "kind" IN ('battlesOfTournament', 'battlesOfPack', 'everything')) = 0 FROM "new") THEN ARRAY(
      SELECT v."tag" FROM "new" n CROSS JOIN LATERAL (VALUES
        (CASE WHEN n."kind" NOT IN ('tournament', 'player', 'participant', 'listed') THEN n."kind"::text END),
        (CASE WHEN n."kind" = 'listed' THEN n."key" WHEN n."key" <> '' THEN concat(
          CASE n."kind" WHEN 'participant' THEN 'player' WHEN 'place' THEN 'tournament' ELSE n."kind"::text END, ':', n."key") END)
      ) AS v("tag") WHERE v."tag" IS NOT NULL
      UNION SELECT unnest("left_within") FROM "new"
      UNION SELECT 'player:' || "player_id" FROM "battle_side" WHERE "battle_id" = ANY (${BATTLES}) AND "player_id" IS NOT NULL
      UNION SELECT 'club:' || "club_slug" FROM "club_battle" WHERE "battle_id" = ANY (${BATTLES})
    ) END AS "tags"`;
