import { builder } from '../builder/builder.js';
import { Outcome } from '../builder/enums.js';
import { included, listCost, TEAM_PLAYERS } from '../builder/prices.js';
import { battleById, stageByKey, teamByName } from '../read/by-key.js';
import type { TeamMatchValue, TeamSideValue } from '../read/find-teams.js';

const TeamMatchSide = builder.objectRef<TeamSideValue>('TeamMatchSide').implement({
  description: 'One of the teams of a match.',
  fields: (t) => ({
    name: t.exposeString('team', { description: 'Name of the team.' }),
    team: t.field({
      type: 'Team',
      nullable: true,
      description: 'The team.',
      resolve: ({ tournamentSlug, team }, _args, context, info) => teamByName([tournamentSlug, team], context, info),
    }),
    outcome: t.expose('outcome', {
      type: Outcome,
      nullable: true,
      description: 'How the match ended for the team; null while one of its battles is unfinished.',
    }),
    score: t.exposeFloat('score', {
      description:
        'Decides the match: battle points or, where no battle has any, battles won, of which a draw is half. A team without ' +
        'an opponent has the battle points that its players are awarded, even where no battle has any.',
    }),
    battlePoints: t.exposeFloat('battlePoints', { description: 'Battle points of its players in the match.' }),
    victoryPoints: t.exposeFloat('victoryPoints', { description: 'Victory points of its players in the match.' }),
    battlesWon: t.exposeInt('battlesWon', {
      description: 'Battles that its players won, and their unplayed rounds awarded as a win.',
    }),
    battlesDrawn: t.exposeInt('battlesDrawn', {
      description: 'Battles that its players drew, and their unplayed rounds awarded as a draw.',
    }),
    battlesLost: t.exposeInt('battlesLost', {
      description: 'Battles that its players lost, and their unplayed rounds counted as a loss.',
    }),
  }),
});

export const TeamMatch = builder.objectRef<TeamMatchValue>('TeamMatch').implement({
  description: 'A match of two teams: the battles of one round between their players. The higher score wins.',
  fields: (t) => ({
    stageId: t.exposeString('stageId', { description: 'Id of the stage.' }),
    stage: t.field({
      type: 'Stage',
      nullable: true,
      description: 'The stage.',
      resolve: ({ tournamentSlug, stageId }, _args, context, info) =>
        stageByKey([tournamentSlug, stageId], context, info),
    }),
    round: t.exposeInt('round', {
      nullable: true,
      description: 'Round number, counting from 1; null where the battles have none.',
    }),
    sides: t.field({
      type: [TeamMatchSide],
      complexity: included(2),
      description:
        'The two teams, by name. One alone had no opponent in the round: its players were awarded something, such as a bye.',
      resolve: ({ tournamentSlug, sides }) => sides.map((side) => ({ ...side, tournamentSlug })),
    }),
    battles: t.field({
      type: ['Battle'],
      complexity: listCost(TEAM_PLAYERS),
      description: 'The battles that the match is made of.',
      resolve: async ({ battleIds }, _args, context, info) => {
        const found = await Promise.all(battleIds.map((id) => battleById(id, context, info)));
        return found.filter((battle) => battle !== null);
      },
    }),
  }),
});
