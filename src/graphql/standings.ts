// Standings: a board or a bracket, computed from the battles on read.
import type { Context } from '../context.js';
import { readCompetitions, type StageRow, type TournamentCompetition } from '../db/competition.js';
import type { TieBreaker as TieBreakerName } from '../db/generated/enums.js';
import { isVisible } from '../db/lookup.js';
import { errors } from '../errors.js';
import { board } from '../standings/board.js';
import type { BoardRow as Row } from '../standings/board-row.js';
import { bracket, type BracketMatch as Match } from '../standings/bracket.js';
import type { Player as StandingsPlayer } from '../standings/contender.js';
import { defaultStage, FINAL_STANDINGS, stagesInOrder, stagesUnderWay } from '../standings/stage.js';
import { builder } from './builder.js';
import { battleById, participantById, playerById, stageByKey } from './by-key.js';
import { TieBreaker } from './enums.js';
import { listCost } from './listing.js';

type BoardValue = { kind: 'Board'; stage: StageRow; rankedBy: readonly TieBreakerName[]; rows: Row[] };
type BracketValue = { kind: 'Bracket'; stage: StageRow; matches: Match[] };

/** The standings of a visible tournament: of one stage, or of the one shown when none is asked for. */
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
  if (throughRound !== null && throughRound < 1) throw errors.badRequest('throughRound must be a positive integer');
  const competition = await context
    .loader(`competitionByTournament ${throughRound}`, (slugs: readonly string[]) =>
      readCompetitions(context.sql, slugs, throughRound),
    )
    .load(tournamentSlug);
  if (!competition) throw errors.notFound('Tournament');
  const stage = chooseStage(competition, stageId, throughRound);
  if (!stage) return null;
  if (stage.type === 'bracket') {
    const matches = competition.matches.filter((match) => match.roundNumber <= (throughRound ?? match.roundNumber));
    return { kind: 'Bracket', stage, matches: bracket(stage.id, matches, competition.contenders) };
  }
  return { kind: 'Board', stage, rankedBy: competition.tieBreakers, rows: board(stage.id, competition) };
}

function chooseStage(
  competition: TournamentCompetition,
  stageId: string | null,
  throughRound: number | null,
): StageRow | undefined {
  const { stages, status, figures, matches } = competition;
  const inOrder = stagesInOrder(stages, status);
  if (stageId !== null && inOrder.length > 0) {
    const stage = inOrder.find(({ id }) => id === stageId);
    if (!stage)
      throw errors.unknownStage(
        stageId,
        inOrder.map(({ id }) => id),
      );
    if (throughRound !== null && stage.id === FINAL_STANDINGS) {
      throw errors.badRequest('throughRound needs a stage that is played in rounds, and standings is not');
    }
    return stage;
  }
  // The table as it stood after a round is one that is played in rounds: the first board.
  return throughRound === null
    ? defaultStage(stages, status, stagesUnderWay(figures, matches))
    : (inOrder.find(({ id, type }) => type === 'board' && id !== FINAL_STANDINGS) ?? inOrder[0]);
}

export const throughRoundArg = builder.args((t) => ({
  throughRound: t.int({ description: 'The standings as they stood after this round.' }),
}));

const participantFields = {
  name: 'Player display name; null once the player has been removed.',
  playerId: 'Public player id, when the player has one.',
};

export const BoardRow = builder.objectRef<Row>('BoardRow').implement({
  description: 'A row of a board.',
  fields: (t) => ({
    rank: t.exposeInt('rank', {
      nullable: true,
      description: 'Placement, 1 = first; null for a player without a battle in the stage.',
    }),
    group: t.exposeString('group', {
      nullable: true,
      description: 'Group name, such as "Group A"; null except on group-stage boards.',
    }),
    name: t.exposeString('player', { nullable: true, description: participantFields.name }),
    playerId: t.exposeString('playerId', { nullable: true, description: participantFields.playerId }),
    player: t.prismaField({
      type: 'Player',
      nullable: true,
      description: 'The player, when there is a public id.',
      resolve: (query, { playerId }, _args, context, info) => playerById(query, playerId, context, info),
    }),
    participant: t.prismaField({
      type: 'Participant',
      nullable: true,
      description: 'The sign-up behind the row.',
      resolve: (query, { participantId }, _args, context, info) => participantById(query, participantId, context, info),
    }),
    faction: t.exposeString('faction', { nullable: true, description: 'Faction played.' }),
    battles: t.exposeInt('battles', { description: 'Battles counted in this row.' }),
    battlePoints: t.exposeFloat('battlePoints', {
      description: 'Battle points earned, scored as the organiser set up.',
    }),
    wins: t.exposeInt('wins', { description: 'Battles won.' }),
    draws: t.exposeInt('draws', { description: 'Battles drawn.' }),
    losses: t.exposeInt('losses', { description: 'Battles lost.' }),
    victoryPoints: t.exposeInt('victoryPoints', { description: 'Victory points scored across every battle.' }),
    victoryPointsDiff: t.exposeInt('victoryPointsDiff', {
      description: 'Victory points scored minus victory points given away.',
    }),
    rankedBy: t.exposeFloatList('rankedBy', {
      description: "The row's value for each of the board's tie-breakers, in their order.",
    }),
  }),
});

const MatchPlayer = builder.objectRef<StandingsPlayer>('MatchPlayer').implement({
  description: 'One of the two players of a bracket match.',
  fields: (t) => ({
    name: t.string({ description: 'Display name.', resolve: ({ player }) => player ?? 'Removed player' }),
    playerId: t.exposeString('playerId', { nullable: true, description: participantFields.playerId }),
    player: t.prismaField({
      type: 'Player',
      nullable: true,
      description: 'The player, when there is a public id.',
      resolve: (query, { playerId }, _args, context, info) => playerById(query, playerId, context, info),
    }),
    participant: t.prismaField({
      type: 'Participant',
      nullable: true,
      description: 'The sign-up behind the player.',
      resolve: (query, { participantId }, _args, context, info) => participantById(query, participantId, context, info),
    }),
  }),
});

export const BracketMatch = builder.objectRef<Match>('BracketMatch').implement({
  description: 'A match of a bracket.',
  fields: (t) => ({
    round: t.exposeString('round', { description: 'Name of the bracket round.' }),
    roundNumber: t.exposeInt('roundNumber', { description: 'Place of the round in the bracket, 1 = earliest.' }),
    table: t.exposeInt('table', { description: 'Table number.' }),
    players: t.field({
      type: [MatchPlayer],
      description: 'The two players; empty while the match waits on an earlier result.',
      complexity: listCost(2),
      resolve: ({ players }) => players,
    }),
    playerNames: t.stringList({
      description: 'The names of the two players; empty while the match waits on an earlier result.',
      resolve: ({ players }) => players.map(({ player }) => player ?? 'Removed player'),
    }),
    winner: t.field({
      type: MatchPlayer,
      nullable: true,
      description: 'The player who went through; null until played.',
      resolve: ({ winner }) => winner,
    }),
    winnerName: t.string({
      nullable: true,
      description: 'Name of the player who went through; null until played.',
      resolve: ({ winner }) => winner && (winner.player ?? 'Removed player'),
    }),
    battleId: t.exposeString('battleId', {
      nullable: true,
      description: 'Battle id; null when no battle was recorded.',
    }),
    battle: t.prismaField({
      type: 'Battle',
      nullable: true,
      description: 'The battle; null when none was recorded.',
      resolve: (query, { battleId }, _args, context, info) => battleById(query, battleId, context, info),
    }),
  }),
});

/** Neither is paged, so their costs take the largest that can be expected. */
const BOARD_ROWS = 100;
const BRACKET_MATCHES = 32;

const STAGE_OF_STANDINGS = 'The stage these are the standings of.';

const Board = builder.objectRef<BoardValue>('Board').implement({
  description: 'The standings of a board stage.',
  fields: (t) => ({
    stage: t.prismaField({
      type: 'Stage',
      description: STAGE_OF_STANDINGS,
      resolve: (query, { stage }, _args, context, info) => stageByKey(query, stage, context, info),
    }),
    rankedBy: t.field({
      type: [TieBreaker],
      description: 'What the board is ranked by, in order; full ties share a rank.',
      resolve: ({ rankedBy }) => [...rankedBy],
    }),
    rows: t.field({
      type: [BoardRow],
      description: 'Every row, ranked; group by group when the tournament is set up with groups.',
      complexity: ({ first }) => listCost(Math.min(Math.max(first ?? BOARD_ROWS, 1), BOARD_ROWS)),
      args: { first: t.arg.int({ description: 'Only the first so many rows.' }) },
      resolve: ({ rows }, { first }) => (first == null ? rows : rows.slice(0, Math.max(first, 0))),
    }),
  }),
});

const Bracket = builder.objectRef<BracketValue>('Bracket').implement({
  description: 'The standings of a bracket stage.',
  fields: (t) => ({
    stage: t.prismaField({
      type: 'Stage',
      description: STAGE_OF_STANDINGS,
      resolve: (query, { stage }, _args, context, info) => stageByKey(query, stage, context, info),
    }),
    matches: t.field({
      type: [BracketMatch],
      description: 'Every match, earliest round first.',
      complexity: listCost(BRACKET_MATCHES),
      resolve: ({ matches }) => matches,
    }),
  }),
});

export const Standings = builder.unionType('Standings', {
  description: 'A board or a bracket, by the type of the stage.',
  types: [Board, Bracket],
  resolveType: ({ kind }) => kind,
});

builder.queryField('standings', (t) =>
  t.field({
    type: Standings,
    nullable: true,
    description:
      'The standings of a tournament: of one stage, or when none is named the final standings once it has finished ' +
      'and the stage furthest along until then.',
    args: {
      tournament: t.arg.string({ required: true, description: "The tournament's short name." }),
      stage: t.arg.string({ description: 'A stage id, as read from the stages of the tournament.' }),
      ...throughRoundArg,
    },
    resolve: async (_root, { tournament, stage, throughRound }, context) => {
      if (!(await isVisible(context.sql, 'tournament', tournament))) throw errors.notFound('Tournament');
      return standingsOf(context, tournament, stage ?? null, throughRound ?? null);
    },
  }),
);
