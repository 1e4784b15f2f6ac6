-- What is stored twice for speed, and the rules that keep it true whoever writes:
--   the name beside a player id, on organisers, participants and sides (null once the player has been removed);
--   the player of a side in a tournament battle, who is the participant's;
--   the battle's newest-first key on its sides;
--   club_battle, the battles connected to a club.
-- The triggers run once a statement over all its rows. They lock what they copy from (FOR SHARE), so that a
-- writer of the copy and a writer of the original wait for each other instead of missing each other.

-- Removal takes the name away; it cannot be half done.
CREATE FUNCTION player_before_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW."removed" THEN
    NEW."name" := NULL;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER "player_before_write" BEFORE INSERT OR UPDATE ON "player"
FOR EACH ROW EXECUTE FUNCTION player_before_write();

CREATE FUNCTION player_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  renamed text[] := ARRAY(
    SELECT n."id" FROM new_rows n LEFT JOIN old_rows o ON o."id" = n."id" WHERE o."name" IS DISTINCT FROM n."name"
  );
BEGIN
  IF renamed = '{}' THEN
    RETURN NULL;
  END IF;
  UPDATE "tournament_organizer" o SET "name" = p."name"
  FROM "player" p WHERE p."id" = ANY (renamed) AND o."player_id" = p."id" AND o."name" IS DISTINCT FROM p."name";
  UPDATE "participant" t SET "name" = p."name"
  FROM "player" p WHERE p."id" = ANY (renamed) AND t."player_id" = p."id" AND t."name" IS DISTINCT FROM p."name";
  UPDATE "battle_side" s SET "name" = p."name"
  FROM "player" p WHERE p."id" = ANY (renamed) AND s."player_id" = p."id" AND s."name" IS DISTINCT FROM p."name";
  RETURN NULL;
END
$$;

CREATE TRIGGER "player_after_update" AFTER UPDATE ON "player"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION player_after_update();

CREATE FUNCTION tournament_organizer_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM "player" WHERE "id" IN (SELECT "player_id" FROM new_rows) ORDER BY "id" FOR SHARE;
  UPDATE "tournament_organizer" o SET "name" = p."name"
  FROM new_rows n JOIN "player" p ON p."id" = n."player_id"
  WHERE p."name" IS DISTINCT FROM n."name"
    AND o."tournament_slug" = n."tournament_slug" AND o."player_id" = n."player_id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "tournament_organizer_after_insert" AFTER INSERT ON "tournament_organizer"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tournament_organizer_after_write();
CREATE TRIGGER "tournament_organizer_after_update" AFTER UPDATE ON "tournament_organizer"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tournament_organizer_after_write();

-- Before anything is worked out about battles, in a statement of its own: two writers that come to one battle from
-- different ends (one participant each, say) would otherwise both put back what the other takes away. A row that this
-- transaction wrote is locked by that already, or not yet to be seen by anybody else.
CREATE FUNCTION lock_battles("battles" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM "battle" WHERE "id" = ANY ("battles") AND "xmin" <> pg_current_xact_id()::xid
  ORDER BY "id" FOR NO KEY UPDATE;
END
$$;

-- Brings club_battle to what it should be for these battles, touching only rows that differ. A battle is connected
-- through its sides, so one without sides is connected to nobody.
CREATE FUNCTION refresh_club_battles("battles" TEXT[]) RETURNS void LANGUAGE sql AS $$
  WITH "connected" AS (
    SELECT DISTINCT c."club_slug", b."id", b."newest"
    FROM "battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
    LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
    LEFT JOIN "participant" p ON p."id" = s."participant_id"
    CROSS JOIN LATERAL (VALUES (b."club_slug"), (t."club_slug"), (p."club_slug")) AS c("club_slug")
    WHERE b."id" = ANY ("battles") AND c."club_slug" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "club_battle" c WHERE c."battle_id" = ANY ("battles")
      AND NOT EXISTS (SELECT FROM "connected" k WHERE k."id" = c."battle_id" AND k."club_slug" = c."club_slug")
  )
  INSERT INTO "club_battle" ("club_slug", "battle_id", "newest")
  SELECT "club_slug", "id", "newest" FROM "connected"
  ON CONFLICT ("club_slug", "battle_id") DO UPDATE SET "newest" = excluded."newest"
  WHERE "club_battle"."newest" <> excluded."newest"
$$;

CREATE FUNCTION participant_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM "player" WHERE "id" IN (SELECT "player_id" FROM new_rows) ORDER BY "id" FOR SHARE;
  UPDATE "participant" t SET "name" = p."name"
  FROM new_rows n JOIN "player" p ON p."id" = n."player_id"
  WHERE p."name" IS DISTINCT FROM n."name" AND t."id" = n."id";
  RETURN NULL;
END
$$;

CREATE TRIGGER "participant_after_insert" AFTER INSERT ON "participant"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION participant_after_write();
CREATE TRIGGER "participant_after_update" AFTER UPDATE ON "participant"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION participant_after_write();

CREATE FUNCTION participant_copies_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved text[];
BEGIN
  UPDATE "battle_side" s SET "player_id" = n."player_id", "name" = n."name"
  FROM new_rows n JOIN old_rows o ON o."id" = n."id"
  WHERE (o."player_id", o."name") IS DISTINCT FROM (n."player_id", n."name") AND s."participant_id" = n."id";
  moved := ARRAY(
    SELECT DISTINCT s."battle_id" FROM new_rows n JOIN old_rows o ON o."id" = n."id"
    JOIN "battle_side" s ON s."participant_id" = n."id" WHERE o."club_slug" IS DISTINCT FROM n."club_slug"
  );
  IF moved <> '{}' THEN
    PERFORM lock_battles(moved);
    PERFORM refresh_club_battles(moved);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "participant_copies_after_update" AFTER UPDATE ON "participant"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION participant_copies_after_update();

CREATE FUNCTION tournament_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved text[] := ARRAY(
    SELECT b."id" FROM new_rows n JOIN old_rows o ON o."slug" = n."slug"
    JOIN "battle" b ON b."tournament_slug" = n."slug" WHERE o."club_slug" IS DISTINCT FROM n."club_slug"
  );
BEGIN
  IF moved <> '{}' THEN
    PERFORM lock_battles(moved);
    PERFORM refresh_club_battles(moved);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "tournament_after_update" AFTER UPDATE ON "tournament"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION tournament_after_update();

-- Nothing to do for a new battle: what depends on it comes with its sides.
CREATE FUNCTION battle_after_update() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  SELECT min(b."id") INTO wrong
  FROM new_rows n JOIN "battle" b ON b."id" = n."id" JOIN "battle_side" s ON s."battle_id" = b."id"
  LEFT JOIN "participant" t ON t."id" = s."participant_id"
  WHERE b."tournament_slug" IS DISTINCT FROM t."tournament_slug";
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'battle %: its sides are played by participants of another tournament', wrong
      USING ERRCODE = 'check_violation';
  END IF;
  PERFORM FROM "tournament" WHERE "slug" IN (SELECT "tournament_slug" FROM new_rows) ORDER BY "slug" FOR SHARE;
  UPDATE "battle_side" s SET "newest" = n."newest"
  FROM new_rows n WHERE s."battle_id" = n."id" AND s."newest" <> n."newest";
  PERFORM refresh_club_battles(ARRAY(SELECT "id" FROM new_rows));
  RETURN NULL;
END
$$;

CREATE TRIGGER "battle_after_update" AFTER UPDATE ON "battle"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_after_update();

CREATE FUNCTION battle_side_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written text[] := ARRAY(SELECT DISTINCT "battle_id" FROM new_rows);
  wrong text;
BEGIN
  IF written = '{}' THEN
    RETURN NULL;
  END IF;
  PERFORM lock_battles(written);
  PERFORM FROM "tournament" WHERE "slug" IN (SELECT "tournament_slug" FROM "battle" WHERE "id" = ANY (written))
  ORDER BY "slug" FOR SHARE;
  -- Players first, as a rename goes from the player to the participants.
  PERFORM FROM "player" WHERE "id" IN (SELECT "player_id" FROM new_rows) ORDER BY "id" FOR SHARE;
  PERFORM FROM "participant" WHERE "id" IN (SELECT "participant_id" FROM new_rows) ORDER BY "id" FOR SHARE;

  UPDATE "battle_side" s SET "player_id" = k."player_id", "name" = k."name", "newest" = k."newest"
  FROM (
    SELECT n."battle_id", n."position", b."newest",
      CASE WHEN n."participant_id" IS NULL THEN n."player_id" ELSE t."player_id" END AS "player_id",
      CASE WHEN n."participant_id" IS NOT NULL THEN t."name"
        WHEN n."player_id" IS NOT NULL THEN p."name" ELSE n."name" END AS "name"
    FROM new_rows n JOIN "battle" b ON b."id" = n."battle_id"
    LEFT JOIN "participant" t ON t."id" = n."participant_id" LEFT JOIN "player" p ON p."id" = n."player_id"
    WHERE n."newest" <> b."newest"
      OR (n."participant_id" IS NOT NULL
        AND (n."player_id" IS DISTINCT FROM t."player_id" OR n."name" IS DISTINCT FROM t."name"))
      OR (n."participant_id" IS NULL AND n."player_id" IS NOT NULL AND n."name" IS DISTINCT FROM p."name")
  ) k
  WHERE s."battle_id" = k."battle_id" AND s."position" = k."position";

  -- An aggregate instead of LIMIT 1, which would make the planner hope to find one early and read row by row.
  SELECT min(format('battle %s: %s', n."battle_id", CASE
    WHEN b."tournament_slug" IS DISTINCT FROM t."tournament_slug"
      THEN 'a side of a tournament battle is played by a participant of that tournament, and no other battle has one'
    WHEN n."participant_id" = o."participant_id" OR n."player_id" = o."player_id" THEN 'nobody plays both sides'
    ELSE 'the outcomes of the two sides must be win and loss, or both draw, or both empty' END))
  INTO wrong
  FROM new_rows n JOIN "battle" b ON b."id" = n."battle_id"
  LEFT JOIN "battle_side" o ON o."battle_id" = n."battle_id" AND o."position" = 3 - n."position"
  LEFT JOIN "participant" t ON t."id" = n."participant_id"
  WHERE b."tournament_slug" IS DISTINCT FROM t."tournament_slug"
    OR n."participant_id" = o."participant_id" OR n."player_id" = o."player_id"
    OR (o."battle_id" IS NOT NULL AND o."outcome" IS DISTINCT FROM CASE n."outcome"
      WHEN 'win' THEN 'loss'::"outcome" WHEN 'loss' THEN 'win' WHEN 'draw' THEN 'draw' END);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION '%', wrong USING ERRCODE = 'check_violation';
  END IF;

  PERFORM refresh_club_battles(written);
  RETURN NULL;
END
$$;

CREATE TRIGGER "battle_side_after_insert" AFTER INSERT ON "battle_side"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_after_write();
CREATE TRIGGER "battle_side_after_update" AFTER UPDATE ON "battle_side"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_after_write();

-- Deleted, or moved to another battle.
CREATE FUNCTION battle_side_after_leaving() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bereft text[] := ARRAY(
    SELECT DISTINCT o."battle_id" FROM old_rows o WHERE NOT EXISTS (
      SELECT FROM "battle_side" s WHERE s."battle_id" = o."battle_id" AND s."position" = o."position")
  );
BEGIN
  IF bereft <> '{}' THEN
    PERFORM lock_battles(bereft);
    PERFORM refresh_club_battles(bereft);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "battle_side_after_leaving_by_delete" AFTER DELETE ON "battle_side"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_after_leaving();
CREATE TRIGGER "battle_side_after_leaving_by_update" AFTER UPDATE ON "battle_side"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_after_leaving();
