import { type Match, pairing } from './bracket.js';
import type { StageFigures } from './figures.js';

export const FINAL_STANDINGS = 'standings';

export type Stage = { id: string; position: number; rounds: number | null };
export type Status = 'planned' | 'ongoing' | 'finished';

/** The stages a tournament has, in the order they run. The final standings exist only once finished, and go last. */
export function stagesInOrder<S extends Stage>(stages: readonly S[], status: Status): S[] {
  return stages
    .filter((stage) => status === 'finished' || stage.id !== FINAL_STANDINGS)
    .sort((a, b) => isFinal(a) - isFinal(b) || a.position - b.position);
}

/** The stage shown when none is asked for: the final standings once finished, otherwise the one furthest along. */
export function defaultStage<S extends Stage>(
  stages: readonly S[],
  status: Status,
  underWay: ReadonlySet<string>,
): S | undefined {
  const inOrder = stagesInOrder(stages, status);
  const final = inOrder.find((stage) => stage.id === FINAL_STANDINGS);
  return final ?? inOrder.findLast((stage) => underWay.has(stage.id)) ?? inOrder[0];
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
export function totalRounds(stages: readonly Stage[]): number {
  return stages.reduce((total, stage) => total + (stage.id === FINAL_STANDINGS ? 0 : (stage.rounds ?? 0)), 0);
}

function isFinal(stage: Stage): number {
  return Number(stage.id === FINAL_STANDINGS);
}
