-- What listings are filtered and ordered by: of tournaments, clubs and players the values that they can be found by
-- ("country norway"), and how large they are. Kept true like the words of search, at the end of each transaction.

ALTER TABLE "player" ADD COLUMN "alphabetical" TEXT COLLATE "C"
  GENERATED ALWAYS AS (alphabetical_key(coalesce("name", 'Removed player'), "id")) STORED NOT NULL;
CREATE INDEX "player_removed_alphabetical_idx" ON "player"("removed", "alphabetical");

ALTER TABLE "tournament" ADD COLUMN "alphabetical" TEXT COLLATE "C"
  GENERATED ALWAYS AS (alphabetical_key("name", "slug")) STORED NOT NULL;
CREATE INDEX "tournament_published_alphabetical_idx" ON "tournament"("published", "alphabetical");

-- Keys of the orders by size begin with what is left to the largest possible, so that the largest comes first and
-- those of one size are in alphabetical order.
CREATE FUNCTION largest_key("size" INTEGER, "tail" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lpad((2147483647 - "size"::bigint)::text, 10, '0') || ' ' || "tail"
$$;

ALTER TABLE "club" ADD COLUMN "largest" TEXT COLLATE "C"
  GENERATED ALWAYS AS (largest_key("members", alphabetical_key("name", "slug"))) STORED NOT NULL;
CREATE UNIQUE INDEX "club_largest_key" ON "club"("largest");

CREATE TABLE "tournament_facet" (
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "facet" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "tournament_facet_pkey" PRIMARY KEY ("tournament_slug","facet")
);
CREATE TABLE "club_facet" (
    "club_slug" TEXT COLLATE "C" NOT NULL,
    "facet" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "club_facet_pkey" PRIMARY KEY ("club_slug","facet")
);
CREATE TABLE "player_facet" (
    "player_id" TEXT COLLATE "C" NOT NULL,
    "facet" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "player_facet_pkey" PRIMARY KEY ("player_id","facet")
);
CREATE TABLE "tournament_size" (
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "players" INTEGER NOT NULL,
    "largest" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "tournament_size_pkey" PRIMARY KEY ("tournament_slug")
);
CREATE TABLE "player_activity" (
    "player_id" TEXT COLLATE "C" NOT NULL,
    "battles" INTEGER NOT NULL,
    "busiest" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "player_activity_pkey" PRIMARY KEY ("player_id")
);

CREATE INDEX "tournament_facet_facet_tournament_slug_idx" ON "tournament_facet"("facet", "tournament_slug");
CREATE INDEX "club_facet_facet_club_slug_idx" ON "club_facet"("facet", "club_slug");
CREATE INDEX "player_facet_facet_player_id_idx" ON "player_facet"("facet", "player_id");
CREATE INDEX "tournament_size_players_idx" ON "tournament_size"("players");
CREATE INDEX "tournament_size_largest_idx" ON "tournament_size"("largest");
CREATE INDEX "player_activity_battles_idx" ON "player_activity"("battles");
CREATE INDEX "player_activity_busiest_idx" ON "player_activity"("busiest");

ALTER TABLE "tournament_facet" ADD CONSTRAINT "tournament_facet_tournament_slug_fkey"
  FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "club_facet" ADD CONSTRAINT "club_facet_club_slug_fkey"
  FOREIGN KEY ("club_slug") REFERENCES "club"("slug") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "player_facet" ADD CONSTRAINT "player_facet_player_id_fkey"
  FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "tournament_size" ADD CONSTRAINT "tournament_size_tournament_slug_fkey"
  FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "player_activity" ADD CONSTRAINT "player_activity_player_id_fkey"
  FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A value without case and accents, cut off where an index could not take it, with the name of what it is a value of.
CREATE FUNCTION facet("name" TEXT, "value" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT "name" || ' ' || left(sort_name("value"), 200)
$$;

-- Each brings what is kept of these things to what it should be, touching only rows that differ. They are locked first, in
-- a statement of its own: of two writers that have touched the same thing the second sees what the first has written.
-- With OFFSET 0 battles and sides are looked up by an index, however many there are: the planner does not know their number.
CREATE FUNCTION refresh_tournament_facets("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM "tournament_size" s WHERE s."tournament_slug" = ANY ("keys") ORDER BY s."tournament_slug" FOR UPDATE;
  INSERT INTO "tournament_size" ("tournament_slug", "players", "largest")
  SELECT t."slug", n."players", largest_key(n."players", t."alphabetical")
  FROM unnest("keys") AS k JOIN "tournament" t ON t."slug" = k CROSS JOIN LATERAL (
    SELECT count(*)::int AS "players" FROM "participant" p WHERE p."tournament_slug" = t."slug"
  ) n
  ON CONFLICT ("tournament_slug") DO UPDATE SET "players" = excluded."players", "largest" = excluded."largest"
  WHERE "tournament_size"."largest" <> excluded."largest";
  WITH "wanted" AS MATERIALIZED (
    SELECT DISTINCT t."slug", facet(v."name", v."value") AS "facet"
    FROM unnest("keys") AS k JOIN "tournament" t ON t."slug" = k CROSS JOIN LATERAL (
      VALUES ('country', t."country"), ('city', t."city"), ('pack', t."battle_pack"), ('size', t."battle_size"::text)
      UNION SELECT 'stage', s."type"::text FROM "stage" s WHERE s."tournament_slug" = t."slug"
      UNION SELECT 'faction', p."faction" FROM "participant" p WHERE p."tournament_slug" = t."slug"
      UNION SELECT 'faction', s."faction" FROM "battle" b
        CROSS JOIN LATERAL (SELECT s."faction" FROM "battle_side" s WHERE s."battle_id" = b."id" OFFSET 0) s
        WHERE b."tournament_slug" = t."slug"
    ) v("name", "value") WHERE v."value" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "tournament_facet" f WHERE f."tournament_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "wanted" w WHERE w."slug" = f."tournament_slug" AND w."facet" = f."facet")
  )
  INSERT INTO "tournament_facet" ("tournament_slug", "facet") SELECT "slug", "facet" FROM "wanted" ON CONFLICT DO NOTHING;
END
$$;

CREATE FUNCTION refresh_club_facets("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  WITH "wanted" AS MATERIALIZED (
    SELECT c."slug", facet(v."name", v."value") AS "facet"
    FROM unnest("keys") AS k JOIN "club" c ON c."slug" = k
    CROSS JOIN LATERAL (VALUES ('country', c."country"), ('city', c."city")) v("name", "value") WHERE v."value" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "club_facet" f WHERE f."club_slug" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "wanted" w WHERE w."slug" = f."club_slug" AND w."facet" = f."facet")
  )
  INSERT INTO "club_facet" ("club_slug", "facet") SELECT "slug", "facet" FROM "wanted" ON CONFLICT DO NOTHING;
END
$$;

-- Of what everybody may see alone: battles that are listed, tournaments that are published.
CREATE FUNCTION refresh_player_facets("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM "player_activity" a WHERE a."player_id" = ANY ("keys") ORDER BY a."player_id" FOR UPDATE;
  WITH "players" AS MATERIALIZED (
    SELECT p."id", p."alphabetical" FROM unnest("keys") AS k JOIN "player" p ON p."id" = k AND NOT p."removed"
  ), "played" AS MATERIALIZED (
    SELECT p."id", s."faction", count(*) AS "battles" FROM "players" p
    CROSS JOIN LATERAL (SELECT s."battle_id", s."faction" FROM "battle_side" s WHERE s."player_id" = p."id" OFFSET 0) s
    CROSS JOIN LATERAL (
      SELECT b."tournament_slug" FROM "battle" b WHERE b."id" = s."battle_id" AND NOT b."archived" OFFSET 0
    ) b LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
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
    SELECT p."id", facet(v."name", v."value")
    FROM "players" p JOIN "participant" s ON s."player_id" = p."id"
    JOIN "tournament" t ON t."slug" = s."tournament_slug" AND t."published"
    CROSS JOIN LATERAL (VALUES ('club', s."club_slug"), ('faction', s."faction")) v("name", "value")
    WHERE v."value" IS NOT NULL
  ), "gone" AS (
    DELETE FROM "player_facet" f WHERE f."player_id" = ANY ("keys")
      AND NOT EXISTS (SELECT FROM "wanted" w WHERE w."id" = f."player_id" AND w."facet" = f."facet")
  )
  INSERT INTO "player_facet" ("player_id", "facet") SELECT "id", "facet" FROM "wanted" ON CONFLICT DO NOTHING;
END
$$;

SELECT refresh_tournament_facets(ARRAY(SELECT "slug" FROM "tournament"));
SELECT refresh_club_facets(ARRAY(SELECT "slug" FROM "club"));
SELECT refresh_player_facets(ARRAY(SELECT "id" FROM "player"));

-- The end of a transaction: what was noted, for search and for listings.
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
      WHEN 'tournament' THEN PERFORM refresh_tournament_facets(noted."keys");
      WHEN 'club' THEN PERFORM refresh_club_facets(noted."keys");
      WHEN 'player' THEN PERFORM refresh_player_facets(noted."keys");
    END CASE;
  END LOOP;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION note_battle_sides() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_search('player', ARRAY(SELECT DISTINCT "player_id" FROM changed));
  PERFORM note_search('tournament', ARRAY(
    SELECT DISTINCT b."tournament_slug" FROM "battle" b WHERE b."id" = ANY (ARRAY(SELECT DISTINCT "battle_id" FROM changed))));
  RETURN NULL;
END
$$;

CREATE FUNCTION note_tournament_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_search('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM changed));
  RETURN NULL;
END
$$;

CREATE FUNCTION note_participants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_search('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM changed));
  PERFORM note_search('player', ARRAY(SELECT DISTINCT "player_id" FROM changed));
  RETURN NULL;
END
$$;

-- With a tournament, its sign-ups come into sight or go out of it.
CREATE FUNCTION note_published_participants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_search('player', ARRAY(
    SELECT DISTINCT p."player_id" FROM new_rows n JOIN old_rows o ON o."slug" = n."slug"
    JOIN "participant" p ON p."tournament_slug" = n."slug" WHERE o."published" <> n."published"));
  RETURN NULL;
END
$$;

CREATE TRIGGER "tournament_note_participants" AFTER UPDATE ON "tournament"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_published_participants();

DO $$
DECLARE
  of record;
BEGIN
  FOR of IN SELECT * FROM (VALUES
    ('participant', 'note_participants'), ('stage', 'note_tournament_parts')
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

-- A battle that is moved or deleted takes what was played in it along.
CREATE TRIGGER "battle_note_tournament_from" AFTER UPDATE ON "battle"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_tournament_parts();
CREATE TRIGGER "battle_note_tournament_to" AFTER UPDATE ON "battle"
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_tournament_parts();
CREATE TRIGGER "battle_note_delete" AFTER DELETE ON "battle"
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_tournament_parts();

-- Everything that can be found, whether or not it has words.
CREATE OR REPLACE FUNCTION note_everything() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_search("kind", array_agg("key")) FROM "search_word" WHERE "nth" = 1 GROUP BY "kind";
  PERFORM note_search('tournament', ARRAY(SELECT "tournament_slug" FROM "tournament_size"));
  RETURN NULL;
END
$$;

-- The change feed tells of what listings are filtered by, as the topics `facets:tournament`, `facets:club`, `facets:player`.
CREATE FUNCTION tell_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM tell_change(ARRAY['facets:' || TG_ARGV[0]]);
  END IF;
  RETURN NULL;
END
$$;

DO $$
DECLARE
  of record;
BEGIN
  FOR of IN SELECT * FROM (VALUES
    ('tournament_facet', 'tournament'), ('tournament_size', 'tournament'), ('club_facet', 'club'),
    ('player_facet', 'player'), ('player_activity', 'player')
  ) AS v("table", "kind") LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_facets(%L)',
      of."table" || '_tell_insert', of."table", of."kind");
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_facets(%L)',
      of."table" || '_tell_update', of."table", of."kind");
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_facets(%L)',
      of."table" || '_tell_delete', of."table", of."kind");
    EXECUTE format('CREATE TRIGGER %I AFTER TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION tell_everything()',
      of."table" || '_tell_truncate', of."table");
  END LOOP;
END
$$;

-- The factions that met in a battle stand beside it in a club's list: in a club of ten thousand battles one that was
-- never played there would otherwise be looked for in all of them. They are in the index, with the battle, so that nothing else is read.
ALTER TABLE "club_battle" ADD COLUMN "factions" TEXT[] NOT NULL DEFAULT '{}';

CREATE OR REPLACE FUNCTION refresh_club_battles("battles" TEXT[]) RETURNS void LANGUAGE sql AS $$
  WITH "connected" AS (
    SELECT DISTINCT c."club_slug", b."id", b."newest", array_remove(ARRAY[
      min(sort_name(s."faction")) OVER "battle", max(sort_name(s."faction")) OVER "battle"], NULL) AS "factions"
    FROM "battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
    LEFT JOIN "tournament" t ON t."slug" = b."tournament_slug"
    LEFT JOIN "participant" p ON p."id" = s."participant_id"
    CROSS JOIN LATERAL (VALUES (b."club_slug"), (t."club_slug"), (p."club_slug")) AS c("club_slug")
    WHERE b."id" = ANY ("battles") WINDOW "battle" AS (PARTITION BY b."id")
  ), "gone" AS (
    DELETE FROM "club_battle" c WHERE c."battle_id" = ANY ("battles")
      AND NOT EXISTS (SELECT FROM "connected" k WHERE k."id" = c."battle_id" AND k."club_slug" = c."club_slug")
  )
  INSERT INTO "club_battle" ("club_slug", "battle_id", "newest", "factions")
  SELECT "club_slug", "id", "newest", "factions" FROM "connected" WHERE "club_slug" IS NOT NULL
  ON CONFLICT ("club_slug", "battle_id") DO UPDATE SET "newest" = excluded."newest", "factions" = excluded."factions"
  WHERE ("club_battle"."newest", "club_battle"."factions") IS DISTINCT FROM (excluded."newest", excluded."factions")
$$;

UPDATE "club_battle" c SET "factions" = f."factions" FROM (
  SELECT s."battle_id", array_remove(ARRAY[min(sort_name(s."faction")), max(sort_name(s."faction"))], NULL) AS "factions"
  FROM "battle_side" s GROUP BY s."battle_id"
) f WHERE f."battle_id" = c."battle_id" AND f."factions" <> '{}';

DROP INDEX "club_battle_club_slug_newest_idx";
CREATE INDEX "club_battle_club_slug_newest_battle_id_factions_idx" ON "club_battle"("club_slug", "newest", "battle_id", "factions");
