-- The change feed: whoever writes, every statement leaves a row for each topic it touched, and a notice that there is
-- something to read. A topic names what an answer may be made of:
--   tournament:SLUG, club:SLUG, player:ID, battle:ID   one of them, with all that is shown as part of it;
--   tournaments, clubs, players, battles               any of them;
--   keys                                               whose key works;
--   *                                                  everything: said by statements that touch much.
-- A reader takes the rows that it can see now and could not see in its snapshot before (pg_visible_in_snapshot). Serial
-- numbers would not do: they are handed out before the commit, so a reader would pass over slow writers.

-- Not written to the log: what was told before a crash is of no use after it, since every reader then starts anew.
CREATE UNLOGGED TABLE "change" (
    "id" BIGSERIAL NOT NULL,
    "transaction" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "topic" TEXT COLLATE "C" NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "change_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "change_transaction_idx" ON "change"("transaction");
CREATE INDEX "change_at_idx" ON "change"("at");

-- For whoever may write a table, without rights on this one. Above READ COMMITTED a writer works out its topics from an
-- old snapshot, which may know neither the players nor the clubs that others have meanwhile put in: it says everything.
CREATE FUNCTION tell_change("topics" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
    "topics" := ARRAY['*'];
  END IF;
  INSERT INTO "change" ("topic") SELECT DISTINCT t FROM unnest("topics") AS t WHERE t IS NOT NULL;
  PERFORM pg_notify('change', '');
END
$$;

-- More rows than these in one statement, and all that is said is that everything may have changed.
CREATE FUNCTION is_bulk("rows" BIGINT) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT "rows" > 200 $$;

CREATE FUNCTION tell_everything() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change(ARRAY['*']);
  RETURN NULL;
END
$$;

CREATE FUNCTION tell_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_change(ARRAY['keys']);
  RETURN NULL;
END
$$;

CREATE FUNCTION tell_clubs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_bulk((SELECT count(*) FROM changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(ARRAY(SELECT 'club:' || "slug" FROM changed) || ARRAY['clubs']);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION tell_players() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_bulk((SELECT count(*) FROM changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(ARRAY(SELECT 'player:' || "id" FROM changed) || ARRAY['players']);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION tell_tournaments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_bulk((SELECT count(*) FROM changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(ARRAY(SELECT 'tournament:' || "slug" FROM changed) || ARRAY['tournaments']);
  END IF;
  RETURN NULL;
END
$$;

-- With a tournament, all its battles come into sight or go out of it, in whatever list they are.
CREATE FUNCTION tell_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o."slug" = n."slug" WHERE o."published" <> n."published") THEN
    PERFORM tell_change(ARRAY['*']);
  END IF;
  RETURN NULL;
END
$$;

-- Stages, organisers and matches.
CREATE FUNCTION tell_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_bulk((SELECT count(*) FROM changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(ARRAY(SELECT 'tournament:' || "tournament_slug" FROM changed) || ARRAY['tournaments']);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION tell_participants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_bulk((SELECT count(*) FROM changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(
      ARRAY(SELECT 'tournament:' || "tournament_slug" FROM changed)
      || ARRAY(SELECT 'player:' || "player_id" FROM changed) || ARRAY['tournaments']
    );
  END IF;
  RETURN NULL;
END
$$;

-- A battle is shown by its tournament, by both of its players and by the clubs it is connected to.
CREATE FUNCTION battle_topics("battles" TEXT[]) RETURNS TEXT[] LANGUAGE sql STABLE AS $$
  SELECT ARRAY['battles'] || ARRAY(SELECT 'battle:' || b FROM unnest("battles") AS b)
    || ARRAY(SELECT 'tournament:' || b."tournament_slug" FROM "battle" b WHERE b."id" = ANY ("battles"))
    || ARRAY(SELECT 'player:' || s."player_id" FROM "battle_side" s WHERE s."battle_id" = ANY ("battles"))
    || ARRAY(SELECT 'club:' || c."club_slug" FROM "club_battle" c WHERE c."battle_id" = ANY ("battles"))
$$;

CREATE FUNCTION tell_battles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_bulk((SELECT count(*) FROM changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(
      battle_topics(ARRAY(SELECT "id" FROM changed)) || ARRAY(SELECT 'tournament:' || "tournament_slug" FROM changed)
    );
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION tell_battle_sides() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_bulk((SELECT count(*) FROM changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(
      battle_topics(ARRAY(SELECT DISTINCT "battle_id" FROM changed)) || ARRAY(SELECT 'player:' || "player_id" FROM changed)
    );
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION tell_club_battles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_bulk((SELECT count(*) FROM changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(ARRAY(SELECT 'club:' || "club_slug" FROM changed) || ARRAY['battles']);
  END IF;
  RETURN NULL;
END
$$;

-- Rows as they are after an insert or update, and as they were before an update or delete. TRUNCATE shows no rows.
DO $$
DECLARE
  of record;
BEGIN
  FOR of IN SELECT * FROM (VALUES
    ('club', 'tell_clubs'), ('player', 'tell_players'), ('tournament', 'tell_tournaments'), ('stage', 'tell_parts'),
    ('tournament_organizer', 'tell_parts'), ('bracket_match', 'tell_parts'), ('participant', 'tell_participants'),
    ('battle', 'tell_battles'), ('battle_side', 'tell_battle_sides'), ('club_battle', 'tell_club_battles')
  ) AS v("table", "function") LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_tell_insert', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_tell_update_from', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_tell_update_to', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_tell_delete', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION tell_everything()',
      of."table" || '_tell_truncate', of."table");
  END LOOP;
END
$$;

CREATE TRIGGER "tournament_tell_published" AFTER UPDATE ON "tournament"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tell_published();

-- What a battle pack scores is shown on every battle of it.
CREATE TRIGGER "battle_pack_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "battle_pack"
FOR EACH STATEMENT EXECUTE FUNCTION tell_everything();

-- Not when a key was last used, which is written every minute.
CREATE TRIGGER "api_key_tell" AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF "account_name", "hash", "active" ON "api_key"
FOR EACH STATEMENT EXECUTE FUNCTION tell_keys();
CREATE TRIGGER "account_tell" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "account"
FOR EACH STATEMENT EXECUTE FUNCTION tell_keys();
