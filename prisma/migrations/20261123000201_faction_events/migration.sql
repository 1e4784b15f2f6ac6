-- There is a faction for whatever a filter finds tournaments by: one that was played against a side without any, in an
-- unfinished battle, or is only in an army list, has no figures, but is one of the factions.
ALTER TABLE "faction_event" DROP CONSTRAINT "faction_event_tournament_slug_fkey";
ALTER TABLE "faction_event" ADD CONSTRAINT "faction_event_tournament_slug_fkey"
  FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$
DECLARE
  was TEXT := pg_get_functiondef('refresh_results(text[])'::regprocedure);
  now TEXT := regexp_replace(was, '"gone_events" AS \(.*?\), ("gone_battles" AS)', '\1');
BEGIN
  IF now = was THEN
    RAISE EXCEPTION 'refresh_results is not what it was';
  END IF;
  EXECUTE now;
END
$$;

CREATE OR REPLACE FUNCTION refresh_statistics("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "player_number" ("player_id")
  SELECT DISTINCT p."player_id" FROM "participant" p WHERE p."tournament_slug" = ANY ("keys") AND p."player_id" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "player_number" n WHERE n."player_id" = p."player_id")
  ORDER BY 1 ON CONFLICT DO NOTHING;
  PERFORM refresh_results("keys");
  PERFORM refresh_sides("keys");
  WITH "found" AS MATERIALIZED (
    SELECT DISTINCT s."faction_id", f."tournament_slug" FROM "tournament_facet" f
    JOIN "tournament" t ON t."slug" = f."tournament_slug" AND t."published"
    JOIN "faction_spelling" s ON s."spelling" = substr(f."facet", 9)
    WHERE f."tournament_slug" = ANY ("keys") AND f."facet" LIKE 'faction %'
  ), "gone" AS (
    DELETE FROM "faction_event" e WHERE e."tournament_slug" = ANY ("keys") AND NOT EXISTS (
      SELECT FROM "found" f WHERE f."tournament_slug" = e."tournament_slug" AND f."faction_id" = e."faction_id")
  )
  INSERT INTO "faction_event" ("faction_id", "tournament_slug") SELECT f."faction_id", f."tournament_slug" FROM "found" f
  WHERE NOT EXISTS (
    SELECT FROM "faction_event" e WHERE e."tournament_slug" = f."tournament_slug" AND e."faction_id" = f."faction_id")
  ORDER BY 1, 2;
END
$$;

SELECT refresh_statistics(ARRAY(SELECT "slug" FROM "tournament"));
