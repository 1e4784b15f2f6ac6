-- What may be written at all. Keys end up in web addresses and cursors, so they are one word, and
-- not one that means a folder.

ALTER TABLE "club"
  ADD CONSTRAINT "club_slug_word" CHECK ("slug" ~ '^(?!\.\.?$)[^\s/?#%]{1,200}$'),
  ADD CONSTRAINT "club_members_count" CHECK ("members" >= 0);

ALTER TABLE "player"
  ADD CONSTRAINT "player_id_word" CHECK ("id" ~ '^(?!\.\.?$)[^\s/?#%]{1,200}$'),
  ADD CONSTRAINT "player_named_unless_removed" CHECK ("removed" = ("name" IS NULL));

ALTER TABLE "tournament"
  ADD CONSTRAINT "tournament_slug_word" CHECK ("slug" ~ '^(?!\.\.?$)[^\s/?#%]{1,200}$'),
  ADD CONSTRAINT "tournament_dates_in_order" CHECK ("end_date" >= "start_date"),
  ADD CONSTRAINT "tournament_dates_four_digits"
    CHECK ("start_date" BETWEEN '0001-01-01' AND '9999-12-31' AND "end_date" BETWEEN '0001-01-01' AND '9999-12-31'),
  ADD CONSTRAINT "tournament_battle_size" CHECK ("battle_size" > 0),
  ADD CONSTRAINT "tournament_ranked_by_something" CHECK (cardinality("tie_breakers") > 0);

ALTER TABLE "stage"
  ADD CONSTRAINT "stage_id_in_use"
    CHECK ("id" ~ '^(standings|swiss|knockout|placement-swiss|placement-[0-9]+(-[0-9]+)?)$'),
  ADD CONSTRAINT "stage_type_of_id"
    CHECK (("type" = 'board') = ("id" IN ('standings', 'swiss', 'placement-swiss'))),
  ADD CONSTRAINT "stage_rounds_unless_final" CHECK (("rounds" IS NULL) = ("id" = 'standings')),
  ADD CONSTRAINT "stage_rounds_count" CHECK ("rounds" BETWEEN 1 AND 99),
  ADD CONSTRAINT "stage_players_of_knockout" CHECK (("players" IS NOT NULL) = ("id" = 'knockout')),
  ADD CONSTRAINT "stage_players_count" CHECK ("players" >= 2),
  -- Deferred, so that an import can put the stages into another order.
  ADD CONSTRAINT "stage_order" UNIQUE ("tournament_slug", "position") DEFERRABLE INITIALLY DEFERRED;

ALTER TABLE "participant"
  ADD CONSTRAINT "participant_entry_number" CHECK ("entry" BETWEEN 1 AND 999999),
  ADD CONSTRAINT "participant_named_or_linked" CHECK ("name" IS NOT NULL OR "player_id" IS NOT NULL),
  ADD CONSTRAINT "participant_final_placement" CHECK ("final_placement" >= 1),
  ADD CONSTRAINT "participant_list" CHECK (is_army_list("list"));

ALTER TABLE "bracket_match"
  ADD CONSTRAINT "bracket_match_round_number" CHECK ("round_number" BETWEEN 1 AND 99),
  ADD CONSTRAINT "bracket_match_table" CHECK ("table" >= 1),
  ADD CONSTRAINT "bracket_match_both_players_or_none" CHECK (("first_id" IS NULL) = ("second_id" IS NULL)),
  ADD CONSTRAINT "bracket_match_two_players" CHECK ("first_id" <> "second_id"),
  ADD CONSTRAINT "bracket_match_winner_is_one_of_them"
    CHECK ("winner_id" IS NULL OR ("first_id" IS NOT NULL AND "winner_id" IN ("first_id", "second_id")));

ALTER TABLE "battle"
  ADD CONSTRAINT "battle_id_word" CHECK ("id" ~ '^(?!\.\.?$)[^\s/?#%]{1,200}$'),
  ADD CONSTRAINT "battle_date_four_digits" CHECK ("date" BETWEEN '0001-01-01' AND '9999-12-31'),
  ADD CONSTRAINT "battle_round_number" CHECK ("round" BETWEEN 1 AND 9999),
  ADD CONSTRAINT "battle_size" CHECK ("battle_size" > 0),
  ADD CONSTRAINT "battle_in_a_stage_or_casual" CHECK (("tournament_slug" IS NULL) = ("stage_id" IS NULL)),
  ADD CONSTRAINT "battle_not_in_final_standings" CHECK ("stage_id" <> 'standings'),
  ADD CONSTRAINT "battle_club_only_when_casual" CHECK ("club_slug" IS NULL OR "tournament_slug" IS NULL);

ALTER TABLE "battle_side"
  ADD CONSTRAINT "battle_side_position" CHECK ("position" IN (1, 2)),
  ADD CONSTRAINT "battle_side_named_or_linked"
    CHECK ("name" IS NOT NULL OR "player_id" IS NOT NULL OR "participant_id" IS NOT NULL),
  ADD CONSTRAINT "battle_side_counts"
    CHECK ("objective_points" >= 0 AND "battle_tactics_scored" >= 0 AND "drops" >= 0),
  ADD CONSTRAINT "battle_side_battle_points" CHECK ("battle_points" BETWEEN -1e12 AND 1e12),
  ADD CONSTRAINT "battle_side_list" CHECK (is_army_list("list")),
  ADD CONSTRAINT "battle_side_rounds" CHECK (are_player_rounds("rounds"));

-- Army lists and rounds go out of line early, so that listings read only the lean part of each row.
ALTER TABLE "battle_side" SET (toast_tuple_target = 256);
ALTER TABLE "participant" SET (toast_tuple_target = 256);

ALTER TABLE "api_key" ADD CONSTRAINT "api_key_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$');
