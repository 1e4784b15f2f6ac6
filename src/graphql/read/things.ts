// Things of several kinds by key: what a search finds, and what has changed.
import { brandWithType } from '@pothos/core';
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { RECORDS, type RecordKind } from '../../db/log/records.js';
import type { Reads } from '../../db/one-statement/extension.js';
import type { Model } from '../../db/one-statement/model.js';
import type { SchemaTypes } from '../builder/builder.js';
import type { Context } from '../builder/context.js';
import { selectOf } from '../builder/look-ahead.js';

type Thing = { kind: RecordKind; key: string };

/** In the order of `things`, null where one is not visible; one statement per kind. `inside` are the paths to them. */
export async function readThings(
  things: readonly Thing[],
  inside: readonly (readonly string[])[],
  context: Context,
  info: GraphQLResolveInfo,
): Promise<(object | null)[]> {
  const nodes = new Map<Thing, object | null>();
  for (const kind of new Set(things.map((thing) => thing.kind))) {
    const { type } = RECORDS[kind];
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

/** TypeScript cannot call a method of several models at once. */
function readKind({ prisma }: Context, kind: RecordKind, select: object, things: readonly Thing[]) {
  const model = prisma[kind] as unknown as Reads<Model>;
  return model.read({ by: RECORDS[kind].by as never, keys: things.map(({ key }) => key), select });
}
