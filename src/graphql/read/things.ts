// Things of several kinds by key: what a search finds, and what has changed.
import { brandWithType } from '@pothos/core';
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import type { Reads } from '../../db/one-statement/extension.js';
import type { Model } from '../../db/one-statement/model.js';
import type { ThingKind } from '../../db/read/thing-keys.js';
import type { SchemaTypes } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { selectOf } from '../builder/look-ahead.js';

type Thing = { kind: ThingKind; key: string };

/** For each kind: its GraphQL type, and its key. */
export const THINGS = {
  club: { type: 'Club', by: 'slug' },
  player: { type: 'Player', by: 'id' },
  tournament: { type: 'Tournament', by: 'slug' },
  battle: { type: 'Battle', by: 'id' },
} as const satisfies Record<ThingKind, object>;

/** In the order of `things`, null where one is not visible; one statement per kind. `inside` are the paths to them. */
export async function readThings(
  things: readonly Thing[],
  inside: readonly (readonly string[])[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<(object | null)[]> {
  const nodes = new Map<Thing, object | null>();
  for (const kind of new Set(things.map((thing) => thing.kind))) {
    const { type } = THINGS[kind];
    const asked = things.filter((thing) => thing.kind === kind);
    const select = selectOf(info, { inside, type: info.schema.getType(type) as GraphQLObjectType });
    const rows = await readKind(context, kind, select, asked);
    for (const [at, thing] of asked.entries()) {
      const row = rows[at] ?? null;
      if (row) brandWithType<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>>(row, type);
      nodes.set(thing, row);
    }
  }
  return things.map((thing) => nodes.get(thing) ?? null);
}

export async function isVisible(thing: Thing, context: Context): Promise<boolean> {
  // PostgreSQL text cannot contain NUL, so no key does.
  if (thing.key.includes('\0')) return false;
  const [row] = await readKind(context, thing.kind, NOTHING, [thing]);
  return row != null;
}

const NOTHING = {};

/** TypeScript cannot call a method of several models at once. */
function readKind({ prisma }: Context, kind: ThingKind, select: object, things: readonly Thing[]) {
  const model = prisma[kind] as unknown as Reads<Model>;
  return model.read({ by: THINGS[kind].by as never, keys: things.map(({ key }) => key), select });
}
