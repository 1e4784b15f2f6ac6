import type { UnplayedRound as UnplayedValue } from '@battle-results/bundle-format/unplayed-round';
import { builder, ID_RULE, Node } from '../builder/builder.js';
import { entryCost, listCost, standingsCost } from '../builder/prices.js';
import { playerById, tournamentOf } from '../read/by-key.js';
import { connectionType } from '../read/connection.js';
import { findStandings } from '../read/find-standings.js';
import { globalId } from '../read/global-id.js';
import { findListing, pageArgs, pageCost, sameAs } from '../read/listing.js';
import { oneOf } from '../read/one-of.js';
import { shownName, shownPlayerId } from '../read/player-name.js';
import { ArmyList, type ArmyListValue } from './army-list.js';
import { BoardRow } from './board.js';
import { UnplayedRound } from './unplayed-round.js';

const LAST_PLAYED = {
  select: { faction: true },
  where: { faction: { not: null } },
  orderBy: { newest: 'desc' },
  take: 1,
} as const;

export const Participant = builder.prismaObject('Participant', {
  description: 'A player taking part in a tournament, with the submitted army list.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.id({
      description: ID_RULE,
      select: { tournamentSlug: true, entry: true },
      resolve: ({ tournamentSlug, entry }) => globalId('Participant', tournamentSlug, entry),
    }),
    name: t.string({ description: 'Display name.', select: { name: true }, resolve: shownName }),
    playerId: t.string({
      nullable: true,
      description: 'Public player id, when one exists.',
      select: { name: true, playerId: true },
      resolve: shownPlayerId,
    }),
    player: t.field({
      type: 'Player',
      nullable: true,
      description: 'The player, when there is a public id.',
      select: { name: true, playerId: true },
      resolve: (participant, _args, context, info) => playerById(shownPlayerId(participant), context, info),
    }),
    tournament: t.field({
      type: 'Tournament',
      description: 'The tournament taken part in.',
      select: { tournamentSlug: true },
      resolve: ({ tournamentSlug }, _args, context, info) => tournamentOf(tournamentSlug, context, info),
    }),
    clubSlug: t.exposeString('clubSlug', {
      nullable: true,
      description: 'Short name (slug) of the club the player represents.',
    }),
    club: t.relation('club', { nullable: true, description: 'The club the player represents.' }),
    teamName: t.exposeString('teamName', {
      nullable: true,
      description: 'Name of the team the player plays for; null unless the tournament is played by teams.',
    }),
    team: t.relation('team', {
      nullable: true,
      description: 'The team the player plays for; null unless the tournament is played by teams.',
    }),
    group: t.string({
      nullable: true,
      description: 'Group placement; null unless the tournament has a group stage.',
      select: { group: true, tournament: { select: { groups: true } } },
      resolve: ({ group, tournament }) => (tournament.groups ? group : null),
    }),
    dropped: t.exposeBoolean('dropped', {
      description: 'True when the player is no longer taking part (dropped out or never turned up).',
    }),
    finalPlacement: t.int({
      nullable: true,
      description: 'Final place, 1 = winner. Settled when the tournament finishes; null while running.',
      select: { finalPlacement: true, tournament: { select: { status: true } } },
      resolve: ({ finalPlacement, tournament }) => (tournament.status === 'finished' ? finalPlacement : null),
    }),
    place: t.int({
      nullable: true,
      description:
        'Place on the final standings, 1 = winner: `finalPlacement` or, where none was recorded, the place that follows ' +
        'from the results. Null until the tournament has finished, and for a player who has taken part in no stage.',
      select: { finalPlacement: true, derived: { select: { place: true } }, tournament: { select: { status: true } } },
      resolve: ({ finalPlacement, derived, tournament }) =>
        tournament.status === 'finished' ? (finalPlacement ?? derived?.place ?? null) : null,
    }),
    list: t.field({
      type: ArmyList,
      nullable: true,
      description: 'Submitted army; null when none was submitted, and until lists are shown.',
      select: { list: true },
      resolve: ({ list }) => list as ArmyListValue | null,
    }),
    faction: t.string({
      nullable: true,
      description:
        'Faction of the submitted army or, where there is none or it is not shown yet, the one last played there.',
      complexity: entryCost,
      select: { faction: true, sides: LAST_PLAYED },
      resolve: ({ faction, sides: [played] }) => faction || played?.faction || null,
    }),
    unplayed: t.field({
      type: [UnplayedRound],
      complexity: listCost(1),
      description:
        'Rounds that the player did not play, such as a bye, with what the organiser awards for them. They count as ' +
        'taking part in the stage.',
      select: { unplayed: true },
      resolve: ({ unplayed }) => unplayed as UnplayedValue[],
    }),
    boardRow: t.field({
      type: BoardRow,
      nullable: true,
      description: "The participant's row on the board of `stage` or, without it, on the board shown by default.",
      complexity: standingsCost({}),
      args: { stage: t.arg.string({ description: 'The id of a board stage.' }) },
      select: { tournamentSlug: true },
      resolve: async ({ id, tournamentSlug }, { stage }, context) => {
        const standings = await findStandings(context, tournamentSlug, stage ?? null, null);
        return standings?.kind === 'Board' ? (standings.rows.find((row) => row.participantId === id) ?? null) : null;
      },
    }),
  }),
});

export const ParticipantConnection = connectionType('Participant', Participant);

builder.queryField('participants', (t) =>
  t.field({
    type: ParticipantConnection,
    nullable: true,
    description:
      'Everybody taking part in a tournament, in alphabetical order, or the sign-ups of a player, newest start date first.',
    args: {
      tournament: t.arg.string({ description: "The tournament's short name." }),
      player: t.arg.id({ description: 'The public player id.' }),
      ...pageArgs,
    },
    extensions: {
      ...sameAs({ tournament: 'Tournament.participants', player: 'Player.participations' }),
    },
    complexity: pageCost,
    resolve: async (_root, { tournament, player, ...args }, context, info) => {
      const [of, key] = oneOf(['tournament', 'player'], { tournament, player });
      return of === 'tournament'
        ? findListing('Tournament', 'tournamentParticipants', key, args, context, info)
        : findListing('Player', 'playerParticipations', key, args, context, info);
    },
  }),
);
