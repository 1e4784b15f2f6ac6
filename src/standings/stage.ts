import { type Match, pairing } from './bracket.js';
import { hasTakenPart, type StageFigures } from './figures.js';

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

/** The fields of a tournament that concern its stages. `stages` are those the organiser has recorded, in no order. */
export type Staged = { slug: string; status: 'planned' | 'ongoing' | 'finished'; stages: readonly Stage[] };

/**
 * The stages of a tournament, in the order in which they are played. Once it has finished the final standings come
 * last, under the organiser's label, or a default one if the organiser recorded none; until then they are omitted.
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

/** The stage shown by default: the final standings once finished, otherwise the furthest one under way. */
export function defaultStage(tournament: Staged, underWay: ReadonlySet<string>): Stage | undefined {
  const inOrder = stagesInOrder(tournament);
  return inOrder.find(isFinal) ?? inOrder.findLast((stage) => underWay.has(stage.id)) ?? inOrder[0];
}

/** Ids of the stages that have a battle, an unplayed round, or a match whose players are known. */
export function stagesUnderWay(
  figures: readonly Pick<StageFigures, 'stageId' | 'battles' | 'unplayed'>[],
  matches: readonly Match[],
): Set<string> {
  const fought = figures.filter(hasTakenPart);
  const paired = matches.filter((match) => pairing(match).length > 0);
  return new Set([...fought, ...paired].map(({ stageId }) => stageId));
}

export function totalRounds(stages: readonly Pick<Stage, 'id' | 'rounds'>[]): number {
  return stages.reduce((total, stage) => total + (isFinal(stage) ? 0 : (stage.rounds ?? 0)), 0);
}

export function isFinal(stage: Pick<Stage, 'id'>): boolean {
  return stage.id === FINAL_STANDINGS;
}
