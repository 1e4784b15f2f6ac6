// Prisma cannot group a relation's rows per parent, so this is a statement of its own.

import { columnsOf, tableOf } from '../one-statement/model.js';
import { conditionOf, refuseValue, sourceOf } from '../one-statement/where.js';
import type { Sql } from '../sql.js';
import { LISTED_BATTLE } from './visibility.js';

/** An opponent with a public id, and the results against that opponent. */
export type Opponent = {
  playerId: string;
  name: string;
  battles: number;
  wins: number;
  draws: number;
  losses: number;
};

const b = columnsOf('Battle', 'b');
const s = columnsOf('BattleSide', 's');
const o = columnsOf('BattleSide', 'o');
const IS_LISTED = conditionOf(sourceOf('Battle', 'b'), LISTED_BATTLE, refuseValue);

/** Most frequent opponents first, at most `first` per player, from the one after `last` on, in the order of `playerIds`. */
export async function readOpponents(
  sql: Sql,
  playerIds: readonly string[],
  first: number,
  last: string | null,
): Promise<Opponent[][]> {
  for (const id of playerIds) sql.tag?.('player', id);
  const rows = await sql.query<Opponent & { ordinal: number; isAfter: boolean }>(
    `SELECT "me"."ordinal"::int AS "ordinal", "met".* FROM unnest($1::text[]) WITH ORDINALITY AS "me"("id", "ordinal")
     CROSS JOIN LATERAL (SELECT * FROM (
       SELECT ${o.playerId} AS "playerId", ${o.name}, count(*)::int AS "battles",
         count(*) FILTER (WHERE ${s.outcome} = 'win')::int AS "wins",
         count(*) FILTER (WHERE ${s.outcome} = 'draw')::int AS "draws",
         count(*) FILTER (WHERE ${s.outcome} = 'loss')::int AS "losses",
         $3::text IS NULL OR bool_or(${o.playerId} = $3) OVER ("in order" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS "isAfter"
       FROM ${tableOf('BattleSide')} s JOIN ${tableOf('Battle')} b ON ${b.id} = ${s.battleId}
       JOIN ${tableOf('BattleSide')} o ON ${o.battleId} = ${s.battleId} AND ${o.position} = 3 - ${s.position}
       WHERE ${s.playerId} = "me"."id" AND ${o.playerId} IS NOT NULL AND ${o.name} IS NOT NULL AND ${IS_LISTED}
       GROUP BY ${o.playerId}, ${o.name}
       WINDOW "in order" AS (ORDER BY count(*) DESC, alphabetical_key(${o.name}, ${o.playerId}) COLLATE "C")
       ORDER BY count(*) DESC, alphabetical_key(${o.name}, ${o.playerId}) COLLATE "C"
     ) AS "each" WHERE "isAfter" LIMIT $2) AS "met"`,
    [playerIds, first, last],
  );
  return playerIds.map((_, index) =>
    rows.filter(({ ordinal }) => ordinal === index + 1).map(({ ordinal, isAfter, ...opponent }) => opponent),
  );
}
