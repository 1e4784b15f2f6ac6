-- The factions that were ever played in a club's battles: one that was not would otherwise be looked for in all of them.
-- Nothing is taken out of it when a battle goes, so it may name a faction of which no battle is left, never the other
-- way round; and so writers meet in it only over a faction that is new to a club.
CREATE TABLE "club_faction" (
    "club_slug" TEXT COLLATE "C" NOT NULL,
    "faction" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "club_faction_pkey" PRIMARY KEY ("club_slug","faction")
);
ALTER TABLE "club_faction" ADD CONSTRAINT "club_faction_club_slug_fkey"
  FOREIGN KEY ("club_slug") REFERENCES "club"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE OR REPLACE FUNCTION refresh_club_battles("battles" TEXT[]) RETURNS void LANGUAGE sql AS $$
  WITH "connected" AS (
    SELECT DISTINCT c."club_slug", b."id", b."newest", array_remove(ARRAY[
      min(sort_name(s."faction")) OVER "battle", max(sort_name(s."faction")) OVER "battle"], NULL) AS "factions"
    FROM "battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
    LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
    LEFT JOIN "participant" p ON p."id" = s."participant_id"
    CROSS JOIN LATERAL (VALUES (b."club_slug"), (t."club_slug"), (p."club_slug")) AS c("club_slug")
    WHERE b."id" = ANY ("battles") WINDOW "battle" AS (PARTITION BY b."id")
  ), "gone" AS (
    DELETE FROM "club_battle" c WHERE c."battle_id" = ANY ("battles")
      AND NOT EXISTS (SELECT FROM "connected" k WHERE k."id" = c."battle_id" AND k."club_slug" = c."club_slug")
  ), "played" AS (
    INSERT INTO "club_faction" ("club_slug", "faction")
    SELECT DISTINCT k."club_slug", f FROM "connected" k CROSS JOIN unnest(k."factions") AS f
    WHERE k."club_slug" IS NOT NULL
      AND NOT EXISTS (SELECT FROM "club_faction" c WHERE c."club_slug" = k."club_slug" AND c."faction" = f)
    ORDER BY 1, 2 ON CONFLICT DO NOTHING
  )
  INSERT INTO "club_battle" ("club_slug", "battle_id", "newest", "factions")
  SELECT "club_slug", "id", "newest", "factions" FROM "connected" WHERE "club_slug" IS NOT NULL
  ON CONFLICT ("club_slug", "battle_id") DO UPDATE SET "newest" = excluded."newest", "factions" = excluded."factions"
  WHERE ("club_battle"."newest", "club_battle"."factions") IS DISTINCT FROM (excluded."newest", excluded."factions")
$$;

INSERT INTO "club_faction" ("club_slug", "faction")
SELECT DISTINCT c."club_slug", f FROM "club_battle" c CROSS JOIN unnest(c."factions") AS f;

-- The clubs of players are kept by their exact slugs, as slugs are compared everywhere.
CREATE OR REPLACE FUNCTION refresh_player_facets("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM "player_activity" a WHERE a."player_id" = ANY ("keys") ORDER BY a."player_id" FOR UPDATE;
  WITH "players" AS MATERIALIZED (
    SELECT p."id", p."alphabetical" FROM unnest("keys") AS k JOIN "player" p ON p."id" = k AND NOT p."removed"
  ), "played" AS MATERIALIZED (
    SELECT p."id", s."faction", count(*) AS "battles" FROM "players" p
    CROSS JOIN LATERAL (SELECT s."battle_id", s."faction" FROM "battle_side" s WHERE s."player_id" = p."id" OFFSET 0) s
    CROSS JOIN LATERAL (
      SELECT b."tournament_slug" FROM "battle" b WHERE b."id" = s."battle_id" AND NOT b."archived" OFFSET 0
    ) b LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
    WHERE b."tournament_slug" IS NULL OR t."published" GROUP BY 1, 2
  ), "activity" AS (
    INSERT INTO "player_activity" ("player_id", "battles", "busiest")
    SELECT p."id", coalesce(n."battles", 0), largest_key(coalesce(n."battles", 0), p."alphabetical")
    FROM "players" p LEFT JOIN (SELECT "id", sum("battles")::int AS "battles" FROM "played" GROUP BY "id") n USING ("id")
    ON CONFLICT ("player_id") DO UPDATE SET "battles" = excluded."battles", "busiest" = excluded."busiest"
    WHERE "player_activity"."busiest" <> excluded."busiest"
  ), "wanted" AS MATERIALIZED (
    SELECT "id", facet('faction', "faction") AS "facet" FROM "played" WHERE "faction" IS NOT NULL
    UNION
    SELECT p."id", v."facet"
    FROM "players" p JOIN "participant" s ON s."player_id" = p."id"
    JOIN "tournament" t ON t."slug" = s."tournament_slug" AND t."published"
    CROSS JOIN LATERAL (VALUES ('club ' || s."club_slug"), (facet('faction', s."faction"))) v("facet")
    WHERE v."facet" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "player_facet" f WHERE f."player_id" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "wanted" w WHERE w."id" = f."player_id" AND w."facet" = f."facet")
  )
  INSERT INTO "player_facet" ("player_id", "facet") SELECT "id", "facet" FROM "wanted" ON CONFLICT DO NOTHING;
END
$$;

SELECT refresh_player_facets(ARRAY(
  SELECT DISTINCT p."player_id" FROM "participant" p WHERE p."player_id" IS NOT NULL AND p."club_slug" <> sort_name(p."club_slug")));
