-- Army lists that are not shown yet are not where lists are read: while a tournament has `lists_from`, its lists stand in
-- `withheld`, beside the empty columns. What answers, facets, search and statistics are made of then has no list, whoever asks,
-- and nothing that reads lists can forget to ask whether they are shown. Only exports and imports read `withheld`.

-- A moment in UTC, or `never` until another is set; null: lists are shown. As text "never" sorts after every moment.
ALTER TABLE "tournament" ADD COLUMN "lists_from" TEXT COLLATE "C";
ALTER TABLE "tournament" ADD CONSTRAINT "tournament_lists_from" CHECK (
  CASE WHEN "lists_from" ~ '^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z$'
    THEN "lists_from" = to_char("lists_from"::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
    ELSE "lists_from" = 'never' END);
CREATE INDEX "tournament_lists_from_idx" ON "tournament"("lists_from");

-- Keys as in a record of a bundle.
ALTER TABLE "participant" ADD COLUMN "withheld" JSONB;
ALTER TABLE "battle_side" ADD COLUMN "withheld" JSONB;

-- Brings the lists of these tournaments to where they belong, touching only rows that differ. With the list of a side goes its
-- sub-faction, and its faction until there is a result: that which was played has been seen on the table. A tournament is
-- locked first, in a statement of its own, so that a writer of a list and one who shows lists do not miss each other.
CREATE FUNCTION settle_lists("tournaments" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM "tournament" WHERE "slug" = ANY ("tournaments") ORDER BY "slug" FOR SHARE;
  UPDATE "participant" p SET "list" = w."list", "withheld" = w."withheld"
  FROM (
    SELECT p."id", CASE WHEN t."lists_from" IS NULL THEN r."list" END AS "list",
      CASE WHEN t."lists_from" IS NOT NULL THEN withheld_values(jsonb_build_object('list', r."list")) END AS "withheld"
    FROM "tournament" t JOIN "participant" p ON p."tournament_slug" = t."slug"
    CROSS JOIN LATERAL (SELECT coalesce(p."list", p."withheld" -> 'list') AS "list") n
    CROSS JOIN LATERAL (
      SELECT CASE WHEN p."player_id" IS NOT NULL AND p."name" IS NULL THEN list_without_text(n."list") ELSE n."list" END AS "list"
    ) r
    WHERE t."slug" = ANY ("tournaments")
  ) w
  WHERE w."id" = p."id" AND (p."list", p."withheld") IS DISTINCT FROM (w."list", w."withheld");

  UPDATE "battle_side" s SET "faction" = w."faction", "sub_faction" = w."sub_faction", "list" = w."list", "withheld" = w."withheld"
  FROM (
    SELECT s."battle_id", s."position", CASE WHEN NOT h."faction" THEN r."faction" END AS "faction",
      CASE WHEN NOT h."list" THEN r."sub_faction" END AS "sub_faction", CASE WHEN NOT h."list" THEN r."list" END AS "list",
      CASE WHEN h."list" THEN withheld_values(jsonb_build_object('faction', CASE WHEN h."faction" THEN r."faction" END,
        'subFaction', r."sub_faction", 'list', r."list")) END AS "withheld"
    FROM "tournament" t JOIN "battle" b ON b."tournament_slug" = t."slug" JOIN "battle_side" s ON s."battle_id" = b."id"
    CROSS JOIN LATERAL (
      SELECT t."lists_from" IS NOT NULL AS "list", t."lists_from" IS NOT NULL AND s."outcome" IS NULL AS "faction"
    ) h
    CROSS JOIN LATERAL (SELECT coalesce(s."list", s."withheld" -> 'list') AS "list") n
    CROSS JOIN LATERAL (
      SELECT coalesce(s."faction", s."withheld" ->> 'faction') AS "faction",
        coalesce(s."sub_faction", s."withheld" ->> 'subFaction') AS "sub_faction",
        CASE WHEN s."player_id" IS NOT NULL AND s."name" IS NULL THEN list_without_text(n."list") ELSE n."list" END AS "list"
    ) r
    WHERE t."slug" = ANY ("tournaments")
  ) w
  WHERE w."battle_id" = s."battle_id" AND w."position" = s."position" AND (s."faction", s."sub_faction", s."list", s."withheld")
    IS DISTINCT FROM (w."faction", w."sub_faction", w."list", w."withheld");
END
$$;

-- Without the keys that have no value; null if none has.
CREATE FUNCTION withheld_values("all" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT jsonb_object_agg("key", "value") FROM jsonb_each("all") WHERE "value" <> 'null'
$$;

CREATE FUNCTION participant_withhold() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written TEXT[] := ARRAY(
    SELECT DISTINCT "tournament_slug" FROM new_rows WHERE "list" IS NOT NULL OR "withheld" IS NOT NULL);
BEGIN
  IF written <> '{}' THEN
    PERFORM FROM "tournament" WHERE "slug" = ANY (written) ORDER BY "slug" FOR SHARE;
    PERFORM settle_lists(array_agg(DISTINCT t."slug")) FROM new_rows n JOIN "tournament" t ON t."slug" = n."tournament_slug"
    WHERE t."lists_from" IS NOT NULL OR n."withheld" IS NOT NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "participant_withhold_insert" AFTER INSERT ON "participant"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION participant_withhold();
CREATE TRIGGER "participant_withhold_update" AFTER UPDATE ON "participant"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION participant_withhold();

-- Tournaments are locked by battle_side_after_write. Most writes are of tournaments whose lists are shown.
CREATE FUNCTION battle_side_withhold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "tournament" WHERE "lists_from" IS NOT NULL)
    OR EXISTS (SELECT FROM new_rows WHERE "withheld" IS NOT NULL) THEN
    PERFORM settle_lists(array_agg(DISTINCT t."slug"))
    FROM new_rows n JOIN "battle" b ON b."id" = n."battle_id" JOIN "tournament" t ON t."slug" = b."tournament_slug"
    WHERE t."lists_from" IS NOT NULL OR n."withheld" IS NOT NULL HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "battle_side_withhold_insert" AFTER INSERT ON "battle_side"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_withhold();
CREATE TRIGGER "battle_side_withhold_update" AFTER UPDATE ON "battle_side"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION battle_side_withhold();

CREATE FUNCTION tournament_withhold() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_lists(array_agg(n."slug")) FROM new_rows n LEFT JOIN old_rows o ON o."slug" = n."slug"
  WHERE (o."lists_from" IS NULL) <> (n."lists_from" IS NULL) HAVING count(*) > 0;
  RETURN NULL;
END
$$;

CREATE TRIGGER "tournament_withhold" AFTER UPDATE ON "tournament"
REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION tournament_withhold();
