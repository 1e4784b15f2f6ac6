-- When a tournament's own row was last written. Of those that exist already, the time is not known: it is that of this
-- migration.
ALTER TABLE "tournament" ADD COLUMN "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now();

CREATE FUNCTION note_tournament_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."changed_at" := now();
  RETURN NEW;
END
$$;

CREATE TRIGGER "tournament_changed_at" BEFORE UPDATE ON "tournament" FOR EACH ROW EXECUTE FUNCTION note_tournament_changed();
