// What an import does with records that a converter made: they tell all that their source knows of a tournament, and
// nothing that the operator or a player has decided since.

import { PROBLEMS_MAX } from '@battle-results/bundle-format/problem';
import type { Sql } from '../db/sql.js';
import type { LineProblem } from './problem.js';

/** On the staging tables, before anything is written. */
export async function keepWhatConvertersMust(sql: Sql): Promise<void> {
  await sql.script(
    [
      // Files are older than the wish to be removed.
      `UPDATE "staged_player" s SET "removed" = true, "name" = NULL FROM "player" p WHERE p."id" = s."id" AND p."removed"`,
      // Nor does a file that has no ids know who was removed: the sign-up tells, unless the file has that player elsewhere.
      `UPDATE "staged_participant" s SET "playerId" = t."player_id", "name" = NULL
        FROM "participant" t JOIN "player" p ON p."id" = t."player_id" AND p."removed"
        WHERE t."tournament_slug" = s."owner" AND t."entry" = s."entry" AND s."playerId" IS NULL AND NOT EXISTS (
          SELECT FROM "staged_participant" o WHERE o."owner" = s."owner" AND o."playerId" = t."player_id")`,
      // The name that a sheet writes beside a player id is of that event only.
      `UPDATE "staged_player" s SET "name" = p."name" FROM "player" p WHERE p."id" = s."id" AND NOT p."removed"
        AND EXISTS (SELECT FROM "staged_tournament" t WHERE t."provenance" ->> 'source' = 'spreadsheet')`,
      // A converter knows clubs and battle packs by their names only.
      `DELETE FROM "staged_club" s USING "club" c WHERE c."slug" = s."slug"`,
      `DELETE FROM "staged_battlePack" s USING "battle_pack" b WHERE b."name" = s."name"`,
      `UPDATE "staged_tournament" s SET "published" = t."published" FROM "tournament" t WHERE t."slug" = s."slug"`,
      // The same files on another day change nothing.
      `UPDATE "staged_tournament" s SET "provenance" = t."provenance" FROM "tournament" t
        WHERE t."slug" = s."slug" AND t."provenance" - 'readOn' = s."provenance" - 'readOn'`,
    ].join(';\n'),
  );
}

/**
 * Tournaments that no converter made, and those whose slug the database has from elsewhere: two events, of which one
 * would replace the other. Sources without ids name a tournament by its name and year, so there the first day tells.
 */
export async function findForeign(sql: Sql): Promise<LineProblem[]> {
  const source = (alias: string) => `(${alias}."provenance" ->> 'source', ${alias}."provenance" ->> 'sourceId')`;
  return sql.query<LineProblem>(`
    SELECT s."line", 'slug' AS "path", format('%s is in the database already, and %s; '
      'give this one another with --set slug=…', s."slug", CASE WHEN ${source('s')} IS DISTINCT FROM ${source('t')}
      THEN 'came from elsewhere' ELSE format('begins on %s there', t."start_date") END) AS "message"
    FROM "staged_tournament" s JOIN "tournament" t ON t."slug" = s."slug"
    WHERE ${source('s')} IS DISTINCT FROM ${source('t')}
      OR s."provenance" ->> 'sourceId' IS NULL AND s."startDate"::text <> t."start_date"::text
    UNION ALL
    SELECT s."line", 'provenance', 'is missing: no converter made this record' FROM "staged_tournament" s
    WHERE s."provenance" IS NULL
    ORDER BY "line" LIMIT ${PROBLEMS_MAX}`);
}

/** A tournament's record replaces everything but its battles; those that a corrected file no longer has are deleted. */
export const BATTLES_NOT_READ = `b."tournament_slug" IN (SELECT "slug" FROM "staged_tournament")
  AND NOT EXISTS (SELECT FROM "staged_battle" s WHERE s."id" = b."id")`;
