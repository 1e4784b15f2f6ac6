import type { Listing } from '../db/listing.js';
import { asksFor } from './asks-for.js';
import { BattlePlayer, packByName, SCORED_BY_PACK, SIDE_COLUMNS } from './battle-player.js';
import { builder } from './builder.js';
import { VictorySize } from './enums.js';
import { findVisible } from './find-visible.js';
import { connectionType, listCost, resolveListing } from './listing.js';
import { shownName } from './player-name.js';
import { siteUrl } from './site-url.js';

/** Said once, so that players and winner share one read of the sides. */
const sidesInOrder = { orderBy: { position: 'asc' } } as const;

export const Battle = builder.prismaObject('Battle', {
  description: 'A single game between two players, in a tournament or casual.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Battle id.' }),
    date: t.expose('date', { type: 'Date', nullable: true, description: 'Day played, local date.' }),
    tournamentSlug: t.exposeString('tournamentSlug', {
      nullable: true,
      description: 'Tournament slug; null for a casual battle.',
    }),
    tournament: t.relation('tournament', { nullable: true, description: 'Null for a casual battle.' }),
    stageId: t.exposeString('stageId', {
      nullable: true,
      description: 'Id of the tournament stage; null for a casual battle.',
    }),
    stage: t.relation('stage', { nullable: true, description: 'Null for a casual battle.' }),
    round: t.exposeInt('round', { nullable: true, description: 'Round number, counting from 1.' }),
    scenario: t.exposeString('scenario', { nullable: true, description: 'Scenario played.' }),
    battlePack: t.exposeString('battlePackName', { nullable: true, description: 'Battle pack name.' }),
    battleSize: t.exposeInt('battleSize', { description: 'Points limit per army.' }),
    winner: t.string({
      nullable: true,
      description: "Winning player's name; null on a draw and on a battle with no result yet.",
      select: { sides: { ...sidesInOrder, select: { name: true, outcome: true } } },
      resolve: ({ sides }) => {
        const winner = sides.find(({ outcome }) => outcome === 'win');
        return winner ? shownName(winner) : null;
      },
    }),
    victorySize: t.expose('victorySize', { type: VictorySize, nullable: true, description: 'How big the win was.' }),
    players: t.field({
      type: [BattlePlayer],
      description: 'Exactly two entries, one per side.',
      complexity: listCost(2),
      select: { battlePackName: true, sides: { ...sidesInOrder, select: SIDE_COLUMNS } },
      resolve: async ({ sides, battlePackName }, _args, context, info) => {
        const pack = asksFor(info, SCORED_BY_PACK) ? await packByName(battlePackName, context) : null;
        return sides.map((side) => ({ ...side, pack }));
      },
    }),
    url: t.string({
      description: 'Link to the battle page.',
      resolve: ({ id }, _args, context) => siteUrl(context, 'battles', id),
    }),
  }),
});

export const BattleConnection = connectionType('Battle', Battle);

export const resolveBattles = (listing: Listing) =>
  resolveListing<{ id: string }>({
    listing,
    typeName: 'Battle',
    select: { id: true },
    idOf: ({ id }) => id,
    read:
      ({ prisma }) =>
      (query, ids) =>
        prisma.battle.findMany({ ...query, where: { id: { in: ids } } }),
  });

builder.queryField('battle', (t) =>
  t.prismaField({
    type: Battle,
    nullable: true,
    description: 'One battle.',
    args: { id: t.arg.id({ required: true, description: 'Battle id.' }) },
    resolve: (query, _root, { id }, { prisma, sql }) =>
      findVisible(sql, 'Battle', String(id), () => prisma.battle.findUnique({ ...query, where: { id: String(id) } })),
  }),
);
