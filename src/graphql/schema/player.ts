import { type Opponent, readOpponents } from '../../db/read/opponents.js';
import { PAGE_SIZE, pageSize } from '../../paging/page.js';
import { builder, ID_RULE, Node } from '../builder/builder.js';
import { CHECKED_SIZE } from '../builder/checked.js';
import { opponentsCost } from '../builder/prices.js';
import { playerById, playerOf } from '../read/by-key.js';
import { connectionType } from '../read/connection.js';
import { filteredCost, narrowPlayers, playerFilterArgs, ratingFilterArgs, withoutNul } from '../read/filters.js';
import { findByEither } from '../read/find-visible.js';
import { globalId } from '../read/global-id.js';
import { EVERYTHING, pageArgs, pageCost, readListing, resolveListing, windowArgs } from '../read/listing.js';
import { shownName } from '../read/player-name.js';
import { pageLink } from '../read/site-url.js';
import { BattleConnection } from './battle.js';
import { ParticipantConnection } from './participant.js';
import { Rating, RatingWeekConnection } from './rating.js';

const idOf = ({ id }: { id: string }) => id;

const OpponentRecord = builder.objectRef<Opponent>('OpponentRecord').implement({
  description: 'Results of a player against one opponent, over all battles in the listings.',
  fields: (t) => ({
    playerId: t.exposeID('playerId', { description: "The opponent's public player id." }),
    name: t.exposeString('name', { description: "The opponent's display name." }),
    player: t.field({
      type: 'Player',
      description: 'The opponent.',
      resolve: ({ playerId }, _args, context, info) => playerOf(playerId, context, info),
    }),
    battles: t.exposeInt('battles', { description: 'Battles against each other.' }),
    wins: t.exposeInt('wins', { description: 'Battles won against the opponent.' }),
    draws: t.exposeInt('draws', { description: 'Battles drawn.' }),
    losses: t.exposeInt('losses', { description: 'Battles lost to the opponent.' }),
  }),
});

export const Player = builder.prismaObject('Player', {
  description: 'A player with a public id.',
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.id({ description: ID_RULE, resolve: ({ id }) => globalId('Player', id) }),
    publicId: t.exposeID('id', { description: 'Public player id.' }),
    name: t.string({ description: 'Display name.', select: { name: true }, resolve: shownName }),
    url: t.string(pageLink('player', idOf)),
    battleCount: t.int({
      description: 'How many battles the player took part in, archived ones left out.',
      select: { activity: { select: { battles: true } } },
      resolve: ({ activity }) => activity?.battles ?? 0,
    }),
    rating: t.relation('rating', {
      type: Rating,
      nullable: true,
      description: 'Rating of the player; null for one who has never played a rated battle.',
    }),
    ratingHistory: t.field({
      type: RatingWeekConnection,
      description: 'The rating at the end of each week in which the player had a rated battle, newest first.',
      args: pageArgs,
      complexity: pageCost,
      resolve: resolveListing('playerRatings', idOf),
    }),
    battles: t.field({
      type: BattleConnection,
      description:
        'Every battle the player took part in, tournament and casual, newest first. Archived battles are left out.',
      args: { ...windowArgs, ...pageArgs },
      complexity: pageCost,
      resolve: resolveListing('playerBattles', idOf),
    }),
    participations: t.field({
      type: ParticipantConnection,
      description: 'The tournaments the player signed up for, newest start date first.',
      args: pageArgs,
      complexity: pageCost,
      resolve: resolveListing('playerParticipations', idOf),
    }),
    opponents: t.field({
      type: [OpponentRecord],
      description: 'Opponents of the player, the most frequent first.',
      args: {
        first: t.arg.int({
          defaultValue: PAGE_SIZE,
          description: 'How many at most; 100 at most.',
          extensions: CHECKED_SIZE,
        }),
        after: t.arg.id({ description: 'Public id of the last opponent of the previous page.' }),
      },
      complexity: opponentsCost,
      resolve: ({ id }, { first, after }, context, info) => {
        const [size, last] = [pageSize(first), after == null ? null : withoutNul(after)];
        return context
          .loader(info.fieldNodes, (ids: readonly string[]) => readOpponents(context.sql, ids, size, last))
          .load(id);
      },
    }),
  }),
});

const ratingsOf = ({ provisional }: { provisional?: boolean | null | undefined }) =>
  provisional ? 'provisionalRatings' : 'ratings';

const PlayerConnection = connectionType('Player', Player);

builder.queryFields((t) => ({
  players: t.field({
    type: PlayerConnection,
    description: 'Every player with a public id who matches the filters, in alphabetical order.',
    args: { ...playerFilterArgs, ...pageArgs },
    complexity: (args) => filteredCost('players', args, narrowPlayers(args)),
    resolve: (_root, args, context, info) =>
      readListing('players', EVERYTHING, args, context, info, narrowPlayers(args)),
  }),
  ratings: t.field({
    type: PlayerConnection,
    description:
      'Players in order of strength, the strongest first, without those whose rating is provisional. Places are among all of ' +
      'them, also where some are asked for.',
    args: {
      ...ratingFilterArgs,
      provisional: t.arg.boolean({ description: 'True for those whose rating is provisional, who have no place.' }),
      ...pageArgs,
    },
    complexity: (args) => filteredCost(ratingsOf(args), args, narrowPlayers(args)),
    resolve: (_root, args, context, info) =>
      readListing(ratingsOf(args), EVERYTHING, args, context, info, narrowPlayers(args)),
  }),
  player: t.field({
    type: Player,
    nullable: true,
    description: 'One player.',
    args: { id: t.arg.id({ required: true, description: 'The public player id.' }) },
    resolve: (_root, { id }, context, info) =>
      findByEither('Player', String(id), context, (key) => playerById(key, context, info)),
  }),
}));
