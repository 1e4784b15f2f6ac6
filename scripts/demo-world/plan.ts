import type { BattlePackRecord, StageRecord, TournamentRecord } from '@battle-results/bundle-format/record';
import type { TeamRecord } from '@battle-results/bundle-format/team-record';
import { OPEN_FRONTIER } from './battle-packs.js';
import type { Rules } from './rules.js';

export type TieBreaker = NonNullable<TournamentRecord['tieBreakers']>[number];

/** How far a tournament has been played; 2.5 rounds are two complete rounds and half of the third. */
export type Progress = { swiss: number; placementSwiss: number; knockoutMatches: number };

/** Everything that is decided about a tournament before it is played. */
export type TournamentPlan = Omit<Rules, 'battlePack' | 'battleSize'> & {
  slug: string;
  name: string;
  published: boolean;
  status: TournamentRecord['status'];
  startDate: string | null;
  days: number;
  description: string;
  city: string | null;
  country: string | null;
  battleSize: number;
  battlePack: BattlePackRecord | null;
  club: string | null;
  tieBreakers: readonly TieBreaker[];
  /** Number of organisers. */
  organizers: number;
  players: number;
  /** Number of the first player to sign up, and the step to the next; random when null. */
  signUps: readonly [first: number, step: number] | null;
  /** Number of players without a public id, without an army list, who did not show up, and who left early. */
  guests: number;
  listless: number;
  noShows: number;
  dropouts: number;
  /** Number of groups in the Swiss rounds; 0 means none. */
  groups: number;
  /** Of the same number of players each; empty unless it is played by teams. */
  teams: readonly TeamRecord[];
  teamDrawRange: number | null;
  swiss: { name: string; rounds: number } | null;
  knockout: { name: string; players: number } | null;
  /** Brackets in which losers of a knockout round, such as the semi-finals, play for their places. */
  placements: readonly { name: string; losers: number }[];
  placementSwiss: { name: string; rounds: number } | null;
  /** Matches won without a battle, as stage, round and table: knockout-r1-t2. */
  walkovers: readonly string[];
  standings: string | null;
  recordsFinalPlacement: boolean;
  progress: Progress;
  archivedShare: number;
};

export const PLAYED_OUT: Progress = { swiss: 99, placementSwiss: 99, knockoutMatches: 99 };
export const NOT_STARTED: Progress = { swiss: 0, placementSwiss: 0, knockoutMatches: 0 };

/** A plan from its differences to the ordinary one, which is a finished weekend of plain Swiss. */
export function plan(
  special: Partial<TournamentPlan> & Pick<TournamentPlan, 'slug' | 'name' | 'startDate'>,
): TournamentPlan {
  return { ...ORDINARY, ...special };
}

const ORDINARY = {
  published: true,
  status: 'finished',
  days: 2,
  description: '',
  city: null,
  country: null,
  battleSize: 2000,
  battlePack: OPEN_FRONTIER,
  club: null,
  tieBreakers: ['battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints'],
  organizers: 1,
  players: 20,
  signUps: null,
  guests: 0,
  listless: 0,
  noShows: 0,
  dropouts: 0,
  groups: 0,
  teams: [],
  teamDrawRange: null,
  swiss: { name: 'Swiss Stage', rounds: 5 },
  knockout: null,
  placements: [],
  placementSwiss: null,
  walkovers: [],
  standings: 'Final Standings',
  recordsFinalPlacement: true,
  progress: PLAYED_OUT,
  archivedShare: 0,
  scoring: 'twenty',
  metrics: [],
  recordsRounds: true,
  recordsRoles: false,
  recordsVictorySize: true,
  recordsUnscored: false,
  listShare: 0,
} as const satisfies Partial<TournamentPlan>;

/** Stages of a plan, in the order in which they are played. */
export function stagesOf(plan: TournamentPlan): StageRecord[] {
  const stages: StageRecord[] = [];
  const stage = (id: string, name: string, rounds: number | null, players: number | null = null) =>
    stages.push({ id, name, type: BOARDS.includes(id) ? 'board' : 'bracket', rounds, players });
  if (plan.swiss) stage('swiss', plan.swiss.name, plan.swiss.rounds);
  if (plan.knockout) {
    stage('knockout', plan.knockout.name, Math.log2(plan.knockout.players), plan.knockout.players);
  }
  if (plan.placementSwiss) stage('placement-swiss', plan.placementSwiss.name, plan.placementSwiss.rounds);
  for (const { name, losers } of plan.placements) stage(placementId(losers), name, Math.log2(losers));
  if (plan.standings !== null) stage('standings', plan.standings, null);
  return stages;
}

/** Two losers play for places 3 and 4, four for 5 to 8, and so on. */
export const placementId = (losers: number): string =>
  losers === 2 ? 'placement-3' : `placement-${losers + 1}-${2 * losers}`;

const BOARDS = ['swiss', 'placement-swiss', 'standings'];
