import type { Side } from '../db/battle.js';
import { ArmyList, type ArmyListValue } from './army-list.js';
import { builder } from './builder.js';
import { participantById, playerById } from './by-key.js';
import { Outcome, Role } from './enums.js';
import { listCost } from './listing.js';
import { shownName, shownPlayerId } from './player-name.js';
import { PlayerRound, type PlayerRoundValue } from './player-round.js';

const GrandStrategy = builder.objectRef<{ picked: string | null; scored: boolean }>('GrandStrategy').implement({
  description: 'The grand strategy of one player in a battle.',
  fields: (t) => ({
    picked: t.exposeString('picked', { nullable: true, description: 'The one picked; null when none was.' }),
    scored: t.exposeBoolean('scored', { description: 'Whether it came off.' }),
  }),
});

export const BattlePlayer = builder.objectRef<Side>('BattlePlayer').implement({
  description: 'One side of a battle.',
  fields: (t) => ({
    name: t.string({ description: 'Display name.', resolve: shownName }),
    playerId: t.string({
      nullable: true,
      description: 'Public player id, when one exists.',
      resolve: shownPlayerId,
    }),
    player: t.prismaField({
      type: 'Player',
      nullable: true,
      description: 'The player, when there is a public id.',
      resolve: (query, side, _args, context, info) => playerById(query, shownPlayerId(side), context, info),
    }),
    participant: t.prismaField({
      type: 'Participant',
      nullable: true,
      description: 'The sign-up behind this side; null in a casual battle.',
      resolve: (query, side, _args, context, info) => participantById(query, side.participantId, context, info),
    }),
    faction: t.exposeString('faction', { nullable: true, description: 'Faction played.' }),
    subFaction: t.exposeString('subFaction', { nullable: true, description: 'Battle formation (sub-faction).' }),
    outcome: t.expose('outcome', {
      type: Outcome,
      nullable: true,
      description: 'Null while the battle is unfinished.',
    }),
    battlePoints: t.exposeFloat('battlePoints', {
      nullable: true,
      description: 'Battle points earned from this battle.',
    }),
    victoryPoints: t.exposeInt('victoryPoints', { nullable: true, description: 'Victory points across every round.' }),
    objectivePoints: t.int({
      nullable: true,
      description: 'Objective points; only when the battle pack scores objectives.',
      resolve: ({ scoresObjectives, objectivePoints }) => (scoresObjectives ? (objectivePoints ?? 0) : null),
    }),
    battleTacticsScored: t.int({
      nullable: true,
      description: 'Battle tactics completed; only when the battle pack uses battle tactics.',
      resolve: ({ usesBattleTactics, battleTacticsScored }) => (usesBattleTactics ? (battleTacticsScored ?? 0) : null),
    }),
    grandStrategy: t.field({
      type: GrandStrategy,
      nullable: true,
      description: 'The grand strategy; only when the battle pack uses grand strategies.',
      resolve: ({ usesGrandStrategies, grandStrategy, grandStrategyScored }) =>
        usesGrandStrategies ? { picked: grandStrategy, scored: grandStrategyScored ?? false } : null,
    }),
    drops: t.exposeInt('drops', {
      nullable: true,
      description: 'Number of deployment drops; null when none recorded.',
    }),
    role: t.expose('role', {
      type: Role,
      nullable: true,
      description: 'Null when the battle did not record roles.',
    }),
    metrics: t.expose('metrics', { type: 'Metrics', description: 'Extra values tracked by the organiser.' }),
    list: t.field({
      type: ArmyList,
      nullable: true,
      description: 'Army list of this battle; null when none was recorded.',
      resolve: ({ list }) => list as ArmyListValue | null,
    }),
    rounds: t.field({
      type: [PlayerRound],
      description: 'Round-by-round detail.',
      complexity: listCost(5),
      resolve: ({ rounds }) => rounds as PlayerRoundValue[],
    }),
  }),
});
