// Nodes by global id, with one statement per type.

import { brandWithType } from '@pothos/core';
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { errors } from '../../errors.js';
import { builder, Node, type SchemaTypes } from '../builder/builder.js';
import { checked } from '../builder/checked.js';
import type { Context } from '../builder/context.js';
import type { Cost } from '../builder/prices.js';
import {
  battleById,
  clubBySlug,
  factionBySlug,
  participantByEntry,
  playerById,
  shownStage,
  teamByName,
  tournamentBySlug,
} from '../read/by-key.js';
import { type NodeType, readGlobalId } from '../read/global-id.js';

const IDS_MAX = 100;

const READERS = {
  Tournament: tournamentBySlug,
  Club: clubBySlug,
  Player: playerById,
  Battle: battleById,
  Faction: factionBySlug,
  Stage: shownStage,
  Participant: participantByEntry,
  Team: teamByName,
} satisfies Record<NodeType, unknown>;

async function readNode(id: string, context: Context, info: GraphQLResolveInfo): Promise<object | null> {
  const meant = readGlobalId(id);
  if (!meant) return null;
  const type = info.schema.getType(meant.type) as GraphQLObjectType;
  const row = await READERS[meant.type](meant.key, context, info, type);
  brandWithType<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>>(row, meant.type);
  return row;
}

/** Each node costs what is selected on its type, which its id names. */
const nodesCost = (ids: readonly string[]): Cost => ({
  field: ids.length,
  multiplier: ids.length,
  types: ids.map((id) => readGlobalId(id)?.type ?? null),
});

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    description: 'The object with this id; null when it does not exist or is not visible.',
    args: { id: t.arg.id({ required: true, description: 'The `id` of something, opaque.' }) },
    complexity: ({ id }) => nodesCost([String(id)]),
    resolve: (_root, { id }, context, info) => readNode(String(id), context, info),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    description:
      'The objects with these ids, in their order; null in place of each that does not exist or is not visible.',
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The \`id\` of each, ${IDS_MAX} at most.`,
        extensions: checked(({ ids }) => {
          if (ids.length > IDS_MAX) throw errors.tooMany('ids', IDS_MAX);
        }),
      }),
    },
    complexity: ({ ids }) => nodesCost(ids.map(String)),
    resolve: (_root, { ids }, context, info) => ids.map((id) => readNode(String(id), context, info)),
  }),
}));
