-- Ratings: Glicko-2 by weeks (docs/method.md), worked out by the service from the battles that count. What a write makes out of
-- date is noted here by triggers; the service replays from the earliest such week on and replaces what it has by
-- `switch_ratings`, in one statement.

-- A row for each player and week with a battle, as of the end of the week.
CREATE TABLE "rating" (
    "player_id" TEXT COLLATE "C" NOT NULL,
    "week" INTEGER NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "deviation" DOUBLE PRECISION NOT NULL,
    "volatility" DOUBLE PRECISION NOT NULL,
    "battles" INTEGER NOT NULL,
    "elo" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "rating_pkey" PRIMARY KEY ("player_id","week")
);

CREATE TABLE "player_rating" (
    "player_id" TEXT COLLATE "C" NOT NULL,
    "week" INTEGER NOT NULL,
    "as_of" DATE NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "deviation" DOUBLE PRECISION NOT NULL,
    "provisional" BOOLEAN NOT NULL,
    "place" INTEGER,
    "strongest" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "player_rating_pkey" PRIMARY KEY ("player_id")
);
CREATE INDEX "player_rating_provisional_strongest_idx" ON "player_rating"("provisional", "strongest");

-- For each rated battle of a tournament and week between known factions 16 bytes, four whole numbers: both factions; three
-- times the role (none, attacker, defender) plus the score in half points, both of the first, times 2^20, plus the expected
-- score of the first in millionths; the value of the first times 2^16, plus that of the second, both before the week and
-- without decimals.
CREATE TABLE "tournament_expectation" (
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "week" INTEGER NOT NULL,
    "results" BYTEA NOT NULL,

    CONSTRAINT "tournament_expectation_pkey" PRIMARY KEY ("tournament_slug","week")
);

-- What was foretold of the battles of a week: sums of the log-loss.
CREATE TABLE "rating_week" (
    "week" INTEGER NOT NULL,
    "battles" INTEGER NOT NULL,
    "glicko2" DOUBLE PRECISION NOT NULL,
    "elo" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "rating_week_pkey" PRIMARY KEY ("week")
);

-- Weeks from which on ratings are out of date; the last one of all says that only places are. Rows are added and taken away,
-- never changed, so that writers do not wait for each other.
CREATE TABLE "rating_stale" (
    "id" BIGSERIAL NOT NULL,
    "week" INTEGER NOT NULL,

    CONSTRAINT "rating_stale_pkey" PRIMARY KEY ("id")
);

-- One row.
CREATE TABLE "rating_state" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "generation" INTEGER NOT NULL,
    "method" TEXT NOT NULL,
    "week" INTEGER,
    "since" INTEGER,
    "battles" INTEGER NOT NULL,
    "glicko2" DOUBLE PRECISION,
    "elo" DOUBLE PRECISION,

    CONSTRAINT "rating_state_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "rating_state_one" CHECK ("id" = 1)
);
INSERT INTO "rating_state" ("generation", "method", "battles") VALUES (0, 'none', 0);

ALTER TABLE "rating" ADD CONSTRAINT "rating_player_id_fkey"
  FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "player_rating" ADD CONSTRAINT "player_rating_player_id_fkey"
  FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tournament_expectation" ADD CONSTRAINT "tournament_expectation_tournament_slug_fkey"
  FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- ISO weeks, numbered from that of 1 January 1970 (src/ratings/week.ts). Whole numbers are divided towards zero, so they are kept
-- above it.
CREATE FUNCTION week_of("day" DATE) RETURNS INTEGER LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ("day" - DATE '1969-12-29' + 7000000) / 7 - 1000000
$$;

CREATE FUNCTION monday_of("week" INTEGER) RETURNS DATE LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DATE '1969-12-29' + "week" * 7
$$;

-- For whoever may write a table, without rights on this one.
CREATE FUNCTION note_stale_ratings("week" INTEGER) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF "week" IS NOT NULL THEN
    INSERT INTO "rating_stale" ("week") VALUES ("week");
    PERFORM tell_change(ARRAY['ratings:stale']);
  END IF;
END
$$;

CREATE FUNCTION note_rated_battles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_stale_ratings((SELECT week_of(min("day")) FROM changed WHERE "first_player" <> "second_player"));
  RETURN NULL;
END
$$;
CREATE TRIGGER "counted_battle_note_insert" AFTER INSERT ON "counted_battle"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rated_battles();
CREATE TRIGGER "counted_battle_note_update_from" AFTER UPDATE ON "counted_battle"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rated_battles();
CREATE TRIGGER "counted_battle_note_update_to" AFTER UPDATE ON "counted_battle"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rated_battles();
CREATE TRIGGER "counted_battle_note_delete" AFTER DELETE ON "counted_battle"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_rated_battles();

CREATE FUNCTION note_all_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_stale_ratings(-2147483648);
  RETURN NULL;
END
$$;
CREATE TRIGGER "counted_battle_note_truncate" AFTER TRUNCATE ON "counted_battle"
FOR EACH STATEMENT EXECUTE FUNCTION note_all_ratings();
CREATE TRIGGER "player_rating_note_truncate" AFTER TRUNCATE ON "player_rating"
FOR EACH STATEMENT EXECUTE FUNCTION note_all_ratings();

-- Who is removed has no place any more, and the others move up.
CREATE FUNCTION note_removed_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM new_rows n JOIN old_rows o ON o."id" = n."id" WHERE n."removed" <> o."removed"
      AND EXISTS (SELECT FROM "player_rating" r WHERE r."player_id" = n."id" AND NOT r."provisional")
  ) THEN
    PERFORM note_stale_ratings(2147483647);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "player_note_ratings" AFTER UPDATE ON "player"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_removed_ratings();

INSERT INTO "rating_stale" ("week") SELECT week_of(min("day")) FROM "counted_battle" HAVING min("day") IS NOT NULL;

-- Replaces the weeks from `from_week` on by what is staged in temporary tables of the same session, and everybody's place: readers see
-- the old or the new. Only rows that differ are touched, and whose they are is told as the topics `rating:PLAYER`, or, when
-- there are many, as `ratings:many`; `ratings` is told always.
CREATE FUNCTION switch_ratings(
  "from_week" INTEGER, "seen" BIGINT[], "by_method" TEXT, "at_week" INTEGER,
  "judged_since" INTEGER, "judged" INTEGER, "by_glicko2" DOUBLE PRECISION, "by_elo" DOUBLE PRECISION
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT SET work_mem = '64MB' AS $$
DECLARE
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
    INSERT INTO "rating" AS r
    SELECT s.* FROM "staged_rating" s
    LEFT JOIN "rating" o ON o."player_id" = s."player_id" AND o."week" = s."week" AND o."week" >= "from_week"
    WHERE (o.*) IS DISTINCT FROM (s.*) ORDER BY s."player_id", s."week"
    ON CONFLICT ("player_id", "week") DO UPDATE SET "value" = excluded."value", "deviation" = excluded."deviation",
      "volatility" = excluded."volatility", "battles" = excluded."battles", "elo" = excluded."elo"
    RETURNING r."player_id"
  ) SELECT array_agg("player_id") INTO more FROM (SELECT DISTINCT "player_id" FROM "kept" LIMIT 201) AS "few";
  touched := touched || more;

  DELETE FROM "player_rating" r
  WHERE NOT EXISTS (SELECT FROM "staged_player_rating" s WHERE s."player_id" = r."player_id");
  WITH "wanted" AS MATERIALIZED (
    SELECT s."player_id", s."week", monday_of("at_week") + 6 AS "as_of", s."value", s."deviation", s."provisional",
      CASE WHEN NOT s."provisional" AND NOT p."removed" THEN
        rank() OVER (PARTITION BY s."provisional" OR p."removed" ORDER BY s."value" DESC)::int END AS "place",
      largest_key((s."value" * 10000)::int, s."player_id") AS "strongest"
    FROM "staged_player_rating" s JOIN "player" p ON p."id" = s."player_id"
  ), "kept" AS (
    INSERT INTO "player_rating" AS r
    SELECT w.* FROM "wanted" w LEFT JOIN "player_rating" o ON o."player_id" = w."player_id"
    WHERE (o.*) IS DISTINCT FROM (w.*) ORDER BY w."player_id"
    ON CONFLICT ("player_id") DO UPDATE SET "week" = excluded."week", "as_of" = excluded."as_of", "value" = excluded."value",
      "deviation" = excluded."deviation", "provisional" = excluded."provisional", "place" = excluded."place",
      "strongest" = excluded."strongest"
    RETURNING r."player_id"
  ) SELECT array_agg("player_id") INTO more FROM (SELECT "player_id" FROM "kept" LIMIT 201) AS "few";
  touched := touched || more;

  DELETE FROM "tournament_expectation" e WHERE e."week" >= "from_week" AND NOT EXISTS (
    SELECT FROM "staged_expectation" s WHERE s."tournament_slug" = e."tournament_slug" AND s."week" = e."week");
  INSERT INTO "tournament_expectation" AS e
  SELECT s.* FROM "staged_expectation" s ORDER BY s."tournament_slug", s."week"
  ON CONFLICT ("tournament_slug", "week") DO UPDATE SET "results" = excluded."results"
  WHERE e."results" <> excluded."results";

  DELETE FROM "rating_week" w WHERE w."week" >= "from_week";
  INSERT INTO "rating_week" SELECT * FROM "staged_week";

  UPDATE "rating_state" s SET "generation" = s."generation" + 1, "method" = "by_method", "week" = "at_week",
    "since" = "judged_since", "battles" = "judged", "glicko2" = "by_glicko2", "elo" = "by_elo";
  DELETE FROM "rating_stale" s WHERE s."id" = ANY ("seen");

  PERFORM tell_change(ARRAY['ratings'] || CASE WHEN is_bulk(cardinality(touched)) THEN ARRAY['ratings:many']
    ELSE ARRAY(SELECT 'rating:' || t FROM unnest(touched) AS t) END);
END
$$;
