// Matches and boards of teams are computed from the battles when they are read, once per operation.
import { readTeams, type TournamentTeams } from '../../db/read/teams.js';
import { FINAL_STANDINGS } from '../../standings/stage.js';
import { type TeamRow, teamStandings } from '../../standings/team-board.js';
import type { TeamMatch, TeamSide } from '../../standings/team-match.js';
import type { Context } from '../builder/context.js';
import { competitionCost } from '../builder/prices.js';
import { findVisible } from './find-visible.js';

/** What leads on from a row: teams and stages are found by the tournament and their own key. */
type Of<Value> = Value & { tournamentSlug: string };
export type TeamRowValue = Of<TeamRow>;
export type TeamSideValue = Of<TeamSide>;
export type TeamMatchValue = Of<TeamMatch>;
export type TeamBoardValue = {
  rankedBy: TournamentTeams['teamTieBreakers'];
  drawRange: number;
  rows: TeamRowValue[];
};
type Found = {
  board: TeamBoardValue;
  /** Null without teams. */
  boardOf(stageId: string): TeamBoardValue | null;
  matches: TeamMatchValue[];
  matchesOf: Map<string, TeamMatchValue[]>;
};

/** Throws a 404 if the tournament is not visible. */
export async function teamsOf(context: Context, tournamentSlug: string): Promise<Found> {
  const loader = context.loader('teamsByTournament', async (slugs: readonly string[]) => {
    const all: (Found | null)[] = [];
    for (const event of await readTeams(context.sql, slugs)) {
      if (event) context.count(competitionCost(event.players.length + event.battles.length));
      all.push(event && compute(event));
      await context.giveWay();
    }
    return all;
  });
  return findVisible('Tournament', tournamentSlug, (slug) => loader.load(slug));
}

function compute({ slug, teamTieBreakers, ...event }: TournamentTeams): Found {
  const of = <Value extends object>(value: Value): Of<Value> => ({ ...value, tournamentSlug: slug });
  const { rows, rowsIn, ...standings } = teamStandings(event, teamTieBreakers);
  const matches = standings.matches.map(of);
  const matchesOf = new Map<string, TeamMatchValue[]>(event.teams.map(({ name }) => [name, []]));
  for (const match of matches) for (const { team } of match.sides) matchesOf.get(team)?.push(match);
  const boardWith = (own: TeamRow[]) => ({
    rankedBy: teamTieBreakers,
    drawRange: event.drawRange,
    rows: own.map(of),
  });
  const board = boardWith(rows);
  return {
    board,
    boardOf(stageId) {
      if (event.teams.length === 0) return null;
      return stageId === FINAL_STANDINGS ? board : boardWith(rowsIn(stageId));
    },
    matches,
    matchesOf,
  };
}
