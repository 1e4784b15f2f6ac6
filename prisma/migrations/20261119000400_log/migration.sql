-- One log of changes, for the caches of every process and for the public change feed. Triggers add notes to the writer's
-- transaction: the records that it touched. After the commit `log_head` gives the transaction a number, so numbers are the order in
-- which changes became visible: without gaps, and no number appears below one that a reader has seen.

-- The first six are public, in the order of the feed; the others concern only the processes of the service.
CREATE TYPE "note_kind" AS ENUM ('club', 'player', 'tournament', 'battle', 'battlesOfTournament', 'battlesOfPack',
  'everything', 'participant', 'facets', 'faction', 'import', 'key', 'listed', 'place', 'rating', 'search', 'setting', 'stale',
  'statistics');

-- A transaction writes only rows of its own, so no two writers meet in a row. "was_visible" says whether everybody could see the
-- record before the transaction; null if no statement made it appear or vanish. "left_within" has wholes to which it no longer
-- belongs, such as player:p-1.
CREATE TABLE "note" (
  "tx" BIGINT, "kind" "note_kind", "key" TEXT COLLATE "C",
  "was_visible" BOOLEAN, "left_within" TEXT[] NOT NULL DEFAULT '{}',
  PRIMARY KEY ("tx", "kind", "key"));
CREATE INDEX "note_kind_key_tx_idx" ON "note" ("kind", "key", "tx");

-- Transactions with notes: those without a number yet, and all others by their numbers.
CREATE SEQUENCE "log_tx";
CREATE TABLE "pending" ("tx" BIGINT PRIMARY KEY, "at" TIMESTAMPTZ(3) NOT NULL DEFAULT now());
CREATE TABLE "log" ("n" BIGINT PRIMARY KEY, "tx" BIGINT NOT NULL, "at" TIMESTAMPTZ(3) NOT NULL);
CREATE UNIQUE INDEX "log_tx_key" ON "log" ("tx");

-- The head of the log when a server was first met: a crash, a failover or a restore may have taken away what was above it.
CREATE TABLE "mark" ("n" BIGINT PRIMARY KEY, "token" TEXT NOT NULL, "server" TEXT NOT NULL);

-- The setting `log.tx` holds the id of a transaction and its number in `note`, which is empty once everything was noted. The
-- setting ends with the transaction and goes back with a savepoint; one with the id of another transaction is ignored.
CREATE FUNCTION noted_tx() RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT nullif(split_part(s, ':', 2), '')::bigint FROM current_setting('log.tx', true) AS s
  WHERE split_part(s, ':', 1) = pg_current_xact_id_if_assigned()::text
$$;

-- The number of this transaction; null once everything was noted.
CREATE FUNCTION note_tx() RETURNS BIGINT LANGUAGE plpgsql AS $$ DECLARE
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
END $$;

-- `within` is parallel to the keys. Of one record a transaction has one note: the first that says so tells whether it was
-- visible before; later ones only add wholes that it left.
CREATE FUNCTION note("of" "note_kind", "keys" TEXT[], "visible" BOOLEAN DEFAULT NULL, "within" TEXT[] DEFAULT '{}')
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
  number BIGINT;
  noted TEXT[] := array_remove("keys", NULL);
BEGIN
  IF coalesce(noted, '{}') = '{}' THEN RETURN; END IF;
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
  IF "of" = 'tournament' THEN PERFORM note_stale_places(noted); END IF;
END $$;

-- Notes that anything may have changed, which stands for all other notes of this transaction, but for that of an import.
CREATE FUNCTION note_everything() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
  number BIGINT := note_tx();
BEGIN
  IF number IS NOT NULL THEN
    DELETE FROM "note" WHERE "tx" = number AND "kind" <> 'import';
    INSERT INTO "note" ("tx", "kind", "key") VALUES (number, 'everything', '');
    PERFORM set_config('log.tx', pg_current_xact_id() || ':', true);
  END IF;
END $$;

-- Tells whether a tournament was published before this transaction; null if there is none. Its battles were visible with it.
CREATE FUNCTION was_published("of" TEXT) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT n."was_visible" FROM "note" n WHERE n."tx" = noted_tx() AND n."kind" = 'tournament' AND n."key" = "of"),
    (SELECT t."published" FROM "tournament" t WHERE t."slug" = "of"))
$$;

-- The server and the database, and since when it runs.
CREATE FUNCTION log_server() RETURNS TEXT LANGUAGE sql STABLE AS $$
  SELECT concat_ws(' ', extract(epoch FROM pg_postmaster_start_time()), (SELECT "system_identifier" FROM pg_control_system()),
    (SELECT "timeline_id" FROM pg_control_checkpoint()), (SELECT "oid" FROM "pg_database" WHERE "datname" = current_database()),
    '"log"'::regclass::oid)
$$;

-- The newest number is not below a mark, so that no number is given out twice under one token.
CREATE FUNCTION newest_number() RETURNS BIGINT LANGUAGE sql STABLE AS $$
  SELECT greatest((SELECT max("n") FROM "log"), (SELECT max("n") FROM "mark"), 0)
$$;

-- Numbers what is pending and gives the newest number. Whoever takes the lock sees all that others numbered before: each
-- statement has a new snapshot. Above READ COMMITTED it would not, and a transaction cannot number itself.
CREATE FUNCTION log_head() RETURNS BIGINT LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
  here TEXT := log_server();
  head BIGINT;
  numbered BIGINT;
BEGIN
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted')
    OR split_part(current_setting('log.tx', true), ':', 1) = pg_current_xact_id_if_assigned()::text THEN
    RAISE EXCEPTION 'log_head() is for a transaction of its own that is READ COMMITTED' USING ERRCODE = 'invalid_transaction_state';
  END IF;
  IF EXISTS (SELECT FROM "pending") OR (SELECT m."server" FROM "mark" m ORDER BY m."n" DESC LIMIT 1) IS DISTINCT FROM here THEN
    -- A number that was given out outlives a crash, and with it all that was committed before.
    IF current_setting('synchronous_commit') = 'off' THEN PERFORM set_config('synchronous_commit', 'local', true); END IF;
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
END $$;

-- TRUNCATE shows no rows.
CREATE FUNCTION log_truncate() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM note_everything();
  RETURN NULL;
END $$;

-- The log without its notes or numbers is that of another server.
CREATE FUNCTION log_lost() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  UPDATE "mark" SET "server" = '';
  PERFORM note_everything();
  RETURN NULL;
END $$;
CREATE TRIGGER "note_truncate" AFTER TRUNCATE ON "note" FOR EACH STATEMENT EXECUTE FUNCTION log_lost();
CREATE TRIGGER "log_truncate" AFTER TRUNCATE ON "log" FOR EACH STATEMENT EXECUTE FUNCTION log_lost();

CREATE FUNCTION log_clubs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM note('club', array_agg("slug"), true) FROM old_rows; END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM note('club', array_agg("slug"), false) FROM new_rows; END IF;
  RETURN NULL;
END $$;

-- Lists of players and of tournaments depend on their rows and parts, which leave `listed`, but not on results.
CREATE FUNCTION log_players() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM note('listed', ARRAY['player']), note('player', array_agg("id"), NOT "removed") FROM old_rows GROUP BY "removed";
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM note('listed', ARRAY['player']), note('player', array_agg("id"), false) FROM new_rows HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION log_tournaments() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
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
    -- Battles that are added while a tournament is hidden concern nobody: those of now and no others were visible.
    PERFORM note_leaving_battles(array_agg(b."id"), array_agg(n."slug"))
    FROM new_rows n JOIN "battle" b ON b."tournament_slug" = n."slug" WHERE n."slug" = ANY (switched) AND NOT n."published";
  END IF;
  -- Above READ COMMITTED a writer may not see battles that others have put in.
  IF (TG_OP = 'DELETE' OR switched <> '{}') AND current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted')
  THEN PERFORM note_everything(); END IF;
  RETURN NULL;
END $$;

-- Notes that a tournament was visible before its battles go with it or come to belong to another name.
CREATE FUNCTION log_tournament_leaving() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM note('tournament', ARRAY[OLD."slug"], true, ARRAY['club:' || OLD."club_slug"]);
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  PERFORM note('tournament', ARRAY[NEW."slug"], false);
  RETURN NEW;
END $$;

-- The tournaments are locked, in a statement of its own: whoever hides one then sees its battles, and whoever takes battles
-- out of it knows whether they were visible.
CREATE FUNCTION log_battles() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
  tournaments TEXT[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN tournaments := ARRAY(SELECT DISTINCT "tournament_slug" FROM old_rows); END IF;
  IF TG_OP <> 'DELETE' THEN tournaments := tournaments || ARRAY(SELECT DISTINCT "tournament_slug" FROM new_rows); END IF;
  PERFORM FROM "tournament" WHERE "slug" = ANY (tournaments) ORDER BY "slug" FOR SHARE;
  PERFORM note('tournament', tournaments);
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_leaving_battles(array_agg(o."id"), array_agg(o."tournament_slug")) FROM old_rows o WHERE NOT EXISTS (
      SELECT FROM new_rows n WHERE n."id" = o."id" AND n."tournament_slug" IS NOT DISTINCT FROM o."tournament_slug");
    PERFORM note('battle', ARRAY(SELECT "id" FROM new_rows EXCEPT SELECT "id" FROM old_rows), false);
    PERFORM note('battle', array_agg("id")) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN PERFORM note_leaving_battles(array_agg("id"), array_agg("tournament_slug")) FROM old_rows;
  ELSE PERFORM note('battle', array_agg("id"), false) FROM new_rows;
  END IF;
  RETURN NULL;
END $$;

-- Battles that leave these tournaments or are hidden with them, and so leave their players and clubs too.
CREATE FUNCTION note_leaving_battles("battles" TEXT[], "tournaments" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM note('battle', array_agg(b."id"), b."tournament" IS NULL OR coalesce(was_published(b."tournament"), false), array_agg(w."within"))
  FROM unnest("battles", "tournaments") AS b("id", "tournament") CROSS JOIN LATERAL (
    SELECT 'tournament:' || b."tournament" UNION ALL
    SELECT 'player:' || s."player_id" FROM "battle_side" s WHERE s."battle_id" = b."id" UNION ALL
    SELECT 'club:' || c."club_slug" FROM "club_battle" c WHERE c."battle_id" = b."id"
  ) AS w("within") GROUP BY b."tournament";
END $$;

-- Battles that stay where they are but leave a player or a club. Of one that is gone itself, another trigger says more.
CREATE FUNCTION note_left_by_battles("battles" TEXT[], "within" TEXT[]) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  PERFORM note('battle', array_agg(l."id"), l."visible", array_agg(l."within")) FROM (
    SELECT l."id", l."within",
      CASE WHEN b."id" IS NOT NULL THEN b."tournament_slug" IS NULL OR was_published(b."tournament_slug") END AS "visible"
    FROM unnest("battles", "within") AS l("id", "within") LEFT JOIN "battle" b ON b."id" = l."id"
  ) l GROUP BY l."visible";
END $$;

CREATE FUNCTION log_battle_sides() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
  battles TEXT[] := '{}';
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM note_left_by_battles(array_agg(o."battle_id"), array_agg('player:' || o."player_id")) FROM old_rows o
    WHERE NOT EXISTS (SELECT FROM new_rows n WHERE n."battle_id" = o."battle_id" AND n."player_id" IS NOT DISTINCT FROM o."player_id");
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM note_left_by_battles(array_agg("battle_id"), array_agg('player:' || "player_id")) FROM old_rows;
  END IF;
  IF TG_OP <> 'INSERT' THEN battles := ARRAY(SELECT DISTINCT "battle_id" FROM old_rows); END IF;
  IF TG_OP <> 'DELETE' THEN battles := battles || ARRAY(SELECT DISTINCT "battle_id" FROM new_rows); END IF;
  PERFORM note('battle', battles);
  PERFORM note('tournament', array_agg(DISTINCT "tournament_slug")) FROM "battle" WHERE "id" = ANY (battles);
  RETURN NULL;
END $$;

CREATE FUNCTION log_club_battles() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM note('battle', array_agg(DISTINCT "battle_id")) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN PERFORM note_left_by_battles(array_agg("battle_id"), array_agg('club:' || "club_slug")) FROM old_rows;
  ELSE PERFORM note_left_by_battles(array_agg(o."battle_id"), array_agg('club:' || o."club_slug")) FROM old_rows o
    WHERE NOT EXISTS (SELECT FROM new_rows n WHERE n."battle_id" = o."battle_id" AND n."club_slug" = o."club_slug");
  END IF;
  RETURN NULL;
END $$;

-- A pack is shown on every battle of it. A reader finds out which those are: the writer may not see what others have put in meanwhile.
CREATE FUNCTION log_battle_packs() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN PERFORM note('battlesOfPack', array_agg("name")) FROM new_rows;
  ELSIF TG_OP = 'DELETE' THEN PERFORM note('battlesOfPack', array_agg("name")) FROM old_rows;
  ELSE PERFORM note('battlesOfPack', array_agg("name")) FROM (
    (TABLE old_rows EXCEPT TABLE new_rows) UNION ALL (TABLE new_rows EXCEPT TABLE old_rows)) AS "changed";
  END IF;
  RETURN NULL;
END $$;

-- Rows of which nobody needs to know whether they were visible, whether as they were or as they are.
CREATE FUNCTION log_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  IF NOT EXISTS (SELECT FROM changed) THEN RETURN NULL; END IF;
  CASE TG_TABLE_NAME
    WHEN 'stage', 'tournament_organizer', 'team', 'bracket_match', 'participant' THEN
      PERFORM note('listed', ARRAY['tournament']), note('tournament', array_agg(DISTINCT "tournament_slug")) FROM changed;
      IF TG_TABLE_NAME = 'participant' THEN PERFORM note('participant', array_agg(DISTINCT "player_id")) FROM changed; END IF;
    WHEN 'player_activity' THEN PERFORM note('player', array_agg("player_id")), note('facets', ARRAY['player']) FROM changed;
    WHEN 'tournament_statistics' THEN
      PERFORM note('statistics', ARRAY['', 'country ' || "country", 'pack ' || "battle_pack", 'club ' || "club_slug"]) FROM changed;
    WHEN 'club_facet' THEN PERFORM note('facets', ARRAY['club']);
    WHEN 'player_facet' THEN PERFORM note('facets', ARRAY['player']);
    WHEN 'tournament_facet', 'tournament_size' THEN PERFORM note('facets', ARRAY['tournament']);
    WHEN 'faction', 'faction_event' THEN PERFORM note('faction', ARRAY['']);
    WHEN 'search_word' THEN PERFORM note('search', ARRAY['']);
  END CASE;
  RETURN NULL;
END $$;

CREATE FUNCTION log_statement() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM note(TG_ARGV[0]::"note_kind", ARRAY['']);
  RETURN NULL;
END $$;

-- Their names let these triggers fire before those that keep copies, which write rows of a battle that is elsewhere by then.
DO $$ DECLARE
  t TEXT;
  e TEXT[];
  own BOOLEAN;
BEGIN
  FOREACH t IN ARRAY ARRAY['club', 'player', 'tournament', 'battle', 'battle_side', 'club_battle', 'battle_pack', 'stage',
    'tournament_organizer', 'team', 'bracket_match', 'participant', 'player_activity', 'tournament_statistics', 'club_facet',
    'player_facet', 'tournament_facet', 'tournament_size', 'faction', 'faction_event', 'search_word'] LOOP
    own := to_regproc('log_' || t || 's') IS NOT NULL;
    FOREACH e SLICE 1 IN ARRAY CASE WHEN own THEN ARRAY[['insert', 'INSERT', 'NEW TABLE AS new_rows'],
      ['update', 'UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows'], ['delete', 'DELETE', 'OLD TABLE AS old_rows']]
    ELSE ARRAY[['insert', 'INSERT', 'NEW TABLE AS changed'], ['update_from', 'UPDATE', 'OLD TABLE AS changed'],
      ['update_to', 'UPDATE', 'NEW TABLE AS changed'], ['delete', 'DELETE', 'OLD TABLE AS changed']] END LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I()',
        'a_log_' || e[1], e[2], t, e[3], 'log_' || CASE WHEN own THEN t || 's' ELSE 'rows' END);
    END LOOP;
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION log_truncate()', 'a_log_truncate', t);
  END LOOP;
END $$;

CREATE TRIGGER "tournament_log_slug" BEFORE UPDATE ON "tournament" FOR EACH ROW WHEN (OLD."published" AND OLD."slug" <> NEW."slug") EXECUTE FUNCTION log_tournament_leaving();
CREATE TRIGGER "tournament_log_leaving" BEFORE DELETE ON "tournament" FOR EACH ROW WHEN (OLD."published") EXECUTE FUNCTION log_tournament_leaving();

-- Nothing is noted of when a key was last used, which is written every minute.
CREATE TRIGGER "api_key_log" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "account_name", "hash", "active", "rate_limit" ON "api_key"
FOR EACH STATEMENT EXECUTE FUNCTION log_statement('key');
CREATE TRIGGER "account_log" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "account" FOR EACH STATEMENT EXECUTE FUNCTION log_statement('key');
CREATE TRIGGER "setting_log" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "setting" FOR EACH STATEMENT EXECUTE FUNCTION log_statement('setting');
