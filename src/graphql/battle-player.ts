import type { Context } from '../context.js';
import type { BattlePack } from '../db/generated/client.js';
import { ArmyList, type ArmyListValue } from './army-list.js';
import { builder } from './builder.js';
import { playerById } from './by-key.js';
import { Outcome, Role } from './enums.js';
import { listCost } from './listing.js';
import { shownName, shownPlayerId } from './player-name.js';
import { PlayerRound, type PlayerRoundValue } from './player-round.js';

/** The name of the battle's pack, which Battle.players leaves on each side: it decides what was scored. */
const PACK = Symbol('battle pack');

export function withPack<Side extends object>(side: Side, pack: string | null): Side {
  return Object.assign(side, { [PACK]: pack });
}

async function packOf(side: object, context: Context): Promise<BattlePack | null> {
  const name = (side as { [PACK]?: string | null })[PACK] ?? null;
  if (name === null) return null;
  return context
    .loader('battlePackByName', async (names: readonly string[]) => {
      const packs = await context.prisma.battlePack.findMany({ where: { name: { in: [...names] } } });
      return names.map((wanted) => packs.find((pack) => pack.name === wanted) ?? null);
    })
    .load(name);
}

const GrandStrategy = builder.objectRef<{ picked: string | null; scored: boolean }>('GrandStrategy').implement({
  description: 'The grand strategy of one player in a battle.',
  fields: (t) => ({
    picked: t.exposeString('picked', { nullable: true, description: 'The one picked; null when none was.' }),
    scored: t.exposeBoolean('scored', { description: 'Whether it came off.' }),
  }),
});

export const BattlePlayer = builder.prismaObject('BattleSide', {
  name: 'BattlePlayer',
  description: 'One side of a battle.',
  select: { battleId: true, position: true },
  fields: (t) => ({
    name: t.string({ description: 'Display name.', select: { name: true }, resolve: shownName }),
    playerId: t.string({
      nullable: true,
      description: 'Public player id, when one exists.',
      select: { name: true, playerId: true },
      resolve: shownPlayerId,
    }),
    player: t.prismaField({
      type: 'Player',
      nullable: true,
      description: 'The player, when there is a public id.',
      select: { name: true, playerId: true },
      resolve: (query, side, _args, context, info) => playerById(query, shownPlayerId(side), context, info),
    }),
    participant: t.relation('participant', {
      nullable: true,
      description: 'The sign-up behind this side; null in a casual battle.',
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
      select: { objectivePoints: true },
      resolve: async (side, _args, context) =>
        (await packOf(side, context))?.scoresObjectives ? (side.objectivePoints ?? 0) : null,
    }),
    battleTacticsScored: t.int({
      nullable: true,
      description: 'Battle tactics completed; only when the battle pack uses battle tactics.',
      select: { battleTacticsScored: true },
      resolve: async (side, _args, context) =>
        (await packOf(side, context))?.usesBattleTactics ? (side.battleTacticsScored ?? 0) : null,
    }),
    grandStrategy: t.field({
      type: GrandStrategy,
      nullable: true,
      description: 'The grand strategy; only when the battle pack uses grand strategies.',
      select: { grandStrategy: true, grandStrategyScored: true },
      resolve: async (side, _args, context) =>
        (await packOf(side, context))?.usesGrandStrategies
          ? { picked: side.grandStrategy, scored: side.grandStrategyScored ?? false }
          : null,
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
    metrics: t.field({
      type: 'Metrics',
      description: 'Extra values tracked by the organiser.',
      select: { metrics: true },
      resolve: ({ metrics }) => metrics as Record<string, number>,
    }),
    list: t.field({
      type: ArmyList,
      nullable: true,
      description: 'Army list of this battle; null when none was recorded.',
      select: { list: true },
      resolve: ({ list }) => list as ArmyListValue | null,
    }),
    rounds: t.field({
      type: [PlayerRound],
      description: 'Round-by-round detail.',
      complexity: listCost(5),
      select: { rounds: true },
      resolve: ({ rounds }) => rounds as PlayerRoundValue[],
    }),
  }),
});
