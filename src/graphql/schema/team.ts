import { builder, ID_RULE, Node } from '../builder/builder.js';
import { listCost, TEAM_PLAYERS, teamsCost } from '../builder/prices.js';
import { tournamentOf } from '../read/by-key.js';
import { teamsOf } from '../read/find-teams.js';
import { globalId } from '../read/global-id.js';
import { Participant } from './participant.js';
import { TeamMatch } from './team-match.js';

export const Team = builder.prismaObject('Team', {
  description: 'A team of a tournament. Its matches follow from the battles of its players.',
  interfaces: [Node],
  select: { tournamentSlug: true, name: true },
  fields: (t) => ({
    id: t.id({
      description: ID_RULE,
      resolve: ({ tournamentSlug, name }) => globalId('Team', tournamentSlug, encodeURIComponent(name)),
    }),
    name: t.exposeString('name', { description: 'Team name, unique in the tournament.' }),
    tournament: t.field({
      type: 'Tournament',
      description: 'The tournament taken part in.',
      resolve: ({ tournamentSlug }, _args, context, info) => tournamentOf(tournamentSlug, context, info),
    }),
    clubSlug: t.exposeString('clubSlug', {
      nullable: true,
      description: 'Short name (slug) of the club the team represents.',
    }),
    club: t.relation('club', { nullable: true, description: 'The club the team represents.' }),
    participants: t.relation('participants', {
      type: Participant,
      query: { orderBy: { alphabetical: 'asc' } },
      complexity: listCost(TEAM_PLAYERS),
      description: 'Its players, in alphabetical order.',
    }),
    matches: t.field({
      type: [TeamMatch],
      complexity: teamsCost(TEAM_PLAYERS),
      description: 'Its matches, earliest first.',
      resolve: async ({ tournamentSlug, name }, _args, context) => {
        const { matchesOf } = await teamsOf(context, tournamentSlug);
        return matchesOf.get(name) ?? [];
      },
    }),
  }),
});
