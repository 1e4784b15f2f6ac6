-- What statistics are made of: factions, the battles that count, and for each tournament its results as a few bytes a
-- battle. Kept true at the end of each transaction, like the words of search.

-- One thing however it is spelled. `loaded` is false for those that were only seen in what was played.
CREATE TABLE "faction" (
    "id" SERIAL NOT NULL,
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "aliases" TEXT[] NOT NULL DEFAULT '{}',
    "loaded" BOOLEAN NOT NULL DEFAULT true,
    "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key("name", "slug")) STORED NOT NULL,

    CONSTRAINT "faction_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "faction_slug_word" CHECK (is_word("slug")),
    CONSTRAINT "faction_name" CHECK (is_name("name") OR NOT "loaded")
);
CREATE UNIQUE INDEX "faction_slug_key" ON "faction"("slug");
CREATE UNIQUE INDEX "faction_alphabetical_key" ON "faction"("alphabetical");

-- Every way in which a faction is spelled, without case and accents.
CREATE TABLE "faction_spelling" (
    "spelling" TEXT COLLATE "C" NOT NULL,
    "faction_id" INTEGER NOT NULL,
    "alias" BOOLEAN NOT NULL,

    CONSTRAINT "faction_spelling_pkey" PRIMARY KEY ("spelling")
);
CREATE INDEX "faction_spelling_faction_id_idx" ON "faction_spelling"("faction_id");

CREATE TABLE "faction_event" (
    "faction_id" INTEGER NOT NULL,
    "tournament_slug" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "faction_event_pkey" PRIMARY KEY ("faction_id","tournament_slug")
);
CREATE INDEX "faction_event_tournament_slug_idx" ON "faction_event"("tournament_slug");

CREATE TABLE "tournament_statistics" (
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "start_date" DATE,
    "country" TEXT COLLATE "C",
    "battle_pack" TEXT COLLATE "C",
    "club_slug" TEXT COLLATE "C",
    "players" INTEGER NOT NULL,
    "factions" INTEGER[] NOT NULL,
    "results" BYTEA NOT NULL,
    "field" BYTEA NOT NULL,

    CONSTRAINT "tournament_statistics_pkey" PRIMARY KEY ("tournament_slug")
);

CREATE TABLE "matchup" (
    "key" TEXT COLLATE "C" NOT NULL,
    "first_id" INTEGER NOT NULL,
    "second_id" INTEGER NOT NULL,

    CONSTRAINT "matchup_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "matchup_first_id_idx" ON "matchup"("first_id");
CREATE INDEX "matchup_second_id_idx" ON "matchup"("second_id");

CREATE TABLE "counted_battle" (
    "battle_id" TEXT COLLATE "C" NOT NULL,
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "matchup" TEXT COLLATE "C",
    "newest" TEXT COLLATE "C" NOT NULL,
    "day" DATE,
    "first_player" TEXT COLLATE "C",
    "second_player" TEXT COLLATE "C",
    "first_faction" INTEGER,
    "second_faction" INTEGER,
    "first_role" "role",
    "first_score" SMALLINT NOT NULL,

    CONSTRAINT "counted_battle_pkey" PRIMARY KEY ("battle_id")
);
CREATE INDEX "counted_battle_matchup_newest_idx" ON "counted_battle"("matchup", "newest");
CREATE INDEX "counted_battle_tournament_slug_idx" ON "counted_battle"("tournament_slug");
CREATE INDEX "counted_battle_day_idx" ON "counted_battle"("day");

ALTER TABLE "faction_spelling" ADD CONSTRAINT "faction_spelling_faction_id_fkey"
  FOREIGN KEY ("faction_id") REFERENCES "faction"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "faction_event" ADD CONSTRAINT "faction_event_faction_id_fkey"
  FOREIGN KEY ("faction_id") REFERENCES "faction"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "faction_event" ADD CONSTRAINT "faction_event_tournament_slug_fkey"
  FOREIGN KEY ("tournament_slug") REFERENCES "tournament_statistics"("tournament_slug") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tournament_statistics" ADD CONSTRAINT "tournament_statistics_tournament_slug_fkey"
  FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "matchup" ADD CONSTRAINT "matchup_first_id_fkey"
  FOREIGN KEY ("first_id") REFERENCES "faction"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "matchup" ADD CONSTRAINT "matchup_second_id_fkey"
  FOREIGN KEY ("second_id") REFERENCES "faction"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "counted_battle" ADD CONSTRAINT "counted_battle_battle_id_fkey"
  FOREIGN KEY ("battle_id") REFERENCES "battle"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "counted_battle" ADD CONSTRAINT "counted_battle_tournament_slug_fkey"
  FOREIGN KEY ("tournament_slug") REFERENCES "tournament_statistics"("tournament_slug") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "counted_battle" ADD CONSTRAINT "counted_battle_matchup_fkey"
  FOREIGN KEY ("matchup") REFERENCES "matchup"("key") ON DELETE SET NULL ON UPDATE CASCADE;

-- As in facets, so that these tell where a spelling was played; null for nothing but blanks.
CREATE FUNCTION faction_spelling("name" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN "name" ~ '\S' THEN left(sort_name("name"), 200) END
$$;

-- Of a spelling: letters and digits of English as they are, anything else a hyphen. What has other letters has a few
-- characters more, by which it differs from all others.
CREATE FUNCTION faction_slug("spelling" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(concat_ws('-', nullif(trim('-' FROM regexp_replace("spelling", '[^a-z0-9]+', '-', 'g')), ''),
    CASE WHEN "spelling" !~ '^[ -~]*[a-z0-9][ -~]*$' OR length("spelling") > 150 THEN left(md5("spelling"), 8) END), 190)
$$;

-- A faction's name and aliases are its spellings. An alias goes before a name: it says that the two are one.
CREATE FUNCTION faction_after_write() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  spelled TEXT[];
BEGIN
  IF TG_OP <> 'INSERT' THEN
    spelled := ARRAY(SELECT faction_spelling(n) FROM old_rows o CROSS JOIN unnest(o."name" || o."aliases") AS n);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    spelled := spelled || ARRAY(
      SELECT faction_spelling(n) FROM new_rows r CROSS JOIN unnest(r."name" || r."aliases") AS n WHERE r."loaded");
    DELETE FROM "faction_spelling" s USING new_rows r WHERE s."faction_id" = r."id";
    INSERT INTO "faction_spelling" ("spelling", "faction_id", "alias")
    SELECT DISTINCT ON (1) faction_spelling(n."name"), r."id", n."alias" FROM new_rows r
    CROSS JOIN LATERAL (SELECT r."name", false UNION ALL SELECT unnest(r."aliases"), true) AS n("name", "alias")
    ORDER BY 1, n."alias" DESC, r."loaded" DESC, r."slug"
    ON CONFLICT ("spelling") DO UPDATE SET "faction_id" = excluded."faction_id", "alias" = excluded."alias"
    WHERE NOT "faction_spelling"."alias" OR excluded."alias";
  END IF;
  PERFORM note_search('tournament', ARRAY(
    SELECT f."tournament_slug" FROM "tournament_facet" f WHERE f."facet" = ANY (
      ARRAY(SELECT DISTINCT 'faction ' || s FROM unnest(spelled) AS s))));
  PERFORM tell_change(ARRAY['factions']);
  RETURN NULL;
END
$$;
CREATE TRIGGER "faction_after_insert" AFTER INSERT ON "faction"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION faction_after_write();
CREATE TRIGGER "faction_after_update" AFTER UPDATE ON "faction"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION faction_after_write();
CREATE TRIGGER "faction_after_delete" AFTER DELETE ON "faction"
REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION faction_after_write();
CREATE TRIGGER "faction_tell_truncate" AFTER TRUNCATE ON "faction"
FOR EACH STATEMENT EXECUTE FUNCTION tell_everything();

-- Spellings in these tournaments that belong to no faction yet, each as a faction of its own.
CREATE FUNCTION meet_factions("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  unknown TEXT[];
BEGIN
  unknown := ARRAY(
    SELECT DISTINCT substr(f."facet", 9) FROM "tournament_facet" f
    WHERE f."tournament_slug" = ANY ("keys") AND f."facet" ~ '^faction .*\S'
      AND NOT EXISTS (SELECT FROM "faction_spelling" s WHERE s."spelling" = substr(f."facet", 9)));
  IF cardinality(unknown) = 0 THEN
    RETURN;
  END IF;
  INSERT INTO "faction" ("slug", "name", "loaded")
  SELECT faction_slug(n."spelling"), min(n."name"), false
  FROM (
    SELECT faction_spelling(p."faction") AS "spelling", p."faction" COLLATE "C" AS "name"
    FROM "participant" p WHERE p."tournament_slug" = ANY ("keys")
    UNION
    SELECT faction_spelling(s."faction"), s."faction" COLLATE "C"
    FROM "battle" b CROSS JOIN LATERAL (SELECT s."faction" FROM "battle_side" s WHERE s."battle_id" = b."id" OFFSET 0) s
    WHERE b."tournament_slug" = ANY ("keys")
  ) n WHERE n."spelling" = ANY (unknown) GROUP BY n."spelling" ORDER BY 1
  ON CONFLICT ("slug") DO NOTHING;
  -- Of one that was known by another spelling only.
  INSERT INTO "faction_spelling" ("spelling", "faction_id", "alias")
  SELECT u, f."id", false FROM unnest(unknown) AS u JOIN "faction" f ON f."slug" = faction_slug(u) ORDER BY u
  ON CONFLICT DO NOTHING;
END
$$;

-- A battle counts when it is one of a published tournament, is not archived and has been finished. Results are four bytes a
-- battle: the places of both factions in "factions", in the order of their ids, with 13 bits each, then 4 bits for three times the
-- role (none, attacker, defender) plus the score in half points, both of the first. The field is four bytes for each
-- player who has a battle that counts: the place of the faction, then whether the first four battles were won, whether the
-- final place was one of the first four, whether it was the first. One who signed up without a faction has the first played.
-- Of one tournament no more than 8,192 factions count.
CREATE FUNCTION refresh_statistics("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
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
    CROSS JOIN LATERAL (SELECT * FROM "battle_side" s
      WHERE s."battle_id" = b."id" AND s."position" = 1 AND s."outcome" IS NOT NULL OFFSET 0) a
    CROSS JOIN LATERAL (SELECT * FROM "battle_side" s
      WHERE s."battle_id" = b."id" AND s."position" = 2 AND s."outcome" IS NOT NULL OFFSET 0) z
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
    SELECT a."slug", coalesce(s."faction_id", a."played") AS "faction", p."final_placement" AS "place", a."unbeaten"
    FROM (
      SELECT "slug", "participant", (array_agg("faction" ORDER BY "nth") FILTER (WHERE "faction" IS NOT NULL))[1] AS "played",
        count(*) FILTER (WHERE "nth" <= 4 AND "score" = 2) = 4 AS "unbeaten"
      FROM "appearance" GROUP BY 1, 2
    ) a JOIN "participant" p ON p."id" = a."participant"
    LEFT JOIN "faction_spelling" s ON s."spelling" = faction_spelling(p."faction")
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
      SELECT "slug", string_agg(int4send("code"), '' ORDER BY "code") AS "field" FROM (
        SELECT e."slug", (p."nth" * 8 + e."unbeaten"::int + coalesce(e."place" <= 4, false)::int * 2
          + coalesce(e."place" = 1, false)::int * 4)::int AS "code"
        FROM "entrant" e JOIN "place" p ON p."slug" = e."slug" AND p."faction" = e."faction"
      ) AS "codes" GROUP BY 1
    ) e USING ("slug")
  ), "kept_matchups" AS (
    INSERT INTO "matchup" ("key", "first_id", "second_id")
    SELECT DISTINCT "first" || '-' || "second", "first", "second" FROM "played" ORDER BY 1
    ON CONFLICT DO NOTHING
  ), "gone_statistics" AS (
    DELETE FROM "tournament_statistics" s WHERE s."tournament_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "packed" p WHERE p."slug" = s."tournament_slug")
  ), "kept_statistics" AS (
    INSERT INTO "tournament_statistics" AS s
    SELECT * FROM "packed" ORDER BY "slug"
    ON CONFLICT ("tournament_slug") DO UPDATE SET "start_date" = excluded."start_date", "country" = excluded."country",
      "battle_pack" = excluded."battle_pack", "club_slug" = excluded."club_slug", "players" = excluded."players",
      "factions" = excluded."factions", "results" = excluded."results", "field" = excluded."field"
    WHERE (s.*) IS DISTINCT FROM (excluded.*)
  ), "gone_events" AS (
    DELETE FROM "faction_event" e WHERE e."tournament_slug" = ANY ("keys") AND NOT EXISTS (
      SELECT FROM "place" p WHERE p."slug" = e."tournament_slug" AND p."faction" = e."faction_id")
  ), "kept_events" AS (
    INSERT INTO "faction_event" ("faction_id", "tournament_slug") SELECT p."faction", p."slug" FROM "place" p
    WHERE NOT EXISTS (
      SELECT FROM "faction_event" e WHERE e."tournament_slug" = p."slug" AND e."faction_id" = p."faction")
  ), "gone_battles" AS (
    DELETE FROM "counted_battle" b WHERE b."tournament_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "counted" c WHERE c."id" = b."battle_id")
  )
  INSERT INTO "counted_battle" AS b
  -- Both: the lesser of a number and null is the number.
  SELECT "id", "slug", CASE WHEN "first_faction" IS NOT NULL AND "second_faction" IS NOT NULL
      THEN least("first_faction", "second_faction") || '-' || greatest("first_faction", "second_faction") END,
    "newest", "day", "first_player", "second_player", "first_faction", "second_faction", "first_role", "first_score"
  FROM "counted" ORDER BY "id"
  ON CONFLICT ("battle_id") DO UPDATE SET "tournament_slug" = excluded."tournament_slug", "matchup" = excluded."matchup",
    "newest" = excluded."newest", "day" = excluded."day", "first_player" = excluded."first_player",
    "second_player" = excluded."second_player", "first_faction" = excluded."first_faction",
    "second_faction" = excluded."second_faction", "first_role" = excluded."first_role", "first_score" = excluded."first_score"
  WHERE (b.*) IS DISTINCT FROM (excluded.*);
END
$$;

CREATE OR REPLACE FUNCTION search_stale_after_insert() RETURNS trigger LANGUAGE plpgsql
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
    CASE noted."kind"
      WHEN 'tournament' THEN
        PERFORM refresh_tournament_facets(noted."keys");
        PERFORM refresh_statistics(noted."keys");
      WHEN 'club' THEN PERFORM refresh_club_facets(noted."keys");
      WHEN 'player' THEN PERFORM refresh_player_facets(noted."keys");
    END CASE;
  END LOOP;
  RETURN NULL;
END
$$;

-- The change feed tells which statistics have changed: all of them, those of a country, of a battle pack, of a club.
CREATE FUNCTION tell_statistics() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_bulk((SELECT count(*) FROM changed)) THEN
    PERFORM tell_change(ARRAY['*']);
  ELSIF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(ARRAY(SELECT 'statistics' UNION ALL SELECT unnest(ARRAY['statistics:country ' || c."country",
      'statistics:pack ' || c."battle_pack", 'statistics:club ' || c."club_slug"]) FROM changed c));
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "tournament_statistics_tell_insert" AFTER INSERT ON "tournament_statistics"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_statistics();
CREATE TRIGGER "tournament_statistics_tell_update_from" AFTER UPDATE ON "tournament_statistics"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_statistics();
CREATE TRIGGER "tournament_statistics_tell_update_to" AFTER UPDATE ON "tournament_statistics"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_statistics();
CREATE TRIGGER "tournament_statistics_tell_delete" AFTER DELETE ON "tournament_statistics"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_statistics();
CREATE TRIGGER "tournament_statistics_tell_truncate" AFTER TRUNCATE ON "tournament_statistics"
FOR EACH STATEMENT EXECUTE FUNCTION tell_everything();

-- Which factions there are depends on where they are played.
CREATE FUNCTION tell_factions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(ARRAY['factions']);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER "faction_event_tell_insert" AFTER INSERT ON "faction_event"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_factions();
CREATE TRIGGER "faction_event_tell_delete" AFTER DELETE ON "faction_event"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_factions();

SELECT refresh_statistics(ARRAY(SELECT "slug" FROM "tournament"));
