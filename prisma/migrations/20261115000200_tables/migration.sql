-- Written by "npm run migrate:new" from schema.prisma, and then, by hand: generated columns, and the "C" collation on
-- keys and on everything that refers to one, so that they compare by bytes: fast, and alike on every database.

-- CreateEnum
CREATE TYPE "tournament_status" AS ENUM ('planned', 'ongoing', 'finished');

-- CreateEnum
CREATE TYPE "stage_type" AS ENUM ('board', 'bracket');

-- CreateEnum
CREATE TYPE "outcome" AS ENUM ('win', 'loss', 'draw');

-- CreateEnum
CREATE TYPE "victory_size" AS ENUM ('major', 'minor');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('attacker', 'defender');

-- CreateEnum
CREATE TYPE "tie_breaker" AS ENUM ('battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints', 'opponentsBattlePoints', 'opponentsWins');

-- CreateTable
CREATE TABLE "club" (
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "city" TEXT,
    "country" TEXT,
    "members" INTEGER NOT NULL DEFAULT 0,
    "website" TEXT,
    "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key("name", "slug")) STORED NOT NULL,

    CONSTRAINT "club_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "player" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "removed" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "player_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "battle_pack" (
    "name" TEXT COLLATE "C" NOT NULL,
    "scores_objectives" BOOLEAN NOT NULL DEFAULT false,
    "uses_battle_tactics" BOOLEAN NOT NULL DEFAULT false,
    "uses_grand_strategies" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "battle_pack_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "tournament" (
    "slug" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "published" BOOLEAN NOT NULL DEFAULT false,
    "status" "tournament_status" NOT NULL DEFAULT 'planned',
    "start_date" DATE,
    "end_date" DATE,
    "description" TEXT NOT NULL DEFAULT '',
    "city" TEXT,
    "country" TEXT,
    "battle_size" INTEGER NOT NULL,
    "battle_pack" TEXT COLLATE "C",
    "club_slug" TEXT COLLATE "C",
    "tie_breakers" "tie_breaker"[] DEFAULT ARRAY['battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints']::"tie_breaker"[],
    "groups" BOOLEAN NOT NULL DEFAULT false,
    "newest" TEXT COLLATE "C" GENERATED ALWAYS AS (newest_key("start_date", NULL, "slug")) STORED NOT NULL,

    CONSTRAINT "tournament_pkey" PRIMARY KEY ("slug")
);

-- CreateTable
CREATE TABLE "tournament_organizer" (
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "player_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key("name", "player_id")) STORED NOT NULL,

    CONSTRAINT "tournament_organizer_pkey" PRIMARY KEY ("tournament_slug","player_id")
);

-- CreateTable
CREATE TABLE "stage" (
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "type" "stage_type" NOT NULL,
    "rounds" INTEGER,
    "players" INTEGER,
    "position" INTEGER NOT NULL,

    CONSTRAINT "stage_pkey" PRIMARY KEY ("tournament_slug","id")
);

-- CreateTable
CREATE TABLE "participant" (
    "id" SERIAL NOT NULL,
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "entry" INTEGER NOT NULL,
    "player_id" TEXT COLLATE "C",
    "name" TEXT,
    "club_slug" TEXT COLLATE "C",
    "group" TEXT,
    "dropped" BOOLEAN NOT NULL DEFAULT false,
    "final_placement" INTEGER,
    "list" JSONB,
    "faction" TEXT GENERATED ALWAYS AS ("list" ->> 'faction') STORED,
    "alphabetical" TEXT COLLATE "C" GENERATED ALWAYS AS (alphabetical_key(coalesce("name", 'Removed player'), lpad("entry"::text, 6, '0'))) STORED NOT NULL,

    CONSTRAINT "participant_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bracket_match" (
    "tournament_slug" TEXT COLLATE "C" NOT NULL,
    "stage_id" TEXT COLLATE "C" NOT NULL,
    "round_number" INTEGER NOT NULL,
    "table" INTEGER NOT NULL,
    "round" TEXT NOT NULL,
    "first_id" INTEGER,
    "second_id" INTEGER,
    "winner_id" INTEGER,
    "battle_id" TEXT COLLATE "C",

    CONSTRAINT "bracket_match_pkey" PRIMARY KEY ("tournament_slug","stage_id","round_number","table")
);

-- CreateTable
CREATE TABLE "battle" (
    "id" TEXT COLLATE "C" NOT NULL,
    "date" DATE,
    "tournament_slug" TEXT COLLATE "C",
    "stage_id" TEXT COLLATE "C",
    "round" INTEGER,
    "scenario" TEXT,
    "battle_pack" TEXT COLLATE "C",
    "battle_size" INTEGER NOT NULL,
    "victory_size" "victory_size",
    "archived" BOOLEAN NOT NULL DEFAULT false,
    "club_slug" TEXT COLLATE "C",
    "newest" TEXT COLLATE "C" GENERATED ALWAYS AS (newest_key("date", "round", "id")) STORED NOT NULL,

    CONSTRAINT "battle_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "battle_side" (
    "battle_id" TEXT COLLATE "C" NOT NULL,
    "position" SMALLINT NOT NULL,
    "participant_id" INTEGER,
    "player_id" TEXT COLLATE "C",
    "name" TEXT,
    "faction" TEXT,
    "sub_faction" TEXT,
    "outcome" "outcome",
    "battle_points" DOUBLE PRECISION,
    "victory_points" INTEGER,
    "objective_points" INTEGER,
    "battle_tactics_scored" INTEGER,
    "grand_strategy" TEXT,
    "grand_strategy_scored" BOOLEAN,
    "drops" INTEGER,
    "role" "role",
    "list" JSONB,
    "rounds" JSONB NOT NULL DEFAULT '[]',
    "metrics" JSONB GENERATED ALWAYS AS (metric_totals("rounds")) STORED NOT NULL,
    "newest" TEXT COLLATE "C" NOT NULL DEFAULT '',

    CONSTRAINT "battle_side_pkey" PRIMARY KEY ("battle_id","position")
);

-- CreateTable
CREATE TABLE "club_battle" (
    "club_slug" TEXT COLLATE "C" NOT NULL,
    "battle_id" TEXT COLLATE "C" NOT NULL,
    "newest" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "club_battle_pkey" PRIMARY KEY ("club_slug","battle_id")
);

-- CreateTable
CREATE TABLE "account" (
    "name" TEXT COLLATE "C" NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "account_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "api_key" (
    "id" SERIAL NOT NULL,
    "account_name" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "hint" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setting" (
    "key" TEXT COLLATE "C" NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "setting_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "club_alphabetical_key" ON "club"("alphabetical");

-- CreateIndex
CREATE INDEX "tournament_published_newest_idx" ON "tournament"("published", "newest");

-- CreateIndex
CREATE INDEX "tournament_published_status_newest_idx" ON "tournament"("published", "status", "newest");

-- CreateIndex
CREATE INDEX "tournament_club_slug_newest_idx" ON "tournament"("club_slug", "newest");

-- CreateIndex
CREATE INDEX "tournament_organizer_player_id_idx" ON "tournament_organizer"("player_id");

-- CreateIndex
CREATE INDEX "participant_player_id_idx" ON "participant"("player_id");

-- CreateIndex
CREATE INDEX "participant_club_slug_idx" ON "participant"("club_slug");

-- CreateIndex
CREATE UNIQUE INDEX "participant_tournament_slug_entry_key" ON "participant"("tournament_slug", "entry");

-- CreateIndex
CREATE UNIQUE INDEX "participant_tournament_slug_player_id_key" ON "participant"("tournament_slug", "player_id");

-- CreateIndex
CREATE UNIQUE INDEX "participant_tournament_slug_alphabetical_key" ON "participant"("tournament_slug", "alphabetical");

-- CreateIndex
CREATE INDEX "bracket_match_first_id_idx" ON "bracket_match"("first_id");

-- CreateIndex
CREATE INDEX "bracket_match_second_id_idx" ON "bracket_match"("second_id");

-- CreateIndex
CREATE INDEX "bracket_match_winner_id_idx" ON "bracket_match"("winner_id");

-- CreateIndex
CREATE INDEX "bracket_match_battle_id_idx" ON "bracket_match"("battle_id");

-- CreateIndex
CREATE INDEX "battle_tournament_slug_newest_idx" ON "battle"("tournament_slug", "newest");

-- CreateIndex
CREATE INDEX "battle_tournament_slug_stage_id_idx" ON "battle"("tournament_slug", "stage_id");

-- CreateIndex
CREATE INDEX "battle_club_slug_idx" ON "battle"("club_slug");

-- CreateIndex
CREATE INDEX "battle_side_participant_id_idx" ON "battle_side"("participant_id");

-- CreateIndex
CREATE INDEX "battle_side_player_id_newest_idx" ON "battle_side"("player_id", "newest");

-- CreateIndex
CREATE INDEX "club_battle_club_slug_newest_idx" ON "club_battle"("club_slug", "newest");

-- CreateIndex
CREATE INDEX "club_battle_battle_id_idx" ON "club_battle"("battle_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_key_hash_key" ON "api_key"("hash");

-- CreateIndex
CREATE INDEX "api_key_account_name_idx" ON "api_key"("account_name");

-- AddForeignKey
ALTER TABLE "tournament" ADD CONSTRAINT "tournament_battle_pack_fkey" FOREIGN KEY ("battle_pack") REFERENCES "battle_pack"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament" ADD CONSTRAINT "tournament_club_slug_fkey" FOREIGN KEY ("club_slug") REFERENCES "club"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_organizer" ADD CONSTRAINT "tournament_organizer_tournament_slug_fkey" FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tournament_organizer" ADD CONSTRAINT "tournament_organizer_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stage" ADD CONSTRAINT "stage_tournament_slug_fkey" FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participant" ADD CONSTRAINT "participant_tournament_slug_fkey" FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participant" ADD CONSTRAINT "participant_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participant" ADD CONSTRAINT "participant_club_slug_fkey" FOREIGN KEY ("club_slug") REFERENCES "club"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bracket_match" ADD CONSTRAINT "bracket_match_tournament_slug_stage_id_fkey" FOREIGN KEY ("tournament_slug", "stage_id") REFERENCES "stage"("tournament_slug", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bracket_match" ADD CONSTRAINT "bracket_match_first_id_fkey" FOREIGN KEY ("first_id") REFERENCES "participant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bracket_match" ADD CONSTRAINT "bracket_match_second_id_fkey" FOREIGN KEY ("second_id") REFERENCES "participant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bracket_match" ADD CONSTRAINT "bracket_match_winner_id_fkey" FOREIGN KEY ("winner_id") REFERENCES "participant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bracket_match" ADD CONSTRAINT "bracket_match_battle_id_fkey" FOREIGN KEY ("battle_id") REFERENCES "battle"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "battle" ADD CONSTRAINT "battle_tournament_slug_fkey" FOREIGN KEY ("tournament_slug") REFERENCES "tournament"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "battle" ADD CONSTRAINT "battle_tournament_slug_stage_id_fkey" FOREIGN KEY ("tournament_slug", "stage_id") REFERENCES "stage"("tournament_slug", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "battle" ADD CONSTRAINT "battle_battle_pack_fkey" FOREIGN KEY ("battle_pack") REFERENCES "battle_pack"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "battle" ADD CONSTRAINT "battle_club_slug_fkey" FOREIGN KEY ("club_slug") REFERENCES "club"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "battle_side" ADD CONSTRAINT "battle_side_battle_id_fkey" FOREIGN KEY ("battle_id") REFERENCES "battle"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "battle_side" ADD CONSTRAINT "battle_side_participant_id_fkey" FOREIGN KEY ("participant_id") REFERENCES "participant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "battle_side" ADD CONSTRAINT "battle_side_player_id_fkey" FOREIGN KEY ("player_id") REFERENCES "player"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_battle" ADD CONSTRAINT "club_battle_club_slug_fkey" FOREIGN KEY ("club_slug") REFERENCES "club"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "club_battle" ADD CONSTRAINT "club_battle_battle_id_fkey" FOREIGN KEY ("battle_id") REFERENCES "battle"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_account_name_fkey" FOREIGN KEY ("account_name") REFERENCES "account"("name") ON DELETE CASCADE ON UPDATE CASCADE;
