-- Runs on a database of release 1.0.1 in place of the migrations `functions` and `tables`: brings its tables to what those
-- make. All other functions go, and with them all triggers: the migrations that follow make them anew.

DROP FUNCTION battle_after_update, battle_side_after_leaving, battle_side_after_write, battle_topics, enable_similar_words, facet,
  faction_after_write, faction_names, faction_slug, faction_spelling, forget_removed_activity, is_better_name, is_bulk,
  list_without_text, lock_battles, meet_factions, monday_of, name_words, new_feed_epoch, note_all_places, note_all_ratings,
  note_battle_sides, note_battles, note_battles_left, note_battles_moved, note_club_battles, note_clubs, note_everything,
  note_met_spellings, note_participants, note_places_of_tournaments, note_places_of_versions, note_players, note_players_and_clubs,
  note_published, note_published_participants, note_rated_battles, note_removed_ratings, note_search, note_stale_places,
  note_stale_ratings, note_tournament_changed, note_tournament_parts, note_tournaments, note_versions, oldest_release_line,
  participant_after_write, participant_copies_after_update, player_after_update, player_before_write, query_words,
  refresh_club_battles, refresh_club_facets, refresh_player_facets, refresh_results, refresh_search, refresh_sides,
  refresh_statistics, refresh_tournament_facets, renew_feed_epoch, search_rank, search_stale_after_insert, search_things,
  similar_words, single_spaced, split_words, switch_places, switch_ratings, tell_battle_sides, tell_battles, tell_change,
  tell_club_battles, tell_clubs, tell_everything, tell_facets, tell_factions, tell_keys, tell_participants, tell_parts, tell_players,
  tell_published, tell_search, tell_settings, tell_statistics, tell_tournaments, tournament_after_update,
  tournament_organizer_after_write, version_battle_packs, version_battle_sides, version_battles, version_battles_before_leaving,
  version_club_battles, version_clubs, version_parts, version_player_activity, version_players, version_tournaments, week_of CASCADE;

-- The log takes the place of both change feeds.
DROP TABLE "change", "version", "past_transaction";
DROP TYPE "version_kind";
DELETE FROM "setting" WHERE "key" = 'feed-epoch';

ALTER TABLE "tournament"
  ADD COLUMN "lists_from" TEXT COLLATE "C",
  ADD CONSTRAINT "tournament_lists_from" CHECK (CASE WHEN "lists_from" ~ '^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z$'
      THEN "lists_from" = to_char("lists_from"::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      ELSE "lists_from" = 'never' END);
CREATE INDEX "tournament_lists_from_idx" ON "tournament" ("lists_from");
ALTER TABLE "participant" ADD COLUMN "withheld" JSONB;
ALTER TABLE "battle_side" ADD COLUMN "withheld" JSONB;

-- The same conditions again: a database that was restored from a dump has BETWEEN nested in another way.
ALTER TABLE "tournament" DROP CONSTRAINT "tournament_dates_four_digits", ADD CONSTRAINT "tournament_dates_four_digits"
  CHECK ("start_date" BETWEEN '0001-01-01' AND '9999-12-31' AND "end_date" BETWEEN '0001-01-01' AND '9999-12-31');
ALTER TABLE "battle_side" DROP CONSTRAINT "battle_side_scores", DROP CONSTRAINT "battle_side_battle_points",
  ADD CONSTRAINT "battle_side_scores" CHECK ("victory_points" BETWEEN -1000000 AND 1000000 AND coalesce("objective_points", 0) <= 1000000),
  ADD CONSTRAINT "battle_side_battle_points" CHECK (
    "battle_points" BETWEEN -1000000 AND 1000000 AND "battle_points" = round("battle_points"::numeric, 4)::float8);

-- There is a faction for whatever a filter finds tournaments by, also where no battle of it counts.
ALTER TABLE "faction_event" DROP CONSTRAINT "faction_event_tournament_slug_fkey",
  ADD FOREIGN KEY ("tournament_slug") REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE;
INSERT INTO "faction_event" ("faction_id", "tournament_slug")
SELECT DISTINCT s."faction_id", f."tournament_slug" FROM "tournament_facet" f
JOIN "tournament" t ON t."slug" = f."tournament_slug" AND t."published"
JOIN "faction_spelling" s ON s."spelling" = substr(f."facet", 9)
WHERE f."facet" LIKE 'faction %' ON CONFLICT DO NOTHING;

DELETE FROM "_prisma_migrations";
