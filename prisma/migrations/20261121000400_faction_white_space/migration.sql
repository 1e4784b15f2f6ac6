-- White space around a faction's name, or more than one blank in it, is no part of the name: "Orks " and "Orks" are one. What
-- was recorded keeps it.
CREATE FUNCTION single_spaced("text" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN trim(regexp_replace("text" COLLATE "C", '\s+', ' ', 'g'));

-- Without case, accents and such white space; '' for nothing but blanks, which is the spelling of no faction.
CREATE OR REPLACE FUNCTION faction_spelling("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(single_spaced(sort_name("name")), 200);

CREATE OR REPLACE FUNCTION facet("name" TEXT, "value" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN "name" || ' ' || CASE "name" WHEN 'faction' THEN faction_spelling("value") ELSE left(sort_name("value"), 200) END;

CREATE OR REPLACE FUNCTION faction_names("keys" TEXT[]) RETURNS TABLE ("spelling" TEXT, "name" TEXT) LANGUAGE sql STABLE AS $$
  SELECT faction_spelling(p."faction"), single_spaced(p."faction") FROM "participant" p WHERE p."tournament_slug" = ANY ("keys")
  UNION
  SELECT faction_spelling(s."faction"), single_spaced(s."faction")
  FROM "battle" b CROSS JOIN LATERAL (SELECT s."faction" FROM "battle_side" s WHERE s."battle_id" = b."id" OFFSET 0) s
  WHERE b."tournament_slug" = ANY ("keys")
$$;

CREATE OR REPLACE FUNCTION refresh_club_battles("battles" TEXT[]) RETURNS void LANGUAGE sql AS $$
  WITH "connected" AS (
    SELECT DISTINCT c."club_slug", b."id", b."newest", array_remove(ARRAY[
      min(faction_spelling(s."faction")) OVER "battle", max(faction_spelling(s."faction")) OVER "battle"], NULL) AS "factions"
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

-- What was stored under another spelling is worked out anew.
SELECT refresh_club_battles(ARRAY(SELECT DISTINCT c."battle_id" FROM "club_battle" c
  CROSS JOIN unnest(c."factions") AS f WHERE f <> faction_spelling(f)));
CREATE TEMPORARY TABLE "respelled" ON COMMIT DROP AS
  SELECT DISTINCT "tournament_slug" AS "slug" FROM "tournament_facet"
  WHERE "facet" LIKE 'faction %' AND substr("facet", 9) <> faction_spelling(substr("facet", 9));
SELECT refresh_player_facets(ARRAY(SELECT DISTINCT "player_id" FROM "player_facet"
  WHERE "facet" LIKE 'faction %' AND substr("facet", 9) <> faction_spelling(substr("facet", 9))));
SELECT refresh_tournament_facets(ARRAY(SELECT "slug" FROM "respelled"));
UPDATE "faction" f SET "name" = single_spaced(f."name") WHERE NOT f."loaded" AND f."name" <> single_spaced(f."name");
UPDATE "faction" f SET "name" = f."name" WHERE f."loaded"
  AND EXISTS (SELECT FROM unnest(f."name" || f."aliases") AS n WHERE n <> single_spaced(n));
DELETE FROM "faction_spelling" WHERE "spelling" <> faction_spelling("spelling");
DELETE FROM "faction" f WHERE NOT f."loaded" AND NOT EXISTS (SELECT FROM "faction_spelling" s WHERE s."faction_id" = f."id");
SELECT refresh_statistics(ARRAY(SELECT "slug" FROM "respelled"));
