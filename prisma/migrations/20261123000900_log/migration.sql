-- One log of changes, for the caches of every process and for the public change feed. Triggers add notes to the writer's
-- transaction: what it touched. After the commit `log_head` gives the transaction a number, so the numbers are the order in
-- which changes became visible: without gaps, and no number appears below one that a reader has seen.

DO $$
DECLARE
  gone TEXT;
BEGIN
  FOR gone IN SELECT p."oid"::regprocedure::text FROM pg_proc p WHERE p."pronamespace" = current_schema()::regnamespace
    AND (p."proname" ~ '^(tell|version)_' OR p."proname" IN ('battle_topics', 'note_versions', 'note_battles_moved',
      'note_battles_left', 'note_places_of_versions', 'new_feed_epoch', 'renew_feed_epoch'))
  LOOP
    EXECUTE format('DROP FUNCTION %s CASCADE', gone);
  END LOOP;
END
$$;
DROP TABLE "change", "version", "past_transaction";
DROP TYPE "version_kind";
DELETE FROM "setting" WHERE "key" = 'feed-epoch';
ALTER FUNCTION note_everything() RENAME TO note_all_search;

-- The first six are public, in the order of the feed; the others concern only the processes of the service.
CREATE TYPE "note_kind" AS ENUM (
  'club', 'player', 'tournament', 'battle', 'battlesOfTournament', 'battlesOfPack',
  'everything', 'participant', 'facets', 'faction', 'import', 'key', 'listed', 'place', 'rating', 'search', 'setting', 'stale',
  'statistics'
);

-- What a transaction touched. Rows of a transaction are written by itself only, so no two writers meet in a row.
CREATE TABLE "note" (
    "tx" BIGINT NOT NULL,
    "kind" "note_kind" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "was_visible" BOOLEAN,
    "left_within" TEXT[] NOT NULL DEFAULT '{}',

    CONSTRAINT "note_pkey" PRIMARY KEY ("tx", "kind", "key")
);
CREATE INDEX "note_kind_key_tx_idx" ON "note"("kind", "key", "tx");

COMMENT ON COLUMN "note"."was_visible" IS 'Whether everybody could see it before the transaction; null if no statement made it appear or vanish.';
COMMENT ON COLUMN "note"."left_within" IS 'Wholes to which it no longer belongs, such as player:p-1.';

-- Transactions with notes that have no number yet.
CREATE TABLE "pending" (
    "tx" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),

    CONSTRAINT "pending_pkey" PRIMARY KEY ("tx")
);

CREATE TABLE "log" (
    "n" BIGINT NOT NULL,
    "tx" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "log_pkey" PRIMARY KEY ("n")
);
CREATE UNIQUE INDEX "log_tx_key" ON "log"("tx");

-- The head of the log when a server was first met: a crash, a failover or a restore may have taken away what was above it.
CREATE TABLE "mark" (
    "n" BIGINT NOT NULL,
    "token" TEXT NOT NULL,
    "server" TEXT NOT NULL,

    CONSTRAINT "mark_pkey" PRIMARY KEY ("n")
);

CREATE SEQUENCE "log_tx";

-- Writing notes

-- The setting `log.tx` holds the id of a transaction and its number in `note`, which is empty once everything was noted. The
-- setting ends with the transaction and goes back with a savepoint; one with the id of another transaction is ignored.
CREATE FUNCTION noted_tx() RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT nullif(split_part(s, ':', 2), '')::bigint FROM current_setting('log.tx', true) AS s
  WHERE split_part(s, ':', 1) = pg_current_xact_id_if_assigned()::text
$$;

-- Null once everything was noted.
CREATE FUNCTION note_tx() RETURNS BIGINT LANGUAGE plpgsql AS $$
DECLARE
  xid TEXT := pg_current_xact_id();
  number BIGINT;
BEGIN
  IF split_part(current_setting('log.tx', true), ':', 1) = xid THEN
    RETURN nullif(split_part(current_setting('log.tx', true), ':', 2), '')::bigint;
  END IF;
  number := nextval('log_tx');
  INSERT INTO "pending" ("tx") VALUES (number);
  PERFORM set_config('log.tx', xid || ':' || number, true);
  PERFORM pg_notify('log', '');
  RETURN number;
END
$$;

-- `within` is parallel to the keys. Of one record a transaction has one note: the first that says so tells whether it was
-- visible before; later ones only add wholes that it left.
CREATE FUNCTION note("of" "note_kind", "keys" TEXT[], "visible" BOOLEAN DEFAULT NULL, "within" TEXT[] DEFAULT '{}')
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  number BIGINT;
  noted TEXT[] := array_remove("keys", NULL);
BEGIN
  IF coalesce(noted, '{}') = '{}' THEN
    RETURN;
  END IF;
  number := note_tx();
  IF number IS NOT NULL THEN
    WITH "new" AS (
      INSERT INTO "note" AS n ("tx", "kind", "key", "was_visible", "left_within")
      SELECT number, "of", k."key", "visible", coalesce(array_agg(DISTINCT k."within") FILTER (WHERE k."within" IS NOT NULL), '{}')
      FROM unnest("keys", "within") AS k("key", "within") WHERE k."key" IS NOT NULL GROUP BY k."key"
      ON CONFLICT ("tx", "kind", "key") DO UPDATE SET "was_visible" = coalesce(n."was_visible", excluded."was_visible"),
        "left_within" = ARRAY(SELECT unnest(n."left_within") UNION SELECT unnest(excluded."left_within"))
      WHERE n."was_visible" IS NULL AND excluded."was_visible" IS NOT NULL OR NOT excluded."left_within" <@ n."left_within"
      RETURNING n."key"
    ) SELECT array_agg("key") INTO noted FROM "new";
  END IF;
  IF "of" = 'tournament' THEN
    PERFORM note_stale_places(noted);
  END IF;
END
$$;

-- Stands for all other notes of this transaction, but for that of an import.
CREATE FUNCTION note_everything() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  number BIGINT := note_tx();
BEGIN
  IF number IS NOT NULL THEN
    DELETE FROM "note" WHERE "tx" = number AND "kind" <> 'import';
    INSERT INTO "note" ("tx", "kind", "key") VALUES (number, 'everything', '');
    PERFORM set_config('log.tx', pg_current_xact_id() || ':', true);
  END IF;
END
$$;

-- Whether a tournament was published before this transaction; null if there is none. Its battles were visible with it.
CREATE FUNCTION was_published("of" TEXT) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT n."was_visible" FROM "note" n WHERE n."tx" = noted_tx() AND n."kind" = 'tournament' AND n."key" = "of"),
    (SELECT t."published" FROM "tournament" t WHERE t."slug" = "of"))
$$;

-- Numbering notes

-- The server and the database, and since when it runs.
CREATE FUNCTION log_server() RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), (SELECT "system_identifier" FROM pg_control_system()),
    (SELECT "timeline_id" FROM pg_control_checkpoint()), (SELECT "oid" FROM "pg_database" WHERE "datname" = current_database()),
    '"log"'::regclass::oid)
$$;

-- Numbers what is pending and gives the newest number. Whoever takes the lock sees all that others numbered before: each
-- statement has a new snapshot. Above READ COMMITTED it would not, and a transaction cannot number itself.
CREATE FUNCTION log_head() RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  here TEXT := log_server();
  head BIGINT;
  numbered BIGINT;
BEGIN
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted')
    OR split_part(current_setting('log.tx', true), ':', 1) = pg_current_xact_id_if_assigned()::text THEN
    RAISE EXCEPTION 'log_head() is for a transaction of its own that is READ COMMITTED'
      USING ERRCODE = 'invalid_transaction_state';
  END IF;
  IF EXISTS (SELECT FROM "pending") OR (SELECT m."server" FROM "mark" m ORDER BY m."n" DESC LIMIT 1) IS DISTINCT FROM here THEN
    -- A number that was given out outlives a crash, and with it all that was committed before.
    IF current_setting('synchronous_commit') = 'off' THEN
      PERFORM set_config('synchronous_commit', 'local', true);
    END IF;
    PERFORM pg_advisory_xact_lock('"log"'::regclass::oid::bigint);
    head := newest_number();
    IF (SELECT m."server" FROM "mark" m ORDER BY m."n" DESC LIMIT 1) IS DISTINCT FROM here THEN
      INSERT INTO "mark" VALUES (head, gen_random_uuid(), here)
      ON CONFLICT ("n") DO UPDATE SET "token" = excluded."token", "server" = excluded."server";
    END IF;
    WITH "committed" AS (DELETE FROM "pending" RETURNING "tx", "at")
    INSERT INTO "log" ("n", "tx", "at") SELECT head + row_number() OVER (ORDER BY "tx"), "tx", "at" FROM "committed";
    GET DIAGNOSTICS numbered = ROW_COUNT;
    RETURN head + numbered;
  END IF;
  RETURN newest_number();
END
$$;

-- Not below a mark, so that no number is given out twice under one token.
CREATE FUNCTION newest_number() RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT greatest((SELECT max("n") FROM "log"), (SELECT max("n") FROM "mark"), 0)
$$;

-- Triggers

-- TRUNCATE shows no rows.
CREATE FUNCTION log_truncate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_everything();
  RETURN NULL;
END
$$;

-- Without its notes or numbers, the log is that of another server.
CREATE FUNCTION log_lost() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  UPDATE "mark" SET "server" = '';
  PERFORM note_everything();
  RETURN NULL;
END
$$;
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "note" FOR EACH STATEMENT EXECUTE FUNCTION log_lost();
CREATE TRIGGER "log_truncate" AFTER TRUNCATE ON "log" FOR EACH STATEMENT EXECUTE FUNCTION log_lost();

CREATE FUNCTION log_clubs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note('club', array_agg("slug"), true) FROM old_rows;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note('club', array_agg("slug"), false) FROM new_rows;
  END IF;
  RETURN NULL;
END
$$;

-- Lists of players and of tournaments depend on their rows and parts, which leave `listed`, but not on results.
CREATE FUNCTION log_players() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note('listed', ARRAY['player']), note('player', array_agg("id"), NOT "removed") FROM old_rows GROUP BY "removed";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note('listed', ARRAY['player']), note('player', array_agg("id"), false) FROM new_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END
$$;

-- How many battles players have played.
CREATE FUNCTION log_player_activity() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note('player', array_agg("player_id")), note('facets', ARRAY['player']) FROM old_rows HAVING count(*) > 0;
  ELSE
    PERFORM note('player', array_agg("player_id")), note('facets', ARRAY['player']) FROM new_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION log_tournaments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  switched TEXT[] := '{}';
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM note('listed', ARRAY['tournament']), note('tournament', array_agg("slug"), "published") FROM old_rows GROUP BY "published";
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM note('listed', ARRAY['tournament']), note('tournament', array_agg("slug"), false) FROM new_rows HAVING count(*) > 0;
  ELSE
    PERFORM note('listed', ARRAY['tournament']), note('tournament', array_agg(o."slug"), o."published",
      array_agg('club:' || o."club_slug") FILTER (WHERE o."published" AND n."slug" IS NULL))
    FROM old_rows o LEFT JOIN new_rows n ON n."slug" = o."slug" AND n."published" AND n."club_slug" = o."club_slug"
    GROUP BY o."published", n."slug" IS NULL;
    PERFORM note('tournament', array_agg("slug"), false) FROM new_rows;
    switched := ARRAY(SELECT n."slug" FROM new_rows n JOIN old_rows o USING ("slug") WHERE n."published" <> o."published");
    PERFORM note('battlesOfTournament', switched);
    -- What is put in while a tournament is hidden is nobody's business: its battles of now and no others were visible.
    PERFORM note_leaving_battles(array_agg(b."id"), array_agg(n."slug"))
    FROM new_rows n JOIN "battle" b ON b."tournament_slug" = n."slug" WHERE n."slug" = ANY (switched) AND NOT n."published";
  END IF;
  -- Above READ COMMITTED a writer may not see battles that others have put in.
  IF (TG_OP = 'DELETE' OR switched <> '{}')
    AND current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    PERFORM note_everything();
  END IF;
  RETURN NULL;
END
$$;

-- Notes that a tournament was visible before its battles go with it or come to belong to another name.
CREATE FUNCTION log_tournament_leaving() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note('tournament', ARRAY[OLD."slug"], true, ARRAY['club:' || OLD."club_slug"]);
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  PERFORM note('tournament', ARRAY[NEW."slug"], false);
  RETURN NEW;
END
$$;

-- Stages, organisers, teams, matches and participants.
CREATE FUNCTION log_parts() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note('listed', ARRAY['tournament']), note('tournament', array_agg(DISTINCT "tournament_slug")) FROM old_rows
    HAVING count(*) > 0;
    IF TG_TABLE_NAME = 'participant' THEN
      PERFORM note('participant', array_agg(DISTINCT "player_id")) FROM old_rows;
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note('listed', ARRAY['tournament']), note('tournament', array_agg(DISTINCT "tournament_slug")) FROM new_rows
    HAVING count(*) > 0;
    IF TG_TABLE_NAME = 'participant' THEN
      PERFORM note('participant', array_agg(DISTINCT "player_id")) FROM new_rows;
    END IF;
  END IF;
  RETURN NULL;
END
$$;

-- The tournaments are locked, in a statement of its own: whoever hides one then sees its battles, and whoever takes battles
-- out of it knows whether they were visible.
CREATE FUNCTION log_battles() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  tournaments TEXT[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    tournaments := ARRAY(SELECT DISTINCT "tournament_slug" FROM old_rows);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    tournaments := tournaments || ARRAY(SELECT DISTINCT "tournament_slug" FROM new_rows);
  END IF;
  PERFORM FROM "tournament" WHERE "slug" = ANY (tournaments) ORDER BY "slug" FOR SHARE;
  PERFORM note('tournament', tournaments);
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_leaving_battles(array_agg(o."id"), array_agg(o."tournament_slug")) FROM old_rows o WHERE NOT EXISTS (
      SELECT FROM new_rows n WHERE n."id" = o."id" AND n."tournament_slug" IS NOT DISTINCT FROM o."tournament_slug");
    PERFORM note('battle', ARRAY(SELECT "id" FROM new_rows EXCEPT SELECT "id" FROM old_rows), false);
    PERFORM note('battle', array_agg("id")) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note_leaving_battles(array_agg("id"), array_agg("tournament_slug")) FROM old_rows;
  ELSE
    PERFORM note('battle', array_agg("id"), false) FROM new_rows;
  END IF;
  RETURN NULL;
END
$$;

-- Battles that leave these tournaments or are hidden with them, and so leave their players and clubs too.
CREATE FUNCTION note_leaving_battles("battles" TEXT[], "tournaments" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note('battle', array_agg(b."id"), b."tournament" IS NULL OR coalesce(was_published(b."tournament"), false),
    array_agg(w."within"))
  FROM unnest("battles", "tournaments") AS b("id", "tournament") CROSS JOIN LATERAL (
    SELECT 'tournament:' || b."tournament" UNION ALL
    SELECT 'player:' || s."player_id" FROM "battle_side" s WHERE s."battle_id" = b."id" UNION ALL
    SELECT 'club:' || c."club_slug" FROM "club_battle" c WHERE c."battle_id" = b."id"
  ) AS w("within") GROUP BY b."tournament";
END
$$;

-- Battles that stay where they are but leave a player or a club. Of one that is gone itself, another trigger says more.
CREATE FUNCTION note_left_by_battles("battles" TEXT[], "within" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note('battle', array_agg(l."id"), l."visible", array_agg(l."within")) FROM (
    SELECT l."id", l."within",
      CASE WHEN b."id" IS NOT NULL THEN b."tournament_slug" IS NULL OR was_published(b."tournament_slug") END AS "visible"
    FROM unnest("battles", "within") AS l("id", "within") LEFT JOIN "battle" b ON b."id" = l."id"
  ) l GROUP BY l."visible";
END
$$;

CREATE FUNCTION log_battle_sides() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  battles TEXT[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_left_by_battles(array_agg(o."battle_id"), array_agg('player:' || o."player_id")) FROM old_rows o
    WHERE NOT EXISTS (SELECT FROM new_rows n
      WHERE n."battle_id" = o."battle_id" AND n."player_id" IS NOT DISTINCT FROM o."player_id");
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note_left_by_battles(array_agg("battle_id"), array_agg('player:' || "player_id")) FROM old_rows;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    battles := ARRAY(SELECT DISTINCT "battle_id" FROM old_rows);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    battles := battles || ARRAY(SELECT DISTINCT "battle_id" FROM new_rows);
  END IF;
  PERFORM note('battle', battles);
  PERFORM note('tournament', array_agg(DISTINCT "tournament_slug")) FROM "battle" WHERE "id" = ANY (battles);
  RETURN NULL;
END
$$;

CREATE FUNCTION log_club_battles() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note('battle', array_agg(DISTINCT "battle_id")) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note_left_by_battles(array_agg("battle_id"), array_agg('club:' || "club_slug")) FROM old_rows;
  ELSE
    PERFORM note_left_by_battles(array_agg(o."battle_id"), array_agg('club:' || o."club_slug")) FROM old_rows o
    WHERE NOT EXISTS (SELECT FROM new_rows n WHERE n."battle_id" = o."battle_id" AND n."club_slug" = o."club_slug");
  END IF;
  RETURN NULL;
END
$$;

-- What a pack scores is shown on every battle of it. A reader finds out which those are: the writer may not see what others
-- have put in meanwhile.
CREATE FUNCTION log_battle_packs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM note('battlesOfPack', array_agg("name")) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note('battlesOfPack', array_agg("name")) FROM old_rows;
  ELSE
    PERFORM note('battlesOfPack', array_agg("name")) FROM (
      (TABLE old_rows EXCEPT TABLE new_rows) UNION ALL (TABLE new_rows EXCEPT TABLE old_rows)) AS "changed";
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION log_statistics() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note('statistics', ARRAY['', 'country ' || "country", 'pack ' || "battle_pack", 'club ' || "club_slug"]) FROM old_rows;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note('statistics', ARRAY['', 'country ' || "country", 'pack ' || "battle_pack", 'club ' || "club_slug"]) FROM new_rows;
  END IF;
  RETURN NULL;
END
$$;

-- Rows that are noted by their kind, not one by one.
CREATE FUNCTION log_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  touched BOOLEAN;
BEGIN
  IF TG_OP = 'DELETE' THEN
    touched := EXISTS (SELECT FROM old_rows);
  ELSE
    touched := EXISTS (SELECT FROM new_rows);
  END IF;
  IF touched THEN
    PERFORM note(TG_ARGV[0]::"note_kind", ARRAY[TG_ARGV[1]]);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION log_statement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note(TG_ARGV[0]::"note_kind", ARRAY['']);
  RETURN NULL;
END
$$;

-- Their names let them fire before the triggers that keep copies: those write rows of a battle that is elsewhere by then.
DO $$
DECLARE
  of record;
BEGIN
  FOR of IN SELECT * FROM (VALUES
    ('club', 'log_clubs()'), ('player', 'log_players()'), ('player_activity', 'log_player_activity()'),
    ('tournament', 'log_tournaments()'), ('stage', 'log_parts()'), ('tournament_organizer', 'log_parts()'),
    ('team', 'log_parts()'), ('bracket_match', 'log_parts()'), ('participant', 'log_parts()'),
    ('battle', 'log_battles()'), ('battle_side', 'log_battle_sides()'), ('club_battle', 'log_club_battles()'),
    ('battle_pack', 'log_battle_packs()'), ('tournament_statistics', 'log_statistics()'),
    ('search_word', 'log_rows(''search'', '''')'), ('faction', 'log_rows(''faction'', '''')'),
    ('faction_event', 'log_rows(''faction'', '''')'), ('club_facet', 'log_rows(''facets'', ''club'')'),
    ('player_facet', 'log_rows(''facets'', ''player'')'), ('tournament_facet', 'log_rows(''facets'', ''tournament'')'),
    ('tournament_size', 'log_rows(''facets'', ''tournament'')')
  ) AS v("table", "function") LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %s',
      'a_log_insert', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %s',
      'a_log_update', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION %s',
      'a_log_delete', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION log_truncate()',
      'a_log_truncate', of."table");
  END LOOP;
END
$$;

CREATE TRIGGER "tournament_log_slug" BEFORE UPDATE ON "tournament" FOR EACH ROW
WHEN (OLD."published" AND OLD."slug" <> NEW."slug") EXECUTE FUNCTION log_tournament_leaving();
CREATE TRIGGER "tournament_log_leaving" BEFORE DELETE ON "tournament" FOR EACH ROW
WHEN (OLD."published") EXECUTE FUNCTION log_tournament_leaving();

-- Not when a key was last used, which is written every minute.
CREATE TRIGGER "api_key_log"
AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "account_name", "hash", "active", "rate_limit" ON "api_key"
FOR EACH STATEMENT EXECUTE FUNCTION log_statement('key');
CREATE TRIGGER "account_log" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "account"
FOR EACH STATEMENT EXECUTE FUNCTION log_statement('key');
CREATE TRIGGER "setting_log" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "setting"
FOR EACH STATEMENT EXECUTE FUNCTION log_statement('setting');

-- What the service derives

CREATE OR REPLACE FUNCTION note_stale_places("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "place_stale" ("tournament_slug")
  SELECT t."slug" FROM "tournament" t WHERE t."slug" = ANY ("keys") AND t."published" AND t."status" = 'finished'
    AND NOT EXISTS (SELECT FROM "place_stale" s WHERE s."tournament_slug" = t."slug" AND s."xmin" = pg_current_xact_id()::xid);
  IF FOUND THEN
    PERFORM note('stale', ARRAY['places']);
  END IF;
END
$$;

CREATE OR REPLACE FUNCTION note_stale_ratings("week" INTEGER) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF "week" IS NOT NULL THEN
    INSERT INTO "rating_stale" ("week") VALUES ("week");
    PERFORM note('stale', ARRAY['ratings']);
  END IF;
END
$$;

DO $$
DECLARE
  of record;
  was TEXT;
  now TEXT;
BEGIN
  FOR of IN SELECT * FROM (VALUES
    ('switch_places', 'tell_change\(.*slugs\) AS s\)\)', 'note(''place'', slugs)'),
    ('switch_ratings', 'tell_change\(.* AS t\) END\)',
      'note(''rating'', CASE WHEN is_bulk(cardinality(touched)) THEN ARRAY[''*''] ELSE array_append(touched, '''') END)'),
    ('faction_after_write', '\s*PERFORM tell_change\(ARRAY\[''factions''\]\);', ''),
    ('refresh_sides', 'IF is_bulk\(cardinality\(changed\)\).*END IF;', 'PERFORM note(''statistics'', ARRAY['''', ''country '' || s."country", ''pack '' || s."battle_pack", ''club '' || s."club_slug"])
  FROM "tournament_statistics" s WHERE s."tournament_slug" = ANY (changed);')
  ) AS v("function", "from", "to") LOOP
    was := pg_get_functiondef(of."function"::regproc);
    now := regexp_replace(was, of."from", of."to");
    IF now = was THEN
      RAISE EXCEPTION '% is not what it was', of."function";
    END IF;
    EXECUTE now;
  END LOOP;
END
$$;
