import type { Side } from '../db/battle.js';
import { ArmyList, type ArmyListValue } from './army-list.js';
import { builder } from './builder.js';
import { participantById, playerById } from './by-key.js';
import { listCost } from './cost.js';
import { Outcome, Role } from './enums.js';
import { shownName, shownPlayerId } from './player-name.js';
import { PlayerRound, type PlayerRoundValue } from './player-round.js';

const GrandStrategy = builder.objectRef<{ picked: string | null; scored: boolean }>('GrandStrategy').implement({
  description: 'The grand strategy of one player in a battle.',
  fields: (t) => ({
    picked: t.exposeString('picked', { nullable: true, description: 'The one picked; null when none was.' }),
    scored: t.exposeBoolean('scored', { description: 'Whether it came off.' }),
  }),
});

/** A side as it is shown. Worked out whole: a resolver for each field leaves several times the garbage. */
export type ShownSide = ReturnType<typeof shownSide>;

export const shownSide = (side: Side) => ({
  name: shownName(side),
  playerId: shownPlayerId(side),
  participantId: side.participantId,
  faction: side.faction,
  subFaction: side.subFaction,
  outcome: side.outcome,
  battlePoints: side.battlePoints,
  victoryPoints: side.victoryPoints,
  // What the battle's pack does not score is not there, whatever was recorded.
  objectivePoints: side.scoresObjectives ? (side.objectivePoints ?? 0) : null,
  battleTacticsScored: side.usesBattleTactics ? (side.battleTacticsScored ?? 0) : null,
  grandStrategy: side.usesGrandStrategies
    ? { picked: side.grandStrategy, scored: side.grandStrategyScored ?? false }
    : null,
  drops: side.drops,
  role: side.role,
  metrics: side.metrics,
  list: side.list as ArmyListValue | null,
  rounds: side.rounds as PlayerRoundValue[],
});

export const BattlePlayer = builder.objectRef<ShownSide>('BattlePlayer').implement({
  description: 'One side of a battle.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Display name.' }),
    playerId: t.exposeString('playerId', { nullable: true, description: 'Public player id, when one exists.' }),
    player: t.prismaField({
      type: 'Player',
      nullable: true,
      description: 'The player, when there is a public id.',
      resolve: (query, { playerId }, _args, context, info) => playerById(query, playerId, context, info),
    }),
    participant: t.prismaField({
      type: 'Participant',
      nullable: true,
      description: 'The sign-up behind this side; null in a casual battle.',
      resolve: (query, { participantId }, _args, context, info) => participantById(query, participantId, context, info),
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
    objectivePoints: t.exposeInt('objectivePoints', {
      nullable: true,
      description: 'Objective points; only when the battle pack scores objectives.',
    }),
    battleTacticsScored: t.exposeInt('battleTacticsScored', {
      nullable: true,
      description: 'Battle tactics completed; only when the battle pack uses battle tactics.',
    }),
    grandStrategy: t.expose('grandStrategy', {
      type: GrandStrategy,
      nullable: true,
      description: 'The grand strategy; only when the battle pack uses grand strategies.',
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
    list: t.expose('list', {
      type: ArmyList,
      nullable: true,
      description: 'Army list of this battle; null when none was recorded.',
    }),
    rounds: t.field({
      type: [PlayerRound],
      description: 'Round-by-round detail, in the order of the rounds.',
      complexity: listCost(5),
      resolve: ({ rounds }) => rounds.toSorted((a, b) => a.round - b.round),
    }),
  }),
});
