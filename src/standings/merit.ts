import type { Competition } from './competition.js';
import { figuresInStage, figuresOverAllStages } from './figures.js';
import { swissBoard } from './swiss-board.js';
import { tieBreakerValues } from './tie-breaker.js';

/**
 * What tells players apart that no bracket does, the weightiest first: placement-swiss, swiss, the totals.
 */
export function meritsOnBoards(competition: Competition): (participantId: number) => number[] {
  const { figures, tieBreakers } = competition;
  const places = [boardPlaces('placement-swiss', competition), boardPlaces('swiss', competition)];
  const swissOf = figuresInStage(figures, 'swiss');
  const totalsOf = figuresOverAllStages(figures);
  return (id) => [
    ...places.map((placeOf) => -(placeOf.get(id) ?? Infinity)),
    // In a group tournament the place on the swiss board is the one in the group, and these compare across groups.
    ...tieBreakerValues(swissOf(id), tieBreakers),
    ...tieBreakerValues(totalsOf(id), tieBreakers),
  ];
}

function boardPlaces(stageId: string, competition: Competition): Map<number, number | null> {
  return new Map(swissBoard(stageId, competition).map(({ participantId, rank }) => [participantId, rank]));
}
