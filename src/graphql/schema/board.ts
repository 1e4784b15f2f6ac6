import { errors } from '../../errors.js';
import type { BoardRow as Row } from '../../standings/board-row.js';
import { builder } from '../builder/builder.js';
import { checked } from '../builder/checked.js';
import { TieBreaker } from '../builder/enums.js';
import { ranksByRoundCost, rowsCost } from '../builder/prices.js';
import { participantById, playerById } from '../read/by-key.js';
import { ranksOf } from '../read/find-standings.js';
import type { BoardValue, RoundRanks as RanksThen } from '../read/standings-value.js';

export const BoardRow = builder.objectRef<Row>('BoardRow').implement({
  description: 'A row of a board.',
  fields: (t) => ({
    rank: t.exposeInt('rank', {
      nullable: true,
      description:
        'Placement, 1 = first; null for a player who has not taken part in the stage, by a battle or an unplayed round.',
    }),
    group: t.exposeString('group', {
      nullable: true,
      description: 'Group name, such as "Group A"; only on group-stage boards.',
    }),
    name: t.exposeString('player', {
      nullable: true,
      description: 'Player display name; null once the player has been removed.',
    }),
    playerId: t.exposeString('playerId', { nullable: true, description: 'Public player id, when the player has one.' }),
    player: t.field({
      type: 'Player',
      nullable: true,
      description: 'The player, when there is a public id.',
      resolve: ({ playerId }, _args, context, info) => playerById(playerId, context, info),
    }),
    participant: t.field({
      type: 'Participant',
      nullable: true,
      description: 'The sign-up behind the row.',
      resolve: ({ participantId }, _args, context, info) => participantById(participantId, context, info),
    }),
    teamName: t.exposeString('teamName', {
      nullable: true,
      description: 'Name of the team the player plays for; null unless the tournament is played by teams.',
    }),
    faction: t.exposeString('faction', { nullable: true, description: 'Faction played.' }),
    battles: t.exposeInt('battles', { description: 'Battles counted in this row.' }),
    unplayed: t.exposeInt('unplayed', {
      description: 'Rounds not played, such as a bye, whose awards are counted in this row.',
    }),
    battlePoints: t.exposeFloat('battlePoints', {
      description: 'Battle points earned, scored as the organiser set up.',
    }),
    wins: t.exposeInt('wins', { description: 'Battles won, and unplayed rounds awarded as a win.' }),
    draws: t.exposeInt('draws', { description: 'Battles drawn, and unplayed rounds awarded as a draw.' }),
    losses: t.exposeInt('losses', { description: 'Battles lost, and unplayed rounds counted as a loss.' }),
    victoryPoints: t.exposeInt('victoryPoints', { description: 'Victory points scored across every battle.' }),
    victoryPointsDiff: t.exposeInt('victoryPointsDiff', {
      description: 'Victory points scored minus victory points given away.',
    }),
    rankedBy: t.exposeFloatList('rankedBy', {
      description: "The row's value for each of the board's tie-breakers, in their order.",
    }),
  }),
});

const RoundRanks = builder.objectRef<RanksThen>('RoundRanks').implement({
  description: 'How the players of a board ranked after a round.',
  fields: (t) => ({
    round: t.exposeInt('round', { description: 'Round number, counting from 1.' }),
    ranks: t.field({
      type: t.listRef('Int', { nullable: true }),
      description:
        'The rank of each of its rows, in their order; null for a player who has not taken part in the stage by then.',
      resolve: ({ ranks }) => ranks,
    }),
  }),
});

const FROM_THE_TOP = checked(({ first }) => {
  if (first != null && first < 1) throw errors.notPositiveInteger('first');
});

export const Board = builder.objectRef<BoardValue>('Board').implement({
  description: 'The standings of a board stage.',
  fields: (t) => ({
    stage: t.expose('stage', {
      type: 'Stage',
      description: 'The stage these are the standings of.',
      extensions: { jsonSchema: { properties: { type: { const: 'board' } } } },
    }),
    rankedBy: t.field({
      type: [TieBreaker],
      description: 'What the board is ranked by, in order; full ties share a rank.',
      resolve: ({ rankedBy }) => [...rankedBy],
    }),
    rows: t.field({
      type: [BoardRow],
      description: 'Every row, ranked; group by group when the tournament is set up with groups.',
      complexity: rowsCost,
      args: { first: t.arg.int({ description: 'Only this many rows, from the top.', extensions: FROM_THE_TOP }) },
      resolve: ({ rows }, { first }) => (first == null ? rows : rows.slice(0, first)),
    }),
    ranksByRound: t.field({
      type: [RoundRanks],
      description:
        'How the rows ranked after each round in which a battle was played; empty on the final standings, which are not ' +
        'played in rounds.',
      complexity: ranksByRoundCost,
      args: { first: t.arg.int({ description: 'Only for this many rows, from the top.', extensions: FROM_THE_TOP }) },
      resolve: async (board, { first }, context) => {
        const all = await ranksOf(context, board);
        return first == null ? all : all.map(({ round, ranks }) => ({ round, ranks: ranks.slice(0, first) }));
      },
    }),
  }),
});
