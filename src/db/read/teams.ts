// Reads what matches and boards of teams are computed from, in one statement for any number of tournaments.
import type { TeamBattle, TeamEvent, TeamPlayer } from '../../standings/team-match.js';
import { createRead } from '../one-statement/by-key.js';
import { columnsOf, type Row, tableOf } from '../one-statement/model.js';
import { COMPUTED, type Computed } from '../one-statement/plan.js';
import type { Sql } from '../sql.js';
import { VISIBLE } from './visibility.js';

const TOURNAMENT = {
  slug: true,
  teamDrawRange: true,
  teamTieBreakers: true,
  stages: { select: { id: true, position: true } },
  teams: { select: { name: true, alphabetical: true } },
  participants: { select: { id: true, teamName: true, unplayed: true }, where: { teamName: { not: null } } },
} as const;

type Read = Row<'Tournament', typeof TOURNAMENT> & { battles: BattleColumns[] };
export type TournamentTeams = TeamEvent & Pick<Read, 'slug' | 'teamTieBreakers'>;

/** In the order of `slugs`, null where no visible tournament exists. */
export async function readTeams(
  sql: Pick<Sql, 'queryPrepared' | 'tag'>,
  slugs: readonly string[],
): Promise<(TournamentTeams | null)[]> {
  for (const slug of slugs) sql.tag?.('tournament', slug);
  const found = await readTournaments(sql, { by: 'slug', keys: slugs, select: SELECT });
  return (found as unknown as (Read | null)[]).map((each) => each && teamsOf(each));
}

const teamsOf = ({ slug, teamTieBreakers, teamDrawRange, teams, stages, participants, battles }: Read) => ({
  slug,
  teamTieBreakers,
  drawRange: teamDrawRange ?? 0,
  teams,
  stages,
  players: participants as unknown as TeamPlayer[],
  battles: battles.map(battleOf),
});

type Outcome = TeamBattle['sides'][number]['outcome'];
type BattleColumns = {
  id: string;
  stageId: string;
  round: number | null;
  firstId: number;
  firstOutcome: Outcome;
  firstPoints: number | null;
  firstVictoryPoints: number | null;
  secondId: number;
  secondOutcome: Outcome;
  secondPoints: number | null;
  secondVictoryPoints: number | null;
};

const battleOf = (row: BattleColumns): TeamBattle => ({
  id: row.id,
  stageId: row.stageId,
  round: row.round,
  sides: [
    {
      participantId: row.firstId,
      outcome: row.firstOutcome,
      battlePoints: row.firstPoints,
      victoryPoints: row.firstVictoryPoints,
    },
    {
      participantId: row.secondId,
      outcome: row.secondOutcome,
      battlePoints: row.secondPoints,
      victoryPoints: row.secondVictoryPoints,
    },
  ],
});

const b = columnsOf('Battle', 'b');
const one = columnsOf('BattleSide', 's');
const two = columnsOf('BattleSide', 'o');
const team = columnsOf('Team', 'm');

const battles: Computed = {
  columns: {
    id: b.id,
    stageId: b.stageId,
    round: b.round,
    firstId: one.participantId,
    firstOutcome: one.outcome,
    firstPoints: one.battlePoints,
    firstVictoryPoints: one.victoryPoints,
    secondId: two.participantId,
    secondOutcome: two.outcome,
    secondPoints: two.battlePoints,
    secondVictoryPoints: two.victoryPoints,
  } satisfies Record<keyof BattleColumns, string>,
  from: (of) => `${tableOf('Battle')} b
    JOIN ${tableOf('BattleSide')} s ON ${one.battleId} = ${b.id} AND ${one.position} = 1
    JOIN ${tableOf('BattleSide')} o ON ${two.battleId} = ${b.id} AND ${two.position} = 2
    WHERE ${b.tournamentSlug} = ${of('slug')}
      AND EXISTS (SELECT FROM ${tableOf('Team')} m WHERE ${team.tournamentSlug} = ${of('slug')})`,
};

const readTournaments = createRead('Tournament', VISIBLE.Tournament, null);
const SELECT = { ...TOURNAMENT, [COMPUTED]: { battles } };
