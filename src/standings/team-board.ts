import { exactPoints } from './points.js';
import { ranking } from './ranking.js';
import { type TeamEvent, type TeamMatch, teamMatches } from './team-match.js';
import type { TeamTieBreaker } from './team-tie-breaker.js';

export type TeamFigures = {
  matches: number;
  wins: number;
  draws: number;
  losses: number;
  /** 2 for a win, 1 for a draw. */
  matchPoints: number;
  battlePoints: number;
  victoryPoints: number;
  victoryPointsDiff: number;
  battlesWon: number;
};

export type TeamRow = TeamFigures & {
  /** Null for a team without a match. */
  rank: number | null;
  team: string;
  /** One value per tie-breaker, in the organiser's order. */
  rankedBy: number[];
};

export type TeamStandings = { matches: TeamMatch[]; rows: TeamRow[] };

/** The matches, and every team ranked over all of them. Full ties share a rank, ordered by name. */
export function teamStandings(event: TeamEvent, tieBreakers: readonly TeamTieBreaker[]): TeamStandings {
  const matches = teamMatches(event);
  const totals = new Map(event.teams.map(({ name }) => [name, noFigures()]));
  for (const { sides } of matches) {
    for (const [at, side] of sides.entries()) {
      const own = totals.get(side.team);
      if (!own) continue;
      own.matches += 1;
      own.wins += Number(side.outcome === 'win');
      own.draws += Number(side.outcome === 'draw');
      own.losses += Number(side.outcome === 'loss');
      own.battlePoints = exactPoints(own.battlePoints + side.battlePoints);
      own.victoryPoints += side.victoryPoints;
      own.victoryPointsDiff += side.victoryPoints - (sides[1 - at]?.victoryPoints ?? 0);
      own.battlesWon += side.battlesWon;
    }
  }
  const candidates = event.teams.map(({ name, alphabetical }) => {
    const figures = totals.get(name) ?? noFigures();
    figures.matchPoints = 2 * figures.wins + figures.draws;
    const rankedBy = tieBreakers.map((tieBreaker) => figures[tieBreaker]);
    return { name, figures, rankedBy, merits: figures.matches > 0 ? rankedBy : null, alphabetical };
  });
  const rows = ranking(candidates).map(({ rank, candidate: { name, figures, rankedBy } }) => ({
    rank,
    team: name,
    ...figures,
    rankedBy,
  }));
  return { matches, rows };
}

const noFigures = (): TeamFigures => ({
  matches: 0,
  wins: 0,
  draws: 0,
  losses: 0,
  matchPoints: 0,
  battlePoints: 0,
  victoryPoints: 0,
  victoryPointsDiff: 0,
  battlesWon: 0,
});
