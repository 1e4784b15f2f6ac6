import { builder, ID_RULE, Node } from '../builder/builder.js';
import { COUNT_OF_CLUB_BATTLES } from '../builder/prices.js';
import { clubBySlug } from '../read/by-key.js';
import { connectionType } from '../read/connection.js';
import { clubFilterArgs, filteredCost, narrowClubs } from '../read/filters.js';
import { findByEither } from '../read/find-visible.js';
import { globalId } from '../read/global-id.js';
import {
  costOfPage,
  EVERYTHING,
  pageArgs,
  pageCost,
  readListing,
  resolveListing,
  windowArgs,
} from '../read/listing.js';
import { pageLink } from '../read/site-url.js';
import { BattleConnection } from './battle.js';
import { TournamentConnection } from './tournament.js';

const slugOf = ({ slug }: { slug: string }) => slug;

export const Club = builder.prismaObject('Club', {
  description: 'A club, the tournaments it runs, and battles connected to it.',
  interfaces: [Node],
  select: { slug: true },
  fields: (t) => ({
    id: t.id({ description: ID_RULE, resolve: ({ slug }) => globalId('Club', slug) }),
    slug: t.exposeString('slug', { description: 'Short name used in the club web address.' }),
    name: t.exposeString('name', { description: 'Club name.' }),
    description: t.exposeString('description', {
      description: 'Plain text description written by the club.',
      complexity: 1,
    }),
    city: t.exposeString('city', { nullable: true, description: 'Town or city.' }),
    country: t.exposeString('country', { nullable: true, description: 'Country name.' }),
    members: t.exposeInt('members', { description: 'Number of members.' }),
    website: t.exposeString('website', { nullable: true, description: "The club's own website, when it has one." }),
    url: t.string(pageLink('club', slugOf)),
    tournaments: t.field({
      type: TournamentConnection,
      description: 'Published tournaments run by the club, newest start date first.',
      args: { ...windowArgs, ...pageArgs },
      complexity: pageCost,
      resolve: resolveListing('clubTournaments', slugOf),
    }),
    battles: t.field({
      type: BattleConnection,
      description:
        'Battles connected to the club, newest first: played in a tournament it runs, logged for it, or with a ' +
        'player who represented it. Archived battles are left out.',
      args: { ...windowArgs, ...pageArgs },
      complexity: (args) => costOfPage(args, COUNT_OF_CLUB_BATTLES),
      resolve: resolveListing('clubBattles', slugOf),
    }),
  }),
});

const ClubConnection = connectionType('Club', Club);

builder.queryFields((t) => ({
  clubs: t.field({
    type: ClubConnection,
    description: 'Every club that matches the filters, in alphabetical order.',
    args: { ...clubFilterArgs, ...pageArgs },
    complexity: (args) => filteredCost('clubs', args, narrowClubs(args)),
    resolve: (_root, args, context, info) => readListing('clubs', EVERYTHING, args, context, info, narrowClubs(args)),
  }),
  club: t.field({
    type: Club,
    nullable: true,
    description: 'One club.',
    args: { slug: t.arg.string({ required: true, description: "The club's short name." }) },
    resolve: (_root, { slug }, context, info) =>
      findByEither('Club', slug, context, (key) => clubBySlug(key, context, info)),
  }),
}));
