// What standings are computed from, for any number of tournaments at once. Boards are never stored: the figures are
// summed over the battles by the same statement, so a board cannot disagree with its battles.
import type { Competition } from '../standings/competition.js';
import type { TournamentStatus } from './generated/enums.js';
import type { Sql } from './sql.js';
import { type StageRow, stagesOf } from './stage.js';
import { tournamentIsVisible } from './visibility.js';

export type TournamentCompetition = Competition & { status: TournamentStatus; visible: boolean; stages: StageRow[] };

/** In the order of `slugs`. `throughRound` leaves later rounds out of the boards, as if they had not been played. */
export async function readCompetitions(
  sql: Sql,
  slugs: readonly string[],
  throughRound: number | null,
): Promise<(TournamentCompetition | null)[]> {
  const rows = await sql.often<TournamentCompetition & { nth: number }>(COMPETITIONS, [slugs, throughRound]);
  const found: (TournamentCompetition | null)[] = slugs.map(() => null);
  for (const { nth, ...competition } of rows) found[nth - 1] = competition;
  return found;
}

const CONTENDERS = `
  SELECT "id", "name", "player_id" AS "playerId", "group", nullif("faction", '') AS "faction",
    "final_placement" AS "finalPlacement", "alphabetical"
  FROM "participant" WHERE "tournament_slug" = t."slug"`;

/** A battle of another tournament, which only a slip in plain SQL can link, is not shown: it might be unpublished. */
const MATCHES = `
  SELECT "stage_id" AS "stageId", "round_number" AS "roundNumber", "round", "table", "first_id" AS "firstId",
    "second_id" AS "secondId", "winner_id" AS "winnerId",
    (SELECT b."id" FROM "battle" b WHERE b."id" = m."battle_id" AND b."tournament_slug" = t."slug") AS "battleId"
  FROM "bracket_match" m WHERE "tournament_slug" = t."slug"`;

/** Both sides of every battle that counts. */
const SIDES = `"battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
  JOIN "battle_side" o ON o."battle_id" = b."id" AND o."position" = 3 - s."position"`;
const COUNTS = `b."tournament_slug" = t."slug" AND ($2::int IS NULL OR b."round" <= $2)`;

const FIGURES = `
  SELECT b."stage_id" AS "stageId", s."participant_id" AS "participantId",
    count(*) AS "battles",
    count(*) FILTER (WHERE s."outcome" = 'win') AS "wins",
    count(*) FILTER (WHERE s."outcome" = 'draw') AS "draws",
    count(*) FILTER (WHERE s."outcome" = 'loss') AS "losses",
    coalesce(sum(s."battle_points"), 0) AS "battlePoints",
    coalesce(sum(s."victory_points"), 0) AS "victoryPoints",
    sum(coalesce(s."victory_points", 0) - coalesce(o."victory_points", 0)) AS "victoryPointsDiff",
    (array_agg(s."faction" ORDER BY s."newest" DESC) FILTER (WHERE s."faction" IS NOT NULL))[1] AS "faction",
    0 AS "opponentsBattlePoints", 0 AS "opponentsWins"
  FROM ${SIDES} WHERE ${COUNTS} GROUP BY b."stage_id", s."participant_id"`;

/** An opponent met twice counts twice. */
const FIGURES_WITH_OPPONENTS = `
  WITH f AS (${FIGURES}), faced AS (
    SELECT b."stage_id" AS "stageId", s."participant_id" AS "participantId",
      sum(f."battlePoints") AS "battlePoints", sum(f."wins") AS "wins"
    FROM ${SIDES} JOIN f ON f."participantId" = o."participant_id" AND f."stageId" = b."stage_id"
    WHERE ${COUNTS} GROUP BY b."stage_id", s."participant_id"
  )
  SELECT f."stageId", f."participantId", f."battles", f."wins", f."draws", f."losses", f."battlePoints",
    f."victoryPoints", f."victoryPointsDiff", f."faction",
    faced."battlePoints" AS "opponentsBattlePoints", faced."wins" AS "opponentsWins"
  FROM f JOIN faced USING ("stageId", "participantId")`;

const json = (rows: string) => `(SELECT coalesce(json_agg(row_to_json(r)), '[]') FROM (${rows}) r)`;

const COMPETITIONS = `
  SELECT "wanted"."nth"::int AS "nth", ${tournamentIsVisible('t')} AS "visible", t."status", t."groups",
    to_json(t."tie_breakers") AS "tieBreakers", ${stagesOf('t."slug"')} AS "stages",
    ${json(CONTENDERS)} AS "contenders", ${json(MATCHES)} AS "matches",
    CASE WHEN t."tie_breakers" && '{opponentsBattlePoints,opponentsWins}'
      THEN ${json(FIGURES_WITH_OPPONENTS)} ELSE ${json(FIGURES)} END AS "figures"
  FROM unnest($1::text[]) WITH ORDINALITY AS "wanted"("slug", "nth") JOIN "tournament" t ON t."slug" = "wanted"."slug"`;
