-- Teams of a tournament. A participant belongs to at most one; matches between teams follow from the battles of their players, so
-- they are not stored.
CREATE TYPE "team_tie_breaker" AS ENUM ('matchPoints', 'battlePoints', 'victoryPointsDiff', 'victoryPoints', 'battlesWon');

ALTER TABLE "tournament"
  ADD COLUMN "team_draw_range" DOUBLE PRECISION,
  ADD COLUMN "team_tie_breakers" "team_tie_breaker"[]
    DEFAULT ARRAY['matchPoints', 'battlePoints', 'victoryPointsDiff', 'victoryPoints']::"team_tie_breaker"[],
  ADD CONSTRAINT "tournament_team_draw_range" CHECK ("team_draw_range" BETWEEN 0 AND 1000000),
  ADD CONSTRAINT "tournament_teams_ranked_by_something" CHECK (cardinality("team_tie_breakers") > 0);

CREATE TABLE "team" (
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "club_slug" TEXT COLLATE "C",
    "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key("name", "name")) STORED NOT NULL,

    CONSTRAINT "team_pkey" PRIMARY KEY ("tournament_slug","name"),
    CONSTRAINT "team_name" CHECK (is_name("name"))
);

CREATE INDEX "team_club_slug_idx" ON "team"("club_slug");

ALTER TABLE "participant" ADD COLUMN "team_name" TEXT COLLATE "C";

CREATE INDEX "participant_tournament_slug_team_name_idx" ON "participant"("tournament_slug", "team_name");

ALTER TABLE "team" ADD CONSTRAINT "team_tournament_slug_fkey" FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "team" ADD CONSTRAINT "team_club_slug_fkey" FOREIGN KEY ("club_slug") REFERENCES "club"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "participant" ADD CONSTRAINT "participant_tournament_slug_team_name_fkey" FOREIGN KEY ("tournament_slug", "team_name") REFERENCES "team"("tournament_slug", "name") ON DELETE NO ACTION ON UPDATE CASCADE;

-- Reported like the other parts of a tournament.
CREATE TRIGGER "team_tell_insert" AFTER INSERT ON "team" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_parts();
CREATE TRIGGER "team_tell_update_from" AFTER UPDATE ON "team" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_parts();
CREATE TRIGGER "team_tell_update_to" AFTER UPDATE ON "team" REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_parts();
CREATE TRIGGER "team_tell_delete" AFTER DELETE ON "team" REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tell_parts();
CREATE TRIGGER "team_tell_truncate" AFTER TRUNCATE ON "team" FOR EACH STATEMENT EXECUTE FUNCTION tell_everything();
CREATE TRIGGER "team_version_insert" AFTER INSERT ON "team" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION version_parts();
CREATE TRIGGER "team_version_update" AFTER UPDATE ON "team" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION version_parts();
CREATE TRIGGER "team_version_delete" AFTER DELETE ON "team" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION version_parts();
CREATE TRIGGER "team_version_truncate" AFTER TRUNCATE ON "team" FOR EACH STATEMENT EXECUTE FUNCTION renew_feed_epoch();
