import type { TeamTieBreaker as TeamTieBreakerName } from '@battle-results/bundle-format/team-tie-breaker';
import { builder } from '../builder/builder.js';
import { described } from '../builder/enums.js';
import { included, TEAMS } from '../builder/prices.js';
import { teamByName } from '../read/by-key.js';
import type { TeamBoardValue, TeamRowValue } from '../read/find-teams.js';

const TeamTieBreaker = described<TeamTieBreakerName>(
  'TeamTieBreaker',
  'What the board of teams is ranked by; more is better.',
  {
    matchPoints: '2 for each match won and 1 for each one drawn.',
    battlePoints: 'Battle points over all matches.',
    victoryPointsDiff: 'Victory points scored minus victory points given away.',
    victoryPoints: 'Victory points scored.',
    battlesWon: 'Battles that the players of the team won, and their unplayed rounds awarded as a win.',
  },
);

const TeamBoardRow = builder.objectRef<TeamRowValue>('TeamBoardRow').implement({
  description: 'A row of the board of teams.',
  fields: (t) => ({
    rank: t.exposeInt('rank', {
      nullable: true,
      description: 'Placement, 1 = first; full ties share a rank. Null for a team without a match.',
    }),
    name: t.exposeString('team', { description: 'Name of the team.' }),
    team: t.field({
      type: 'Team',
      nullable: true,
      description: 'The team.',
      resolve: ({ tournamentSlug, team }, _args, context, info) => teamByName([tournamentSlug, team], context, info),
    }),
    matches: t.exposeInt('matches', { description: 'Matches counted in this row.' }),
    wins: t.exposeInt('wins', { description: 'Matches won.' }),
    draws: t.exposeInt('draws', { description: 'Matches drawn.' }),
    losses: t.exposeInt('losses', { description: 'Matches lost.' }),
    matchPoints: t.exposeInt('matchPoints', { description: '2 for each match won and 1 for each one drawn.' }),
    battlePoints: t.exposeFloat('battlePoints', { description: 'Battle points over all matches.' }),
    victoryPoints: t.exposeFloat('victoryPoints', { description: 'Victory points over all matches.' }),
    victoryPointsDiff: t.exposeFloat('victoryPointsDiff', {
      description: 'Victory points scored minus victory points given away.',
    }),
    battlesWon: t.exposeInt('battlesWon', {
      description: 'Battles that its players won in the matches, and their unplayed rounds awarded as a win.',
    }),
    rankedBy: t.exposeFloatList('rankedBy', {
      description: "The row's value for each of the board's tie-breakers, in their order.",
    }),
  }),
});

export const TeamBoard = builder.objectRef<TeamBoardValue>('TeamBoard').implement({
  description: 'A board of teams, over all stages of a tournament or over one.',
  fields: (t) => ({
    rankedBy: t.field({
      type: [TeamTieBreaker],
      description: 'What the board is ranked by, in order; full ties share a rank.',
      resolve: ({ rankedBy }) => [...rankedBy],
    }),
    drawRange: t.exposeFloat('drawRange', {
      description: 'Largest difference of battle points at which a match is a draw.',
    }),
    rows: t.field({
      type: [TeamBoardRow],
      complexity: included(TEAMS),
      description:
        'The teams, ranked. Over all stages and in the main Swiss stage every team, in others those that play there.',
      resolve: ({ rows }) => rows,
    }),
  }),
});
