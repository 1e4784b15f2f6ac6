import { type BoardRow, boardRow } from './board-row.js';
import type { Competition } from './competition.js';
import { byName, type Contender } from './contender.js';
import { type Figures, figuresOverAllStages } from './figures.js';
import { placesByMerit } from './place.js';

const UNRANKED = Number.MAX_SAFE_INTEGER;
/** The greatest place that can be recorded, stored and published: an integer of PostgreSQL, and of GraphQL. */
const PLACE_MAX = 2_147_483_647;

/**
 * All stages merged into one table, without groups. Recorded final placements take precedence and are shown unchanged;
 * participants without one follow by merit with the next ranks, and those who have taken part in no stage come last.
 */
export function finalStandings(competition: Competition): BoardRow[] {
  const rankOf = finalPlaces(competition);
  const totalsOf = figuresOverAllStages(competition.figures);
  return competition.contenders
    .map((contender) => ({ contender, rank: rankOf(contender) }))
    .sort((a, b) => (a.rank ?? UNRANKED) - (b.rank ?? UNRANKED) || byName(a.contender, b.contender))
    .map(({ contender, rank }) =>
      boardRow({ rank, group: null }, contender, totalsOf(contender.id), competition.tieBreakers),
    );
}

/** Whether no result was recorded. Without this rule everybody would share the first place and count as a winner. */
export function isUndecided({ contenders, figures, matches }: Competition): boolean {
  const hasResult = ({ wins, draws, losses, battlePoints, victoryPoints }: Figures) =>
    wins + draws + losses > 0 || battlePoints !== 0 || victoryPoints !== 0;
  return !(
    figures.some(hasResult) ||
    matches.some(({ winnerId }) => winnerId !== null) ||
    contenders.some(({ finalPlacement }) => finalPlacement !== null)
  );
}

function finalPlaces(competition: Competition): (contender: Contender) => number | null {
  const recorded = competition.contenders.flatMap(({ finalPlacement }) => finalPlacement ?? []);
  const others = competition.contenders.filter(({ finalPlacement }) => finalPlacement === null);
  const next = recorded.reduce((last, placement) => Math.max(last, placement), recorded.length) + 1;
  const byMerit = others.length === 0 ? null : placesByMerit(competition, others, next);
  return ({ id, finalPlacement }) => {
    const place = finalPlacement ?? byMerit?.get(id) ?? null;
    return place !== null && place > PLACE_MAX ? null : place;
  };
}
