-- Factions by their spellings, the battles that count in statistics, and the results of tournaments, derived at the end of a
-- transaction like the words of search. The formats of packed columns are documented in the migration of tables.

-- The short name of a spelling: letters and digits of English as they are, anything else a hyphen. One with other letters, or with
-- signs that are part of a name, has a few characters more, by which it differs from all others: C++ and C# are two factions. A
-- hyphen or a blank only separates words: Storm-Hide and Storm Hide are one.
CREATE FUNCTION faction_slug("spelling" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(concat_ws('-', nullif(trim('-' FROM regexp_replace("spelling", '[^a-z0-9]+', '-', 'g')), ''),
    CASE WHEN "spelling" !~ '^[ -~]*[a-z0-9][ -~]*$' OR "spelling" ~ '[#$%*+<=>@^|~]' OR length("spelling") > 150
      THEN left(md5("spelling"), 8) END), 190)
$$;

-- A faction without a record is named by one of all ways in which it was ever written, whatever was loaded first: a way in which
-- capitals and small letters are mixed goes before others, then the order of code points decides.
CREATE FUNCTION is_better_name("name" TEXT, "than" TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ("name" IN (upper("name"), lower("name")), "name" COLLATE "C") < ("than" IN (upper("than"), lower("than")), "than" COLLATE "C")
$$;

-- Spellings of factions in these tournaments, and how they are written there.
CREATE FUNCTION faction_names("keys" TEXT[]) RETURNS TABLE ("spelling" TEXT, "name" TEXT) LANGUAGE sql STABLE AS $$
  SELECT faction_spelling(p."faction"), single_spaced(p."faction") FROM "participant" p WHERE p."tournament_slug" = ANY ("keys")
  UNION
  SELECT faction_spelling(s."faction"), single_spaced(s."faction") FROM "battle" b
  CROSS JOIN LATERAL (SELECT s."faction" FROM "battle_side" s WHERE s."battle_id" = b."id" OFFSET 0) s
  WHERE b."tournament_slug" = ANY ("keys")
$$;

-- A faction's name and aliases are its spellings. An alias goes before a name: it says that the two are one. A faction without a
-- record keeps its spellings under another name.
CREATE FUNCTION faction_after_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
  spelled TEXT[];
  renamed INTEGER[] := '{}';
  touched BOOLEAN;
BEGIN
  -- Most refreshes find no other name and no other faction.
  IF TG_OP = 'DELETE' THEN touched := EXISTS (SELECT FROM old_rows); ELSE touched := EXISTS (SELECT FROM new_rows); END IF;
  IF NOT touched THEN RETURN NULL; END IF;
  IF TG_OP = 'UPDATE' THEN
    renamed := ARRAY(SELECT r."id" FROM new_rows r JOIN old_rows o USING ("id") WHERE NOT r."loaded" AND NOT o."loaded");
  END IF;
  IF TG_OP <> 'INSERT' THEN
    spelled := ARRAY(SELECT faction_spelling(n) FROM old_rows o CROSS JOIN unnest(o."name" || o."aliases") AS n
      WHERE o."id" <> ALL (renamed));
  END IF;
  IF TG_OP <> 'DELETE' THEN
    spelled := spelled || ARRAY(
      SELECT faction_spelling(n) FROM new_rows r CROSS JOIN unnest(r."name" || r."aliases") AS n WHERE r."loaded");
    DELETE FROM "faction_spelling" s USING new_rows r WHERE s."faction_id" = r."id" AND r."id" <> ALL (renamed);
    INSERT INTO "faction_spelling" ("spelling", "faction_id", "alias")
    SELECT DISTINCT ON (1) faction_spelling(n."name"), r."id", n."alias" FROM new_rows r
    CROSS JOIN LATERAL (SELECT r."name", false UNION ALL SELECT unnest(r."aliases"), true) AS n("name", "alias")
    WHERE r."id" <> ALL (renamed) ORDER BY 1, n."alias" DESC, r."loaded" DESC, r."slug"
    ON CONFLICT ("spelling") DO UPDATE SET "faction_id" = excluded."faction_id", "alias" = excluded."alias"
    WHERE NOT "faction_spelling"."alias" OR excluded."alias";
  END IF;
  IF cardinality(spelled) > 0 THEN
    PERFORM note_search('tournament', ARRAY(
      SELECT f."tournament_slug" FROM "tournament_facet" f WHERE f."facet" = ANY (
        ARRAY(SELECT DISTINCT 'faction ' || s FROM unnest(spelled) AS s))));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "faction_after_insert" AFTER INSERT ON "faction" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION faction_after_write();
CREATE TRIGGER "faction_after_update" AFTER UPDATE ON "faction"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION faction_after_write();
CREATE TRIGGER "faction_after_delete" AFTER DELETE ON "faction" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION faction_after_write();

-- Writing or deleting the record of a faction takes all its spellings away, also those that were met under its slug and are
-- neither its name nor an alias: where they are played is noted, so that they are met again. A row's trigger, before the write,
-- because by the end of the statement a deleted faction's spellings are gone. Without a record before and after, a faction keeps
-- its spellings.
CREATE FUNCTION note_met_spellings() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM note_search('tournament', ARRAY(
    SELECT f."tournament_slug" FROM "tournament_facet" f WHERE f."facet" = ANY (
      ARRAY(SELECT 'faction ' || s."spelling" FROM "faction_spelling" s WHERE s."faction_id" = OLD."id"))));
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER "faction_note_update" BEFORE UPDATE ON "faction" FOR EACH ROW WHEN (OLD."loaded" OR NEW."loaded") EXECUTE FUNCTION note_met_spellings();
CREATE TRIGGER "faction_note_delete" BEFORE DELETE ON "faction" FOR EACH ROW EXECUTE FUNCTION note_met_spellings();
-- With the factions TRUNCATE takes the battles that count, and statistics name factions by their ids.
CREATE TRIGGER "faction_note_truncate" AFTER TRUNCATE ON "faction" FOR EACH STATEMENT EXECUTE FUNCTION note_all_search();

-- Makes a faction of its own of each spelling in these tournaments that belongs to none yet.
CREATE FUNCTION meet_factions("keys" TEXT[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
  met TEXT[];
  unknown TEXT[];
BEGIN
  -- Factions with a record have its name.
  met := ARRAY(
    SELECT DISTINCT substr(f."facet", 9) FROM "tournament_facet" f
    WHERE f."tournament_slug" = ANY ("keys") AND f."facet" ~ '^faction .*\S' AND NOT EXISTS (
      SELECT FROM "faction_spelling" s JOIN "faction" n ON n."id" = s."faction_id"
      WHERE s."spelling" = substr(f."facet", 9) AND n."loaded"));
  IF cardinality(met) = 0 THEN RETURN; END IF;
  unknown := ARRAY(SELECT u FROM unnest(met) AS u WHERE NOT EXISTS (SELECT FROM "faction_spelling" s WHERE s."spelling" = u));
  WITH "best" AS MATERIALIZED (
    SELECT DISTINCT ON (1) faction_slug(n."spelling") AS "slug", n."name" FROM faction_names("keys") n
    WHERE n."spelling" = ANY (met) ORDER BY 1, n."name" IN (upper(n."name"), lower(n."name")), n."name" COLLATE "C"
  ), "renamed" AS (
    UPDATE "faction" f SET "name" = b."name" FROM "best" b
    WHERE f."slug" = b."slug" AND NOT f."loaded" AND is_better_name(b."name", f."name")
  )
  INSERT INTO "faction" ("slug", "name", "loaded") SELECT b."slug", b."name", false FROM "best" b
  WHERE b."slug" = ANY (ARRAY(SELECT faction_slug(u) FROM unnest(unknown) AS u)) ORDER BY 1
  ON CONFLICT ("slug") DO NOTHING;
  -- A faction may have been known by another spelling only.
  INSERT INTO "faction_spelling" ("spelling", "faction_id", "alias")
  SELECT u, f."id", false FROM unnest(unknown) AS u JOIN "faction" f ON f."slug" = faction_slug(u) ORDER BY u ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION refresh_results("keys" TEXT[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  PERFORM meet_factions("keys");
  WITH "counted" AS MATERIALIZED (
    SELECT b."id", t."slug", b."newest", coalesce(b."date", t."start_date") AS "day", g."position", b."round",
      a."participant_id" AS "first", z."participant_id" AS "second",
      a."player_id" AS "first_player", z."player_id" AS "second_player",
      fa."faction_id" AS "first_faction", fz."faction_id" AS "second_faction",
      coalesce(a."role", CASE z."role" WHEN 'attacker' THEN 'defender' WHEN 'defender' THEN 'attacker' END::"role") AS "first_role",
      CASE a."outcome" WHEN 'win' THEN 2 WHEN 'draw' THEN 1 ELSE 0 END AS "first_score"
    FROM unnest("keys") AS k JOIN "tournament" t ON t."slug" = k AND t."published"
    CROSS JOIN LATERAL (SELECT * FROM "battle" b WHERE b."tournament_slug" = t."slug" AND NOT b."archived" OFFSET 0) b
    CROSS JOIN LATERAL (
      SELECT * FROM "battle_side" s WHERE s."battle_id" = b."id" AND s."position" = 1 AND s."outcome" IS NOT NULL OFFSET 0) a
    CROSS JOIN LATERAL (
      SELECT * FROM "battle_side" s WHERE s."battle_id" = b."id" AND s."position" = 2 AND s."outcome" IS NOT NULL OFFSET 0) z
    LEFT JOIN "stage" g ON g."tournament_slug" = t."slug" AND g."id" = b."stage_id"
    LEFT JOIN "faction_spelling" fa ON fa."spelling" = faction_spelling(a."faction")
    LEFT JOIN "faction_spelling" fz ON fz."spelling" = faction_spelling(z."faction")
  ), "appearance" AS (
    SELECT c."slug", s."participant", s."faction", s."score",
      row_number() OVER (PARTITION BY s."participant" ORDER BY c."position", c."round", c."id") AS "nth"
    FROM "counted" c CROSS JOIN LATERAL (VALUES
      (c."first", c."first_faction", c."first_score"), (c."second", c."second_faction", 2 - c."first_score")
    ) AS s("participant", "faction", "score")
  ), "entrant" AS MATERIALIZED (
    SELECT a."slug", coalesce(s."faction_id", a."played") AS "faction", coalesce(n."number", -p."id") AS "number",
      CASE WHEN t."status" = 'finished' THEN coalesce(p."final_placement", d."place") END AS "place", a."unbeaten"
    FROM (
      SELECT "slug", "participant", (array_agg("faction" ORDER BY "nth") FILTER (WHERE "faction" IS NOT NULL))[1] AS "played",
        count(*) FILTER (WHERE "nth" <= 4 AND "score" = 2) = 4 AS "unbeaten"
      FROM "appearance" GROUP BY 1, 2
    ) a JOIN "participant" p ON p."id" = a."participant" JOIN "tournament" t ON t."slug" = a."slug"
    LEFT JOIN "derived_place" d ON d."participant_id" = p."id"
    LEFT JOIN "faction_spelling" s ON s."spelling" = faction_spelling(p."faction")
    LEFT JOIN "player_number" n ON n."player_id" = p."player_id"
  ), "played" AS MATERIALIZED (
    SELECT "slug", least("first_faction", "second_faction") AS "first", greatest("first_faction", "second_faction") AS "second",
      CASE WHEN "first_faction" <= "second_faction" THEN "first_score" ELSE 2 - "first_score" END AS "score",
      CASE WHEN "first_role" IS NULL THEN 0
        WHEN ("first_role" = 'attacker') = ("first_faction" <= "second_faction") THEN 1 ELSE 2 END AS "role"
    FROM "counted" WHERE "first_faction" IS NOT NULL AND "second_faction" IS NOT NULL
  ), "place" AS MATERIALIZED (
    SELECT "slug", "faction", row_number() OVER (PARTITION BY "slug" ORDER BY "faction") - 1 AS "nth" FROM (
      SELECT "slug", "first" AS "faction" FROM "played" UNION SELECT "slug", "second" FROM "played"
      UNION SELECT "slug", "faction" FROM "entrant" WHERE "faction" IS NOT NULL
    ) AS "all"
  ), "packed" AS MATERIALIZED (
    SELECT t."slug", t."start_date", sort_name(t."country") AS "country", sort_name(t."battle_pack") AS "battle_pack",
      t."club_slug", z."players", coalesce(f."factions", '{}') AS "factions",
      coalesce(r."results", '') AS "results", coalesce(e."field", '') AS "field"
    FROM (SELECT DISTINCT "slug" FROM "counted") c JOIN "tournament" t USING ("slug")
    JOIN "tournament_size" z ON z."tournament_slug" = c."slug"
    LEFT JOIN (SELECT "slug", array_agg("faction" ORDER BY "nth") AS "factions" FROM "place" GROUP BY 1) f USING ("slug")
    LEFT JOIN (
      SELECT "slug", string_agg(int4send("code"), '' ORDER BY "code") AS "results" FROM (
        SELECT p."slug", (a."nth" * 131072 + z."nth" * 16 + p."role" * 3 + p."score")::int AS "code" FROM "played" p
        JOIN "place" a ON a."slug" = p."slug" AND a."faction" = p."first" AND a."nth" < 8192
        JOIN "place" z ON z."slug" = p."slug" AND z."faction" = p."second" AND z."nth" < 8192
      ) AS "codes" GROUP BY 1
    ) r USING ("slug")
    LEFT JOIN (
      SELECT "slug", string_agg(int4send("code") || int4send("number"), '' ORDER BY "code", "number") AS "field" FROM (
        SELECT e."slug", (p."nth" * 8 + e."unbeaten"::int + coalesce(e."place" <= 4, false)::int * 2
          + coalesce(e."place" = 1, false)::int * 4)::int AS "code", e."number"
        FROM "entrant" e JOIN "place" p ON p."slug" = e."slug" AND p."faction" = e."faction"
      ) AS "codes" GROUP BY 1
    ) e USING ("slug")
  ), "kept_matchups" AS (
    INSERT INTO "matchup" ("key", "first_id", "second_id")
    SELECT DISTINCT "first" || '-' || "second", "first", "second" FROM "played" ORDER BY 1 ON CONFLICT DO NOTHING
  ), "gone_statistics" AS (
    DELETE FROM "tournament_statistics" s WHERE s."tournament_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "packed" p WHERE p."slug" = s."tournament_slug")
  ), "kept_statistics" AS (
    INSERT INTO "tournament_statistics" AS s SELECT * FROM "packed" ORDER BY "slug"
    ON CONFLICT ("tournament_slug") DO UPDATE SET "start_date" = excluded."start_date", "country" = excluded."country",
      "battle_pack" = excluded."battle_pack", "club_slug" = excluded."club_slug", "players" = excluded."players",
      "factions" = excluded."factions", "results" = excluded."results", "field" = excluded."field"
    WHERE (s.*) IS DISTINCT FROM (excluded.*)
  ), "gone_battles" AS (
    DELETE FROM "counted_battle" b WHERE b."tournament_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "counted" c WHERE c."id" = b."battle_id")
  )
  INSERT INTO "counted_battle" AS b
  -- Both factions are asked for: the lesser of a number and null is the number.
  SELECT "id", "slug", CASE WHEN "first_faction" IS NOT NULL AND "second_faction" IS NOT NULL
      THEN least("first_faction", "second_faction") || '-' || greatest("first_faction", "second_faction") END,
    "newest", "day", "first_player", "second_player", "first_faction", "second_faction", "first_role", "first_score"
  FROM "counted" ORDER BY "id"
  ON CONFLICT ("battle_id") DO UPDATE SET "tournament_slug" = excluded."tournament_slug", "matchup" = excluded."matchup",
    "newest" = excluded."newest", "day" = excluded."day", "first_player" = excluded."first_player",
    "second_player" = excluded."second_player", "first_faction" = excluded."first_faction",
    "second_faction" = excluded."second_faction", "first_role" = excluded."first_role", "first_score" = excluded."first_score"
  WHERE (b.*) IS DISTINCT FROM (excluded.*);
END $$;

CREATE FUNCTION refresh_sides("keys" TEXT[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ DECLARE
  changed TEXT[];
BEGIN
  WITH "fought" AS MATERIALIZED (
    SELECT c."tournament_slug" AS "slug", c."first_faction" <= c."second_faction" AS "in_order",
      array_position(s."factions", least(c."first_faction", c."second_faction")) - 1 AS "first",
      array_position(s."factions", greatest(c."first_faction", c."second_faction")) - 1 AS "second",
      CASE WHEN c."first_role" IS NULL THEN 0
        WHEN (c."first_role" = 'attacker') = (c."first_faction" <= c."second_faction") THEN 1 ELSE 2 END AS "role",
      CASE WHEN c."first_faction" <= c."second_faction" THEN c."first_score" ELSE 2 - c."first_score" END AS "score",
      coalesce(na."number", -a."participant_id") AS "one", coalesce(nz."number", -z."participant_id") AS "other"
    FROM "counted_battle" c JOIN "tournament_statistics" s ON s."tournament_slug" = c."tournament_slug"
    CROSS JOIN LATERAL (
      SELECT p."participant_id" FROM "battle_side" p WHERE p."battle_id" = c."battle_id" AND p."position" = 1 OFFSET 0) a
    CROSS JOIN LATERAL (
      SELECT p."participant_id" FROM "battle_side" p WHERE p."battle_id" = c."battle_id" AND p."position" = 2 OFFSET 0) z
    LEFT JOIN "player_number" na ON na."player_id" = c."first_player"
    LEFT JOIN "player_number" nz ON nz."player_id" = c."second_player"
    WHERE c."tournament_slug" = ANY ("keys") AND c."matchup" IS NOT NULL
  ), "roster" AS MATERIALIZED (
    SELECT "slug", "number", least(row_number() OVER (PARTITION BY "slug" ORDER BY "number") - 1, 32767) AS "nth" FROM (
      SELECT "slug", "one" AS "number" FROM "fought" UNION SELECT "slug", "other" FROM "fought"
    ) AS "all"
  ), "packed" AS MATERIALIZED (
    SELECT r."slug", r."roster", f."sides"
    FROM (SELECT "slug", string_agg(int4send("number"), '' ORDER BY "number") AS "roster" FROM "roster" GROUP BY 1) r
    JOIN (
      SELECT "slug", string_agg(int4send("sides"), '' ORDER BY "code", "sides") AS "sides" FROM (
        SELECT f."slug", f."first" * 131072 + f."second" * 16 + f."role" * 3 + f."score" AS "code",
          (CASE WHEN f."in_order" THEN a."nth" * 65536 + z."nth" ELSE z."nth" * 65536 + a."nth" END)::int AS "sides"
        FROM "fought" f JOIN "roster" a ON a."slug" = f."slug" AND a."number" = f."one"
        JOIN "roster" z ON z."slug" = f."slug" AND z."number" = f."other"
        WHERE f."first" < 8192 AND f."second" < 8192
      ) AS "coded" GROUP BY 1
    ) f USING ("slug")
  ), "gone" AS (
    DELETE FROM "tournament_sides" s WHERE s."tournament_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "packed" p WHERE p."slug" = s."tournament_slug")
  ), "kept" AS (
    INSERT INTO "tournament_sides" AS s SELECT * FROM "packed" ORDER BY "slug"
    ON CONFLICT ("tournament_slug") DO UPDATE SET "roster" = excluded."roster", "sides" = excluded."sides"
    WHERE (s."roster", s."sides") IS DISTINCT FROM (excluded."roster", excluded."sides")
    RETURNING s."tournament_slug"
  ) SELECT array_agg("tournament_slug") INTO changed FROM "kept";
  -- The same results of other players have other intervals.
  PERFORM note('statistics', ARRAY['', 'country ' || s."country", 'pack ' || s."battle_pack", 'club ' || s."club_slug"])
  FROM "tournament_statistics" s WHERE s."tournament_slug" = ANY (changed);
END $$;

CREATE FUNCTION refresh_statistics("keys" TEXT[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$ BEGIN
  INSERT INTO "player_number" ("player_id")
  SELECT DISTINCT p."player_id" FROM "participant" p WHERE p."tournament_slug" = ANY ("keys") AND p."player_id" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "player_number" n WHERE n."player_id" = p."player_id")
  ORDER BY 1 ON CONFLICT DO NOTHING;
  PERFORM refresh_results("keys");
  PERFORM refresh_sides("keys");
  WITH "found" AS MATERIALIZED (
    SELECT DISTINCT s."faction_id", f."tournament_slug" FROM "tournament_facet" f
    JOIN "tournament" t ON t."slug" = f."tournament_slug" AND t."published"
    JOIN "faction_spelling" s ON s."spelling" = substr(f."facet", 9)
    WHERE f."tournament_slug" = ANY ("keys") AND f."facet" LIKE 'faction %'
  ), "gone" AS (
    DELETE FROM "faction_event" e WHERE e."tournament_slug" = ANY ("keys") AND NOT EXISTS (
      SELECT FROM "found" f WHERE f."tournament_slug" = e."tournament_slug" AND f."faction_id" = e."faction_id")
  )
  INSERT INTO "faction_event" ("faction_id", "tournament_slug") SELECT f."faction_id", f."tournament_slug" FROM "found" f
  WHERE NOT EXISTS (
    SELECT FROM "faction_event" e WHERE e."tournament_slug" = f."tournament_slug" AND e."faction_id" = f."faction_id")
  ORDER BY 1, 2;
END $$;
