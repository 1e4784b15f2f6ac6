import { builder, ID_RULE, Node } from '../builder/builder.js';
import { StageType } from '../builder/enums.js';
import { standingsCost, teamsCost } from '../builder/prices.js';
import { standingsOf } from '../read/find-standings.js';
import { teamsOf } from '../read/find-teams.js';
import { globalId } from '../read/global-id.js';
import { Standings, throughRoundArg } from './standings.js';
import { TeamBoard } from './team-board.js';

export const Stage = builder.prismaObject('Stage', {
  description: 'A stage a tournament is played in.',
  interfaces: [Node],
  select: { tournamentSlug: true, id: true },
  fields: (t) => ({
    id: t.id({
      description: ID_RULE,
      resolve: ({ tournamentSlug, id }) => globalId('Stage', tournamentSlug, id),
    }),
    stageId: t.exposeString('id', {
      description: 'Stable identifier, such as `swiss`; the `stage` argument of standings. Never changes.',
    }),
    name: t.exposeString('name', { description: 'Human label, the one the organiser sees on the tab.' }),
    type: t.expose('type', { type: StageType, description: 'Board = ranked table of players; bracket = matches.' }),
    rounds: t.exposeInt('rounds', {
      nullable: true,
      description: 'Number of rounds in the stage; not on the merged final standings.',
    }),
    players: t.exposeInt('players', {
      nullable: true,
      description: 'Number of players in the stage; only on a knockout stage.',
    }),
    standings: t.field({
      type: Standings,
      description: 'The standings of this stage.',
      args: throughRoundArg,
      complexity: standingsCost,
      resolve: ({ tournamentSlug, id }, { throughRound }, context) =>
        standingsOf(context, tournamentSlug, id, throughRound ?? null),
    }),
    teamBoard: t.field({
      type: TeamBoard,
      nullable: true,
      description:
        'The board of teams over their matches in this stage, on the final standings over all stages. Null for a ' +
        "bracket, of which the tournament's `teamMatches` show who won, and unless it is played by teams.",
      complexity: teamsCost(1),
      select: { type: true },
      resolve: async ({ tournamentSlug, id, type }, _args, context) =>
        type === 'bracket' ? null : (await teamsOf(context, tournamentSlug)).boardOf(id),
    }),
  }),
});
