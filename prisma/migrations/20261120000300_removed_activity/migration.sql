-- The order by battles holds the name of a player. Who is removed has no row in it any more: battles of a removed player are counted for
-- nobody, and a player who is restored gets a row like a new one.
CREATE FUNCTION forget_removed_activity() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  DELETE FROM "player_activity" a USING new_rows n WHERE n."removed" AND a."player_id" = n."id";
  RETURN NULL;
END
$$;
CREATE TRIGGER "player_forget_activity" AFTER UPDATE ON "player"
REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION forget_removed_activity();

DELETE FROM "player_activity" a USING "player" p WHERE p."id" = a."player_id" AND p."removed";
