import type { Sql } from './sql.js';
import { battleIsListed } from './visibility.js';

/** Everybody a player has met who has a public id, and how it went. */
export type Opponent = {
  playerId: string;
  name: string;
  battles: number;
  wins: number;
  draws: number;
  losses: number;
};

/** The most frequent first, at most `first` for each player, in the order of `playerIds`. */
export async function readOpponents(sql: Sql, playerIds: readonly string[], first: number): Promise<Opponent[][]> {
  const rows = await sql.query<Opponent & { nth: number }>(
    `SELECT "me"."nth"::int AS "nth", "met".* FROM unnest($1::text[]) WITH ORDINALITY AS "me"("id", "nth")
     CROSS JOIN LATERAL (
       SELECT o."player_id" AS "playerId", o."name", count(*)::int AS "battles",
         count(*) FILTER (WHERE s."outcome" = 'win')::int AS "wins",
         count(*) FILTER (WHERE s."outcome" = 'draw')::int AS "draws",
         count(*) FILTER (WHERE s."outcome" = 'loss')::int AS "losses"
       FROM "battle_side" s JOIN "battle" b ON b."id" = s."battle_id"
       JOIN "battle_side" o ON o."battle_id" = s."battle_id" AND o."position" = 3 - s."position"
       WHERE s."player_id" = "me"."id" AND o."player_id" IS NOT NULL AND o."name" IS NOT NULL AND ${battleIsListed('b')}
       GROUP BY o."player_id", o."name"
       ORDER BY count(*) DESC, alphabetical_key(o."name", o."player_id") COLLATE "C" LIMIT $2
     ) AS "met"`,
    [playerIds, first],
  );
  return playerIds.map((_, index) =>
    rows.filter(({ nth }) => nth === index + 1).map(({ nth, ...opponent }) => opponent),
  );
}
