-- Tournaments are found by what is visible of them: final standings, a board, once they have finished and whether or not they
-- were recorded; and, like players, by no faction that was played in archived battles only.
CREATE OR REPLACE FUNCTION refresh_tournament_facets("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM "tournament_size" s WHERE s."tournament_slug" = ANY ("keys") ORDER BY s."tournament_slug" FOR UPDATE;
  INSERT INTO "tournament_size" ("tournament_slug", "players", "largest")
  SELECT t."slug", n."players", largest_key(n."players", t."alphabetical")
  FROM unnest("keys") AS k JOIN "tournament" t ON t."slug" = k CROSS JOIN LATERAL (
    SELECT count(*)::int AS "players" FROM "participant" p WHERE p."tournament_slug" = t."slug"
  ) n
  ON CONFLICT ("tournament_slug") DO UPDATE SET "players" = excluded."players", "largest" = excluded."largest"
  WHERE "tournament_size"."largest" <> excluded."largest";
  WITH "wanted" AS MATERIALIZED (
    SELECT DISTINCT t."slug", facet(v."name", v."value") AS "facet"
    FROM unnest("keys") AS k JOIN "tournament" t ON t."slug" = k CROSS JOIN LATERAL (
      VALUES ('country', t."country"), ('city', t."city"), ('pack', t."battle_pack"), ('size', t."battle_size"::text),
        ('stage', CASE WHEN t."status" = 'finished' THEN 'board' END)
      UNION SELECT 'stage', s."type"::text FROM "stage" s WHERE s."tournament_slug" = t."slug" AND s."id" <> 'standings'
      UNION SELECT 'faction', p."faction" FROM "participant" p WHERE p."tournament_slug" = t."slug"
      UNION SELECT 'faction', s."faction" FROM "battle" b
        CROSS JOIN LATERAL (SELECT s."faction" FROM "battle_side" s WHERE s."battle_id" = b."id" OFFSET 0) s
        WHERE b."tournament_slug" = t."slug" AND NOT b."archived"
    ) v("name", "value") WHERE v."value" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "tournament_facet" f WHERE f."tournament_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "wanted" w WHERE w."slug" = f."tournament_slug" AND w."facet" = f."facet")
  )
  INSERT INTO "tournament_facet" ("tournament_slug", "facet") SELECT "slug", "facet" FROM "wanted" ON CONFLICT DO NOTHING;
END
$$;

SELECT refresh_tournament_facets(ARRAY(SELECT "slug" FROM "tournament"));
