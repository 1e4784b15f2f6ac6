-- The same rules and the same rows, in a fraction of the time.

-- A bounded repetition makes a large automaton, which took 40 to 60 microseconds per value.
CREATE OR REPLACE FUNCTION is_word("key" TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT char_length("key") BETWEEN 1 AND 200 AND "key" NOT IN ('.', '..')
    AND "key" !~ '[\s/?#%\u0001-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufff9-\ufffb]'
$$;

CREATE OR REPLACE FUNCTION is_name("name" TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT char_length("name") <= 200 AND "name" ~ '\S' AND "name" !~ '[\u0001-\u001f\u007f-\u009f]'
$$;

-- One row for each battle with what its two sides give, instead of one for each side and club.
CREATE OR REPLACE FUNCTION refresh_club_battles("battles" TEXT[]) RETURNS void LANGUAGE sql AS $$
  WITH "fought" AS (
    SELECT b."id", b."newest", coalesce(b."club_slug", t."club_slug") AS "host", min(p."club_slug") AS "first",
      max(p."club_slug") AS "second",
      array_remove(ARRAY[min(faction_spelling(s."faction")), max(faction_spelling(s."faction"))], NULL) AS "factions"
    FROM "battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
    LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
    LEFT JOIN "participant" p ON p."id" = s."participant_id"
    WHERE b."id" = ANY ("battles") GROUP BY b."id", t."slug"
  ), "connected" AS MATERIALIZED (
    SELECT c."club_slug", f."id", f."newest", f."factions" FROM "fought" f CROSS JOIN LATERAL (VALUES
      (f."host"),
      (CASE WHEN f."first" IS DISTINCT FROM f."host" THEN f."first" END),
      (CASE WHEN f."second" <> f."first" AND f."second" IS DISTINCT FROM f."host" THEN f."second" END)
    ) AS c("club_slug") WHERE c."club_slug" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "club_battle" c WHERE c."battle_id" = ANY ("battles")
      AND NOT EXISTS (SELECT FROM "connected" k WHERE k."id" = c."battle_id" AND k."club_slug" = c."club_slug")
  ), "played" AS (
    INSERT INTO "club_faction" ("club_slug", "faction")
    SELECT DISTINCT k."club_slug", f
    FROM (SELECT DISTINCT "club_slug", "factions" FROM "connected") k CROSS JOIN unnest(k."factions") AS f
    WHERE NOT EXISTS (SELECT FROM "club_faction" c WHERE c."club_slug" = k."club_slug" AND c."faction" = f)
    ORDER BY 1, 2 ON CONFLICT DO NOTHING
  )
  INSERT INTO "club_battle" ("club_slug", "battle_id", "newest", "factions")
  SELECT "club_slug", "id", "newest", "factions" FROM "connected"
  ON CONFLICT ("club_slug", "battle_id") DO UPDATE SET "newest" = excluded."newest", "factions" = excluded."factions"
  WHERE ("club_battle"."newest", "club_battle"."factions") IS DISTINCT FROM (excluded."newest", excluded."factions")
$$;
