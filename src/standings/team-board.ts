import { exactPoints } from '@battle-results/bundle-format/points';
import type { TeamTieBreaker } from '@battle-results/bundle-format/team-tie-breaker';
import { ranking } from './ranking.js';
import { type TeamEvent, type TeamMatch, teamMatches } from './team-match.js';

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

export type TeamStandings = {
  matches: TeamMatch[];
  /** Every team, ranked over all matches. */
  rows: TeamRow[];
  /** The main Swiss board lists all teams, any other only those with a match in it. */
  rowsIn(stageId: string): TeamRow[];
};

export function teamStandings(event: TeamEvent, tieBreakers: readonly TeamTieBreaker[]): TeamStandings {
  const matches = teamMatches(event);
  const rows = rankedRows(event.teams, matches, tieBreakers);
  return {
    matches,
    rows,
    rowsIn(stageId) {
      const inStage = matches.filter((match) => match.stageId === stageId);
      const playing = new Set(inStage.flatMap(({ sides }) => sides.map(({ team }) => team)));
      const teams = stageId === 'swiss' ? event.teams : event.teams.filter(({ name }) => playing.has(name));
      return rankedRows(teams, inStage, tieBreakers);
    },
  };
}

/** Full ties share a rank, ordered by name. */
function rankedRows(
  teams: TeamEvent['teams'],
  matches: readonly TeamMatch[],
  tieBreakers: readonly TeamTieBreaker[],
): TeamRow[] {
  const totals = new Map(teams.map(({ name }) => [name, noFigures()]));
  for (const { sides } of matches) {
    for (const side of sides) {
      const own = totals.get(side.team);
      if (!own) continue;
      own.matches += 1;
      own.wins += Number(side.outcome === 'win');
      own.draws += Number(side.outcome === 'draw');
      own.losses += Number(side.outcome === 'loss');
      own.battlePoints = exactPoints(own.battlePoints + side.battlePoints);
      own.victoryPoints += side.victoryPoints;
      own.victoryPointsDiff += side.victoryPointsDiff;
      own.battlesWon += side.battlesWon;
    }
  }
  const candidates = teams.map(({ name, alphabetical }) => {
    const figures = totals.get(name) ?? noFigures();
    figures.matchPoints = 2 * figures.wins + figures.draws;
    const rankedBy = tieBreakers.map((tieBreaker) => figures[tieBreaker]);
    return { name, figures, rankedBy, merits: figures.matches > 0 ? rankedBy : null, alphabetical };
  });
  return ranking(candidates).map(({ rank, candidate: { name, figures, rankedBy } }) => ({
    rank,
    team: name,
    ...figures,
    rankedBy,
  }));
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
