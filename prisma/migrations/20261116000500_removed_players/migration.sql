-- A list's text is free text and often carries its writer's name: removal empties it, and nothing written later brings it
-- back. The name beside a player's id is brought up to date by the same triggers, so a removal, which takes the name
-- away, comes by here for every participant and side of the player.

CREATE FUNCTION list_without_text("list" JSONB) RETURNS JSONB LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT "list" || '{"text": ""}'
$$;

CREATE OR REPLACE FUNCTION participant_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM "player" WHERE "id" IN (SELECT "player_id" FROM new_rows) ORDER BY "id" FOR SHARE;
  UPDATE "participant" t SET "name" = p."name",
    "list" = CASE WHEN p."removed" THEN list_without_text(t."list") ELSE t."list" END
  FROM new_rows n JOIN "player" p ON p."id" = n."player_id"
  WHERE (p."name" IS DISTINCT FROM n."name" OR (p."removed" AND n."list" ->> 'text' <> '')) AND t."id" = n."id";
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION battle_side_after_write() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written text[] := ARRAY(SELECT DISTINCT "battle_id" FROM new_rows);
  wrong text;
BEGIN
  IF written = '{}' THEN
    RETURN NULL;
  END IF;
  PERFORM lock_battles(written);
  PERFORM FROM "tournament" WHERE "slug" IN (SELECT "tournament_slug" FROM "battle" WHERE "id" = ANY (written))
  ORDER BY "slug" FOR SHARE;
  -- Players first, as a rename goes from the player to the participants.
  PERFORM FROM "player" WHERE "id" IN (SELECT "player_id" FROM new_rows) ORDER BY "id" FOR SHARE;
  PERFORM FROM "participant" WHERE "id" IN (SELECT "participant_id" FROM new_rows) ORDER BY "id" FOR SHARE;

  UPDATE "battle_side" s SET "player_id" = k."player_id", "name" = k."name", "newest" = k."newest",
    "list" = CASE WHEN k."removed" THEN list_without_text(s."list") ELSE s."list" END
  FROM (
    SELECT n."battle_id", n."position", b."newest", p."id" AS "player_id", p."removed",
      CASE WHEN n."participant_id" IS NOT NULL THEN t."name"
        WHEN n."player_id" IS NOT NULL THEN p."name" ELSE n."name" END AS "name"
    FROM new_rows n JOIN "battle" b ON b."id" = n."battle_id"
    LEFT JOIN "participant" t ON t."id" = n."participant_id"
    LEFT JOIN "player" p ON p."id" = CASE WHEN n."participant_id" IS NULL THEN n."player_id" ELSE t."player_id" END
    WHERE n."newest" <> b."newest"
      OR (n."participant_id" IS NOT NULL
        AND (n."player_id" IS DISTINCT FROM t."player_id" OR n."name" IS DISTINCT FROM t."name"))
      OR (n."participant_id" IS NULL AND n."player_id" IS NOT NULL AND n."name" IS DISTINCT FROM p."name")
      OR (p."removed" AND n."list" ->> 'text' <> '')
  ) k
  WHERE s."battle_id" = k."battle_id" AND s."position" = k."position";

  -- An aggregate instead of LIMIT 1, which would make the planner hope to find one early and read row by row.
  SELECT min(format('battle %s: %s', n."battle_id", CASE
    WHEN b."tournament_slug" IS DISTINCT FROM t."tournament_slug"
      THEN 'a side of a tournament battle is played by a participant of that tournament, and no other battle has one'
    WHEN n."participant_id" = o."participant_id" OR n."player_id" = o."player_id" THEN 'nobody plays both sides'
    ELSE 'the outcomes of the two sides must be win and loss, or both draw, or both empty' END))
  INTO wrong
  FROM new_rows n JOIN "battle" b ON b."id" = n."battle_id"
  LEFT JOIN "battle_side" o ON o."battle_id" = n."battle_id" AND o."position" = 3 - n."position"
  LEFT JOIN "participant" t ON t."id" = n."participant_id"
  WHERE b."tournament_slug" IS DISTINCT FROM t."tournament_slug"
    OR n."participant_id" = o."participant_id" OR n."player_id" = o."player_id"
    OR (o."battle_id" IS NOT NULL AND o."outcome" IS DISTINCT FROM CASE n."outcome"
      WHEN 'win' THEN 'loss'::"outcome" WHEN 'loss' THEN 'win' WHEN 'draw' THEN 'draw' END);
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION '%', wrong USING ERRCODE = 'check_violation';
  END IF;

  PERFORM refresh_club_battles(written);
  RETURN NULL;
END
$$;

UPDATE "participant" t SET "list" = list_without_text(t."list")
FROM "player" p WHERE p."id" = t."player_id" AND p."removed" AND t."list" ->> 'text' <> '';
UPDATE "battle_side" s SET "list" = list_without_text(s."list")
FROM "player" p WHERE p."id" = s."player_id" AND p."removed" AND s."list" ->> 'text' <> '';
