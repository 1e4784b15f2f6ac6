-- Who fought the battles that statistics count: players who come again make the results of events alike.

-- A whole number for each player who has a battle that counts.
CREATE TABLE "player_number" (
    "player_id" TEXT COLLATE "C" NOT NULL,
    "number" SERIAL NOT NULL,

    CONSTRAINT "player_number_pkey" PRIMARY KEY ("player_id")
);
ALTER TABLE "player_number" ADD CONSTRAINT "player_number_player_id_fkey"
  FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Four bytes for each participant of a battle between known factions: the player's number, or for one without an id of a
-- player the negative id of the participant. Then four bytes for each of the "results" of the tournament, in the same order:
-- the places of both participants in the roster, with 16 bits each. Of one tournament 32,768 participants are told apart.
CREATE TABLE "tournament_sides" (
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "roster" BYTEA NOT NULL,
    "sides" BYTEA NOT NULL,

    CONSTRAINT "tournament_sides_pkey" PRIMARY KEY ("tournament_slug")
);
ALTER TABLE "tournament_sides" ADD CONSTRAINT "tournament_sides_tournament_slug_fkey"
  FOREIGN KEY ("tournament_slug") REFERENCES "tournament_statistics"("tournament_slug") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION refresh_sides("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  changed TEXT[];
BEGIN
  INSERT INTO "player_number" ("player_id")
  SELECT DISTINCT s."player" FROM "counted_battle" c
  CROSS JOIN LATERAL (VALUES (c."first_player"), (c."second_player")) AS s("player")
  WHERE c."tournament_slug" = ANY ("keys") AND s."player" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "player_number" n WHERE n."player_id" = s."player")
  ORDER BY 1 ON CONFLICT DO NOTHING;
  WITH "fought" AS MATERIALIZED (
    SELECT c."tournament_slug" AS "slug", c."first_faction" <= c."second_faction" AS "in_order",
      array_position(s."factions", least(c."first_faction", c."second_faction")) - 1 AS "first",
      array_position(s."factions", greatest(c."first_faction", c."second_faction")) - 1 AS "second",
      CASE WHEN c."first_role" IS NULL THEN 0
        WHEN (c."first_role" = 'attacker') = (c."first_faction" <= c."second_faction") THEN 1 ELSE 2 END AS "role",
      CASE WHEN c."first_faction" <= c."second_faction" THEN c."first_score" ELSE 2 - c."first_score" END AS "score",
      coalesce(na."number", -a."participant_id") AS "one", coalesce(nz."number", -z."participant_id") AS "other"
    FROM "counted_battle" c JOIN "tournament_statistics" s ON s."tournament_slug" = c."tournament_slug"
    CROSS JOIN LATERAL (SELECT p."participant_id" FROM "battle_side" p
      WHERE p."battle_id" = c."battle_id" AND p."position" = 1 OFFSET 0) a
    CROSS JOIN LATERAL (SELECT p."participant_id" FROM "battle_side" p
      WHERE p."battle_id" = c."battle_id" AND p."position" = 2 OFFSET 0) z
    LEFT JOIN "player_number" na ON na."player_id" = c."first_player"
    LEFT JOIN "player_number" nz ON nz."player_id" = c."second_player"
    WHERE c."tournament_slug" = ANY ("keys") AND c."matchup" IS NOT NULL
  ), "roster" AS MATERIALIZED (
    SELECT "slug", "number", least(row_number() OVER (PARTITION BY "slug" ORDER BY "number") - 1, 32767) AS "nth" FROM (
      SELECT "slug", "one" AS "number" FROM "fought" UNION SELECT "slug", "other" FROM "fought"
    ) AS "all"
  ), "packed" AS MATERIALIZED (
    SELECT r."slug", r."roster", f."sides"
    FROM (SELECT "slug", string_agg(int4send("number"), '' ORDER BY "number") AS "roster" FROM "roster" GROUP BY 1) r
    JOIN (
      SELECT "slug", string_agg(int4send("sides"), '' ORDER BY "code", "sides") AS "sides" FROM (
        SELECT f."slug", f."first" * 131072 + f."second" * 16 + f."role" * 3 + f."score" AS "code",
          (CASE WHEN f."in_order" THEN a."nth" * 65536 + z."nth" ELSE z."nth" * 65536 + a."nth" END)::int AS "sides"
        FROM "fought" f JOIN "roster" a ON a."slug" = f."slug" AND a."number" = f."one"
        JOIN "roster" z ON z."slug" = f."slug" AND z."number" = f."other"
        WHERE f."first" < 8192 AND f."second" < 8192
      ) AS "coded" GROUP BY 1
    ) f USING ("slug")
  ), "gone" AS (
    DELETE FROM "tournament_sides" s WHERE s."tournament_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "packed" p WHERE p."slug" = s."tournament_slug")
  ), "kept" AS (
    INSERT INTO "tournament_sides" AS s SELECT * FROM "packed" ORDER BY "slug"
    ON CONFLICT ("tournament_slug") DO UPDATE SET "roster" = excluded."roster", "sides" = excluded."sides"
    WHERE (s."roster", s."sides") IS DISTINCT FROM (excluded."roster", excluded."sides")
    RETURNING s."tournament_slug"
  ) SELECT array_agg("tournament_slug") INTO changed FROM "kept";
  -- The same results of other players have other intervals.
  IF is_bulk(cardinality(changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF cardinality(changed) > 0 THEN
    PERFORM tell_change(ARRAY(SELECT 'statistics' UNION ALL SELECT unnest(ARRAY['statistics:country ' || s."country",
      'statistics:pack ' || s."battle_pack", 'statistics:club ' || s."club_slug"])
      FROM "tournament_statistics" s WHERE s."tournament_slug" = ANY (changed)));
  END IF;
END
$$;

-- What was `refresh_statistics` is its first half.
ALTER FUNCTION refresh_statistics(TEXT[]) RENAME TO refresh_results;
CREATE FUNCTION refresh_statistics("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM refresh_results("keys");
  PERFORM refresh_sides("keys");
END
$$;

SELECT refresh_sides(ARRAY(SELECT "tournament_slug" FROM "tournament_statistics"));

-- A rated battle takes 24 bytes, six whole numbers: the numbers of both players come last. The service works them out anew.
DELETE FROM "tournament_expectation";
INSERT INTO "rating_stale" ("week") SELECT -2147483648 WHERE EXISTS (SELECT FROM "rating");
