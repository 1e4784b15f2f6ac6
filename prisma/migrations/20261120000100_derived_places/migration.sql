-- Final places that no organiser recorded, worked out by the service (src/standings) for tournaments that have finished, as ratings
-- are: what a write makes out of date is noted here by triggers, and the service replaces it by `switch_places`.

CREATE TABLE "derived_place" (
    "participant_id" INTEGER NOT NULL,
    "place" INTEGER NOT NULL,

    CONSTRAINT "derived_place_pkey" PRIMARY KEY ("participant_id")
);
ALTER TABLE "derived_place" ADD CONSTRAINT "derived_place_participant_id_fkey"
  FOREIGN KEY ("participant_id") REFERENCES "participant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Tournaments whose places are out of date. Rows are added and taken away, never changed, so that writers do not wait for each other.
CREATE TABLE "place_stale" (
    "id" BIGSERIAL NOT NULL,
    "tournament_slug" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "place_stale_pkey" PRIMARY KEY ("id")
);

-- For whoever may write a table, without rights on this one.
CREATE FUNCTION note_stale_places("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "place_stale" ("tournament_slug")
  SELECT t."slug" FROM "tournament" t WHERE t."slug" = ANY ("keys") AND t."published" AND t."status" = 'finished';
  IF FOUND THEN
    PERFORM tell_change(ARRAY['places:stale']);
  END IF;
END
$$;

-- A version is noted whenever a tournament or a part of it is touched, once a transaction. A tournament that finishes later in the
-- same transaction is noted by itself.
CREATE FUNCTION note_places_of_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_stale_places(ARRAY(SELECT "key" FROM new_rows WHERE "kind" = 'tournament'));
  RETURN NULL;
END
$$;
CREATE TRIGGER "version_note_places" AFTER INSERT ON "version"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_places_of_versions();

CREATE FUNCTION note_places_of_tournaments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_stale_places(ARRAY(SELECT "slug" FROM new_rows));
  RETURN NULL;
END
$$;
CREATE TRIGGER "tournament_note_places" AFTER UPDATE ON "tournament"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_places_of_tournaments();

CREATE FUNCTION note_all_places() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_stale_places(ARRAY(SELECT "slug" FROM "tournament" WHERE "status" = 'finished'));
  RETURN NULL;
END
$$;
CREATE TRIGGER "battle_side_note_places" AFTER TRUNCATE ON "battle_side" FOR EACH STATEMENT EXECUTE FUNCTION note_all_places();
CREATE TRIGGER "bracket_match_note_places" AFTER TRUNCATE ON "bracket_match" FOR EACH STATEMENT EXECUTE FUNCTION note_all_places();
CREATE TRIGGER "derived_place_note_places" AFTER TRUNCATE ON "derived_place" FOR EACH STATEMENT EXECUTE FUNCTION note_all_places();

-- Replaces the derived places of these tournaments, touching only rows that differ. The tournaments are locked first, in a statement
-- of its own, as writers do at the end of their transaction (refresh_tournament_facets): statistics are then made from what both
-- have written. Whose places have changed is told as `tournament:SLUG`; `places` is told if any has.
CREATE FUNCTION switch_places("keys" TEXT[], "ids" INTEGER[], "at" INTEGER[]) RETURNS void LANGUAGE plpgsql
SET search_path FROM CURRENT AS $$
DECLARE
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
  IF touched IS NULL THEN
    RETURN;
  END IF;
  slugs := ARRAY(SELECT DISTINCT p."tournament_slug" FROM "participant" p WHERE p."id" = ANY (touched));
  PERFORM refresh_statistics(slugs);
  PERFORM tell_change(ARRAY['places'] || ARRAY(SELECT 'tournament:' || s FROM unnest(slugs) AS s));
END
$$;

-- Statistics count the place of a player whether it was recorded or derived, once the tournament has finished. Nothing else in
-- their function changes.
DO $$
DECLARE
  before TEXT := pg_get_functiondef('refresh_statistics(text[])'::regprocedure);
  after TEXT := replace(replace(before,
    'p."final_placement" AS "place"',
    'CASE WHEN t."status" = ''finished'' THEN coalesce(p."final_placement", d."place") END AS "place"'),
    'JOIN "participant" p ON p."id" = a."participant"',
    'JOIN "participant" p ON p."id" = a."participant" JOIN "tournament" t ON t."slug" = a."slug"
    LEFT JOIN "derived_place" d ON d."participant_id" = p."id"');
BEGIN
  IF length(after) - length(before) < 100 THEN
    RAISE EXCEPTION 'refresh_statistics is not what it was';
  END IF;
  EXECUTE after;
END
$$;
