import type { TieBreaker } from '@battle-results/bundle-format/tie-breaker';
import { type BoardRow, boardRow } from './board-row.js';
import type { Competition } from './competition.js';
import type { Contender } from './contender.js';
import { type FiguresOf, figuresInStage, hasTakenPart } from './figures.js';
import { ranking } from './ranking.js';
import { tieBreakerValues } from './tie-breaker.js';

/** The board of one stage. The main Swiss board lists all participants, any other only those who have taken part in it. */
export function swissBoard(stageId: string, competition: Competition): BoardRow[] {
  const { contenders, tieBreakers, groups } = competition;
  const figuresOf = figuresInStage(competition.figures, stageId);
  if (stageId !== 'swiss') {
    const playing = contenders.filter(({ id }) => hasTakenPart(figuresOf(id)));
    return rankedRows(playing, figuresOf, tieBreakers, null);
  }
  if (!groups) return rankedRows(contenders, figuresOf, tieBreakers, null);
  return groupsInOrder(contenders).flatMap((group) => {
    const members = contenders.filter((contender) => contender.group === group);
    return rankedRows(members, figuresOf, tieBreakers, group);
  });
}

function rankedRows(
  contenders: readonly Contender[],
  figuresOf: FiguresOf,
  tieBreakers: readonly TieBreaker[],
  group: string | null,
): BoardRow[] {
  const candidates = contenders.map((contender) => {
    const figures = figuresOf(contender.id);
    const merits = hasTakenPart(figures) ? tieBreakerValues(figures, tieBreakers) : null;
    return { contender, figures, merits, alphabetical: contender.alphabetical };
  });
  return ranking(candidates).map(({ rank, candidate }) =>
    boardRow({ rank, group }, candidate.contender, candidate.figures, tieBreakers),
  );
}

const natural = new Intl.Collator('en', { numeric: true });

/** Group 2 sorts before Group 10. A participant without a group is omitted, because every row must have one. */
function groupsInOrder(contenders: readonly Contender[]): string[] {
  const groups = contenders.flatMap(({ group }) => group ?? []);
  return [...new Set(groups)].sort((a, b) => natural.compare(a, b) || (a < b ? -1 : 1));
}
