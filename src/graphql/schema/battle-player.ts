import { builder } from '../builder/builder.js';
import { Outcome, Role } from '../builder/enums.js';
import { COMPUTED_ON_READ } from '../builder/look-ahead.js';
import { listCost } from '../builder/prices.js';
import { factionByName, participantById, playerById } from '../read/by-key.js';
import { shownName, shownPlayerId } from '../read/player-name.js';
import { ArmyList, type ArmyListValue } from './army-list.js';
import { PlayerRound, type PlayerRoundValue } from './player-round.js';

const GrandStrategy = builder.objectRef<{ picked: string | null; scored: boolean }>('GrandStrategy').implement({
  description: 'The grand strategy of one player in a battle.',
  fields: (t) => ({
    picked: t.exposeString('picked', { nullable: true, description: 'The one picked; null when none was.' }),
    scored: t.exposeBoolean('scored', { description: 'Whether it came off.' }),
  }),
});

/** Values that the battle pack does not score are null, whatever was recorded. */
const PACK = {
  battle: {
    select: {
      pack: { select: { scoresObjectives: true, usesBattleTactics: true, usesGrandStrategies: true } },
    },
  },
} as const;

export const BattlePlayer = builder.prismaObject('BattleSide', {
  name: 'BattlePlayer',
  description: 'One side of a battle.',
  select: {},
  fields: (t) => ({
    name: t.string({
      description: 'Display name.',
      select: { name: true },
      resolve: shownName,
      extensions: COMPUTED_ON_READ,
    }),
    playerId: t.string({
      nullable: true,
      description: 'Public player id, when one exists.',
      select: { name: true, playerId: true },
      resolve: shownPlayerId,
      extensions: COMPUTED_ON_READ,
    }),
    player: t.field({
      type: 'Player',
      nullable: true,
      description: 'The player, when there is a public id.',
      select: { name: true, playerId: true },
      resolve: (side, _args, context, info) => playerById(shownPlayerId(side), context, info),
    }),
    participant: t.field({
      type: 'Participant',
      nullable: true,
      description: 'The sign-up behind this side; null in a casual battle.',
      select: { participantId: true },
      resolve: ({ participantId }, _args, context, info) => participantById(participantId, context, info),
    }),
    faction: t.exposeString('faction', {
      nullable: true,
      description: 'Faction played. Before there is a result it is null until lists are shown.',
    }),
    knownFaction: t.field({
      type: 'Faction',
      nullable: true,
      description: 'The same as one of `factions`, however it is spelled; null when it is none of them.',
      select: { faction: true },
      resolve: ({ faction }, _args, context, info) => factionByName(faction, context, info),
    }),
    subFaction: t.exposeString('subFaction', {
      nullable: true,
      description: 'Battle formation (sub-faction); null until lists are shown.',
    }),
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
      select: { objectivePoints: true, ...PACK },
      resolve: ({ objectivePoints, battle: { pack } }) => (pack?.scoresObjectives ? (objectivePoints ?? 0) : null),
      extensions: COMPUTED_ON_READ,
    }),
    battleTacticsScored: t.int({
      nullable: true,
      description: 'Battle tactics completed; only when the battle pack uses battle tactics.',
      select: { battleTacticsScored: true, ...PACK },
      resolve: ({ battleTacticsScored, battle: { pack } }) =>
        pack?.usesBattleTactics ? (battleTacticsScored ?? 0) : null,
      extensions: COMPUTED_ON_READ,
    }),
    grandStrategy: t.field({
      type: GrandStrategy,
      nullable: true,
      description: 'The grand strategy; only when the battle pack uses grand strategies.',
      select: { grandStrategy: true, grandStrategyScored: true, ...PACK },
      extensions: COMPUTED_ON_READ,
      resolve: ({ grandStrategy, grandStrategyScored, battle: { pack } }) =>
        pack?.usesGrandStrategies ? { picked: grandStrategy, scored: grandStrategyScored ?? false } : null,
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
      description: 'Army list of this battle; null when none was recorded, and until lists are shown.',
      select: { list: true },
      resolve: ({ list }) => list as ArmyListValue | null,
    }),
    rounds: t.field({
      type: [PlayerRound],
      description: 'Round-by-round detail, in the order of the rounds.',
      complexity: listCost(5),
      select: { rounds: true },
      resolve: ({ rounds }) => (rounds as PlayerRoundValue[]).toSorted((a, b) => a.round - b.round),
    }),
  }),
});
