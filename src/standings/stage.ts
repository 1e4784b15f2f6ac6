import { type Match, pairing } from './bracket.js';
import type { StageFigures } from './figures.js';

export const FINAL_STANDINGS = 'standings';

export type Stage = {
  tournamentSlug: string;
  id: string;
  name: string;
  type: 'board' | 'bracket';
  rounds: number | null;
  players: number | null;
  position: number;
};

/** A tournament as far as its stages go. `stages` are those the organiser has recorded, in no order. */
export type Staged = { slug: string; status: 'planned' | 'ongoing' | 'finished'; stages: readonly Stage[] };

/**
 * The stages a tournament has, in the order they run. Once it has finished the final standings go last, under the label
 * the organiser gave them, or one of ours where the record does not name them; until then there are none.
 */
export function stagesInOrder({ slug, status, stages }: Staged): Stage[] {
  const played = stages.filter((stage) => !isFinal(stage)).sort((a, b) => a.position - b.position);
  return status === 'finished' ? [...played, stages.find(isFinal) ?? finalStage(slug)] : played;
}

function finalStage(tournamentSlug: string): Stage {
  return {
    tournamentSlug,
    id: FINAL_STANDINGS,
    name: 'Final Standings',
    type: 'board',
    rounds: null,
    players: null,
    position: Infinity,
  };
}

/** The stage shown when none is asked for: the final standings once finished, otherwise the one furthest along. */
export function defaultStage(tournament: Staged, underWay: ReadonlySet<string>): Stage | undefined {
  const inOrder = stagesInOrder(tournament);
  return inOrder.find(isFinal) ?? inOrder.findLast((stage) => underWay.has(stage.id)) ?? inOrder[0];
}

/** The ids of the stages with a battle, or with a match whose players are known. */
export function stagesUnderWay(
  figures: readonly Pick<StageFigures, 'stageId' | 'battles'>[],
  matches: readonly Match[],
): Set<string> {
  const fought = figures.filter(({ battles }) => battles > 0);
  const paired = matches.filter((match) => pairing(match).length > 0);
  return new Set([...fought, ...paired].map(({ stageId }) => stageId));
}

/** Total number of rounds, counting every stage. */
export function totalRounds(stages: readonly Pick<Stage, 'id' | 'rounds'>[]): number {
  return stages.reduce((total, stage) => total + (isFinal(stage) ? 0 : (stage.rounds ?? 0)), 0);
}

export function isFinal(stage: Pick<Stage, 'id'>): boolean {
  return stage.id === FINAL_STANDINGS;
}
