import { BATTLE } from '../db/battle.js';
import type { Listing } from '../db/listing.js';
import { BattlePlayer, shownSide } from './battle-player.js';
import { builder } from './builder.js';
import { battleById, stageByKey, tournamentBySlug } from './by-key.js';
import { listCost } from './cost.js';
import { VictorySize } from './enums.js';
import { findVisible } from './find-visible.js';
import { connectionType, resolveListing } from './listing.js';
import { battleParts } from './parts.js';
import { shownName } from './player-name.js';
import { LINK, siteUrl } from './site-url.js';

export const Battle = builder.objectType('Battle', {
  description: 'A single game between two players, in a tournament or casual.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Battle id.' }),
    date: t.expose('date', { type: 'Date', nullable: true, description: 'Day played, local date.' }),
    tournamentSlug: t.exposeString('tournamentSlug', {
      nullable: true,
      description: 'Tournament slug; null for a casual battle.',
    }),
    tournament: t.field({
      type: 'Tournament',
      nullable: true,
      description: 'Null for a casual battle.',
      resolve: ({ tournamentSlug }, _args, context, info) => tournamentBySlug(tournamentSlug, context, info),
    }),
    stageId: t.exposeString('stageId', {
      nullable: true,
      description: 'Id of the tournament stage; null for a casual battle.',
    }),
    stage: t.field({
      type: 'Stage',
      nullable: true,
      description: 'Null for a casual battle.',
      resolve: ({ tournamentSlug, stageId }, _args, context) => stageByKey(tournamentSlug, stageId, context),
    }),
    round: t.exposeInt('round', { nullable: true, description: 'Round number, counting from 1.' }),
    scenario: t.exposeString('scenario', { nullable: true, description: 'Scenario played.' }),
    battlePack: t.exposeString('battlePack', { nullable: true, description: 'Battle pack name.' }),
    battleSize: t.exposeInt('battleSize', { description: 'Points limit per army.' }),
    winner: t.string({
      nullable: true,
      description: "Winning player's name; null on a draw and on a battle with no result yet.",
      resolve: ({ sides }) => {
        const winner = sides.find(({ outcome }) => outcome === 'win');
        return winner ? shownName(winner) : null;
      },
    }),
    victorySize: t.expose('victorySize', { type: VictorySize, nullable: true, description: 'How big the win was.' }),
    players: t.field({
      type: [BattlePlayer],
      description: 'Exactly two entries, one per side.',
      extensions: { jsonSchema: { minItems: 2, maxItems: 2 } },
      complexity: listCost(2),
      resolve: ({ sides }) => sides.map(shownSide),
    }),
    url: t.string({
      description: 'Link to the battle page.',
      extensions: LINK,
      resolve: ({ id }, _args, context) => siteUrl(context, 'battles', id),
    }),
  }),
});

export const BattleConnection = connectionType('Battle', Battle);

export const resolveBattles = <Parent extends object>(listing: Listing, keyOf: (parent: Parent) => string) =>
  resolveListing(listing, keyOf, BATTLE, battleParts);

builder.queryField('battle', (t) =>
  t.field({
    type: Battle,
    nullable: true,
    description: 'One battle.',
    args: { id: t.arg.id({ required: true, description: 'Battle id.' }) },
    resolve: (_root, { id }, context, info) =>
      findVisible('Battle', String(id), (key) => battleById(key, context, info)),
  }),
);
