-- Copies for speed, and the rules that keep them true whoever writes:
--   the name beside a player id, on organisers, participants and sides (null once the player has been removed);
--   the player of a side in a tournament battle, who is the participant's;
--   the battle's newest-first key on its sides;
--   club_battle, the battles connected to a club, and club_faction, the factions played in them;
--   army lists, which move to `withheld` while they are not shown.
-- Triggers run once a statement over all its rows. They lock what they copy from (FOR SHARE), so that a writer of the copy and a
-- writer of the original wait for each other instead of missing each other.

CREATE FUNCTION note_tournament_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  NEW."changed_at" := now();
  RETURN NEW;
END $$;
CREATE TRIGGER "tournament_changed_at" BEFORE UPDATE ON "tournament" FOR EACH ROW EXECUTE FUNCTION note_tournament_changed();

-- Removal takes the name away; it cannot be half done.
CREATE FUNCTION player_before_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NEW."removed" THEN NEW."name" := NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "player_before_write" BEFORE INSERT OR UPDATE ON "player" FOR EACH ROW EXECUTE FUNCTION player_before_write();

CREATE FUNCTION player_after_update() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
  renamed text[] := ARRAY(
    SELECT n."id" FROM new_rows n LEFT JOIN old_rows o ON o."id" = n."id" WHERE o."name" IS DISTINCT FROM n."name");
BEGIN
  IF renamed = '{}' THEN RETURN NULL; END IF;
  UPDATE "tournament_organizer" o SET "name" = p."name"
  FROM "player" p WHERE p."id" = ANY (renamed) AND o."player_id" = p."id" AND o."name" IS DISTINCT FROM p."name";
  UPDATE "participant" t SET "name" = p."name"
  FROM "player" p WHERE p."id" = ANY (renamed) AND t."player_id" = p."id" AND t."name" IS DISTINCT FROM p."name";
  UPDATE "battle_side" s SET "name" = p."name"
  FROM "player" p WHERE p."id" = ANY (renamed) AND s."player_id" = p."id" AND s."name" IS DISTINCT FROM p."name";
  RETURN NULL;
END $$;
CREATE TRIGGER "player_after_update" AFTER UPDATE ON "player"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION player_after_update();

CREATE FUNCTION tournament_organizer_after_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
  PERFORM FROM "player" WHERE "id" IN (SELECT "player_id" FROM new_rows) ORDER BY "id" FOR SHARE;
  UPDATE "tournament_organizer" o SET "name" = p."name" FROM new_rows n JOIN "player" p ON p."id" = n."player_id"
  WHERE p."name" IS DISTINCT FROM n."name" AND o."tournament_slug" = n."tournament_slug" AND o."player_id" = n."player_id";
  RETURN NULL;
END $$;
CREATE TRIGGER "tournament_organizer_after_insert" AFTER INSERT ON "tournament_organizer"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tournament_organizer_after_write();
CREATE TRIGGER "tournament_organizer_after_update" AFTER UPDATE ON "tournament_organizer"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tournament_organizer_after_write();

-- Spellings of factions are without case, accents, and white space around or more than one blank inside a name: "Orks " and "Orks"
-- are one. '' is the spelling of no faction.
CREATE FUNCTION single_spaced("text" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN trim(regexp_replace("text" COLLATE "C", '\s+', ' ', 'g'));

CREATE FUNCTION faction_spelling("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN left(single_spaced(sort_name("name")), 200);

-- Battles are locked before anything is worked out about them, in a statement of its own: two writers that come to one battle from
-- different ends (one participant each, say) would otherwise both put back what the other takes away. A row that this
-- transaction wrote is locked by that already, or not yet visible to anybody else.
CREATE FUNCTION lock_battles("battles" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM FROM "battle" WHERE "id" = ANY ("battles") AND "xmin" <> pg_current_xact_id()::xid ORDER BY "id" FOR NO KEY UPDATE;
END $$;

-- Brings club_battle and club_faction to what they should be for these battles, touching only rows that differ. A battle is
-- connected through its sides, so one without sides is connected to nobody.
CREATE FUNCTION refresh_club_battles("battles" TEXT[]) RETURNS void LANGUAGE sql AS $$
  WITH "fought" AS (
    SELECT b."id", b."newest", coalesce(b."club_slug", t."club_slug") AS "host",
      min(p."club_slug") AS "first", max(p."club_slug") AS "second",
      array_remove(ARRAY[min(faction_spelling(s."faction")), max(faction_spelling(s."faction"))], NULL) AS "factions"
    FROM "battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
    LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug" LEFT JOIN "participant" p ON p."id" = s."participant_id"
    WHERE b."id" = ANY ("battles") GROUP BY b."id", t."slug"
  ), "connected" AS MATERIALIZED (
    SELECT c."club_slug", f."id", f."newest", f."factions" FROM "fought" f CROSS JOIN LATERAL (VALUES (f."host"),
      (CASE WHEN f."first" IS DISTINCT FROM f."host" THEN f."first" END),
      (CASE WHEN f."second" <> f."first" AND f."second" IS DISTINCT FROM f."host" THEN f."second" END)
    ) AS c("club_slug") WHERE c."club_slug" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "club_battle" c WHERE c."battle_id" = ANY ("battles")
      AND NOT EXISTS (SELECT FROM "connected" k WHERE k."id" = c."battle_id" AND k."club_slug" = c."club_slug")
  ), "played" AS (
    INSERT INTO "club_faction" ("club_slug", "faction")
    SELECT DISTINCT k."club_slug", f FROM (SELECT DISTINCT "club_slug", "factions" FROM "connected") k CROSS JOIN unnest(k."factions") AS f
    WHERE NOT EXISTS (SELECT FROM "club_faction" c WHERE c."club_slug" = k."club_slug" AND c."faction" = f)
    ORDER BY 1, 2 ON CONFLICT DO NOTHING
  )
  INSERT INTO "club_battle" ("club_slug", "battle_id", "newest", "factions")
  SELECT "club_slug", "id", "newest", "factions" FROM "connected"
  ON CONFLICT ("club_slug", "battle_id") DO UPDATE SET "newest" = excluded."newest", "factions" = excluded."factions"
  WHERE ("club_battle"."newest", "club_battle"."factions") IS DISTINCT FROM (excluded."newest", excluded."factions")
$$;

CREATE FUNCTION reconnect_battles("battles" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  IF "battles" = '{}' THEN RETURN; END IF;
  PERFORM lock_battles("battles");
  PERFORM refresh_club_battles("battles");
END $$;

-- The text of an army list is free and often carries its writer's name: removal empties it, and nothing written later brings it
-- back. Removal takes the name away, which brings every participant and side of the player to the next two triggers.
CREATE FUNCTION list_without_text("list" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT "list" || '{"text": ""}'
$$;

CREATE FUNCTION participant_after_write() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
  slugs TEXT[];
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
  PERFORM FROM "player" WHERE "id" IN (SELECT "player_id" FROM new_rows) ORDER BY "id" FOR SHARE;
  UPDATE "participant" t SET "name" = p."name", "list" = CASE WHEN p."removed" THEN list_without_text(t."list") ELSE t."list" END
  FROM new_rows n JOIN "player" p ON p."id" = n."player_id"
  WHERE (p."name" IS DISTINCT FROM n."name" OR (p."removed" AND n."list" ->> 'text' <> '')) AND t."id" = n."id";
  slugs := ARRAY(SELECT DISTINCT "tournament_slug" FROM new_rows WHERE "list" IS NOT NULL OR "withheld" IS NOT NULL);
  IF slugs <> '{}' THEN
    PERFORM FROM "tournament" WHERE "slug" = ANY (slugs) ORDER BY "slug" FOR SHARE;
    PERFORM settle_lists(array_agg(DISTINCT t."slug")) FROM new_rows n JOIN "tournament" t ON t."slug" = n."tournament_slug"
    WHERE t."lists_from" IS NOT NULL OR n."withheld" IS NOT NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "participant_after_insert" AFTER INSERT ON "participant" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION participant_after_write();
CREATE TRIGGER "participant_after_update" AFTER UPDATE ON "participant" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION participant_after_write();

CREATE FUNCTION battle_side_after_write() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
  written text[] := ARRAY(SELECT DISTINCT "battle_id" FROM new_rows);
  wrong text;
BEGIN
  IF written = '{}' THEN RETURN NULL; END IF;
  PERFORM lock_battles(written);
  PERFORM FROM "tournament" WHERE "slug" IN (SELECT "tournament_slug" FROM "battle" WHERE "id" = ANY (written)) ORDER BY "slug" FOR SHARE;
  -- Players first, as a rename goes from the player to the participants.
  PERFORM FROM "player" WHERE "id" IN (SELECT "player_id" FROM new_rows) ORDER BY "id" FOR SHARE;
  PERFORM FROM "participant" WHERE "id" IN (SELECT "participant_id" FROM new_rows) ORDER BY "id" FOR SHARE;

  UPDATE "battle_side" s SET "player_id" = k."player_id", "name" = k."name", "newest" = k."newest",
    "list" = CASE WHEN k."removed" THEN list_without_text(s."list") ELSE s."list" END
  FROM (
    SELECT n."battle_id", n."position", b."newest", p."id" AS "player_id", p."removed",
      CASE WHEN n."participant_id" IS NOT NULL THEN t."name" WHEN n."player_id" IS NOT NULL THEN p."name" ELSE n."name" END AS "name"
    FROM new_rows n JOIN "battle" b ON b."id" = n."battle_id" LEFT JOIN "participant" t ON t."id" = n."participant_id"
    LEFT JOIN "player" p ON p."id" = CASE WHEN n."participant_id" IS NULL THEN n."player_id" ELSE t."player_id" END
    WHERE n."newest" <> b."newest"
      OR (n."participant_id" IS NOT NULL AND (n."player_id" IS DISTINCT FROM t."player_id" OR n."name" IS DISTINCT FROM t."name"))
      OR (n."participant_id" IS NULL AND n."player_id" IS NOT NULL AND n."name" IS DISTINCT FROM p."name")
      OR (p."removed" AND n."list" ->> 'text' <> '')
  ) k
  WHERE s."battle_id" = k."battle_id" AND s."position" = k."position";

  -- An aggregate instead of LIMIT 1, which would make the planner hope to find one early and read row by row.
  SELECT min(format('battle %s: %s', n."battle_id", CASE
    WHEN b."tournament_slug" IS DISTINCT FROM t."tournament_slug"
      THEN 'a side of a tournament battle is played by a participant of that tournament, and no other battle has one'
    WHEN n."participant_id" = o."participant_id" OR n."player_id" = o."player_id" THEN 'nobody plays both sides'
    ELSE 'the outcomes of the two sides must be win and loss, or both draw, or both empty' END)) INTO wrong
  FROM new_rows n JOIN "battle" b ON b."id" = n."battle_id" LEFT JOIN "participant" t ON t."id" = n."participant_id"
  LEFT JOIN "battle_side" o ON o."battle_id" = n."battle_id" AND o."position" = 3 - n."position"
  WHERE b."tournament_slug" IS DISTINCT FROM t."tournament_slug"
    OR n."participant_id" = o."participant_id" OR n."player_id" = o."player_id"
    OR (o."battle_id" IS NOT NULL AND o."outcome" IS DISTINCT FROM CASE n."outcome"
      WHEN 'win' THEN 'loss'::"outcome" WHEN 'loss' THEN 'win' WHEN 'draw' THEN 'draw' END);
  IF wrong IS NOT NULL THEN RAISE EXCEPTION '%', wrong USING ERRCODE = 'check_violation'; END IF;  PERFORM refresh_club_battles(written);
  -- Most writes are of tournaments whose lists are shown.
  IF EXISTS (SELECT FROM "tournament" WHERE "lists_from" IS NOT NULL) OR EXISTS (SELECT FROM new_rows WHERE "withheld" IS NOT NULL) THEN
    PERFORM settle_lists(array_agg(DISTINCT t."slug"))
    FROM new_rows n JOIN "battle" b ON b."id" = n."battle_id" JOIN "tournament" t ON t."slug" = b."tournament_slug"
    WHERE t."lists_from" IS NOT NULL OR n."withheld" IS NOT NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "battle_side_after_insert" AFTER INSERT ON "battle_side" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_after_write();
CREATE TRIGGER "battle_side_after_update" AFTER UPDATE ON "battle_side" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_after_write();

-- Sides that were deleted, or moved to another battle.
CREATE FUNCTION battle_side_after_leaving() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM reconnect_battles(ARRAY(
    SELECT DISTINCT o."battle_id" FROM old_rows o WHERE NOT EXISTS (
      SELECT FROM "battle_side" s WHERE s."battle_id" = o."battle_id" AND s."position" = o."position")));
  RETURN NULL;
END $$;
CREATE TRIGGER "battle_side_after_leaving_by_delete" AFTER DELETE ON "battle_side"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_after_leaving();
CREATE TRIGGER "battle_side_after_leaving_by_update" AFTER UPDATE ON "battle_side"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_after_leaving();

CREATE FUNCTION participant_copies_after_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  UPDATE "battle_side" s SET "player_id" = n."player_id", "name" = n."name" FROM new_rows n JOIN old_rows o ON o."id" = n."id"
  WHERE (o."player_id", o."name") IS DISTINCT FROM (n."player_id", n."name") AND s."participant_id" = n."id";
  PERFORM reconnect_battles(ARRAY(
    SELECT DISTINCT s."battle_id" FROM new_rows n JOIN old_rows o ON o."id" = n."id"
    JOIN "battle_side" s ON s."participant_id" = n."id" WHERE o."club_slug" IS DISTINCT FROM n."club_slug"));
  RETURN NULL;
END $$;
CREATE TRIGGER "participant_copies_after_update" AFTER UPDATE ON "participant"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION participant_copies_after_update();

-- A new battle needs nothing: what depends on it comes with its sides.
CREATE FUNCTION battle_after_update() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
  wrong text;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN RETURN NULL; END IF;
  SELECT min(b."id") INTO wrong FROM new_rows n JOIN "battle" b ON b."id" = n."id" JOIN "battle_side" s ON s."battle_id" = b."id"
  LEFT JOIN "participant" t ON t."id" = s."participant_id"
  WHERE b."tournament_slug" IS DISTINCT FROM t."tournament_slug";
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'battle %: its sides are played by participants of another tournament', wrong USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM "tournament" WHERE "slug" IN (SELECT "tournament_slug" FROM new_rows) ORDER BY "slug" FOR SHARE;
  UPDATE "battle_side" s SET "newest" = n."newest" FROM new_rows n WHERE s."battle_id" = n."id" AND s."newest" <> n."newest";
  PERFORM refresh_club_battles(ARRAY(SELECT "id" FROM new_rows));
  RETURN NULL;
END $$;
CREATE TRIGGER "battle_after_update" AFTER UPDATE ON "battle" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_after_update();

-- Army lists that are not shown yet are not where lists are read: while a tournament has `lists_from`, its lists stand in
-- `withheld`, by the keys of a bundle's record, beside the empty columns. Facets, search, statistics and answers are then made
-- without them, whoever asks, and nothing that reads lists can forget to ask. Only exports and imports read `withheld`.

-- Keys without a value are left out; null if none has one.
CREATE FUNCTION withheld_values("all" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_object_agg("key", "value") FROM jsonb_each("all") WHERE "value" <> 'null'
$$;

-- Brings the lists of these tournaments to where they belong, touching only rows that differ. With the list of a side goes its
-- sub-faction, and its faction until there is a result: a faction that was played has been seen on the table. A tournament is
-- locked first, in a statement of its own, so that a writer of a list and one who shows lists do not miss each other.
CREATE FUNCTION settle_lists("tournaments" TEXT[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM FROM "tournament" WHERE "slug" = ANY ("tournaments") ORDER BY "slug" FOR SHARE;
  UPDATE "participant" p SET "list" = w."list", "withheld" = w."withheld"
  FROM (
    SELECT p."id", CASE WHEN t."lists_from" IS NULL THEN r."list" END AS "list",
      CASE WHEN t."lists_from" IS NOT NULL THEN withheld_values(jsonb_build_object('list', r."list")) END AS "withheld"
    FROM "tournament" t JOIN "participant" p ON p."tournament_slug" = t."slug"
    CROSS JOIN LATERAL (SELECT coalesce(p."list", p."withheld" -> 'list') AS "list") n
    CROSS JOIN LATERAL (SELECT
      CASE WHEN p."player_id" IS NOT NULL AND p."name" IS NULL THEN list_without_text(n."list") ELSE n."list" END AS "list") r
    WHERE t."slug" = ANY ("tournaments")
  ) w
  WHERE w."id" = p."id" AND (p."list", p."withheld") IS DISTINCT FROM (w."list", w."withheld");

  UPDATE "battle_side" s SET "faction" = w."faction", "sub_faction" = w."sub_faction", "list" = w."list", "withheld" = w."withheld"
  FROM (
    SELECT s."battle_id", s."position", CASE WHEN NOT h."faction" THEN r."faction" END AS "faction",
      CASE WHEN NOT h."list" THEN r."sub_faction" END AS "sub_faction", CASE WHEN NOT h."list" THEN r."list" END AS "list",
      CASE WHEN h."list" THEN withheld_values(jsonb_build_object('faction', CASE WHEN h."faction" THEN r."faction" END,
        'subFaction', r."sub_faction", 'list', r."list")) END AS "withheld"
    FROM "tournament" t JOIN "battle" b ON b."tournament_slug" = t."slug" JOIN "battle_side" s ON s."battle_id" = b."id"
    CROSS JOIN LATERAL (SELECT
      t."lists_from" IS NOT NULL AS "list", t."lists_from" IS NOT NULL AND s."outcome" IS NULL AS "faction") h
    CROSS JOIN LATERAL (SELECT coalesce(s."list", s."withheld" -> 'list') AS "list") n
    CROSS JOIN LATERAL (SELECT
      coalesce(s."faction", s."withheld" ->> 'faction') AS "faction",
      coalesce(s."sub_faction", s."withheld" ->> 'subFaction') AS "sub_faction",
      CASE WHEN s."player_id" IS NOT NULL AND s."name" IS NULL THEN list_without_text(n."list") ELSE n."list" END AS "list") r
    WHERE t."slug" = ANY ("tournaments")
  ) w
  WHERE w."battle_id" = s."battle_id" AND w."position" = s."position" AND (s."faction", s."sub_faction", s."list", s."withheld")
    IS DISTINCT FROM (w."faction", w."sub_faction", w."list", w."withheld");
END $$;

CREATE FUNCTION tournament_after_update() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  PERFORM reconnect_battles(ARRAY(
    SELECT b."id" FROM new_rows n JOIN old_rows o ON o."slug" = n."slug"
    JOIN "battle" b ON b."tournament_slug" = n."slug" WHERE o."club_slug" IS DISTINCT FROM n."club_slug"));
  PERFORM settle_lists(array_agg(n."slug")) FROM new_rows n LEFT JOIN old_rows o ON o."slug" = n."slug"
  WHERE (o."lists_from" IS NULL) <> (n."lists_from" IS NULL) HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER "tournament_after_update" AFTER UPDATE ON "tournament"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tournament_after_update();

-- The order by battles contains the name of a player, so a removed player has no row in it.
CREATE FUNCTION forget_removed_activity() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  DELETE FROM "player_activity" a USING new_rows n WHERE n."removed" AND a."player_id" = n."id";
  RETURN NULL;
END $$;
CREATE TRIGGER "player_forget_activity" AFTER UPDATE ON "player" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_removed_activity();
