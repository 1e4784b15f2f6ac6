// Standings are computed from the battles on read, once in an operation.

import { readCompetitions, type TournamentCompetition } from '../db/read/competition.js';
import { errors } from '../errors.js';
import { board } from '../standings/board.js';
import { bracket } from '../standings/bracket.js';
import { defaultStage, isFinal, type Stage, stagesInOrder, stagesUnderWay } from '../standings/stage.js';
import type { BoardValue } from './board.js';
import type { BracketValue } from './bracket.js';
import type { Context } from './context.js';
import { findVisible } from './find-visible.js';

/** The standings of a tournament: of one stage, or of the one shown when none is asked for. */
export async function standingsOf(
  context: Context,
  tournamentSlug: string,
  stageId: string | null,
  throughRound: number | null,
): Promise<BoardValue | BracketValue> {
  const standings = await findStandings(context, tournamentSlug, stageId, throughRound);
  if (!standings) throw errors.noStandings();
  return standings;
}

/** The same, or null while the tournament has no stages. */
export async function findStandings(
  context: Context,
  tournamentSlug: string,
  stageId: string | null,
  throughRound: number | null,
): Promise<BoardValue | BracketValue | null> {
  const competition = await competitionOf(context, tournamentSlug, throughRound);
  const known = computed.get(competition) ?? new Map<string | null, BoardValue | BracketValue | null>();
  computed.set(competition, known);
  const before = known.get(stageId);
  if (before !== undefined) return before;
  const standings = compute(competition, stageId, throughRound);
  known.set(stageId, standings);
  return standings;
}

/** By the stage that was asked for: a page of participants asks for the same board with each of them. */
const computed = new WeakMap<TournamentCompetition, Map<string | null, BoardValue | BracketValue | null>>();

function compute(
  competition: TournamentCompetition,
  stageId: string | null,
  throughRound: number | null,
): BoardValue | BracketValue | null {
  const stage = chooseStage(competition, stageId, throughRound);
  if (!stage) return null;
  if (throughRound !== null && isFinal(stage)) {
    throw errors.badRequest('throughRound needs a stage that is played in rounds, and standings is not');
  }
  if (stage.type === 'bracket') {
    const matches = competition.matches.filter((match) => match.roundNumber <= (throughRound ?? match.roundNumber));
    return { kind: 'Bracket', stage, matches: bracket(stage.id, matches, competition.contenders) };
  }
  return { kind: 'Board', stage, rankedBy: competition.tieBreakers, rows: board(stage.id, competition) };
}

/** Of a visible tournament; otherwise a 404. */
async function competitionOf(
  context: Context,
  tournamentSlug: string,
  throughRound: number | null,
): Promise<TournamentCompetition> {
  if (throughRound !== null && throughRound < 1) throw errors.notPositiveInteger('throughRound');
  const loader = context.loader(`competitionByTournament ${throughRound}`, (slugs: readonly string[]) =>
    readCompetitions(context.sql, slugs, throughRound),
  );
  return findVisible('Tournament', tournamentSlug, (slug) => loader.load(slug));
}

function chooseStage(
  competition: TournamentCompetition,
  stageId: string | null,
  throughRound: number | null,
): Stage | undefined {
  const inOrder = stagesInOrder(competition);
  if (stageId !== null && inOrder.length > 0) {
    const stage = inOrder.find(({ id }) => id === stageId);
    if (!stage) throw errors.unknownStage(stageId, inOrder);
    return stage;
  }
  // The table as it stood after a round is one that is played in rounds: the first board.
  return throughRound === null
    ? defaultStage(competition, stagesUnderWay(competition.figures, competition.matches))
    : (inOrder.find((stage) => stage.type === 'board' && !isFinal(stage)) ?? inOrder[0]);
}
