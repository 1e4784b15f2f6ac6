import type { Match } from './bracket.js';
import { bracketPlaces } from './bracket-place.js';
import type { Competition } from './competition.js';
import { figuresInStage, figuresOverAllStages } from './figures.js';
import { swissBoard } from './swiss-board.js';
import { tieBreakerValues } from './tie-breaker.js';

/**
 * All that decides a place when no final placement was recorded, the weightiest first: the knockout, the placement
 * brackets, placement-swiss, swiss, the totals. Losers of the same round without a match to decide between them thus
 * stand together in the order of the swiss board, and share a rank only when nothing tells them apart.
 */
export function meritsOverAllStages(competition: Competition): (participantId: number) => number[] | null {
  const { matches, figures, tieBreakers } = competition;
  const brackets = bracketsInOrder(matches).map(bracketPlaces);
  const places = [...brackets, boardPlaces('placement-swiss', competition), boardPlaces('swiss', competition)];
  const swissOf = figuresInStage(figures, 'swiss');
  const totalsOf = figuresOverAllStages(figures);
  return (id) => {
    // A match can be won without a battle being recorded, so being in a bracket counts as having played.
    if (totalsOf(id).battles === 0 && !brackets.some((bracket) => bracket.has(id))) return null;
    return [
      ...places.map((placeOf) => -(placeOf.get(id) ?? Infinity)),
      // In a group tournament the place on the swiss board is the one in the group, and these compare across groups.
      ...tieBreakerValues(swissOf(id), tieBreakers),
      ...tieBreakerValues(totalsOf(id), tieBreakers),
    ];
  };
}

function boardPlaces(stageId: string, competition: Competition): Map<number, number | null> {
  return new Map(swissBoard(stageId, competition).map(({ participantId, rank }) => [participantId, rank]));
}

/** The matches of each bracket: the knockout, then the best band first, and of two such the wider (5-8 before 5). */
function bracketsInOrder(matches: readonly Match[]): Match[][] {
  const byStage = new Map<string, Match[]>();
  for (const match of matches) {
    const others = byStage.get(match.stageId);
    if (others) others.push(match);
    else byStage.set(match.stageId, [match]);
  }
  return [...byStage]
    .map(([stageId, inStage]) => ({ ...band(stageId), inStage }))
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .map(({ inStage }) => inStage);
}

function band(stageId: string): { from: number; to: number } {
  const [, from = '1', to = from] = /^placement-(\d+)(?:-(\d+))?$/.exec(stageId) ?? [];
  return { from: Number(from), to: Number(to) };
}
