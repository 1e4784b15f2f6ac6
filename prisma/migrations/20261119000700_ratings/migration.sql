-- Final places that no organiser recorded, and ratings, Glicko-2 by weeks (docs/method.md). The service derives both; triggers note
-- what a write makes out of date, and the service replaces it by `switch_places` and `switch_ratings`.

CREATE FUNCTION note_stale_places("keys" TEXT[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  INSERT INTO "place_stale" ("tournament_slug")
  SELECT t."slug" FROM "tournament" t WHERE t."slug" = ANY ("keys") AND t."published" AND t."status" = 'finished'
    AND NOT EXISTS (SELECT FROM "place_stale" s WHERE s."tournament_slug" = t."slug" AND s."xmin" = pg_current_xact_id()::xid);
  IF FOUND THEN PERFORM note('stale', ARRAY['places']); END IF;
END $$;

CREATE FUNCTION note_places_of_tournaments() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM note_stale_places(ARRAY(SELECT "slug" FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER "tournament_note_places" AFTER UPDATE ON "tournament" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_places_of_tournaments();

CREATE FUNCTION note_all_places() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM note_stale_places(ARRAY(SELECT "slug" FROM "tournament" WHERE "status" = 'finished'));
  RETURN NULL;
END $$;
CREATE TRIGGER "battle_side_note_places" AFTER TRUNCATE ON "battle_side" FOR EACH STATEMENT EXECUTE FUNCTION note_all_places();
CREATE TRIGGER "bracket_match_note_places" AFTER TRUNCATE ON "bracket_match" FOR EACH STATEMENT EXECUTE FUNCTION note_all_places();
CREATE TRIGGER "derived_place_note_places" AFTER TRUNCATE ON "derived_place" FOR EACH STATEMENT EXECUTE FUNCTION note_all_places();

-- Replaces the derived places of these tournaments, touching only rows that differ. The tournaments are locked first, in a statement
-- of its own, as writers do at the end of their transaction (refresh_tournament_facets): statistics are then made from what both
-- have written.
CREATE FUNCTION switch_places("keys" TEXT[], "ids" INTEGER[], "at" INTEGER[]) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ DECLARE
  touched INTEGER[];
  slugs TEXT[];
BEGIN
  PERFORM FROM "tournament_size" s WHERE s."tournament_slug" = ANY ("keys") ORDER BY s."tournament_slug" FOR UPDATE;
  WITH "wanted" AS MATERIALIZED (
    SELECT w."id", w."place" FROM unnest("ids", "at") AS w("id", "place") JOIN "participant" p ON p."id" = w."id"
  ), "gone" AS (
    DELETE FROM "derived_place" d USING "participant" p
    WHERE p."id" = d."participant_id" AND p."tournament_slug" = ANY ("keys") AND NOT d."participant_id" = ANY ("ids")
    RETURNING d."participant_id"
  ), "kept" AS (
    INSERT INTO "derived_place" AS d ("participant_id", "place") SELECT "id", "place" FROM "wanted" ORDER BY "id"
    ON CONFLICT ("participant_id") DO UPDATE SET "place" = excluded."place" WHERE d."place" <> excluded."place"
    RETURNING d."participant_id"
  )
  SELECT array_agg("participant_id") INTO touched FROM (SELECT * FROM "gone" UNION ALL SELECT * FROM "kept") AS "both";
  IF touched IS NULL THEN RETURN; END IF;
  slugs := ARRAY(SELECT DISTINCT p."tournament_slug" FROM "participant" p WHERE p."id" = ANY (touched));
  PERFORM refresh_statistics(slugs);
  PERFORM note('place', slugs);
END $$;

-- ISO weeks, numbered from that of 1 January 1970 (src/ratings/week.ts). A division goes towards zero, so numbers are raised above it.
CREATE FUNCTION week_of("day" DATE) RETURNS INTEGER LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ("day" - DATE '1969-12-29' + 7000000) / 7 - 1000000
$$;

CREATE FUNCTION monday_of("week" INTEGER) RETURNS DATE LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DATE '1969-12-29' + "week" * 7
$$;

CREATE FUNCTION note_stale_ratings("week" INTEGER) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  IF "week" IS NOT NULL THEN
    INSERT INTO "rating_stale" ("week") VALUES ("week");
    PERFORM note('stale', ARRAY['ratings']);
  END IF;
END $$;

CREATE FUNCTION note_rated_battles() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM note_stale_ratings((SELECT week_of(min("day")) FROM changed WHERE "first_player" <> "second_player"));
  RETURN NULL;
END $$;
CREATE TRIGGER "counted_battle_note_insert" AFTER INSERT ON "counted_battle" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rated_battles();
CREATE TRIGGER "counted_battle_note_update_from" AFTER UPDATE ON "counted_battle" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rated_battles();
CREATE TRIGGER "counted_battle_note_update_to" AFTER UPDATE ON "counted_battle" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rated_battles();
CREATE TRIGGER "counted_battle_note_delete" AFTER DELETE ON "counted_battle" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rated_battles();

CREATE FUNCTION note_all_ratings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM note_stale_ratings(-2147483648);
  RETURN NULL;
END $$;
CREATE TRIGGER "counted_battle_note_truncate" AFTER TRUNCATE ON "counted_battle" FOR EACH STATEMENT EXECUTE FUNCTION note_all_ratings();
CREATE TRIGGER "player_rating_note_truncate" AFTER TRUNCATE ON "player_rating" FOR EACH STATEMENT EXECUTE FUNCTION note_all_ratings();

-- A removed player has no rank any more, and the others move up.
CREATE FUNCTION note_removed_ratings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF EXISTS (
    SELECT FROM new_rows n JOIN old_rows o ON o."id" = n."id" WHERE n."removed" <> o."removed"
      AND EXISTS (SELECT FROM "player_rating" r WHERE r."player_id" = n."id" AND NOT r."provisional")
  ) THEN PERFORM note_stale_ratings(2147483647); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "player_note_ratings" AFTER UPDATE ON "player"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_removed_ratings();

-- Replaces the weeks from `from_week` on by the rows of temporary tables of the same session, and everybody's rank: readers see the
-- old or the new. Only rows that differ are touched.
CREATE FUNCTION switch_ratings(
  "from_week" INTEGER, "seen" BIGINT[], "by_method" TEXT, "at_week" INTEGER,
  "judged_since" INTEGER, "judged" INTEGER, "by_glicko2" DOUBLE PRECISION, "by_elo" DOUBLE PRECISION
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT SET work_mem = '64MB' AS $$ DECLARE
  touched TEXT[] := '{}';
  more TEXT[];
BEGIN
  WITH "gone" AS (
    DELETE FROM "rating" r WHERE r."week" >= "from_week" AND NOT EXISTS (
      SELECT FROM "staged_rating" s WHERE s."player_id" = r."player_id" AND s."week" = r."week")
    RETURNING r."player_id"
  ) SELECT array_agg("player_id") INTO more FROM (SELECT DISTINCT "player_id" FROM "gone" LIMIT 201) AS "few";
  touched := touched || more;
  WITH "kept" AS (
    INSERT INTO "rating" AS r SELECT s.* FROM "staged_rating" s
    LEFT JOIN "rating" o ON o."player_id" = s."player_id" AND o."week" = s."week" AND o."week" >= "from_week"
    WHERE (o.*) IS DISTINCT FROM (s.*) ORDER BY s."player_id", s."week"
    ON CONFLICT ("player_id", "week") DO UPDATE SET "value" = excluded."value", "deviation" = excluded."deviation",
      "volatility" = excluded."volatility", "battles" = excluded."battles", "elo" = excluded."elo"
    RETURNING r."player_id"
  ) SELECT array_agg("player_id") INTO more FROM (SELECT DISTINCT "player_id" FROM "kept" LIMIT 201) AS "few";
  touched := touched || more;

  DELETE FROM "player_rating" r WHERE NOT EXISTS (SELECT FROM "staged_player_rating" s WHERE s."player_id" = r."player_id");
  WITH "wanted" AS MATERIALIZED (
    SELECT s."player_id", s."week", monday_of("at_week") + 6 AS "as_of", s."value", s."deviation", s."provisional",
      CASE WHEN NOT s."provisional" AND NOT p."removed" THEN
        rank() OVER (PARTITION BY s."provisional" OR p."removed" ORDER BY s."value" DESC)::int END AS "place",
      largest_key((s."value" * 10000)::int, s."player_id") AS "strongest"
    FROM "staged_player_rating" s JOIN "player" p ON p."id" = s."player_id"
  ), "kept" AS (
    INSERT INTO "player_rating" AS r SELECT w.* FROM "wanted" w LEFT JOIN "player_rating" o ON o."player_id" = w."player_id"
    WHERE (o.*) IS DISTINCT FROM (w.*) ORDER BY w."player_id"
    ON CONFLICT ("player_id") DO UPDATE SET "week" = excluded."week", "as_of" = excluded."as_of", "value" = excluded."value",
      "deviation" = excluded."deviation", "provisional" = excluded."provisional", "place" = excluded."place",
      "strongest" = excluded."strongest"
    RETURNING r."player_id"
  ) SELECT array_agg("player_id") INTO more FROM (SELECT "player_id" FROM "kept" LIMIT 201) AS "few";
  touched := touched || more;

  DELETE FROM "tournament_expectation" e WHERE e."week" >= "from_week" AND NOT EXISTS (
    SELECT FROM "staged_expectation" s WHERE s."tournament_slug" = e."tournament_slug" AND s."week" = e."week");
  INSERT INTO "tournament_expectation" AS e SELECT s.* FROM "staged_expectation" s ORDER BY s."tournament_slug", s."week"
  ON CONFLICT ("tournament_slug", "week") DO UPDATE SET "results" = excluded."results" WHERE e."results" <> excluded."results";

  DELETE FROM "rating_week" w WHERE w."week" >= "from_week";
  INSERT INTO "rating_week" SELECT * FROM "staged_week";

  UPDATE "rating_state" s SET "generation" = s."generation" + 1, "method" = "by_method", "week" = "at_week",
    "since" = "judged_since", "battles" = "judged", "glicko2" = "by_glicko2", "elo" = "by_elo";
  DELETE FROM "rating_stale" s WHERE s."id" = ANY ("seen");

  PERFORM note('rating', CASE WHEN cardinality(touched) > 200 THEN ARRAY['*'] ELSE array_append(touched, '') END);
END $$;
