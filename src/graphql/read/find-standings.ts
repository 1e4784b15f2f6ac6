// Standings are computed from the battles when they are read, once per operation.
import { readCompetitions, readPlayedSides, type TournamentCompetition } from '../../db/read/competition.js';
import { errors } from '../../errors.js';
import { board } from '../../standings/board.js';
import { bracket } from '../../standings/bracket.js';
import { ranksByRound } from '../../standings/ranks-by-round.js';
import { defaultStage, isFinal, type Stage, stagesInOrder, stagesUnderWay } from '../../standings/stage.js';
import type { Context } from '../builder/context.js';
import { competitionCost } from '../builder/prices.js';
import { findVisible } from './find-visible.js';
import type { BoardValue, BracketValue, RoundRanks } from './standings-value.js';

/** Standings of one stage or, without `stageId`, of the default stage. Throws if there are none. */
export async function standingsOf(
  context: Context,
  tournamentSlug: string,
  stageId: string | null,
  throughRound: number | null,
): Promise<BoardValue | BracketValue> {
  const standings = await findStandings(context, tournamentSlug, stageId, throughRound);
  if (!standings) {
    const stages = stagesInOrder(await competitionOf(context, tournamentSlug, throughRound));
    throw stages.length === 0 ? errors.noStandings() : notInRounds();
  }
  return standings;
}

/**
 * The same, but null while the tournament has no stages or, with `throughRound`, none that is played in rounds. All
 * tournaments of a level are computed together, so that what is read below them is read in one statement.
 */
export async function findStandings(
  context: Context,
  tournamentSlug: string,
  stageId: string | null,
  throughRound: number | null,
): Promise<Found> {
  // A caller may ask for a stage called null, which is not the same as for none.
  const name = `standings ${throughRound} ${JSON.stringify(stageId)}`;
  const loader = context.loader(name, async (slugs: readonly string[]) => {
    const competitions = await Promise.allSettled(slugs.map((slug) => competitionOf(context, slug, throughRound)));
    const found: (Found | Error)[] = [];
    for (const competition of competitions) {
      found.push(attempt(() => compute(fulfilled(competition), stageId, throughRound)));
      await context.giveWay();
    }
    return found;
  });
  return loader.load(tournamentSlug);
}

type Found = BoardValue | BracketValue | null;

function fulfilled<Value>(settled: PromiseSettledResult<Value>): Value {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** An error of one tournament leaves the others as they are. */
function attempt<Value>(work: () => Value): Value | Error {
  try {
    return work();
  } catch (error) {
    return error as Error;
  }
}

function compute(competition: TournamentCompetition, stageId: string | null, throughRound: number | null): Found {
  const stage = chooseStage(competition, stageId, throughRound);
  if (!stage) return null;
  if (throughRound !== null && isFinal(stage)) {
    if (stageId === null) return null;
    throw notInRounds();
  }
  if (stage.type === 'bracket') {
    const matches = competition.matches.filter((match) => match.roundNumber <= (throughRound ?? match.roundNumber));
    return { kind: 'Bracket', stage, matches: bracket(stage.id, matches, competition.contenders) };
  }
  return { kind: 'Board', stage, throughRound, rankedBy: competition.tieBreakers, rows: board(stage.id, competition) };
}

/** Ranks of a board's rows after each round, from one read of all sides played. */
export async function ranksOf(context: Context, { stage, throughRound, rows }: BoardValue): Promise<RoundRanks[]> {
  if (isFinal(stage)) return [];
  const loader = context.loader('playedSidesByTournament', async (slugs: readonly string[]) => {
    const all = await readPlayedSides(context.sql, slugs);
    for (const sides of all) {
      context.count(competitionCost(sides.length));
      await context.giveWay();
    }
    return all;
  });
  const [competition, sides] = await Promise.all([
    competitionOf(context, stage.tournamentSlug, throughRound),
    loader.load(stage.tournamentSlug),
  ]);
  const asked = throughRound === null ? sides : sides.filter(({ round }) => round <= throughRound);
  const rounds: RoundRanks[] = [];
  for (const { round, rankOf } of ranksByRound(stage.id, competition, asked)) {
    rounds.push({ round, ranks: rows.map(({ participantId }) => rankOf.get(participantId) ?? null) });
    // Ranking thousands of players takes milliseconds for each round.
    await context.giveWay();
  }
  return rounds;
}

const notInRounds = () =>
  errors.badRequest('throughRound needs a stage that is played in rounds, and standings is not');

/** Throws a 404 if the tournament is not visible. */
export async function competitionOf(
  context: Context,
  tournamentSlug: string,
  throughRound: number | null,
): Promise<TournamentCompetition> {
  if (throughRound !== null && throughRound < 1) throw errors.notPositiveInteger('throughRound');
  const loader = context.loader(`competitionByTournament ${throughRound}`, async (slugs: readonly string[]) => {
    const all = await readCompetitions(context.sql, slugs, throughRound);
    for (const competition of all) {
      if (!competition) continue;
      const size = sizeOf(competition);
      context.count(competitionCost(size));
      await context.giveWay();
    }
    return all;
  });
  return findVisible('Tournament', tournamentSlug, (slug) => loader.load(slug));
}

/** Number of sign-ups and battles; the figures count each battle once for each of its two sides. */
const sizeOf = ({ contenders, figures }: TournamentCompetition): number =>
  figures.reduce((size, { battles }) => size + battles / 2, contenders.length);

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
  // With `throughRound`, the default is the first board that is played in rounds.
  return throughRound === null
    ? defaultStage(competition, stagesUnderWay(competition.figures, competition.matches))
    : (inOrder.find((stage) => stage.type === 'board' && !isFinal(stage)) ?? inOrder[0]);
}
