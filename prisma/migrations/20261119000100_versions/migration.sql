-- What the public change feed is made of: whoever writes, every transaction leaves a row for each tournament, club, player
-- and battle that it touched, or of which it touched a part. A reader takes what it can see now and could not see in the
-- snapshot of its cursor, so nothing is passed over, and one long transaction does not hold the others back.
-- The versions stand in a table of their own, which is only added to: no two transactions meet in a row, and a battle does
-- not rewrite its tournament with all its indexes.

-- Two kinds stand for all battles of a tournament that was published, and of a pack that scores other things.
-- Whoever reads finds out which those are at that moment: the writer may not see what others have put in meanwhile.
CREATE TYPE "version_kind" AS ENUM ('club', 'player', 'tournament', 'battle', 'battlesOfTournament', 'battlesOfPack');

CREATE TABLE "version" (
    "version" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "kind" "version_kind" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "was_visible" BOOLEAN NOT NULL DEFAULT false,
    "was_within" TEXT[] NOT NULL DEFAULT '{}',

    CONSTRAINT "version_pkey" PRIMARY KEY ("version", "kind", "key")
);

CREATE INDEX "version_kind_key_version_idx" ON "version"("kind", "key", "version");

-- The battles of a pack in the order in which they are told of.
CREATE INDEX "battle_battle_pack_id_idx" ON "battle"("battle_pack", "id");

COMMENT ON COLUMN "version"."was_visible" IS 'Everybody could see it before: whoever finds it gone is told so.';
COMMENT ON COLUMN "version"."was_within" IS 'What it no longer belongs to, such as player:p-1: whoever follows that is told so.';

-- Another one, and all cursors are out of date.
INSERT INTO "setting" ("key", "value") VALUES ('feed-epoch', gen_random_uuid()::text);

CREATE FUNCTION new_feed_epoch() RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO "setting" ("key", "value") VALUES ('feed-epoch', gen_random_uuid()::text)
  ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"
$$;

-- `within` stands beside the keys. Most touch again what they have just written, which takes no lock and no write.
CREATE FUNCTION note_versions("of" "version_kind", "keys" TEXT[], "visible" BOOLEAN DEFAULT false, "within" TEXT[] DEFAULT '{}')
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF "keys" = '{}' THEN
    RETURN;
  END IF;
  IF NOT "visible" AND "within" = '{}' THEN
    INSERT INTO "version" ("kind", "key") SELECT DISTINCT "of", k FROM unnest("keys") AS k WHERE k IS NOT NULL
    ON CONFLICT DO NOTHING;
    RETURN;
  END IF;
  INSERT INTO "version" AS v ("kind", "key", "was_visible", "was_within")
  SELECT "of", k."key", "visible", coalesce(array_agg(DISTINCT k."within") FILTER (WHERE k."within" IS NOT NULL), '{}')
  FROM unnest("keys", "within") AS k("key", "within") WHERE k."key" IS NOT NULL GROUP BY k."key"
  ON CONFLICT ("version", "kind", "key") DO UPDATE SET "was_visible" = v."was_visible" OR excluded."was_visible",
    "was_within" = v."was_within" || excluded."was_within"
  WHERE excluded."was_visible" AND NOT v."was_visible" OR NOT excluded."was_within" <@ v."was_within";
END
$$;

CREATE FUNCTION version_clubs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note_versions('club', ARRAY(SELECT "slug" FROM old_rows), true);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_versions('club', ARRAY(SELECT "slug" FROM new_rows));
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION version_players() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note_versions('player', ARRAY(SELECT "id" FROM old_rows WHERE NOT "removed"), true);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_versions('player', ARRAY(SELECT "id" FROM new_rows));
  END IF;
  RETURN NULL;
END
$$;

-- How many battles they have played.
CREATE FUNCTION version_player_activity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_versions('player', ARRAY(SELECT "player_id" FROM new_rows));
  RETURN NULL;
END
$$;

CREATE FUNCTION version_tournaments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note_versions('tournament', array_agg("slug"), true, array_agg('club:' || "club_slug"))
    FROM old_rows WHERE "published" HAVING count(*) > 0;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_versions('tournament', ARRAY(SELECT "slug" FROM new_rows));
  END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_versions('battlesOfTournament', ARRAY(
      SELECT n."slug" FROM new_rows n JOIN old_rows o ON o."slug" = n."slug" WHERE n."published" AND NOT o."published"));
    -- What is put in while it is hidden is nobody's business: these battles and no others were to be seen.
    PERFORM note_versions('battle', array_agg(b."id"), true, array_agg('tournament:' || o."slug"))
    FROM old_rows o JOIN new_rows n ON n."slug" = o."slug" JOIN "battle" b ON b."tournament_slug" = o."slug"
    WHERE o."published" AND NOT n."published" HAVING count(*) > 0;
    -- Above READ COMMITTED a writer may not see battles that others have put in: whoever follows starts anew.
    IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted')
      AND EXISTS (SELECT FROM old_rows o JOIN new_rows n ON n."slug" = o."slug" WHERE o."published" AND NOT n."published") THEN
      PERFORM new_feed_epoch();
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- Its battles go with it, or come to belong to another name, and by then nobody can tell whether they were to be seen.
CREATE FUNCTION version_battles_before_leaving() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_versions('battle', array_agg("id"), true, array_agg('tournament:' || OLD."slug"))
  FROM "battle" WHERE "tournament_slug" = OLD."slug" HAVING count(*) > 0;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

-- Stages, organisers, matches and participants.
CREATE FUNCTION version_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note_versions('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM old_rows));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_versions('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM new_rows));
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION version_battles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    PERFORM note_versions('battle', ARRAY(SELECT "id" FROM new_rows));
    PERFORM note_versions('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM new_rows));
  END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_battles_moved(array_agg(o."id"), array_agg(o."tournament_slug")) FROM old_rows o
    WHERE NOT EXISTS (
      SELECT FROM new_rows n WHERE n."id" = o."id" AND n."tournament_slug" IS NOT DISTINCT FROM o."tournament_slug");
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note_battles_moved(array_agg("id"), array_agg("tournament_slug")) FROM old_rows;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION note_battles_moved("battles" TEXT[], "tournaments" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF "battles" IS NULL THEN
    RETURN;
  END IF;
  PERFORM note_versions('battle', array_agg(b."id"), b."visible", array_agg('tournament:' || b."tournament_slug")) FROM (
    SELECT l."id", l."tournament_slug", l."tournament_slug" IS NULL OR coalesce(t."published", false) AS "visible"
    FROM unnest("battles", "tournaments") AS l("id", "tournament_slug") LEFT JOIN "tournament" t ON t."slug" = l."tournament_slug"
  ) b GROUP BY b."visible";
  PERFORM note_versions('tournament', "tournaments");
END
$$;

-- Battles that no longer belong to these players or clubs.
CREATE FUNCTION note_battles_left("battles" TEXT[], "within" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF "battles" IS NULL THEN
    RETURN;
  END IF;
  PERFORM note_versions('battle', array_agg(l."id"), l."visible", array_agg(l."within")) FROM (
    SELECT l."id", l."within", b."id" IS NOT NULL AND (b."tournament_slug" IS NULL OR t."published") AS "visible"
    FROM unnest("battles", "within") AS l("id", "within")
    LEFT JOIN "battle" b ON b."id" = l."id" LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
  ) l GROUP BY l."visible";
END
$$;

CREATE FUNCTION version_battle_sides() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written TEXT[] := '{}';
BEGIN
  IF TG_OP <> 'DELETE' THEN
    written := ARRAY(SELECT DISTINCT "battle_id" FROM new_rows);
  END IF;
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_battles_left(array_agg(o."battle_id"), array_agg('player:' || o."player_id")) FROM old_rows o
    WHERE NOT EXISTS (SELECT FROM new_rows n
      WHERE n."battle_id" = o."battle_id" AND n."player_id" IS NOT DISTINCT FROM o."player_id");
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note_battles_left(array_agg("battle_id"), array_agg('player:' || "player_id")) FROM old_rows;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    written := written || ARRAY(SELECT DISTINCT "battle_id" FROM old_rows);
  END IF;
  PERFORM note_versions('battle', written);
  PERFORM note_versions('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM "battle" WHERE "id" = ANY (written)));
  RETURN NULL;
END
$$;

CREATE FUNCTION version_club_battles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note_versions('battle', ARRAY(SELECT DISTINCT "battle_id" FROM new_rows));
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note_battles_left(array_agg("battle_id"), array_agg('club:' || "club_slug")) FROM old_rows;
  ELSE
    PERFORM note_battles_left(array_agg(o."battle_id"), array_agg('club:' || o."club_slug")) FROM old_rows o
    WHERE NOT EXISTS (SELECT FROM new_rows n WHERE n."battle_id" = o."battle_id" AND n."club_slug" = o."club_slug");
  END IF;
  RETURN NULL;
END
$$;

-- What a pack scores is shown on every battle of it.
CREATE FUNCTION version_battle_packs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_versions('battlesOfPack', ARRAY(
    SELECT n."name" FROM new_rows n LEFT JOIN old_rows o ON o."name" = n."name" WHERE o.* IS DISTINCT FROM n.*));
  RETURN NULL;
END
$$;

CREATE FUNCTION renew_feed_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM new_feed_epoch();
  RETURN NULL;
END
$$;

DO $$
DECLARE
  of record;
BEGIN
  FOR of IN SELECT * FROM (VALUES
    ('club', 'version_clubs'), ('player', 'version_players'), ('tournament', 'version_tournaments'),
    ('stage', 'version_parts'), ('tournament_organizer', 'version_parts'), ('bracket_match', 'version_parts'),
    ('participant', 'version_parts'), ('battle', 'version_battles'), ('battle_side', 'version_battle_sides'),
    ('club_battle', 'version_club_battles')
  ) AS v("table", "function") LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_version_insert', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_version_update', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_version_delete', of."table", of."function");
    -- It shows no rows, so whoever follows starts anew.
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION renew_feed_epoch()',
      of."table" || '_version_truncate', of."table");
  END LOOP;
END
$$;

CREATE TRIGGER "tournament_version_battles_slug" BEFORE UPDATE ON "tournament" FOR EACH ROW
WHEN (OLD."published" AND OLD."slug" <> NEW."slug") EXECUTE FUNCTION version_battles_before_leaving();
CREATE TRIGGER "tournament_version_battles_delete" BEFORE DELETE ON "tournament" FOR EACH ROW
WHEN (OLD."published") EXECUTE FUNCTION version_battles_before_leaving();

CREATE TRIGGER "player_activity_version_insert" AFTER INSERT ON "player_activity"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION version_player_activity();
CREATE TRIGGER "player_activity_version_update" AFTER UPDATE ON "player_activity"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION version_player_activity();
CREATE TRIGGER "battle_pack_version_update" AFTER UPDATE ON "battle_pack"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION version_battle_packs();

CREATE TRIGGER "version_truncate" AFTER TRUNCATE ON "version" FOR EACH STATEMENT EXECUTE FUNCTION renew_feed_epoch();
