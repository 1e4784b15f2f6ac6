-- Words for search, values that listings are filtered by, and sizes that they are ordered by, of what everybody may see:
-- published tournaments, clubs, players who have not been removed. A write notes the records that it may have touched, and at the
-- end of the transaction all of that is derived anew, once.

-- Words without case and accents, each once: the text between characters that are no letter, digit or mark
-- (scripts/search-words.ts prints their class; a name in ASCII alone, which most are, needs no table). Long ones are cut off,
-- because an index takes no more. In plpgsql, where a call takes a fraction of the time that it takes in sql.
CREATE FUNCTION split_words("folded" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ DECLARE
  words text[] := '{}';
  part text;
BEGIN
  FOREACH part IN ARRAY CASE WHEN octet_length("folded") = char_length("folded")
    THEN regexp_split_to_array("folded", '[^a-z0-9]+')
    ELSE regexp_split_to_array("folded", '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06dd-\u06de\u06e9\u06fd-\u06fe\u0700-\u070f\u07f6-\u07f9\u07fe-\u07ff\u0830-\u083e\u085e\u0888\u0890-\u0891\u08e2\u0964-\u0965\u0970\u09f2-\u09f3\u09fa-\u09fb\u09fd\u0a76\u0af0-\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a-\u0e5b\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f\u109e-\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d-\u166e\u1680\u169b-\u169c\u16eb-\u16ed\u1735-\u1736\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u180e\u1940-\u1945\u19de-\u19ff\u1a1e-\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad\u1b4e-\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e-\u1c7f\u1cc0-\u1cc7\u1cd3\u200b-\u20c1\u2104-\u212e\u213a-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc\u2cfe-\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190-\u3191\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe-\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716\ua720-\ua721\ua789-\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce-\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e-\ua92f\ua95f\ua9c1-\ua9cd\ua9de-\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade-\uaadf\uaaf0-\uaaf1\uab5b\uab6a-\uab6b\uabeb\ue000-\uf8ff\ufbb2-\ufdff\ufe45-\ufe46\ufeff-\ufffd\U00010100-\U00010102\U00010137-\U0001013f\U00010179-\U00010189\U0001018c-\U000101fc\U0001039f\U000103d0\U0001056f\U00010857\U00010877-\U00010878\U0001091f\U0001093f\U00010a50-\U00010a58\U00010a7f\U00010ac8\U00010af0-\U00010af6\U00010b39-\U00010b3f\U00010b99-\U00010b9c\U00010d6e\U00010d8e-\U00010d8f\U00010ead\U00010ed0-\U00010ed8\U00010f55-\U00010f59\U00010f86-\U00010f89\U00011047-\U0001104d\U000110bb-\U000110c1\U000110cd\U00011140-\U00011143\U00011174-\U00011175\U000111c5-\U000111c8\U000111cd\U000111db\U000111dd-\U000111df\U00011238-\U0001123d\U000112a9\U000113d4-\U000113d8\U0001144b-\U0001144f\U0001145a-\U0001145d\U000114c6\U000115c1-\U000115d7\U00011641-\U00011643\U00011660-\U0001166c\U000116b9\U0001173c-\U0001173f\U0001183b\U00011944-\U00011946\U000119e2\U00011a3f-\U00011a46\U00011a9a-\U00011a9c\U00011a9e-\U00011aa2\U00011b00-\U00011b09\U00011be1\U00011c41-\U00011c45\U00011c70-\U00011c71\U00011ef7-\U00011ef8\U00011f43-\U00011f4f\U00011fd5-\U00011fff\U00012470-\U00012474\U00012ff1-\U00012ff2\U00013430-\U0001343f\U00016a6e-\U00016a6f\U00016af5\U00016b37-\U00016b3f\U00016b44-\U00016b45\U00016d6d-\U00016d6f\U00016e97-\U00016e9a\U00016fe2\U0001bc9c\U0001bc9f-\U0001cef0\U0001cf50-\U0001d15d\U0001d16a-\U0001d16c\U0001d173-\U0001d17a\U0001d183-\U0001d184\U0001d18c-\U0001d1a9\U0001d1ae-\U0001d241\U0001d245\U0001d300-\U0001d356\U0001d800-\U0001d9ff\U0001da37-\U0001da3a\U0001da6d-\U0001da74\U0001da76-\U0001da83\U0001da85-\U0001da8b\U0001e14f\U0001e2ff\U0001e5ff\U0001e95e-\U0001e95f\U0001ecac\U0001ecb0\U0001ed2e\U0001eef0-\U0001f0f5\U0001f10d-\U0001fbfa\U000e0001-\U000e007f\U000f0000-\U0010fffd]+') END
  LOOP
    part := left(part, 50);
    IF part <> '' AND NOT part = ANY (words) THEN words := words || part; END IF;
  END LOOP;
  RETURN words;
END $$;

-- Words of a name. Parts that an apostrophe or hyphen joins are a word too: "O'Brien" is found by o, brien and obrien.
CREATE FUNCTION name_words("name" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ DECLARE
  folded text := sort_name("name");
BEGIN
  IF folded ~ '[''-]' THEN folded := folded || ' ' || translate(folded, '''', '') || ' ' || translate(folded, '''-', ''); END IF;
  RETURN split_words(folded);
END $$;

-- Words of a search, ten at most. An apostrophe joins, as people type it or leave it out; a hyphen does not.
CREATE FUNCTION query_words("text" TEXT) RETURNS TEXT[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN
  RETURN (split_words(translate(sort_name("text"), '''', '')))[1:10];
END $$;

-- Sort key of results: the month of the last activity, newest first and none last; then alphabetical, and by kind and key.
CREATE FUNCTION search_rank("active" DATE, "name" TEXT, "kind" "search_kind", "key" TEXT) RETURNS TEXT
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ BEGIN
  RETURN coalesce(
      lpad((120000 - extract(year FROM "active")::int * 12 - extract(month FROM "active")::int)::text, 6, '0'), '999999')
    || ' ' || left(sort_name("name"), 100) || E'\x01' || "kind" || ' ' || "key";
END $$;

-- Records with their names and the day of the last activity that everybody may see; without a name when they cannot be found.
-- Every lookup is by an index, however many there are: the planner does not know their number.
CREATE FUNCTION search_things("of" "search_kind", "keys" TEXT[]) RETURNS TABLE ("key" TEXT, "name" TEXT, "active" DATE)
LANGUAGE plpgsql STABLE AS $$ BEGIN
  CASE "of"
  WHEN 'tournament' THEN RETURN QUERY
    SELECT k, t."name", t."start_date" FROM unnest("keys") AS k LEFT JOIN "tournament" t ON t."slug" = k AND t."published";
  WHEN 'club' THEN RETURN QUERY
    SELECT k, c."name", greatest((
      SELECT t."start_date" FROM "tournament" t WHERE t."club_slug" = c."slug" AND t."published" ORDER BY t."newest" DESC LIMIT 1
    ), (
      SELECT b."date" FROM "club_battle" l JOIN "battle" b ON b."id" = l."battle_id"
      LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
      WHERE l."club_slug" = c."slug" AND NOT b."archived" AND (b."tournament_slug" IS NULL OR t."published")
      ORDER BY l."newest" DESC LIMIT 1
    )) FROM unnest("keys") AS k LEFT JOIN "club" c ON c."slug" = k;
  WHEN 'player' THEN RETURN QUERY
    SELECT k, p."name", (
      SELECT b."date" FROM "battle_side" s JOIN "battle" b ON b."id" = s."battle_id"
      LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
      WHERE s."player_id" = p."id" AND NOT b."archived" AND (b."tournament_slug" IS NULL OR t."published")
      ORDER BY s."newest" DESC LIMIT 1
    ) FROM unnest("keys") AS k LEFT JOIN "player" p ON p."id" = k AND NOT p."removed";
  END CASE;
END $$;

-- Brings search_word to what it should be for these records, touching only rows that differ. They are locked first, in a statement
-- of its own: of two writers that have touched the same record the second sees what the first has written. A record whose name
-- has no word has one row all the same, to be locked.
CREATE FUNCTION refresh_search("of" "search_kind", "keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM FROM "search_word" w WHERE w."kind" = "of" AND w."key" = ANY ("keys") AND w."nth" = 1 ORDER BY w."key" FOR UPDATE;
  WITH "things" AS MATERIALIZED (
    SELECT t."key", search_rank(t."active", t."name", "of", t."key") AS "rank",
      CASE WHEN t."name" IS NULL THEN '{}' WHEN n."words" = '{}' THEN ARRAY[''] ELSE n."words" END AS "words",
      ' ' || array_to_string(n."words", ' ') || ' ' AS "text"
    FROM search_things("of", "keys") t CROSS JOIN LATERAL (SELECT name_words(t."name") AS "words" OFFSET 0) n
  ), "gone" AS (
    DELETE FROM "search_word" w USING "things" t WHERE w."kind" = "of" AND w."key" = t."key" AND w."nth" > cardinality(t."words")
  )
  INSERT INTO "search_word" ("kind", "key", "nth", "word", "rank", "words")
  SELECT "of", t."key", n."nth", n."word", t."rank", t."text"
  FROM "things" t CROSS JOIN LATERAL unnest(t."words") WITH ORDINALITY AS n("word", "nth")
  LEFT JOIN "search_word" w ON w."kind" = "of" AND w."key" = t."key" AND w."nth" = n."nth"
  WHERE (w."word", w."rank", w."words") IS DISTINCT FROM (n."word", t."rank", t."text")
  ON CONFLICT ("kind", "key", "nth") DO UPDATE SET "word" = excluded."word", "rank" = excluded."rank", "words" = excluded."words";
END $$;

-- The second try of a search, for what is misspelt: words of names that are like a word, as the extension pg_trgm compares them. Two
-- letters in the wrong order are the slip made most often, and trigrams see the least of it: words that differ so come first,
-- wherever in the word that is. Other words are compared if they begin with the same two letters, or with the first and the third.
-- Few are read one after the other; many are read from one word to the next by the index, because many names bear the same word.
CREATE FUNCTION similar_words("to" TEXT) RETURNS TABLE ("word" TEXT, "likeness" REAL) LANGUAGE plpgsql STABLE AS $$ BEGIN
  IF to_regprocedure('similarity(text, text)') IS NULL THEN RETURN; END IF;
  RETURN QUERY
  WITH RECURSIVE "kinds" AS (SELECT unnest(enum_range(NULL::"search_kind")) AS "kind"), "turned" AS MATERIALIZED (
    SELECT DISTINCT overlay("to" PLACING reverse(substr("to", n, 2)) FROM n FOR 2) AS "word"
    FROM generate_series(1, length("to") - 1) AS n WHERE length("to") > 2
  ), "ranges" AS MATERIALIZED (
    SELECT k."kind", b AS "begun", (
      SELECT count(*) FROM (
        SELECT FROM "search_word" s WHERE s."kind" = k."kind" AND s."word" >= b AND s."word" < b || U&'\+10FFFF' LIMIT 4000
      ) AS "some") < 4000 AS "few"
    FROM "kinds" k CROSS JOIN (SELECT left("to", 2) UNION SELECT left("to", 1) || substr("to", 3, 1)) AS "beginnings"(b)
    WHERE length("to") > 2
  ), "seen" AS (
    SELECT r."kind", r."begun", (
      SELECT min(s."word") FROM "search_word" s
      WHERE s."kind" = r."kind" AND s."word" >= r."begun" AND s."word" < r."begun" || U&'\+10FFFF') AS "word"
    FROM "ranges" r WHERE NOT r."few"
    UNION ALL
    SELECT w."kind", w."begun", (
      SELECT min(s."word") FROM "search_word" s
      WHERE s."kind" = w."kind" AND s."word" > w."word" AND s."word" < w."begun" || U&'\+10FFFF')
    FROM "seen" w WHERE w."word" IS NOT NULL
  ), "known" AS (
    SELECT w."word" FROM "seen" w WHERE w."word" IS NOT NULL
    UNION
    SELECT s."word" FROM "ranges" r CROSS JOIN LATERAL (
      SELECT DISTINCT s."word" FROM "search_word" s
      WHERE s."kind" = r."kind" AND s."word" >= r."begun" AND s."word" < r."begun" || U&'\+10FFFF'
    ) s WHERE r."few"
    UNION
    SELECT t."word" FROM "turned" t WHERE EXISTS (
      SELECT FROM "kinds" k JOIN "search_word" s ON s."kind" = k."kind" AND s."word" = t."word")
  )
  SELECT "like"."word", "like"."likeness" FROM (
    SELECT k."word", CASE WHEN k."word" IN (SELECT t."word" FROM "turned" t) THEN 1 ELSE similarity(k."word", "to") END AS "likeness"
    FROM "known" k OFFSET 0
  ) AS "like" WHERE "like"."likeness" >= 0.25 ORDER BY 2 DESC, 1 LIMIT 5;
END $$;

-- A server may not have the extension or not allow it: then no word is similar, until somebody who may calls this function.
CREATE FUNCTION enable_similar_words() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  RETURN true;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN RETURN false;
END $$;
SELECT enable_similar_words();

-- A value with the name of what it is a value of, without case and accents, cut off where an index could not take it.
CREATE FUNCTION facet("name" TEXT, "value" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN "name" || ' ' || CASE "name" WHEN 'faction' THEN faction_spelling("value") ELSE left(sort_name("value"), 200) END;

-- Bring facets and sizes of these records to what they should be, in the same way. With OFFSET 0 battles and sides are looked up by
-- an index, however many there are. Tournaments are found by what is visible of them: final standings, a board, once they have
-- finished; and by no faction that was played in archived battles only.
CREATE FUNCTION refresh_tournament_facets("keys" TEXT[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM FROM "tournament_size" s WHERE s."tournament_slug" = ANY ("keys") ORDER BY s."tournament_slug" FOR UPDATE;
  INSERT INTO "tournament_size" ("tournament_slug", "players", "largest")
  SELECT t."slug", n."players", largest_key(n."players", t."alphabetical")
  FROM unnest("keys") AS k JOIN "tournament" t ON t."slug" = k
  CROSS JOIN LATERAL (SELECT count(*)::int AS "players" FROM "participant" p WHERE p."tournament_slug" = t."slug") n
  ON CONFLICT ("tournament_slug") DO UPDATE SET "players" = excluded."players", "largest" = excluded."largest"
  WHERE "tournament_size"."largest" <> excluded."largest";
  WITH "wanted" AS MATERIALIZED (
    SELECT DISTINCT t."slug", facet(v."name", v."value") AS "facet"
    FROM unnest("keys") AS k JOIN "tournament" t ON t."slug" = k CROSS JOIN LATERAL (
      VALUES ('country', t."country"), ('city', t."city"), ('pack', t."battle_pack"), ('size', t."battle_size"::text),
        ('stage', CASE WHEN t."status" = 'finished' THEN 'board' END)
      UNION SELECT 'stage', s."type"::text FROM "stage" s WHERE s."tournament_slug" = t."slug" AND s."id" <> 'standings'
      UNION SELECT 'faction', p."faction" FROM "participant" p WHERE p."tournament_slug" = t."slug"
      UNION SELECT 'faction', s."faction" FROM "battle" b
        CROSS JOIN LATERAL (SELECT s."faction" FROM "battle_side" s WHERE s."battle_id" = b."id" OFFSET 0) s
        WHERE b."tournament_slug" = t."slug" AND NOT b."archived"
    ) v("name", "value") WHERE v."value" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "tournament_facet" f WHERE f."tournament_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "wanted" w WHERE w."slug" = f."tournament_slug" AND w."facet" = f."facet")
  )
  INSERT INTO "tournament_facet" ("tournament_slug", "facet") SELECT "slug", "facet" FROM "wanted" ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION refresh_club_facets("keys" TEXT[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  WITH "wanted" AS MATERIALIZED (
    SELECT c."slug", facet(v."name", v."value") AS "facet" FROM unnest("keys") AS k JOIN "club" c ON c."slug" = k
    CROSS JOIN LATERAL (VALUES ('country', c."country"), ('city', c."city")) v("name", "value") WHERE v."value" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "club_facet" f WHERE f."club_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "wanted" w WHERE w."slug" = f."club_slug" AND w."facet" = f."facet")
  )
  INSERT INTO "club_facet" ("club_slug", "facet") SELECT "slug", "facet" FROM "wanted" ON CONFLICT DO NOTHING;
END $$;

-- Only listed battles and published tournaments count. Clubs are found by their exact slugs, as slugs are compared everywhere.
CREATE FUNCTION refresh_player_facets("keys" TEXT[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM FROM "player_activity" a WHERE a."player_id" = ANY ("keys") ORDER BY a."player_id" FOR UPDATE;
  WITH "players" AS MATERIALIZED (
    SELECT p."id", p."alphabetical" FROM unnest("keys") AS k JOIN "player" p ON p."id" = k AND NOT p."removed"
  ), "played" AS MATERIALIZED (
    SELECT p."id", s."faction", count(*) AS "battles" FROM "players" p
    CROSS JOIN LATERAL (SELECT s."battle_id", s."faction" FROM "battle_side" s WHERE s."player_id" = p."id" OFFSET 0) s
    CROSS JOIN LATERAL (SELECT b."tournament_slug" FROM "battle" b WHERE b."id" = s."battle_id" AND NOT b."archived" OFFSET 0) b
    LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
    WHERE b."tournament_slug" IS NULL OR t."published" GROUP BY 1, 2
  ), "activity" AS (
    INSERT INTO "player_activity" ("player_id", "battles", "busiest")
    SELECT p."id", coalesce(n."battles", 0), largest_key(coalesce(n."battles", 0), p."alphabetical")
    FROM "players" p LEFT JOIN (SELECT "id", sum("battles")::int AS "battles" FROM "played" GROUP BY "id") n USING ("id")
    ON CONFLICT ("player_id") DO UPDATE SET "battles" = excluded."battles", "busiest" = excluded."busiest"
    WHERE "player_activity"."busiest" <> excluded."busiest"
  ), "wanted" AS MATERIALIZED (
    SELECT "id", facet('faction', "faction") AS "facet" FROM "played" WHERE "faction" IS NOT NULL
    UNION
    SELECT p."id", v."facet" FROM "players" p JOIN "participant" s ON s."player_id" = p."id"
    JOIN "tournament" t ON t."slug" = s."tournament_slug" AND t."published"
    CROSS JOIN LATERAL (VALUES ('club ' || s."club_slug"), (facet('faction', s."faction"))) v("facet") WHERE v."facet" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "player_facet" f WHERE f."player_id" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "wanted" w WHERE w."id" = f."player_id" AND w."facet" = f."facet")
  )
  INSERT INTO "player_facet" ("player_id", "facet") SELECT "id", "facet" FROM "wanted" ON CONFLICT DO NOTHING;
END $$;

-- Writers of a table have no rights on search_stale.
CREATE FUNCTION note_search("kind" "search_kind", "keys" TEXT[]) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path FROM CURRENT AS $$
  INSERT INTO "search_stale" ("transaction", "kind", "key")
  SELECT pg_current_xact_id()::text, "kind", k FROM unnest("keys") AS k WHERE k IS NOT NULL ON CONFLICT DO NOTHING
$$;

-- The first row of a transaction derives everything for all of them.
CREATE FUNCTION search_stale_after_insert() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
  noted record;
BEGIN
  IF NOT EXISTS (
    SELECT FROM "search_stale" s WHERE s."transaction" = NEW."transaction" AND s."kind" = NEW."kind" AND s."key" = NEW."key"
  ) THEN RETURN NULL; END IF;
  FOR noted IN
    WITH "gone" AS (DELETE FROM "search_stale" s WHERE s."transaction" = NEW."transaction" RETURNING s."kind", s."key")
    SELECT "kind", array_agg("key") AS "keys" FROM "gone" GROUP BY "kind" ORDER BY "kind"
  LOOP
    PERFORM refresh_search(noted."kind", noted."keys");
    CASE noted."kind"
      WHEN 'tournament' THEN
        PERFORM refresh_tournament_facets(noted."keys");
        PERFORM refresh_statistics(noted."keys");
      WHEN 'club' THEN PERFORM refresh_club_facets(noted."keys");
      WHEN 'player' THEN PERFORM refresh_player_facets(noted."keys");
    END CASE;
  END LOOP;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER "search_stale_after_insert" AFTER INSERT ON "search_stale"
DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION search_stale_after_insert();

-- Notes the records that written rows belong to, whether as they were or as they are. Whether a tournament is published decides
-- what is derived of those who sign up, so it is locked: somebody who signs up while it is unpublished would otherwise be found by
-- what nobody may see.
CREATE FUNCTION note_search_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  CASE TG_TABLE_NAME
    WHEN 'club' THEN PERFORM note_search('club', ARRAY(SELECT "slug" FROM changed));
    WHEN 'player' THEN PERFORM note_search('player', ARRAY(SELECT "id" FROM changed));
    WHEN 'tournament' THEN
      PERFORM note_search('tournament', ARRAY(SELECT "slug" FROM changed));
      PERFORM note_search('club', ARRAY(SELECT DISTINCT "club_slug" FROM changed));
    WHEN 'stage' THEN PERFORM note_search('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM changed));
    WHEN 'battle' THEN
      PERFORM note_search('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM changed));
      IF TG_NAME = 'battle_note_update_to' THEN PERFORM note_players_and_clubs(ARRAY(SELECT "id" FROM changed)); END IF;
    WHEN 'participant' THEN
      PERFORM FROM "tournament" WHERE "slug" IN (SELECT "tournament_slug" FROM changed) ORDER BY "slug" FOR SHARE;
      PERFORM note_search('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM changed));
      PERFORM note_search('player', ARRAY(SELECT DISTINCT "player_id" FROM changed));
    WHEN 'battle_side' THEN
      PERFORM note_search('player', ARRAY(SELECT DISTINCT "player_id" FROM changed));
      PERFORM note_search('tournament', ARRAY(
        SELECT DISTINCT b."tournament_slug" FROM "battle" b WHERE b."id" = ANY (ARRAY(SELECT DISTINCT "battle_id" FROM changed))));
    WHEN 'club_battle' THEN PERFORM note_search('club', ARRAY(SELECT DISTINCT "club_slug" FROM changed));
  END CASE;
  RETURN NULL;
END $$;

CREATE FUNCTION note_players_and_clubs("battles" TEXT[]) RETURNS void LANGUAGE sql AS $$
  SELECT note_search('player', ARRAY(SELECT DISTINCT "player_id" FROM "battle_side" WHERE "battle_id" = ANY ("battles")));
  SELECT note_search('club', ARRAY(SELECT DISTINCT "club_slug" FROM "club_battle" WHERE "battle_id" = ANY ("battles")))
$$;

-- Battles and sign-ups are published or unpublished with their tournament.
CREATE FUNCTION note_published() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE
  switched TEXT[] := ARRAY(
    SELECT n."slug" FROM new_rows n JOIN old_rows o ON o."slug" = n."slug" WHERE o."published" <> n."published");
BEGIN
  PERFORM note_players_and_clubs(ARRAY(SELECT "id" FROM "battle" WHERE "tournament_slug" = ANY (switched)));
  PERFORM note_search('player', ARRAY(SELECT DISTINCT "player_id" FROM "participant" WHERE "tournament_slug" = ANY (switched)));
  RETURN NULL;
END $$;

-- TRUNCATE shows no rows. Everything is noted, whether or not it has words.
CREATE FUNCTION note_all_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM note_search("kind", array_agg("key")) FROM "search_word" WHERE "nth" = 1 GROUP BY "kind";
  PERFORM note_search('tournament', ARRAY(SELECT "tournament_slug" FROM "tournament_size"));
  RETURN NULL;
END $$;

DO $$ DECLARE
  t TEXT;
  e TEXT[];
BEGIN
  FOREACH t IN ARRAY ARRAY['club', 'player', 'tournament', 'stage', 'participant', 'battle', 'battle_side', 'club_battle'] LOOP
    FOREACH e SLICE 1 IN ARRAY ARRAY[['insert', 'INSERT', 'NEW'], ['update_from', 'UPDATE', 'OLD'], ['update_to', 'UPDATE', 'NEW'],
      ['delete', 'DELETE', 'OLD']] LOOP
      EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_search_rows()',
        t || '_note_' || e[1], e[2], t, e[3]);
    END LOOP;
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION note_all_search()', t || '_note_truncate', t);
  END LOOP;
END $$;
CREATE TRIGGER "tournament_note_published" AFTER UPDATE ON "tournament"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_published();
