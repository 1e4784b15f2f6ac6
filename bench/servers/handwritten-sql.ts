// Each statement returns the JSON of the complete answer as text, so that nothing is parsed and serialised again. Rows
// become objects by row_to_json, which is the fastest way and writes no whitespace.

/** $1 limit, $2 website. */
export const TOURNAMENTS = `
WITH page AS (
  SELECT * FROM "tournament" WHERE "published" ORDER BY "newest" DESC LIMIT $1 + 1
), shown AS (SELECT * FROM page ORDER BY "newest" DESC LIMIT $1)
SELECT coalesce((SELECT json_agg(r) FROM (
    SELECT t."slug", t."name", t."status", t."start_date" AS "startDate", t."end_date" AS "endDate", t."description",
      t."city", t."country", z."players",
      s."rounds", t."battle_size" AS "battleSize", t."battle_pack" AS "battlePack", t."club_slug" AS "organizer",
      coalesce((SELECT json_agg(o) FROM (
        SELECT o."name", o."player_id" AS "playerId" FROM "tournament_organizer" o
        WHERE o."tournament_slug" = t."slug" AND o."name" IS NOT NULL ORDER BY o."alphabetical") o), '[]') AS "tournamentOrganizers",
      s."stages", $2 || '/tournaments/' || t."slug" AS "url"
    FROM shown t JOIN "tournament_size" z ON z."tournament_slug" = t."slug" CROSS JOIN LATERAL (
      SELECT coalesce(sum(g."rounds") FILTER (WHERE g."id" <> 'standings'), 0) AS "rounds",
        coalesce(json_strip_nulls(json_agg(json_build_object('id', g."id", 'name', g."name", 'type', g."type",
          'rounds', g."rounds", 'players', g."players") ORDER BY g."id" = 'standings', g."position")
          FILTER (WHERE g."id" <> 'standings' OR t."status" = 'finished')), '[]') AS "stages"
      FROM "stage" g WHERE g."tournament_slug" = t."slug"
    ) s ORDER BY t."newest" DESC
  ) r)::text, '[]') AS "data",
  CASE WHEN (SELECT count(*) FROM page) > $1 THEN (SELECT min("newest") FROM shown) END AS "key"`;

/** $1 limit, $2 website, $3 club. */
export const BATTLES = `
WITH page AS (
  SELECT b.*, c."newest" AS "key" FROM "club_battle" c JOIN "battle" b ON b."id" = c."battle_id"
  LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
  WHERE c."club_slug" = $3 AND NOT b."archived" AND t."published" IS DISTINCT FROM false
  ORDER BY c."newest" DESC LIMIT $1 + 1
), shown AS (SELECT * FROM page ORDER BY "key" DESC LIMIT $1)
SELECT coalesce((SELECT json_agg(r) FROM (
    SELECT b."id", b."date", b."tournament_slug" AS "tournament", b."stage_id" AS "stage", b."round", b."scenario",
      b."battle_pack" AS "battlePack", b."battle_size" AS "battleSize", s."winner", b."victory_size" AS "victorySize",
      s."players", $2 || '/battles/' || b."id" AS "url"
    FROM shown b LEFT JOIN "battle_pack" k ON k."name" = b."battle_pack" CROSS JOIN LATERAL (
      SELECT min(coalesce(s."name", 'Removed player')) FILTER (WHERE s."outcome" = 'win') AS "winner",
        ('[' || string_agg(
          '{"player":' || to_json(coalesce(s."name", 'Removed player')) ||
          ',"playerId":' || coalesce(to_json(CASE WHEN s."name" IS NOT NULL THEN s."player_id" END)::text, 'null') ||
          ',"faction":' || coalesce(to_json(s."faction")::text, 'null') ||
          ',"subFaction":' || coalesce(to_json(s."sub_faction")::text, 'null') ||
          ',"outcome":' || coalesce('"' || s."outcome" || '"', 'null') ||
          ',"battlePoints":' || coalesce(s."battle_points"::text, 'null') ||
          ',"victoryPoints":' || coalesce(s."victory_points"::text, 'null') ||
          CASE WHEN k."scores_objectives" THEN ',"objectivePoints":' || coalesce(s."objective_points", 0) ELSE '' END ||
          CASE WHEN k."uses_battle_tactics" THEN ',"battleTacticsScored":' || coalesce(s."battle_tactics_scored", 0) ELSE '' END ||
          CASE WHEN k."uses_grand_strategies" THEN ',"grandStrategy":' || coalesce(to_json(s."grand_strategy")::text, 'null')
            || ',"grandStrategyScored":' || coalesce(s."grand_strategy_scored", false) ELSE '' END ||
          ',"drops":' || coalesce(s."drops"::text, 'null') ||
          ',"role":' || coalesce('"' || s."role" || '"', 'null') ||
          ',"metrics":' || s."metrics" || '}', ',' ORDER BY s."position") || ']')::json AS "players"
      FROM "battle_side" s WHERE s."battle_id" = b."id"
    ) s ORDER BY b."key" DESC
  ) r)::text, '[]') AS "data",
  CASE WHEN (SELECT count(*) FROM page) > $1 THEN (SELECT min("key") FROM shown) END AS "key"`;

/** $1 tournament. The board of its Swiss stage, ranked by the usual tie-breakers. */
export const STANDINGS = `
WITH own AS (
  SELECT s."participant_id",
    count(*) FILTER (WHERE s."outcome" = 'win') AS "wins", count(*) FILTER (WHERE s."outcome" = 'draw') AS "draws",
    count(*) FILTER (WHERE s."outcome" = 'loss') AS "losses", sum(s."battle_points") AS "battlePoints",
    sum(s."victory_points") AS "victoryPoints", sum(s."victory_points" - o."victory_points") AS "victoryPointsDiff",
    (array_agg(s."faction" ORDER BY s."newest" DESC) FILTER (WHERE s."faction" IS NOT NULL))[1] AS "faction"
  FROM "battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
  JOIN "battle_side" o ON o."battle_id" = b."id" AND o."position" = 3 - s."position"
  WHERE b."tournament_slug" = $1 AND b."stage_id" = 'swiss' GROUP BY 1
), ranked AS (
  SELECT CASE WHEN f."participant_id" IS NOT NULL THEN rank() OVER (ORDER BY
      f."battlePoints" DESC NULLS LAST, f."wins" DESC, f."victoryPointsDiff" DESC, f."victoryPoints" DESC) END AS "rank",
    p."name" AS "player", p."player_id" AS "playerId", coalesce(nullif(p."faction", ''), f."faction") AS "faction",
    coalesce(f."battlePoints", 0) AS "battlePoints", coalesce(f."wins", 0) AS "wins", coalesce(f."draws", 0) AS "draws",
    coalesce(f."losses", 0) AS "losses", coalesce(f."victoryPoints", 0) AS "victoryPoints",
    coalesce(f."victoryPointsDiff", 0) AS "victoryPointsDiff", p."alphabetical"
  FROM "participant" p LEFT JOIN own f ON f."participant_id" = p."id" WHERE p."tournament_slug" = $1
)
SELECT '{"stage":' || (SELECT row_to_json(s) FROM (
    SELECT "id", "name", "type" FROM "stage" WHERE "tournament_slug" = $1 AND "id" = 'swiss') s)
  || ',"data":' || (SELECT json_agg(r) FROM (
    SELECT "rank", "player", "playerId", "faction", "battlePoints", "wins", "draws", "losses", "victoryPoints",
      "victoryPointsDiff" FROM ranked ORDER BY "rank" NULLS LAST, "alphabetical") r) || '}' AS "body"`;
