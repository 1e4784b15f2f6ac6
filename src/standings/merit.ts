import type { Competition } from './competition.js';
import { figuresInStage, figuresOverAllStages } from './figures.js';
import { swissBoard } from './swiss-board.js';
import { tieBreakerValues } from './tie-breaker.js';

/** Criteria for players whom no bracket separates, most important first: placement-swiss, swiss, the totals. */
export function meritsOnBoards(competition: Competition): (participantId: number) => number[] {
  const { figures, tieBreakers } = competition;
  const places = [boardPlaces('placement-swiss', competition), boardPlaces('swiss', competition)];
  const swissOf = figuresInStage(figures, 'swiss');
  const totalsOf = figuresOverAllStages(figures);
  return (id) => [
    ...places.map((placeOf) => -(placeOf.get(id) ?? Infinity)),
    // In a tournament with groups the place on the swiss board is the one within the group; these compare across
    // groups.
    ...tieBreakerValues(swissOf(id), tieBreakers),
    ...tieBreakerValues(totalsOf(id), tieBreakers),
  ];
}

function boardPlaces(stageId: string, competition: Competition): Map<number, number | null> {
  return new Map(swissBoard(stageId, competition).map(({ participantId, rank }) => [participantId, rank]));
}
