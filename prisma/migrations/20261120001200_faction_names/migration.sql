-- Signs that are part of a name tell factions apart, like letters other than those of English: C++ and C# are two. What only
-- separates words does not: Storm-Hide and Storm Hide are one.
CREATE OR REPLACE FUNCTION faction_slug("spelling" TEXT) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT left(concat_ws('-', nullif(trim('-' FROM regexp_replace("spelling", '[^a-z0-9]+', '-', 'g')), ''),
    CASE WHEN "spelling" !~ '^[ -~]*[a-z0-9][ -~]*$' OR "spelling" ~ '[#$%*+<=>@^|~]' OR length("spelling") > 150
      THEN left(md5("spelling"), 8) END), 190)
$$;

-- Of all ways in which a faction without a record was ever written, one is its name whatever was loaded first: one in which
-- capitals and small letters are mixed goes before the others, then the order of code points decides.
CREATE FUNCTION is_better_name("name" TEXT, "than" TEXT) RETURNS BOOLEAN LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ("name" IN (upper("name"), lower("name")), "name" COLLATE "C") < ("than" IN (upper("than"), lower("than")), "than" COLLATE "C")
$$;

-- How factions are written in these tournaments.
CREATE FUNCTION faction_names("keys" TEXT[]) RETURNS TABLE ("spelling" TEXT, "name" TEXT) LANGUAGE sql STABLE AS $$
  SELECT faction_spelling(p."faction"), p."faction" COLLATE "C" FROM "participant" p WHERE p."tournament_slug" = ANY ("keys")
  UNION
  SELECT faction_spelling(s."faction"), s."faction" COLLATE "C"
  FROM "battle" b CROSS JOIN LATERAL (SELECT s."faction" FROM "battle_side" s WHERE s."battle_id" = b."id" OFFSET 0) s
  WHERE b."tournament_slug" = ANY ("keys")
$$;

CREATE OR REPLACE FUNCTION meet_factions("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  met TEXT[];
  unknown TEXT[];
BEGIN
  -- Those with a record have its name.
  met := ARRAY(
    SELECT DISTINCT substr(f."facet", 9) FROM "tournament_facet" f
    WHERE f."tournament_slug" = ANY ("keys") AND f."facet" ~ '^faction .*\S' AND NOT EXISTS (
      SELECT FROM "faction_spelling" s JOIN "faction" n ON n."id" = s."faction_id"
      WHERE s."spelling" = substr(f."facet", 9) AND n."loaded"));
  IF cardinality(met) = 0 THEN
    RETURN;
  END IF;
  unknown := ARRAY(
    SELECT u FROM unnest(met) AS u WHERE NOT EXISTS (SELECT FROM "faction_spelling" s WHERE s."spelling" = u));
  WITH "best" AS MATERIALIZED (
    SELECT DISTINCT ON (1) faction_slug(n."spelling") AS "slug", n."name" FROM faction_names("keys") n
    WHERE n."spelling" = ANY (met) ORDER BY 1, n."name" IN (upper(n."name"), lower(n."name")), n."name" COLLATE "C"
  ), "renamed" AS (
    UPDATE "faction" f SET "name" = b."name" FROM "best" b
    WHERE f."slug" = b."slug" AND NOT f."loaded" AND is_better_name(b."name", f."name")
  )
  INSERT INTO "faction" ("slug", "name", "loaded")
  SELECT b."slug", b."name", false FROM "best" b
  WHERE b."slug" = ANY (ARRAY(SELECT faction_slug(u) FROM unnest(unknown) AS u)) ORDER BY 1
  ON CONFLICT ("slug") DO NOTHING;
  -- Of one that was known by another spelling only.
  INSERT INTO "faction_spelling" ("spelling", "faction_id", "alias")
  SELECT u, f."id", false FROM unnest(unknown) AS u JOIN "faction" f ON f."slug" = faction_slug(u) ORDER BY u
  ON CONFLICT DO NOTHING;
END
$$;

-- One without a record keeps its spellings under another name.
CREATE OR REPLACE FUNCTION faction_after_write() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  spelled TEXT[];
  renamed INTEGER[] := '{}';
  touched BOOLEAN;
BEGIN
  -- Most refreshes find no other name and no other faction.
  IF TG_OP = 'DELETE' THEN
    touched := EXISTS (SELECT FROM old_rows);
  ELSE
    touched := EXISTS (SELECT FROM new_rows);
  END IF;
  IF NOT touched THEN
    RETURN NULL;
  END IF;
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
    WHERE r."id" <> ALL (renamed)
    ORDER BY 1, n."alias" DESC, r."loaded" DESC, r."slug"
    ON CONFLICT ("spelling") DO UPDATE SET "faction_id" = excluded."faction_id", "alias" = excluded."alias"
    WHERE NOT "faction_spelling"."alias" OR excluded."alias";
  END IF;
  IF cardinality(spelled) > 0 THEN
    PERFORM note_search('tournament', ARRAY(
      SELECT f."tournament_slug" FROM "tournament_facet" f WHERE f."facet" = ANY (
        ARRAY(SELECT DISTINCT 'faction ' || s FROM unnest(spelled) AS s))));
  END IF;
  PERFORM tell_change(ARRAY['factions']);
  RETURN NULL;
END
$$;

-- Factions of which a spelling has another slug now are met again.
DELETE FROM "faction_spelling" s USING "faction" f
WHERE f."id" = s."faction_id" AND NOT f."loaded" AND faction_slug(s."spelling") <> f."slug";
DELETE FROM "faction" f WHERE NOT f."loaded" AND NOT EXISTS (SELECT FROM "faction_spelling" s WHERE s."faction_id" = f."id");
SELECT refresh_statistics(ARRAY(SELECT "slug" FROM "tournament"));
