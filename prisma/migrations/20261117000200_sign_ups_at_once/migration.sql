-- Whether a tournament is published is part of what is kept of those who sign up, so it is locked as what is copied from
-- is everywhere: somebody who signs up while it is taken back would otherwise be found by what nobody may see.
CREATE OR REPLACE FUNCTION note_participants() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM FROM "tournament" WHERE "slug" IN (SELECT "tournament_slug" FROM changed) ORDER BY "slug" FOR SHARE;
  PERFORM note_search('tournament', ARRAY(SELECT DISTINCT "tournament_slug" FROM changed));
  PERFORM note_search('player', ARRAY(SELECT DISTINCT "player_id" FROM changed));
  RETURN NULL;
END
$$;
