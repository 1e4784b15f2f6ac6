import { type BoardRow, boardRow } from './board-row.js';
import type { Competition } from './competition.js';
import { byName, type Contender } from './contender.js';
import { figuresOverAllStages } from './figures.js';
import { meritsOverAllStages } from './merit.js';
import { ranking } from './ranking.js';

/**
 * Everything merged into one table, without groups. The final placements recorded decide and are shown as they were
 * recorded; whoever has none follows by merit, with ranks counting on.
 */
export function finalStandings(competition: Competition): BoardRow[] {
  const placed = competition.contenders
    .filter(hasFinalPlacement)
    .sort((a, b) => a.finalPlacement - b.finalPlacement || byName(a, b));
  const next = Math.max(placed.length, placed.at(-1)?.finalPlacement ?? 0) + 1;

  const totalsOf = figuresOverAllStages(competition.figures);
  return [
    ...placed.map((contender) => ({ contender, rank: contender.finalPlacement })),
    ...rankedByMerit(competition, next),
  ].map(({ contender, rank }) =>
    boardRow({ rank, group: null }, contender, totalsOf(contender.id), competition.tieBreakers),
  );
}

function rankedByMerit(competition: Competition, first: number): { contender: Contender; rank: number | null }[] {
  const others = competition.contenders.filter((contender) => !hasFinalPlacement(contender));
  if (others.length === 0) return [];
  const meritsOf = meritsOverAllStages(competition);
  const candidates = others.map((contender) => ({
    contender,
    merits: meritsOf(contender.id),
    alphabetical: contender.alphabetical,
  }));
  return ranking(candidates, first).map(({ candidate, rank }) => ({ contender: candidate.contender, rank }));
}

function hasFinalPlacement(contender: Contender): contender is Contender & { finalPlacement: number } {
  return contender.finalPlacement !== null;
}
