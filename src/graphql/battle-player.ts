// One side of a battle. Sides come by the hundred, so they are plain rows, all of whose small columns are read with their
// battle; what is large is read only when it is asked for.
import type { Context } from '../context.js';
import type { BattlePack, BattleSide } from '../db/generated/client.js';
import { ArmyList, type ArmyListValue } from './army-list.js';
import { builder } from './builder.js';
import { participantById, playerById } from './by-key.js';
import { Outcome, Role } from './enums.js';
import { listCost } from './listing.js';
import { shownName, shownPlayerId } from './player-name.js';
import { PlayerRound, type PlayerRoundValue } from './player-round.js';

export const SIDE_COLUMNS = {
  battleId: true,
  position: true,
  participantId: true,
  playerId: true,
  name: true,
  faction: true,
  subFaction: true,
  outcome: true,
  battlePoints: true,
  victoryPoints: true,
  objectivePoints: true,
  battleTacticsScored: true,
  grandStrategy: true,
  grandStrategyScored: true,
  drops: true,
  role: true,
  metrics: true,
} as const;

/** The fields for which the battle's pack decides whether there is anything to show. */
export const SCORED_BY_PACK = ['objectivePoints', 'battleTacticsScored', 'grandStrategy'];

/** With the battle's pack, where one of those fields is asked for. */
export type Side = Pick<BattleSide, keyof typeof SIDE_COLUMNS> & { pack: BattlePack | null };

export function packByName(name: string | null, context: Context): Promise<BattlePack | null> | null {
  if (name === null) return null;
  return context
    .loader('battlePackByName', async (names: readonly string[]) => {
      const packs = await context.prisma.battlePack.findMany({ where: { name: { in: [...names] } } });
      return names.map((wanted) => packs.find((pack) => pack.name === wanted) ?? null);
    })
    .load(name);
}

type Detail = { position: number; list: unknown; rounds: unknown };

async function detailOf({ battleId, position }: Side, context: Context): Promise<Detail | undefined> {
  const details = await context
    .loader('sideDetailsByBattle', async (ids: readonly string[]) => {
      const rows = await context.prisma.battleSide.findMany({
        where: { battleId: { in: [...ids] } },
        select: { battleId: true, position: true, list: true, rounds: true },
      });
      return ids.map((id): Detail[] => rows.filter((row) => row.battleId === id));
    })
    .load(battleId);
  return details.find((detail) => detail.position === position);
}

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
      resolve: ({ pack, objectivePoints }) => (pack?.scoresObjectives ? (objectivePoints ?? 0) : null),
    }),
    battleTacticsScored: t.int({
      nullable: true,
      description: 'Battle tactics completed; only when the battle pack uses battle tactics.',
      resolve: ({ pack, battleTacticsScored }) => (pack?.usesBattleTactics ? (battleTacticsScored ?? 0) : null),
    }),
    grandStrategy: t.field({
      type: GrandStrategy,
      nullable: true,
      description: 'The grand strategy; only when the battle pack uses grand strategies.',
      resolve: ({ pack, grandStrategy, grandStrategyScored }) =>
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
    metrics: t.field({
      type: 'Metrics',
      description: 'Extra values tracked by the organiser.',
      resolve: ({ metrics }) => metrics as Record<string, number>,
    }),
    list: t.field({
      type: ArmyList,
      nullable: true,
      description: 'Army list of this battle; null when none was recorded.',
      resolve: async (side, _args, context) => (await detailOf(side, context))?.list as ArmyListValue | null,
    }),
    rounds: t.field({
      type: [PlayerRound],
      description: 'Round-by-round detail.',
      complexity: listCost(5),
      resolve: async (side, _args, context) => ((await detailOf(side, context))?.rounds ?? []) as PlayerRoundValue[],
    }),
  }),
});
