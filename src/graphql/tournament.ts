import type { Listing } from '../db/listing.js';
import { type OrganizerRow, TOURNAMENT, type TournamentRow } from '../db/tournament.js';
import { FINAL_STANDINGS, stagesInOrder, totalRounds } from '../standings/stage.js';
import { BattleConnection, resolveBattles } from './battle.js';
import { BoardRow } from './board.js';
import { builder } from './builder.js';
import { clubBySlug, organizingPlayer, tournamentBySlug } from './by-key.js';
import { COUNT_OF_EVERYTHING, listCost, standingsCost } from './cost.js';
import { TournamentStatus } from './enums.js';
import { findVisible } from './find-visible.js';
import {
  connectionType,
  createPageCost,
  ofEverything,
  pageArgs,
  pageCost,
  resolveListing,
  windowArgs,
} from './listing.js';
import { ParticipantConnection, resolveParticipants } from './participant.js';
import { tournamentParts } from './parts.js';
import { LINK, siteUrl } from './site-url.js';
import { Stage } from './stage.js';
import { findStandings, Standings, standingsOf, throughRoundArg } from './standings.js';
import { findWithListing } from './with-listing.js';

const slugOf = ({ slug }: TournamentRow) => slug;

const TournamentOrganizer = builder.objectRef<OrganizerRow>('TournamentOrganizer').implement({
  description: 'One of the people running a tournament.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Display name.' }),
    playerId: t.exposeID('playerId', { description: 'Public player id.' }),
    player: t.prismaField({
      type: 'Player',
      description: 'The player.',
      resolve: (query, { playerId }, _args, context, info) => organizingPlayer(query, playerId, context, info),
    }),
  }),
});

export const Tournament = builder.objectType('Tournament', {
  description: 'An event organised by a club or by individuals.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Short name used in the tournament web address.' }),
    name: t.exposeString('name', { description: 'Tournament name.' }),
    status: t.expose('status', { type: TournamentStatus, description: 'Where the tournament has got to.' }),
    startDate: t.expose('startDate', {
      type: 'Date',
      nullable: true,
      description: 'First day, local date at the venue.',
    }),
    endDate: t.expose('endDate', { type: 'Date', nullable: true, description: 'Last day, local date at the venue.' }),
    description: t.exposeString('description', {
      description: "Organiser's description, plain text.",
      complexity: 1,
    }),
    city: t.exposeString('city', { nullable: true, description: 'Town or city.' }),
    country: t.exposeString('country', { nullable: true, description: 'Country name.' }),
    playerCount: t.exposeInt('playerCount', { description: 'How many players are signed up.' }),
    rounds: t.int({
      description: 'Total number of rounds, counting every stage.',
      resolve: ({ stages }) => totalRounds(stages),
    }),
    battleSize: t.exposeInt('battleSize', { description: 'Points limit per army.' }),
    battlePack: t.exposeString('battlePack', { nullable: true, description: 'Name of the battle pack used.' }),
    organizerSlug: t.exposeString('clubSlug', {
      nullable: true,
      description: 'Slug of the club running the tournament; null when no club is set.',
    }),
    organizer: t.field({
      type: 'Club',
      nullable: true,
      description: 'The club running the tournament; null when no club is set.',
      resolve: ({ clubSlug }, _args, context, info) => clubBySlug(clubSlug, context, info),
    }),
    tournamentOrganizers: t.field({
      type: [TournamentOrganizer],
      description: 'The people running the tournament (not the club), sorted by name; empty when nobody is listed.',
      complexity: listCost(5),
      resolve: ({ organizers }) => organizers,
    }),
    stages: t.field({
      type: [Stage],
      description: 'Stages the tournament is played in, in the order they run.',
      complexity: listCost(5),
      resolve: stagesInOrder,
    }),
    standings: t.field({
      type: Standings,
      nullable: true,
      description:
        'Of one stage, or when none is named the final standings once the tournament has finished and the stage ' +
        'furthest along until then. Null while the tournament has no stages.',
      args: { stage: t.arg.string({ description: 'A stage id.' }), ...throughRoundArg },
      complexity: standingsCost,
      resolve: ({ slug }, { stage, throughRound }, context) =>
        findStandings(context, slug, stage ?? null, throughRound ?? null),
    }),
    winner: t.field({
      type: BoardRow,
      nullable: true,
      description: 'First of the final standings; null until the tournament has finished.',
      complexity: standingsCost,
      resolve: async ({ slug, status }, _args, context) => {
        if (status !== 'finished') return null;
        const standings = await standingsOf(context, slug, FINAL_STANDINGS, null);
        return standings.kind === 'Board' ? (standings.rows.find(({ rank }) => rank === 1) ?? null) : null;
      },
    }),
    participants: t.field({
      type: ParticipantConnection,
      description: 'Everybody taking part, in alphabetical order, each with the submitted army list.',
      args: pageArgs,
      complexity: pageCost,
      resolve: resolveParticipants('tournamentParticipants', slugOf),
    }),
    battles: t.field({
      type: BattleConnection,
      description: 'Every battle played in the tournament, newest first.',
      args: pageArgs,
      complexity: pageCost,
      resolve: resolveBattles('tournamentBattles', slugOf),
    }),
    url: t.string({
      description: 'Link to the tournament page.',
      extensions: LINK,
      resolve: ({ slug }, _args, context) => siteUrl(context, 'tournaments', slug),
    }),
  }),
});

export const TournamentConnection = connectionType('Tournament', Tournament);

export const resolveTournaments = <Parent extends object>(listing: Listing, keyOf: (parent: Parent) => string) =>
  resolveListing(listing, keyOf, TOURNAMENT, tournamentParts);

builder.queryFields((t) => ({
  tournaments: t.field({
    type: TournamentConnection,
    description: 'Published tournaments, newest start date first. `from` and `to` bound the start date.',
    args: {
      ...windowArgs,
      status: t.arg({ type: TournamentStatus, description: 'Only those that have got to this point.' }),
      ...pageArgs,
    },
    complexity: createPageCost(COUNT_OF_EVERYTHING),
    resolve: resolveTournaments('tournaments', ofEverything),
  }),
  tournament: t.field({
    type: Tournament,
    nullable: true,
    description: 'One tournament.',
    args: { slug: t.arg.string({ required: true, description: "The tournament's short name." }) },
    resolve: (_root, { slug }, context, info) =>
      findVisible('Tournament', slug, (key) =>
        findWithListing({ slug: key }, () => tournamentBySlug(key, context, info), context, info),
      ),
  }),
}));
