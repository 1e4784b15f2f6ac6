// What standings are computed from, for any number of tournaments at once. Boards are never stored: the figures are
// summed over the battles by one statement, so a board cannot disagree with its battles.

import type { Match } from '../standings/bracket.js';
import type { Competition } from '../standings/competition.js';
import type { Contender } from '../standings/contender.js';
import type { StageFigures } from '../standings/figures.js';
import type { StageType, TieBreaker, TournamentStatus } from './generated/enums.js';
import type { Sql } from './sql.js';

export type StageRow = {
  tournamentSlug: string;
  id: string;
  name: string;
  type: StageType;
  rounds: number | null;
  players: number | null;
  position: number;
};
export type TournamentCompetition = Competition & { slug: string; status: TournamentStatus; stages: StageRow[] };

type Settings = { slug: string; status: TournamentStatus; groups: boolean; tieBreakers: TieBreaker[] };
type Of<Row> = Row & { slug: string };

/** In the order of `slugs`. `throughRound` leaves later rounds out of the boards, as if they had not been played. */
export async function readCompetitions(
  sql: Sql,
  slugs: readonly string[],
  throughRound: number | null,
): Promise<(TournamentCompetition | null)[]> {
  const [settings, stages, contenders, matches] = await Promise.all([
    sql.query<Settings>(SETTINGS, [slugs]),
    sql.query<StageRow>(STAGES, [slugs]),
    sql.query<Of<Contender>>(CONTENDERS, [slugs]),
    sql.query<Of<Match>>(MATCHES, [slugs]),
  ]);
  const withOpponents = settings.some(({ tieBreakers }) => tieBreakers.some((name) => name.startsWith('opponents')));
  const figures = await sql.query<Of<StageFigures>>(withOpponents ? FIGURES_WITH_OPPONENTS : FIGURES, [
    slugs,
    throughRound,
  ]);

  const [stagesOf, contendersOf, matchesOf, figuresOf] = [
    grouped(stages, ({ tournamentSlug }) => tournamentSlug),
    grouped(contenders, ({ slug }) => slug),
    grouped(matches, ({ slug }) => slug),
    grouped(figures, ({ slug }) => slug),
  ];
  const settingsOf = new Map(settings.map((row) => [row.slug, row]));
  return slugs.map((slug) => {
    const own = settingsOf.get(slug);
    return own
      ? {
          ...own,
          stages: stagesOf.get(slug) ?? [],
          contenders: contendersOf.get(slug) ?? [],
          matches: matchesOf.get(slug) ?? [],
          figures: figuresOf.get(slug) ?? [],
        }
      : null;
  });
}

function grouped<Row>(rows: Row[], slugOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(slugOf(row));
    if (group) group.push(row);
    else groups.set(slugOf(row), [row]);
  }
  return groups;
}

const SETTINGS = `SELECT "slug", "status", "groups", to_json("tie_breakers") AS "tieBreakers"
  FROM "tournament" WHERE "slug" = ANY ($1)`;

const STAGES = `SELECT "tournament_slug" AS "tournamentSlug", "id", "name", "type", "rounds", "players", "position"
  FROM "stage" WHERE "tournament_slug" = ANY ($1)`;

const CONTENDERS = `SELECT "tournament_slug" AS "slug", "id", "name", "player_id" AS "playerId", "group",
    nullif("faction", '') AS "faction", "final_placement" AS "finalPlacement", "alphabetical"
  FROM "participant" WHERE "tournament_slug" = ANY ($1)`;

/** A battle of another tournament, which only a slip in plain SQL can link, is not shown: it might be unpublished. */
const MATCHES = `SELECT "tournament_slug" AS "slug", "stage_id" AS "stageId", "round_number" AS "roundNumber", "round",
    "table", "first_id" AS "firstId", "second_id" AS "secondId", "winner_id" AS "winnerId",
    (SELECT b."id" FROM "battle" b WHERE b."id" = m."battle_id" AND b."tournament_slug" = m."tournament_slug") AS "battleId"
  FROM "bracket_match" m WHERE "tournament_slug" = ANY ($1)`;

const OWN_FIGURES = `
  SELECT b."tournament_slug" AS "slug", b."stage_id" AS "stageId", s."participant_id" AS "participantId",
    count(*)::int AS "battles",
    count(*) FILTER (WHERE s."outcome" = 'win')::int AS "wins",
    count(*) FILTER (WHERE s."outcome" = 'draw')::int AS "draws",
    count(*) FILTER (WHERE s."outcome" = 'loss')::int AS "losses",
    coalesce(sum(s."battle_points"), 0) AS "battlePoints",
    coalesce(sum(s."victory_points"), 0)::int AS "victoryPoints",
    sum(coalesce(s."victory_points", 0) - coalesce(o."victory_points", 0))::int AS "victoryPointsDiff",
    (array_agg(s."faction" ORDER BY s."newest" DESC) FILTER (WHERE s."faction" IS NOT NULL))[1] AS "faction"
  FROM "battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
  JOIN "battle_side" o ON o."battle_id" = b."id" AND o."position" = 3 - s."position"
  WHERE b."tournament_slug" = ANY ($1) AND ($2::int IS NULL OR b."round" <= $2)
  GROUP BY 1, 2, 3`;

const FIGURES = `SELECT f.*, 0 AS "opponentsBattlePoints", 0 AS "opponentsWins" FROM (${OWN_FIGURES}) f`;

/** An opponent met twice counts twice. */
const FIGURES_WITH_OPPONENTS = `
  WITH f AS (${OWN_FIGURES}), faced AS (
    SELECT b."stage_id" AS "stageId", s."participant_id" AS "participantId",
      sum(f."battlePoints") AS "opponentsBattlePoints", sum(f."wins")::int AS "opponentsWins"
    FROM "battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
    JOIN "battle_side" o ON o."battle_id" = b."id" AND o."position" = 3 - s."position"
    JOIN f ON f."participantId" = o."participant_id" AND f."stageId" = b."stage_id"
    WHERE b."tournament_slug" = ANY ($1) AND ($2::int IS NULL OR b."round" <= $2)
    GROUP BY 1, 2
  )
  SELECT f.*, faced."opponentsBattlePoints", faced."opponentsWins"
  FROM f JOIN faced USING ("stageId", "participantId")`;
