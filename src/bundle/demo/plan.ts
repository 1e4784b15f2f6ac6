import type { BattlePackRecord, StageRecord, TournamentRecord } from '../record.js';
import { OPEN_FRONTIER } from './battle-packs.js';
import type { Rules } from './rules.js';

export type TieBreaker = NonNullable<TournamentRecord['tieBreakers']>[number];

/** How far a tournament has got. Two and a half rounds are two played and half of the third under way. */
export type Progress = { swiss: number; placementSwiss: number; knockoutMatches: number };

/** What is decided about a tournament before it is played. */
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
  /** How many people run it. */
  organizers: number;
  players: number;
  /** Number of the first player to sign up and the step to the next; drawn by lot when null. */
  signUps: readonly [first: number, step: number] | null;
  /** How many of the players have no public id, sent in no list, did not turn up, or left after a few rounds. */
  guests: number;
  listless: number;
  noShows: number;
  dropouts: number;
  /** How many groups the Swiss rounds are played in. */
  groups: number;
  swiss: { name: string; rounds: number } | null;
  knockout: { name: string; players: number } | null;
  /** Whether losers of the knockout play on for their places: those of the semi-finals, of the quarter-finals ... */
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

/** A plan from what is special about it. The rest is a finished weekend of plain Swiss. */
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

/** The stages a plan is set up for, in the order they run. */
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
