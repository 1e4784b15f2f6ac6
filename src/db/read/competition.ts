// Reads what standings are computed from, for any number of tournaments at once. Boards are never stored: the same
// statement sums the figures over the battles, so a board cannot disagree with its battles.

import { POINT_UNITS } from '@battle-results/bundle-format/points';
import type { UnplayedRound } from '@battle-results/bundle-format/unplayed-round';
import type { StageFigures } from '../../standings/figures.js';
import type { PlayedSide } from '../../standings/ranks-by-round.js';
import { withUnplayed } from '../../standings/unplayed.js';
import { createRead } from '../one-statement/by-key.js';
import { columnsOf, type Row, tableOf } from '../one-statement/model.js';
import { COMPUTED, type Computed } from '../one-statement/plan.js';
import type { Sql } from '../sql.js';
import { VISIBLE } from './visibility.js';

const TOURNAMENT = {
  slug: true,
  status: true,
  groups: true,
  tieBreakers: true,
  stages: { include: { matches: { include: { battle: { select: { id: true, tournamentSlug: true } } } } } },
  participants: {
    select: {
      id: true,
      name: true,
      playerId: true,
      group: true,
      teamName: true,
      faction: true,
      finalPlacement: true,
      unplayed: true,
      alphabetical: true,
    },
  },
} as const;

type Read = Row<'Tournament', typeof TOURNAMENT> & { figures: StageFigures[] };
export type TournamentCompetition = ReturnType<typeof competitionOf>;

/**
 * In the order of `slugs`, null where no visible tournament exists. `throughRound` leaves later rounds out of the
 * boards, as if they had not been played.
 */
export async function readCompetitions(
  sql: Pick<Sql, 'queryPrepared' | 'tag'>,
  slugs: readonly string[],
  throughRound: number | null,
): Promise<(TournamentCompetition | null)[]> {
  for (const slug of slugs) sql.tag?.('tournament', slug);
  const found = await readTournaments(sql, { by: 'slug', keys: slugs, select: SELECT, values: [throughRound] });
  return (found as unknown as (Read | null)[]).map((each) => each && competitionOf(each, throughRound));
}

function competitionOf({ stages, participants, figures, ...tournament }: Read, throughRound: number | null) {
  const contenders = participants as ((typeof participants)[number] & { unplayed: UnplayedRound[] })[];
  const matches = stages.flatMap((stage) => stage.matches.map(withOwnBattle));
  return { ...tournament, stages, contenders, matches, figures: withUnplayed(figures, contenders, throughRound) };
}

/** Hides a battle of another tournament, which only a mistake in plain SQL can link: it might be unpublished. */
function withOwnBattle<Match extends Read['stages'][number]['matches'][number]>({ battle, ...match }: Match) {
  return { ...match, battleId: battle?.tournamentSlug === match.tournamentSlug ? battle.id : null };
}

const b = columnsOf('Battle', 'b');
const s = columnsOf('BattleSide', 's');
const o = columnsOf('BattleSide', 'o');
/** Each side of a battle with the opposing side; a battle without two sides is left out. */
const SIDES = `${tableOf('Battle')} b JOIN ${tableOf('BattleSide')} s ON ${s.battleId} = ${b.id}
  JOIN ${tableOf('BattleSide')} o ON ${o.battleId} = ${b.id} AND ${o.position} = 3 - ${s.position}`;

/**
 * Returns every side played in a round, in the order of `slugs`. The caller must check visibility. Read per tournament:
 * for all of them at once the planner expects so many battles that it starts parallel workers (docs/figures.md).
 */
export async function readPlayedSides(sql: Sql, slugs: readonly string[]): Promise<PlayedSide[][]> {
  for (const slug of slugs) sql.tag?.('tournament', slug);
  const rows = await sql.queryPrepared<{ sides: SideColumns }>(
    `SELECT "played"."sides" FROM unnest($1::text[]) WITH ORDINALITY AS "of"("slug", "ordinal") CROSS JOIN LATERAL (
       SELECT json_build_array(json_agg(${b.stageId}), json_agg(${b.round}), json_agg(${s.participantId}),
         json_agg(${o.participantId}), json_agg(${s.outcome}),
         json_agg(coalesce(round(${s.battlePoints} * ${POINT_UNITS})::int8, 0)), json_agg(coalesce(${s.victoryPoints}, 0)),
         json_agg(coalesce(${s.victoryPoints}, 0) - coalesce(${o.victoryPoints}, 0))) AS "sides"
       FROM ${SIDES} WHERE ${b.tournamentSlug} = "of"."slug" AND ${b.round} IS NOT NULL
     ) "played" ORDER BY "of"."ordinal"`,
    [slugs],
  );
  return rows.map(({ sides }) => playedSides(sides));
}

/** Sides are sent by column, each null if there are none. */
type SideColumns = ((string | number | null)[] | null)[];

function playedSides(columns: SideColumns): PlayedSide[] {
  const [stageIds, rounds, participantIds, opponentIds, outcomes, pointUnits, victoryPoints, differences] = columns;
  const sides = stageIds?.map((stageId, at) => ({
    stageId,
    round: rounds?.[at],
    participantId: participantIds?.[at],
    opponentId: opponentIds?.[at],
    outcome: outcomes?.[at],
    pointUnits: pointUnits?.[at],
    victoryPoints: victoryPoints?.[at],
    victoryPointsDiff: differences?.[at],
  }));
  return (sides ?? []) as PlayedSide[];
}

/** Decimals are summed as integers of the smallest unit; otherwise the sum would depend on the order. */
const figuresWhere = (counts: string) => `
  SELECT ${b.stageId} AS "stageId", ${s.participantId} AS "participantId",
    count(*) AS "battles",
    count(*) FILTER (WHERE ${s.outcome} = 'win') AS "wins",
    count(*) FILTER (WHERE ${s.outcome} = 'draw') AS "draws",
    count(*) FILTER (WHERE ${s.outcome} = 'loss') AS "losses",
    coalesce(sum(round(${s.battlePoints} * ${POINT_UNITS})::int8), 0) AS "pointUnits",
    coalesce(sum(${s.victoryPoints}), 0) AS "victoryPoints",
    sum(coalesce(${s.victoryPoints}, 0) - coalesce(${o.victoryPoints}, 0)) AS "victoryPointsDiff",
    (array_agg(${s.faction} ORDER BY ${s.newest} DESC) FILTER (WHERE ${s.faction} IS NOT NULL))[1] AS "faction",
    0 AS "opponentsPointUnits", 0 AS "opponentsWins", 0 AS "opponentsPointUnitsInAll", 0 AS "opponentsWinsInAll"
  FROM ${SIDES} WHERE ${counts} GROUP BY ${b.stageId}, ${s.participantId}`;

/** An opponent met twice counts twice. */
const figuresWithOpponents = (counts: string) => `
  WITH f AS (${figuresWhere(counts)}), met AS MATERIALIZED (
    SELECT "stageId", "participantId", "pointUnits", "wins", sum("pointUnits") OVER "all" AS "pointUnitsInAll",
      sum("wins") OVER "all" AS "winsInAll" FROM f WINDOW "all" AS (PARTITION BY "participantId")
  ), faced AS (
    SELECT ${b.stageId} AS "stageId", ${s.participantId} AS "participantId",
      sum(met."pointUnits") AS "pointUnits", sum(met."wins") AS "wins",
      sum(met."pointUnitsInAll") AS "pointUnitsInAll", sum(met."winsInAll") AS "winsInAll"
    FROM ${SIDES} JOIN met ON met."participantId" = ${o.participantId} AND met."stageId" = ${b.stageId}
    WHERE ${counts} GROUP BY ${b.stageId}, ${s.participantId}
  )
  SELECT f."stageId", f."participantId", f."battles", f."wins", f."draws", f."losses", f."pointUnits",
    f."victoryPoints", f."victoryPointsDiff", f."faction",
    faced."pointUnits" AS "opponentsPointUnits", faced."wins" AS "opponentsWins",
    faced."pointUnitsInAll" AS "opponentsPointUnitsInAll", faced."winsInAll" AS "opponentsWinsInAll"
  FROM f JOIN faced USING ("stageId", "participantId")`;

const figures: Computed = {
  columns: {
    stageId: 'f."stageId"',
    participantId: 'f."participantId"',
    battles: 'f."battles"',
    unplayed: '0',
    wins: 'f."wins"',
    draws: 'f."draws"',
    losses: 'f."losses"',
    battlePoints: `f."pointUnits"::float8 / ${POINT_UNITS}`,
    victoryPoints: 'f."victoryPoints"',
    victoryPointsDiff: 'f."victoryPointsDiff"',
    faction: 'f."faction"',
    opponentsBattlePoints: `f."opponentsPointUnits"::float8 / ${POINT_UNITS}`,
    opponentsWins: 'f."opponentsWins"',
    opponentsBattlePointsInAll: `f."opponentsPointUnitsInAll"::float8 / ${POINT_UNITS}`,
    opponentsWinsInAll: 'f."opponentsWinsInAll"',
  } satisfies Record<keyof StageFigures, string>,
  from: (of) => {
    const counts = `${b.tournamentSlug} = ${of('slug')} AND ($2::int IS NULL OR ${b.round} <= $2)`;
    const usesOpponents = `${of('tieBreakers')} && '{opponentsBattlePoints,opponentsWins}'`;
    return `(
      SELECT * FROM (${figuresWhere(counts)}) "alone" WHERE NOT ${usesOpponents}
      UNION ALL SELECT * FROM (${figuresWithOpponents(counts)}) "compared" WHERE ${usesOpponents}) f`;
  },
};

const readTournaments = createRead('Tournament', VISIBLE.Tournament, null);
const SELECT = { ...TOURNAMENT, [COMPUTED]: { figures } };
