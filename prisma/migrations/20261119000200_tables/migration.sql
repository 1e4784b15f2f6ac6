-- Tables with their checks, keys and indexes. Keys, and all that refers to them, have the collation "C": they compare by bytes, fast,
-- and alike on every database. Checks are rules that rows must follow whoever writes them; an import checks the same and more.

CREATE TYPE "tournament_status" AS ENUM ('planned', 'ongoing', 'finished');
CREATE TYPE "stage_type" AS ENUM ('board', 'bracket');
CREATE TYPE "outcome" AS ENUM ('win', 'loss', 'draw');
CREATE TYPE "victory_size" AS ENUM ('major', 'minor');
CREATE TYPE "role" AS ENUM ('attacker', 'defender');
CREATE TYPE "tie_breaker" AS ENUM ('battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints', 'opponentsBattlePoints', 'opponentsWins');
CREATE TYPE "team_tie_breaker" AS ENUM ('matchPoints', 'battlePoints', 'victoryPointsDiff', 'victoryPoints', 'battlesWon');
CREATE TYPE "search_kind" AS ENUM ('tournament', 'club', 'player');

-- Records of organisers and clubs. prisma/schema.prisma says what each column is, and which ones triggers write.

CREATE TABLE "club" (
  "slug" TEXT COLLATE "C" PRIMARY KEY CONSTRAINT "club_slug_word" CHECK (is_word("slug")),
  "name" TEXT NOT NULL CONSTRAINT "club_name" CHECK (is_name("name")),
  "description" TEXT NOT NULL DEFAULT '', "city" TEXT, "country" TEXT,
  "members" INTEGER NOT NULL DEFAULT 0 CONSTRAINT "club_members_count" CHECK ("members" >= 0),
  "website" TEXT,
  "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key("name", "slug")) STORED NOT NULL,
  "largest" TEXT COLLATE "C" GENERATED ALWAYS AS (largest_key("members", alphabetical_key("name", "slug"))) STORED NOT NULL,
  CONSTRAINT "club_texts" CHECK (char_length("description") <= 20000 AND coalesce(char_length("city"), 0) <= 200
    AND coalesce(char_length("country"), 0) <= 200 AND coalesce(char_length("website"), 0) <= 2000));
CREATE UNIQUE INDEX "club_alphabetical_key" ON "club" ("alphabetical");
CREATE UNIQUE INDEX "club_largest_key" ON "club" ("largest");

CREATE TABLE "player" (
  "id" TEXT COLLATE "C" PRIMARY KEY CONSTRAINT "player_id_word" CHECK (is_word("id")),
  "name" TEXT CONSTRAINT "player_name" CHECK (is_name("name")),
  "removed" BOOLEAN NOT NULL DEFAULT false,
  "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key(coalesce("name", 'Removed player'), "id")) STORED NOT NULL,
  CONSTRAINT "player_named_unless_removed" CHECK ("removed" = ("name" IS NULL)));
CREATE INDEX "player_removed_alphabetical_idx" ON "player" ("removed", "alphabetical");

CREATE TABLE "battle_pack" (
  "name" TEXT COLLATE "C" PRIMARY KEY CONSTRAINT "battle_pack_name" CHECK (is_name("name")),
  "scores_objectives" BOOLEAN NOT NULL DEFAULT false,
  "uses_battle_tactics" BOOLEAN NOT NULL DEFAULT false,
  "uses_grand_strategies" BOOLEAN NOT NULL DEFAULT false);

CREATE TABLE "tournament" (
  "slug" TEXT COLLATE "C" PRIMARY KEY CONSTRAINT "tournament_slug_word" CHECK (is_word("slug")),
  "name" TEXT NOT NULL CONSTRAINT "tournament_name" CHECK (is_name("name")),
  "published" BOOLEAN NOT NULL DEFAULT false, "status" "tournament_status" NOT NULL DEFAULT 'planned',
  "start_date" DATE, "end_date" DATE,
  "description" TEXT NOT NULL DEFAULT '', "city" TEXT, "country" TEXT,
  "battle_size" INTEGER NOT NULL CONSTRAINT "tournament_battle_size" CHECK ("battle_size" > 0),
  "battle_pack" TEXT COLLATE "C" REFERENCES "battle_pack" ON DELETE RESTRICT ON UPDATE CASCADE,
  "club_slug" TEXT COLLATE "C" REFERENCES "club" ON DELETE RESTRICT ON UPDATE CASCADE,
  "tie_breakers" "tie_breaker"[] DEFAULT ARRAY['battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints']::"tie_breaker"[]
    CONSTRAINT "tournament_ranked_by_something" CHECK (cardinality("tie_breakers") > 0),
  "groups" BOOLEAN NOT NULL DEFAULT false,
  "newest" TEXT COLLATE "C" GENERATED ALWAYS AS (newest_key("start_date", NULL, "slug")) STORED NOT NULL,
  "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key("name", "slug")) STORED NOT NULL,
  "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT now(),
  "provenance" JSONB CONSTRAINT "tournament_provenance" CHECK (is_provenance("provenance")),
  "team_draw_range" DOUBLE PRECISION CONSTRAINT "tournament_team_draw_range" CHECK ("team_draw_range" BETWEEN 0 AND 1000000),
  "team_tie_breakers" "team_tie_breaker"[]
    DEFAULT ARRAY['matchPoints', 'battlePoints', 'victoryPointsDiff', 'victoryPoints']::"team_tie_breaker"[]
    CONSTRAINT "tournament_teams_ranked_by_something" CHECK (cardinality("team_tie_breakers") > 0),
  -- A moment in UTC, or `never` until another is set. As text "never" sorts after every moment.
  "lists_from" TEXT COLLATE "C" CONSTRAINT "tournament_lists_from" CHECK (
    CASE WHEN "lists_from" ~ '^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z$'
      THEN "lists_from" = to_char("lists_from"::timestamptz AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      ELSE "lists_from" = 'never' END),
  CONSTRAINT "tournament_texts" CHECK (char_length("description") <= 20000
    AND coalesce(char_length("city"), 0) <= 200 AND coalesce(char_length("country"), 0) <= 200),
  CONSTRAINT "tournament_dates_in_order" CHECK ("end_date" >= "start_date"),
  CONSTRAINT "tournament_dates_four_digits"
    CHECK ("start_date" BETWEEN '0001-01-01' AND '9999-12-31' AND "end_date" BETWEEN '0001-01-01' AND '9999-12-31'));
CREATE INDEX "tournament_published_newest_idx" ON "tournament" ("published", "newest");
CREATE INDEX "tournament_published_status_newest_idx" ON "tournament" ("published", "status", "newest");
CREATE INDEX "tournament_published_alphabetical_idx" ON "tournament" ("published", "alphabetical");
CREATE INDEX "tournament_club_slug_newest_idx" ON "tournament" ("club_slug", "newest");
CREATE INDEX "tournament_lists_from_idx" ON "tournament" ("lists_from");

CREATE TABLE "tournament_organizer" (
  "tournament_slug" TEXT COLLATE "C" REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  "player_id" TEXT COLLATE "C" REFERENCES "player" ON DELETE CASCADE ON UPDATE CASCADE,
  "name" TEXT,
  "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key("name", "player_id")) STORED NOT NULL,
  PRIMARY KEY ("tournament_slug", "player_id"));
CREATE INDEX "tournament_organizer_player_id_idx" ON "tournament_organizer" ("player_id");

CREATE TABLE "stage" (
  "tournament_slug" TEXT COLLATE "C" REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  "id" TEXT COLLATE "C" CONSTRAINT "stage_id_in_use"
    CHECK ("id" ~ '^(standings|swiss|knockout|placement-swiss|placement-[1-9][0-9]{0,5}(-[1-9][0-9]{0,5})?)$'),
  "name" TEXT NOT NULL CONSTRAINT "stage_name" CHECK (is_name("name")),
  "type" "stage_type" NOT NULL,
  "rounds" INTEGER CONSTRAINT "stage_rounds_count" CHECK ("rounds" BETWEEN 1 AND 99),
  "players" INTEGER CONSTRAINT "stage_players_count" CHECK ("players" >= 2),
  "position" INTEGER NOT NULL,
  PRIMARY KEY ("tournament_slug", "id"),
  -- Deferred, so that an import can put the stages into another order.
  CONSTRAINT "stage_order" UNIQUE ("tournament_slug", "position") DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT "stage_band_in_order" CHECK (
    substring("id" FROM '^placement-[0-9]{1,9}-([0-9]{1,9})$')::int > substring("id" FROM '^placement-([0-9]{1,9})-')::int),
  CONSTRAINT "stage_type_of_id" CHECK (("type" = 'board') = ("id" IN ('standings', 'swiss', 'placement-swiss'))),
  CONSTRAINT "stage_rounds_unless_final" CHECK (("rounds" IS NULL) = ("id" = 'standings')),
  CONSTRAINT "stage_players_of_knockout" CHECK (("players" IS NOT NULL) = ("id" = 'knockout')));

-- Matches between teams follow from the battles of their players, so they are not stored.
CREATE TABLE "team" (
  "tournament_slug" TEXT COLLATE "C" REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  "name" TEXT COLLATE "C" CONSTRAINT "team_name" CHECK (is_name("name")),
  "club_slug" TEXT COLLATE "C" REFERENCES "club" ON DELETE RESTRICT ON UPDATE CASCADE,
  "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key("name", "name")) STORED NOT NULL,
  PRIMARY KEY ("tournament_slug", "name"));
CREATE INDEX "team_club_slug_idx" ON "team" ("club_slug");

CREATE TABLE "participant" (
  "id" SERIAL PRIMARY KEY,
  "tournament_slug" TEXT COLLATE "C" NOT NULL REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  "entry" INTEGER NOT NULL CONSTRAINT "participant_entry_number" CHECK ("entry" BETWEEN 1 AND 999999),
  "player_id" TEXT COLLATE "C" REFERENCES "player" ON DELETE RESTRICT ON UPDATE CASCADE,
  "name" TEXT CONSTRAINT "participant_name" CHECK (is_name("name")),
  "club_slug" TEXT COLLATE "C" REFERENCES "club" ON DELETE RESTRICT ON UPDATE CASCADE,
  "group" TEXT CONSTRAINT "participant_group" CHECK (is_name("group")),
  "dropped" BOOLEAN NOT NULL DEFAULT false,
  "final_placement" INTEGER CONSTRAINT "participant_final_placement" CHECK ("final_placement" >= 1),
  "list" JSONB CONSTRAINT "participant_list" CHECK (is_army_list("list")),
  "faction" TEXT GENERATED ALWAYS AS ("list" ->> 'faction') STORED,
  "alphabetical" TEXT COLLATE "C"
    GENERATED ALWAYS AS (alphabetical_key(coalesce("name", 'Removed player'), lpad("entry"::text, 6, '0'))) STORED NOT NULL,
  "unplayed" JSONB NOT NULL DEFAULT '[]' CONSTRAINT "participant_unplayed" CHECK (are_unplayed_rounds("unplayed")),
  "team_name" TEXT COLLATE "C",
  "withheld" JSONB,
  FOREIGN KEY ("tournament_slug", "team_name") REFERENCES "team" ON UPDATE CASCADE,
  CONSTRAINT "participant_named_or_linked" CHECK ("name" IS NOT NULL OR "player_id" IS NOT NULL));
CREATE UNIQUE INDEX "participant_tournament_slug_entry_key" ON "participant" ("tournament_slug", "entry");
CREATE UNIQUE INDEX "participant_tournament_slug_player_id_key" ON "participant" ("tournament_slug", "player_id");
CREATE UNIQUE INDEX "participant_tournament_slug_alphabetical_key" ON "participant" ("tournament_slug", "alphabetical");
CREATE INDEX "participant_tournament_slug_team_name_idx" ON "participant" ("tournament_slug", "team_name");
CREATE INDEX "participant_player_id_idx" ON "participant" ("player_id");
CREATE INDEX "participant_club_slug_idx" ON "participant" ("club_slug");

CREATE TABLE "battle" (
  "id" TEXT COLLATE "C" PRIMARY KEY CONSTRAINT "battle_id_word" CHECK (is_word("id")),
  "date" DATE CONSTRAINT "battle_date_four_digits" CHECK ("date" BETWEEN '0001-01-01' AND '9999-12-31'),
  "tournament_slug" TEXT COLLATE "C" REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  "stage_id" TEXT COLLATE "C" CONSTRAINT "battle_not_in_final_standings" CHECK ("stage_id" <> 'standings'),
  "round" INTEGER CONSTRAINT "battle_round_number" CHECK ("round" BETWEEN 1 AND 9999),
  "scenario" TEXT CONSTRAINT "battle_scenario" CHECK (char_length("scenario") <= 200),
  "battle_pack" TEXT COLLATE "C" REFERENCES "battle_pack" ON DELETE RESTRICT ON UPDATE CASCADE,
  "battle_size" INTEGER NOT NULL CONSTRAINT "battle_size" CHECK ("battle_size" > 0),
  "victory_size" "victory_size", "archived" BOOLEAN NOT NULL DEFAULT false,
  "club_slug" TEXT COLLATE "C" REFERENCES "club" ON DELETE RESTRICT ON UPDATE CASCADE,
  "newest" TEXT COLLATE "C" GENERATED ALWAYS AS (newest_key("date", "round", "id")) STORED NOT NULL,
  FOREIGN KEY ("tournament_slug", "stage_id") REFERENCES "stage" ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "battle_in_a_stage_or_casual" CHECK (("tournament_slug" IS NULL) = ("stage_id" IS NULL)),
  CONSTRAINT "battle_club_only_when_casual" CHECK ("club_slug" IS NULL OR "tournament_slug" IS NULL));
CREATE INDEX "battle_tournament_slug_newest_idx" ON "battle" ("tournament_slug", "newest");
CREATE INDEX "battle_tournament_slug_stage_id_idx" ON "battle" ("tournament_slug", "stage_id");
CREATE INDEX "battle_battle_pack_id_idx" ON "battle" ("battle_pack", "id");
CREATE INDEX "battle_club_slug_idx" ON "battle" ("club_slug");

CREATE TABLE "battle_side" (
  "battle_id" TEXT COLLATE "C" REFERENCES "battle" ON DELETE CASCADE ON UPDATE CASCADE,
  "position" SMALLINT CONSTRAINT "battle_side_position" CHECK ("position" IN (1, 2)),
  "participant_id" INTEGER REFERENCES "participant" ON DELETE RESTRICT ON UPDATE CASCADE,
  "player_id" TEXT COLLATE "C" REFERENCES "player" ON DELETE RESTRICT ON UPDATE CASCADE,
  "name" TEXT CONSTRAINT "battle_side_name" CHECK (is_name("name")),
  "faction" TEXT, "sub_faction" TEXT, "outcome" "outcome",
  "battle_points" DOUBLE PRECISION, "victory_points" INTEGER, "objective_points" INTEGER, "battle_tactics_scored" INTEGER,
  "grand_strategy" TEXT, "grand_strategy_scored" BOOLEAN,
  "drops" INTEGER, "role" "role",
  "list" JSONB CONSTRAINT "battle_side_list" CHECK (is_army_list("list")),
  "rounds" JSONB NOT NULL DEFAULT '[]' CONSTRAINT "battle_side_rounds" CHECK (are_player_rounds("rounds")),
  "metrics" JSONB GENERATED ALWAYS AS (metric_totals("rounds")) STORED NOT NULL,
  "newest" TEXT COLLATE "C" NOT NULL DEFAULT '',
  "withheld" JSONB,
  PRIMARY KEY ("battle_id", "position"),
  CONSTRAINT "battle_side_named_or_linked" CHECK ("name" IS NOT NULL OR "player_id" IS NOT NULL OR "participant_id" IS NOT NULL),
  CONSTRAINT "battle_side_texts" CHECK (coalesce(char_length("faction"), 0) <= 200
    AND coalesce(char_length("sub_faction"), 0) <= 200 AND coalesce(char_length("grand_strategy"), 0) <= 200),
  CONSTRAINT "battle_side_counts" CHECK ("objective_points" >= 0 AND "battle_tactics_scored" >= 0 AND "drops" >= 0),
  -- Far above any score, and small enough that the totals of a tournament fit into an integer.
  CONSTRAINT "battle_side_scores" CHECK ("victory_points" BETWEEN -1000000 AND 1000000 AND coalesce("objective_points", 0) <= 1000000),
  -- Boards add battle points up, and decimals as computers store them do not add up exactly. With four decimals and a million at
  -- most, their ten-thousandths are integers, and sums of those are exact.
  CONSTRAINT "battle_side_battle_points" CHECK (
    "battle_points" BETWEEN -1000000 AND 1000000 AND "battle_points" = round("battle_points"::numeric, 4)::float8));
CREATE INDEX "battle_side_participant_id_idx" ON "battle_side" ("participant_id");
CREATE INDEX "battle_side_player_id_newest_idx" ON "battle_side" ("player_id", "newest");

-- Army lists and rounds go out of line early, so that listings read only the lean part of each row.
ALTER TABLE "battle_side" SET (toast_tuple_target = 256);
ALTER TABLE "participant" SET (toast_tuple_target = 256);

CREATE TABLE "bracket_match" (
  "tournament_slug" TEXT COLLATE "C", "stage_id" TEXT COLLATE "C",
  "round_number" INTEGER CONSTRAINT "bracket_match_round_number" CHECK ("round_number" BETWEEN 1 AND 99),
  "table" INTEGER CONSTRAINT "bracket_match_table" CHECK ("table" >= 1),
  "round" TEXT NOT NULL CONSTRAINT "bracket_match_round" CHECK (is_name("round")),
  "first_id" INTEGER REFERENCES "participant" ON DELETE RESTRICT ON UPDATE CASCADE,
  "second_id" INTEGER REFERENCES "participant" ON DELETE RESTRICT ON UPDATE CASCADE,
  "winner_id" INTEGER REFERENCES "participant" ON DELETE RESTRICT ON UPDATE CASCADE,
  "battle_id" TEXT COLLATE "C" REFERENCES "battle" ON DELETE SET NULL ON UPDATE CASCADE,
  PRIMARY KEY ("tournament_slug", "stage_id", "round_number", "table"),
  FOREIGN KEY ("tournament_slug", "stage_id") REFERENCES "stage" ON DELETE CASCADE ON UPDATE CASCADE,
  CONSTRAINT "bracket_match_both_players_or_none" CHECK (("first_id" IS NULL) = ("second_id" IS NULL)),
  CONSTRAINT "bracket_match_two_players" CHECK ("first_id" <> "second_id"),
  CONSTRAINT "bracket_match_winner_is_one_of_them"
    CHECK ("winner_id" IS NULL OR ("first_id" IS NOT NULL AND "winner_id" IN ("first_id", "second_id"))));
CREATE INDEX "bracket_match_first_id_idx" ON "bracket_match" ("first_id");
CREATE INDEX "bracket_match_second_id_idx" ON "bracket_match" ("second_id");
CREATE INDEX "bracket_match_winner_id_idx" ON "bracket_match" ("winner_id");
CREATE INDEX "bracket_match_battle_id_idx" ON "bracket_match" ("battle_id");

CREATE TABLE "faction" (
  "id" SERIAL PRIMARY KEY,
  "slug" TEXT COLLATE "C" NOT NULL CONSTRAINT "faction_slug_word" CHECK (is_word("slug")),
  "name" TEXT NOT NULL,
  "aliases" TEXT[] NOT NULL DEFAULT '{}',
  "loaded" BOOLEAN NOT NULL DEFAULT true,
  "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key("name", "slug")) STORED NOT NULL,
  CONSTRAINT "faction_name" CHECK (is_name("name") OR NOT "loaded"));
CREATE UNIQUE INDEX "faction_slug_key" ON "faction" ("slug");
CREATE UNIQUE INDEX "faction_alphabetical_key" ON "faction" ("alphabetical");

-- Tables of the service: keys and their use, settings, and the records that the demo world brought.

CREATE TABLE "account" ("name" TEXT COLLATE "C" PRIMARY KEY, "active" BOOLEAN NOT NULL DEFAULT true);

CREATE TABLE "api_key" (
  "id" SERIAL PRIMARY KEY,
  "account_name" TEXT COLLATE "C" NOT NULL REFERENCES "account" ON DELETE CASCADE ON UPDATE CASCADE,
  "hash" TEXT COLLATE "C" NOT NULL CONSTRAINT "api_key_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
  "hint" TEXT NOT NULL,
  "active" BOOLEAN NOT NULL DEFAULT true, "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "last_used_at" TIMESTAMPTZ(3), "expires_at" TIMESTAMPTZ(3),
  "rate_limit" INTEGER CONSTRAINT "api_key_rate_limit" CHECK ("rate_limit" BETWEEN 0 AND 1000000000));
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key" ("hash");
CREATE INDEX "api_key_account_name_idx" ON "api_key" ("account_name");

CREATE TABLE "key_usage" (
  "key_id" INTEGER REFERENCES "api_key" ON DELETE CASCADE ON UPDATE CASCADE,
  "day" DATE, "operation" TEXT, "requests" BIGINT NOT NULL, "cost" BIGINT NOT NULL,
  PRIMARY KEY ("key_id", "day", "operation"));
CREATE TABLE "setting" ("key" TEXT COLLATE "C" PRIMARY KEY, "value" TEXT NOT NULL);
CREATE TABLE "demo_record" ("type" TEXT COLLATE "C", "key" TEXT COLLATE "C", PRIMARY KEY ("type", "key"));

-- Derived by triggers: the battles connected to a club, with the factions that met in each, and all factions ever played in them. A
-- faction that was never played there would otherwise be looked for in ten thousand battles. An index has the factions of a battle,
-- so that nothing else is read. Rows of club_faction stay when battles go, so that writers meet there only over a new faction.

CREATE TABLE "club_battle" (
  "club_slug" TEXT COLLATE "C" REFERENCES "club" ON DELETE CASCADE ON UPDATE CASCADE,
  "battle_id" TEXT COLLATE "C" REFERENCES "battle" ON DELETE CASCADE ON UPDATE CASCADE,
  "newest" TEXT COLLATE "C" NOT NULL, "factions" TEXT[] NOT NULL DEFAULT '{}', PRIMARY KEY ("club_slug", "battle_id"));
CREATE INDEX "club_battle_club_slug_newest_battle_id_factions_idx" ON "club_battle" ("club_slug", "newest", "battle_id", "factions");
CREATE INDEX "club_battle_battle_id_idx" ON "club_battle" ("battle_id");
CREATE TABLE "club_faction" (
  "club_slug" TEXT COLLATE "C" REFERENCES "club" ON DELETE CASCADE ON UPDATE CASCADE,
  "faction" TEXT COLLATE "C", PRIMARY KEY ("club_slug", "faction"));

-- Derived by triggers at the end of a transaction: words for search, values that listings are filtered by, such as
-- "country norway", and sizes that they are ordered by.

CREATE TABLE "search_word" (
  "kind" "search_kind", "key" TEXT COLLATE "C", "nth" SMALLINT,
  "word" TEXT COLLATE "C" NOT NULL, "rank" TEXT COLLATE "C" NOT NULL, "words" TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY ("kind", "key", "nth"));
CREATE INDEX "search_word_kind_word_rank_idx" ON "search_word" ("kind", "word", "rank");
CREATE INDEX "search_word_initial" ON "search_word" ("kind", left("word", 1), "rank");

-- Records that a transaction has touched. Not in the write-ahead log: it is empty whenever no transaction is under way.
CREATE UNLOGGED TABLE "search_stale" (
  "transaction" TEXT COLLATE "C", "kind" "search_kind", "key" TEXT COLLATE "C", PRIMARY KEY ("transaction", "kind", "key"));

CREATE TABLE "tournament_facet" (
  "tournament_slug" TEXT COLLATE "C" REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  "facet" TEXT COLLATE "C", PRIMARY KEY ("tournament_slug", "facet"));
CREATE INDEX "tournament_facet_facet_tournament_slug_idx" ON "tournament_facet" ("facet", "tournament_slug");
CREATE TABLE "club_facet" (
  "club_slug" TEXT COLLATE "C" REFERENCES "club" ON DELETE CASCADE ON UPDATE CASCADE,
  "facet" TEXT COLLATE "C", PRIMARY KEY ("club_slug", "facet"));
CREATE INDEX "club_facet_facet_club_slug_idx" ON "club_facet" ("facet", "club_slug");
CREATE TABLE "player_facet" (
  "player_id" TEXT COLLATE "C" REFERENCES "player" ON DELETE CASCADE ON UPDATE CASCADE,
  "facet" TEXT COLLATE "C", PRIMARY KEY ("player_id", "facet"));
CREATE INDEX "player_facet_facet_player_id_idx" ON "player_facet" ("facet", "player_id");
CREATE TABLE "tournament_size" (
  "tournament_slug" TEXT COLLATE "C" PRIMARY KEY REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  "players" INTEGER NOT NULL, "largest" TEXT COLLATE "C" NOT NULL);
CREATE INDEX "tournament_size_players_idx" ON "tournament_size" ("players");
CREATE INDEX "tournament_size_largest_idx" ON "tournament_size" ("largest");
CREATE TABLE "player_activity" (
  "player_id" TEXT COLLATE "C" PRIMARY KEY REFERENCES "player" ON DELETE CASCADE ON UPDATE CASCADE,
  "battles" INTEGER NOT NULL, "busiest" TEXT COLLATE "C" NOT NULL);
CREATE INDEX "player_activity_battles_idx" ON "player_activity" ("battles");
CREATE INDEX "player_activity_busiest_idx" ON "player_activity" ("busiest");

-- Derived by triggers at the end of a transaction, for statistics: spellings of factions without case and accents; the published
-- tournaments that a filter by a faction finds; the battles that count, which are those of published tournaments that are not
-- archived and have been finished; and the results of each tournament in a few bytes a battle.

CREATE TABLE "faction_spelling" (
  "spelling" TEXT COLLATE "C" PRIMARY KEY,
  "faction_id" INTEGER NOT NULL REFERENCES "faction" ON DELETE CASCADE ON UPDATE CASCADE,
  "alias" BOOLEAN NOT NULL);
CREATE INDEX "faction_spelling_faction_id_idx" ON "faction_spelling" ("faction_id");
CREATE TABLE "faction_event" (
  "faction_id" INTEGER REFERENCES "faction" ON DELETE CASCADE ON UPDATE CASCADE,
  "tournament_slug" TEXT COLLATE "C" REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  PRIMARY KEY ("faction_id", "tournament_slug"));
CREATE INDEX "faction_event_tournament_slug_idx" ON "faction_event" ("tournament_slug");

-- "results" has four bytes a battle: the places of both factions in "factions", in the order of their ids, with 13 bits each, then
-- 4 bits for three times the role (none, attacker, defender) plus the score in half points, both of the first faction.
-- "field" has eight bytes for each player who has a battle that counts: the place of the faction times 8, plus 1 if the first four
-- battles were won, 2 if the final place was one of the first four, 4 if it was the first; then the player's number or, for a
-- participant without a player's id, the negative id of the participant. A participant who signed up without a faction has the
-- first one played. At most 8,192 factions of a tournament count.
CREATE TABLE "tournament_statistics" (
  "tournament_slug" TEXT COLLATE "C" PRIMARY KEY REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  "start_date" DATE,
  "country" TEXT COLLATE "C", "battle_pack" TEXT COLLATE "C", "club_slug" TEXT COLLATE "C",
  "players" INTEGER NOT NULL, "factions" INTEGER[] NOT NULL, "results" BYTEA NOT NULL, "field" BYTEA NOT NULL);

-- "roster" has four bytes for each participant of a battle between known factions: a number as in the field. "sides" has four bytes
-- for each of the results, in their order: the places of both participants in the roster, with 16 bits each. At most 32,768
-- participants of a tournament are told apart.
CREATE TABLE "tournament_sides" (
  "tournament_slug" TEXT COLLATE "C" PRIMARY KEY REFERENCES "tournament_statistics" ON DELETE CASCADE ON UPDATE CASCADE,
  "roster" BYTEA NOT NULL, "sides" BYTEA NOT NULL);
CREATE TABLE "player_number" (
  "player_id" TEXT COLLATE "C" PRIMARY KEY REFERENCES "player" ON DELETE CASCADE ON UPDATE CASCADE, "number" SERIAL);
CREATE TABLE "matchup" (
  "key" TEXT COLLATE "C" PRIMARY KEY,
  "first_id" INTEGER NOT NULL REFERENCES "faction" ON DELETE CASCADE ON UPDATE CASCADE,
  "second_id" INTEGER NOT NULL REFERENCES "faction" ON DELETE CASCADE ON UPDATE CASCADE);
CREATE INDEX "matchup_first_id_idx" ON "matchup" ("first_id");
CREATE INDEX "matchup_second_id_idx" ON "matchup" ("second_id");

CREATE TABLE "counted_battle" (
  "battle_id" TEXT COLLATE "C" PRIMARY KEY REFERENCES "battle" ON DELETE CASCADE ON UPDATE CASCADE,
  "tournament_slug" TEXT COLLATE "C" NOT NULL REFERENCES "tournament_statistics" ON DELETE CASCADE ON UPDATE CASCADE,
  "matchup" TEXT COLLATE "C" REFERENCES "matchup" ON DELETE SET NULL ON UPDATE CASCADE,
  "newest" TEXT COLLATE "C" NOT NULL, "day" DATE,
  "first_player" TEXT COLLATE "C", "second_player" TEXT COLLATE "C",
  "first_faction" INTEGER, "second_faction" INTEGER,
  "first_role" "role", "first_score" SMALLINT NOT NULL);
CREATE INDEX "counted_battle_matchup_newest_idx" ON "counted_battle" ("matchup", "newest");
CREATE INDEX "counted_battle_tournament_slug_idx" ON "counted_battle" ("tournament_slug");
CREATE INDEX "counted_battle_day_idx" ON "counted_battle" ("day");

-- Derived by the service: final places that no organiser recorded, and ratings. Triggers add rows to the tables of what is out of
-- date, and the service takes them away; they are never changed, so that writers do not wait for each other. Ratings are out of
-- date from a week on; the largest number means that only ranks are.

CREATE TABLE "derived_place" (
  "participant_id" INTEGER PRIMARY KEY REFERENCES "participant" ON DELETE CASCADE ON UPDATE CASCADE,
  "place" INTEGER NOT NULL);
CREATE TABLE "place_stale" ("id" BIGSERIAL PRIMARY KEY, "tournament_slug" TEXT COLLATE "C" NOT NULL);

-- A row for each player and week with a battle, as of the end of the week.
CREATE TABLE "rating" (
  "player_id" TEXT COLLATE "C" REFERENCES "player" ON DELETE CASCADE ON UPDATE CASCADE,
  "week" INTEGER,
  "value" DOUBLE PRECISION NOT NULL, "deviation" DOUBLE PRECISION NOT NULL, "volatility" DOUBLE PRECISION NOT NULL,
  "battles" INTEGER NOT NULL, "elo" DOUBLE PRECISION NOT NULL,
  PRIMARY KEY ("player_id", "week"));

CREATE TABLE "player_rating" (
  "player_id" TEXT COLLATE "C" PRIMARY KEY REFERENCES "player" ON DELETE CASCADE ON UPDATE CASCADE,
  "week" INTEGER NOT NULL, "as_of" DATE NOT NULL,
  "value" DOUBLE PRECISION NOT NULL, "deviation" DOUBLE PRECISION NOT NULL,
  "provisional" BOOLEAN NOT NULL, "place" INTEGER, "strongest" TEXT COLLATE "C" NOT NULL);
CREATE INDEX "player_rating_provisional_strongest_idx" ON "player_rating" ("provisional", "strongest");

-- "results" has 24 bytes, six whole numbers, for each rated battle of a tournament and week between known factions: both factions;
-- three times the role (none, attacker, defender) plus the score in half points, both of the first, times 2^20, plus the expected
-- score of the first in millionths; the rating of the first times 2^16, plus that of the second, both before the week and as twice
-- the whole part, plus 1 if there are decimals; the numbers of both players.
CREATE TABLE "tournament_expectation" (
  "tournament_slug" TEXT COLLATE "C" REFERENCES "tournament" ON DELETE CASCADE ON UPDATE CASCADE,
  "week" INTEGER, "results" BYTEA NOT NULL, PRIMARY KEY ("tournament_slug", "week"));

-- Predictions for the battles of a week: sums of the log-loss.
CREATE TABLE "rating_week" (
  "week" INTEGER PRIMARY KEY,
  "battles" INTEGER NOT NULL, "glicko2" DOUBLE PRECISION NOT NULL, "elo" DOUBLE PRECISION NOT NULL);

CREATE TABLE "rating_stale" ("id" BIGSERIAL PRIMARY KEY, "week" INTEGER NOT NULL);

-- The table has one row.
CREATE TABLE "rating_state" (
  "id" INTEGER PRIMARY KEY DEFAULT 1 CONSTRAINT "rating_state_one" CHECK ("id" = 1),
  "generation" INTEGER NOT NULL, "method" TEXT NOT NULL,
  "week" INTEGER, "since" INTEGER, "battles" INTEGER NOT NULL, "glicko2" DOUBLE PRECISION, "elo" DOUBLE PRECISION);
INSERT INTO "rating_state" ("generation", "method", "battles") VALUES (0, 'none', 0);
