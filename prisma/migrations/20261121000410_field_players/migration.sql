-- Who the players of the field are, for the same reason as with battles: those who come again make events alike. The field is
-- eight bytes for each player who has a battle that counts: the place of the faction with its flags as before, then the
-- player's number or, for one without an id, the negative id of the participant.
DO $$
DECLARE
  results TEXT := pg_get_functiondef('refresh_results(text[])'::regprocedure);
  sides TEXT := pg_get_functiondef('refresh_sides(text[])'::regprocedure);
  change TEXT[];
BEGIN
  FOREACH change SLICE 1 IN ARRAY ARRAY[
    ['coalesce(s."faction_id", a."played") AS "faction",', 'coalesce(s."faction_id", a."played") AS "faction", coalesce(n."number", -p."id") AS "number",'],
    ['LEFT JOIN "faction_spelling" s ON s."spelling" = faction_spelling(p."faction")',
      'LEFT JOIN "faction_spelling" s ON s."spelling" = faction_spelling(p."faction")
    LEFT JOIN "player_number" n ON n."player_id" = p."player_id"'],
    ['string_agg(int4send("code"), '''' ORDER BY "code") AS "field"',
      'string_agg(int4send("code") || int4send("number"), '''' ORDER BY "code", "number") AS "field"'],
    ['coalesce(e."place" = 1, false)::int * 4)::int AS "code"', 'coalesce(e."place" = 1, false)::int * 4)::int AS "code", e."number"']
  ] LOOP
    IF length(replace(results, change[1], '')) <> length(results) - length(change[1]) THEN
      RAISE EXCEPTION 'refresh_results is not what it was: %', change[1];
    END IF;
    results := replace(results, change[1], change[2]);
  END LOOP;
  EXECUTE results;
  -- Players are numbered before.
  EXECUTE regexp_replace(sides, 'INSERT INTO "player_number".*?ON CONFLICT DO NOTHING;\s*', '');
END
$$;

CREATE OR REPLACE FUNCTION refresh_statistics("keys" TEXT[]) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  INSERT INTO "player_number" ("player_id")
  SELECT DISTINCT p."player_id" FROM "participant" p WHERE p."tournament_slug" = ANY ("keys") AND p."player_id" IS NOT NULL
    AND NOT EXISTS (SELECT FROM "player_number" n WHERE n."player_id" = p."player_id")
  ORDER BY 1 ON CONFLICT DO NOTHING;
  PERFORM refresh_results("keys");
  PERFORM refresh_sides("keys");
END
$$;

SELECT refresh_statistics(ARRAY(SELECT "tournament_slug" FROM "tournament_statistics"));
