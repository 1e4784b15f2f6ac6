-- Search: the words of the name of everything that can be found (published tournaments, clubs, players who have not been
-- removed), in the order in which it is found. Kept true by triggers: a write notes what it may have touched, and at the end
-- of the transaction all of that is worked out anew, once.

CREATE TYPE "search_kind" AS ENUM ('tournament', 'club', 'player');

CREATE TABLE "search_word" (
    "kind" "search_kind" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "nth" SMALLINT NOT NULL,
    "word" TEXT COLLATE "C" NOT NULL,
    "rank" TEXT COLLATE "C" NOT NULL,
    "words" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "search_word_pkey" PRIMARY KEY ("kind","key","nth")
);

CREATE INDEX "search_word_kind_word_rank_idx" ON "search_word"("kind", "word", "rank");
CREATE INDEX "search_word_initial" ON "search_word"("kind", left("word", 1), "rank");

-- What this transaction has touched. Not written to the log: it is empty whenever no transaction is under way.
CREATE UNLOGGED TABLE "search_stale" (
    "transaction" TEXT COLLATE "C" NOT NULL,
    "kind" "search_kind" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "search_stale_pkey" PRIMARY KEY ("transaction","kind","key")
);

-- Words without case and accents, each once: what is between characters that are no letter, digit or mark
-- (scripts/search-words.ts prints their class; a name in ASCII alone, which most are, needs no table). Long ones are cut off,
-- for an index takes no more. In plpgsql, where a call takes a fraction of what it takes in sql.
CREATE FUNCTION split_words("folded" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words text[] := '{}';
  part text;
BEGIN
  FOREACH part IN ARRAY CASE WHEN octet_length("folded") = char_length("folded")
    THEN regexp_split_to_array("folded", '[^a-z0-9]+')
    ELSE regexp_split_to_array("folded", '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u200b-\u20c1\u2104-\u212e\u213a-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190-\u3191\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufdff\ufe45-\ufe46\ufeff-\ufffd\U00010100-\U00010102\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857\U00010877-\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9\U000113d4-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2\U00013430-\U0001343f\U00016a6e-\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f-\U0001cef0\U0001cf50-\U0001d15d\U0001d16a-\U0001d16c\U0001d173-\U0001d17a\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da8b\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5\U0001f10d-\U0001fbfa\U000e0001-\U000e007f\U000f0000-\U0010fffd]+') END
  LOOP
    part := left(part, 50);
    IF part <> '' AND NOT part = ANY (words) THEN
      words := words || part;
    END IF;
  END LOOP;
  RETURN words;
END
$$;

-- Of a name. What an apostrophe or hyphen joins is a word too: "O'Brien" is found by o, brien and obrien.
CREATE FUNCTION name_words("name" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  folded text := sort_name("name");
BEGIN
  IF folded ~ '[''-]' THEN
    folded := folded || ' ' || translate(folded, '''', '') || ' ' || translate(folded, '''-', '');
  END IF;
  RETURN split_words(folded);
END
$$;

-- Of what somebody looks for, ten at most. An apostrophe joins, as one types it or leaves it out; a hyphen does not.
CREATE FUNCTION query_words("text" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN (split_words(translate(sort_name("text"), '''', '')))[1:10];
END
$$;

-- Key of the order in which things are found: the month of the last activity, newest first and none last; then
-- alphabetical, and by kind and key.
CREATE FUNCTION search_rank("active" DATE, "name" TEXT, "kind" "search_kind", "key" TEXT) RETURNS TEXT
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN coalesce(
      lpad((120000 - extract(year FROM "active")::int * 12 - extract(month FROM "active")::int)::text, 6, '0'), '999999')
    || ' ' || left(sort_name("name"), 100) || E'\x01' || "kind" || ' ' || "key";
END
$$;

-- Each of these with its name and the day of the last activity that everybody may see; without a name when it cannot be
-- found. All lookups are by an index, however many there are: the planner does not know their number.
CREATE FUNCTION search_things("of" "search_kind", "keys" TEXT[]) RETURNS TABLE ("key" TEXT, "name" TEXT, "active" DATE)
LANGUAGE plpgsql STABLE AS $$
BEGIN
  CASE "of"
  WHEN 'tournament' THEN RETURN QUERY
    SELECT k, t."name", t."start_date" FROM unnest("keys") AS k
    LEFT JOIN "tournament" t ON t."slug" = k AND t."published";
  WHEN 'club' THEN RETURN QUERY
    SELECT k, c."name", greatest((
      SELECT t."start_date" FROM "tournament" t WHERE t."club_slug" = c."slug" AND t."published"
      ORDER BY t."newest" DESC LIMIT 1
    ), (
      SELECT b."date" FROM "club_battle" l JOIN "battle" b ON b."id" = l."battle_id"
      LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
      WHERE l."club_slug" = c."slug" AND NOT b."archived" AND (b."tournament_slug" IS NULL OR t."published")
      ORDER BY l."newest" DESC LIMIT 1
    ))
    FROM unnest("keys") AS k LEFT JOIN "club" c ON c."slug" = k;
  WHEN 'player' THEN RETURN QUERY
    SELECT k, p."name", (
      SELECT b."date" FROM "battle_side" s JOIN "battle" b ON b."id" = s."battle_id"
      LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
      WHERE s."player_id" = p."id" AND NOT b."archived" AND (b."tournament_slug" IS NULL OR t."published")
      ORDER BY s."newest" DESC LIMIT 1
    )
    FROM unnest("keys") AS k LEFT JOIN "player" p ON p."id" = k AND NOT p."removed";
  END CASE;
END
$$;

-- Brings search_word to what it should be for these things, touching only rows that differ. They are locked first, in a
-- statement of its own: of two writers that have touched the same thing the second sees what the first has written.
-- Something whose name has no word has one row all the same, to be locked.
CREATE FUNCTION refresh_search("of" "search_kind", "keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM "search_word" w WHERE w."kind" = "of" AND w."key" = ANY ("keys") AND w."nth" = 1
  ORDER BY w."key" FOR UPDATE;
  WITH "things" AS MATERIALIZED (
    SELECT t."key", search_rank(t."active", t."name", "of", t."key") AS "rank",
      CASE WHEN t."name" IS NULL THEN '{}' WHEN n."words" = '{}' THEN ARRAY[''] ELSE n."words" END AS "words",
      ' ' || array_to_string(n."words", ' ') || ' ' AS "text"
    FROM search_things("of", "keys") t CROSS JOIN LATERAL (SELECT name_words(t."name") AS "words" OFFSET 0) n
  ), "gone" AS (
    DELETE FROM "search_word" w USING "things" t
    WHERE w."kind" = "of" AND w."key" = t."key" AND w."nth" > cardinality(t."words")
  )
  INSERT INTO "search_word" ("kind", "key", "nth", "word", "rank", "words")
  SELECT "of", t."key", n."nth", n."word", t."rank", t."text"
  FROM "things" t CROSS JOIN LATERAL unnest(t."words") WITH ORDINALITY AS n("word", "nth")
  LEFT JOIN "search_word" w ON w."kind" = "of" AND w."key" = t."key" AND w."nth" = n."nth"
  WHERE (w."word", w."rank", w."words") IS DISTINCT FROM (n."word", t."rank", t."text")
  ON CONFLICT ("kind", "key", "nth") DO UPDATE
  SET "word" = excluded."word", "rank" = excluded."rank", "words" = excluded."words";
END
$$;

SELECT refresh_search('tournament', ARRAY(SELECT "slug" FROM "tournament"));
SELECT refresh_search('club', ARRAY(SELECT "slug" FROM "club"));
SELECT refresh_search('player', ARRAY(SELECT "id" FROM "player"));

-- For whoever may write a table, without rights on this one.
CREATE FUNCTION note_search("kind" "search_kind", "keys" TEXT[]) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO "search_stale" ("transaction", "kind", "key")
  SELECT pg_current_xact_id()::text, "kind", k FROM unnest("keys") AS k WHERE k IS NOT NULL
  ON CONFLICT DO NOTHING
$$;

-- The first of what was noted does all of it.
CREATE FUNCTION search_stale_after_insert() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  noted record;
BEGIN
  IF NOT EXISTS (SELECT FROM "search_stale" s
    WHERE s."transaction" = NEW."transaction" AND s."kind" = NEW."kind" AND s."key" = NEW."key") THEN
    RETURN NULL;
  END IF;
  FOR noted IN
    WITH "gone" AS (DELETE FROM "search_stale" s WHERE s."transaction" = NEW."transaction" RETURNING s."kind", s."key")
    SELECT "kind", array_agg("key") AS "keys" FROM "gone" GROUP BY "kind" ORDER BY "kind"
  LOOP
    PERFORM refresh_search(noted."kind", noted."keys");
  END LOOP;
  RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER "search_stale_after_insert" AFTER INSERT ON "search_stale"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION search_stale_after_insert();

-- What each table's writes touch. A battle without sides is nobody's, so only its changes count.
CREATE FUNCTION note_players() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_search('player', ARRAY(SELECT "id" FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION note_clubs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_search('club', ARRAY(SELECT "slug" FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION note_tournaments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_search('tournament', ARRAY(SELECT "slug" FROM changed));
  PERFORM note_search('club', ARRAY(SELECT DISTINCT "club_slug" FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION note_battle_sides() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_search('player', ARRAY(SELECT DISTINCT "player_id" FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION note_club_battles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_search('club', ARRAY(SELECT DISTINCT "club_slug" FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION note_players_and_clubs("battles" TEXT[]) RETURNS void LANGUAGE sql AS $$
  SELECT note_search('player', ARRAY(SELECT DISTINCT "player_id" FROM "battle_side" WHERE "battle_id" = ANY ("battles")));
  SELECT note_search('club', ARRAY(SELECT DISTINCT "club_slug" FROM "club_battle" WHERE "battle_id" = ANY ("battles")))
$$;

CREATE FUNCTION note_battles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_players_and_clubs(ARRAY(SELECT "id" FROM changed));
  RETURN NULL;
END
$$;

-- With a tournament, all its battles come into sight or go out of it.
CREATE FUNCTION note_published() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_players_and_clubs(ARRAY(
    SELECT b."id" FROM new_rows n JOIN old_rows o ON o."slug" = n."slug" JOIN "battle" b ON b."tournament_slug" = n."slug"
    WHERE o."published" <> n."published"));
  RETURN NULL;
END
$$;

-- TRUNCATE shows no rows.
CREATE FUNCTION note_everything() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_search("kind", array_agg("key")) FROM "search_word" WHERE "nth" = 1 GROUP BY "kind";
  RETURN NULL;
END
$$;

DO $$
DECLARE
  of record;
BEGIN
  FOR of IN SELECT * FROM (VALUES
    ('club', 'note_clubs'), ('player', 'note_players'), ('tournament', 'note_tournaments'),
    ('battle_side', 'note_battle_sides'), ('club_battle', 'note_club_battles')
  ) AS v("table", "function") LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_note_insert', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_note_update_from', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_note_update_to', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION %I()',
      of."table" || '_note_delete', of."table", of."function");
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION note_everything()',
      of."table" || '_note_truncate', of."table");
  END LOOP;
END
$$;

CREATE TRIGGER "battle_note_update" AFTER UPDATE ON "battle"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_battles();
CREATE TRIGGER "tournament_note_published" AFTER UPDATE ON "tournament"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_published();

-- The change feed tells of what can be found, as the topic `search`.
CREATE FUNCTION tell_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(ARRAY['search']);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "search_word_tell_insert" AFTER INSERT ON "search_word"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_search();
CREATE TRIGGER "search_word_tell_update" AFTER UPDATE ON "search_word"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_search();
CREATE TRIGGER "search_word_tell_delete" AFTER DELETE ON "search_word"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_search();
CREATE TRIGGER "search_word_tell_truncate" AFTER TRUNCATE ON "search_word"
FOR EACH STATEMENT EXECUTE FUNCTION tell_everything();
