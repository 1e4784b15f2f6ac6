-- Writing or deleting the record of a faction takes all its spellings away, also those that were met under its slug and are
-- neither its name nor an alias: where they are played is noted, so that they are met again. A row's trigger, and before the
-- write, because by the end of the statement a deleted faction's spellings are gone.
CREATE FUNCTION note_met_spellings() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM note_search('tournament', ARRAY(
    SELECT f."tournament_slug" FROM "tournament_facet" f WHERE f."facet" = ANY (
      ARRAY(SELECT 'faction ' || s."spelling" FROM "faction_spelling" s WHERE s."faction_id" = OLD."id"))));
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END
$$;

-- Without a record before and after, a faction keeps its spellings.
CREATE TRIGGER "faction_note_update" BEFORE UPDATE ON "faction" FOR EACH ROW
WHEN (OLD."loaded" OR NEW."loaded") EXECUTE FUNCTION note_met_spellings();
CREATE TRIGGER "faction_note_delete" BEFORE DELETE ON "faction" FOR EACH ROW EXECUTE FUNCTION note_met_spellings();

-- With the factions TRUNCATE takes the battles that count, and statistics name factions by their ids.
CREATE TRIGGER "faction_note_truncate" AFTER TRUNCATE ON "faction" FOR EACH STATEMENT EXECUTE FUNCTION note_everything();

-- What was lost so far: spellings that belong to no faction, and statistics with factions that are gone.
SELECT refresh_statistics(ARRAY(
  SELECT f."tournament_slug" FROM "tournament_facet" f WHERE f."facet" ~ '^faction .*\S'
    AND NOT EXISTS (SELECT FROM "faction_spelling" s WHERE s."spelling" = substr(f."facet", 9))
  UNION
  SELECT t."tournament_slug" FROM "tournament_statistics" t WHERE EXISTS (
    SELECT FROM unnest(t."factions") AS f WHERE NOT EXISTS (SELECT FROM "faction" n WHERE n."id" = f))
));
