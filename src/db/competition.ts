// What standings are computed from, for any number of tournaments at once. Boards are never stored: the figures are
// summed over the battles by the same statement, so a board cannot disagree with its battles.
import type { Match } from '../standings/bracket.js';
import type { Competition } from '../standings/competition.js';
import type { Contender } from '../standings/contender.js';
import type { StageFigures } from '../standings/figures.js';
import { POINT_UNITS } from '../standings/points.js';
import type { Staged } from '../standings/stage.js';
import { createNoun, readByKey } from './noun.js';
import type { Rows } from './packed.js';
import type { Sql } from './sql.js';
import { stagesOf } from './stage.js';
import { TOURNAMENTS } from './visibility.js';

export type TournamentCompetition = Competition & Staged;

/**
 * In the order of `slugs`, null where there is none to be seen. `throughRound` leaves later rounds out of the boards, as if
 * they had not been played.
 */
export function readCompetitions(
  sql: Sql,
  slugs: readonly string[],
  throughRound: number | null,
): Promise<(TournamentCompetition | null)[]> {
  return readByKey(sql, COMPETITION, ALL, slugs, [throughRound]);
}

const ALL = new Set<never>();

/** Both sides of every battle that counts. */
const SIDES = `"battle" b JOIN "battle_side" s ON s."battle_id" = b."id"
  JOIN "battle_side" o ON o."battle_id" = b."id" AND o."position" = 3 - s."position"`;
const COUNTS = `b."tournament_slug" = t."slug" AND ($2::int IS NULL OR b."round" <= $2)`;

/** Decimals are summed as integers of the smallest unit, or the sum would depend on the order. */
const FIGURES = `
  SELECT b."stage_id" AS "stageId", s."participant_id" AS "participantId",
    count(*) AS "battles",
    count(*) FILTER (WHERE s."outcome" = 'win') AS "wins",
    count(*) FILTER (WHERE s."outcome" = 'draw') AS "draws",
    count(*) FILTER (WHERE s."outcome" = 'loss') AS "losses",
    coalesce(sum(round(s."battle_points" * ${POINT_UNITS})::int8), 0) AS "pointUnits",
    coalesce(sum(s."victory_points"), 0) AS "victoryPoints",
    sum(coalesce(s."victory_points", 0) - coalesce(o."victory_points", 0)) AS "victoryPointsDiff",
    (array_agg(s."faction" ORDER BY s."newest" DESC) FILTER (WHERE s."faction" IS NOT NULL))[1] AS "faction",
    0 AS "opponentsPointUnits", 0 AS "opponentsWins"
  FROM ${SIDES} WHERE ${COUNTS} GROUP BY b."stage_id", s."participant_id"`;

/** An opponent met twice counts twice. */
const FIGURES_WITH_OPPONENTS = `
  WITH f AS (${FIGURES}), faced AS (
    SELECT b."stage_id" AS "stageId", s."participant_id" AS "participantId",
      sum(f."pointUnits") AS "pointUnits", sum(f."wins") AS "wins"
    FROM ${SIDES} JOIN f ON f."participantId" = o."participant_id" AND f."stageId" = b."stage_id"
    WHERE ${COUNTS} GROUP BY b."stage_id", s."participant_id"
  )
  SELECT f."stageId", f."participantId", f."battles", f."wins", f."draws", f."losses", f."pointUnits",
    f."victoryPoints", f."victoryPointsDiff", f."faction",
    faced."pointUnits" AS "opponentsPointUnits", faced."wins" AS "opponentsWins"
  FROM f JOIN faced USING ("stageId", "participantId")`;

const USES_OPPONENTS = `t."tie_breakers" && '{opponentsBattlePoints,opponentsWins}'`;

const contenders: Rows<Contender> = {
  columns: {
    id: 'p."id"',
    name: 'p."name"',
    playerId: 'p."player_id"',
    group: 'p."group"',
    faction: `nullif(p."faction", '')`,
    finalPlacement: 'p."final_placement"',
    alphabetical: 'p."alphabetical"',
  },
  from: '"participant" p WHERE p."tournament_slug" = t."slug"',
};

const matches: Rows<Match> = {
  columns: {
    stageId: 'm."stage_id"',
    roundNumber: 'm."round_number"',
    round: 'm."round"',
    table: 'm."table"',
    firstId: 'm."first_id"',
    secondId: 'm."second_id"',
    winnerId: 'm."winner_id"',
    // A battle of another tournament, which only a slip in plain SQL can link, is not shown: it might be unpublished.
    battleId: '(SELECT b."id" FROM "battle" b WHERE b."id" = m."battle_id" AND b."tournament_slug" = t."slug")',
  },
  from: '"bracket_match" m WHERE m."tournament_slug" = t."slug"',
};

const figures: Rows<StageFigures> = {
  columns: {
    stageId: 'f."stageId"',
    participantId: 'f."participantId"',
    battles: 'f."battles"',
    wins: 'f."wins"',
    draws: 'f."draws"',
    losses: 'f."losses"',
    battlePoints: `f."pointUnits"::float8 / ${POINT_UNITS}`,
    victoryPoints: 'f."victoryPoints"',
    victoryPointsDiff: 'f."victoryPointsDiff"',
    faction: 'f."faction"',
    opponentsBattlePoints: `f."opponentsPointUnits"::float8 / ${POINT_UNITS}`,
    opponentsWins: 'f."opponentsWins"',
  },
  from: `(
    SELECT * FROM (${FIGURES}) "alone" WHERE NOT ${USES_OPPONENTS}
    UNION ALL SELECT * FROM (${FIGURES_WITH_OPPONENTS}) "compared" WHERE ${USES_OPPONENTS}) f`,
};

const COMPETITION = createNoun<TournamentCompetition, never>(TOURNAMENTS, () => ({
  slug: 't."slug"',
  status: 't."status"',
  groups: 't."groups"',
  tieBreakers: 't."tie_breakers"',
  stages: stagesOf('t."slug"'),
  contenders,
  matches,
  figures,
}));
