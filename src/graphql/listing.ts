// A listing as a field: page bounds, cursor and date window are checked here, for every listing alike. Pages of any
// number of parents are read together; the columns read are those the caller selected.
import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.js';
import { dateWindow } from '../date-window.js';
import { type Listing, type PageRequest, readCounts, readPages } from '../db/listing.js';
import { PAGE_SIZE, PAGE_SIZE_MAX, pageSize } from '../page.js';
import { builder, type SchemaTypes } from './builder.js';
import { placeOf } from './place.js';

export type Connection<Node> = {
  nodes: Node[];
  nextCursor: string | null;
  countAll: (context: Context, info: GraphQLResolveInfo) => Promise<number>;
};

/** The type `<noun>Connection`. */
export function connectionType<Node>(
  noun: string,
  node: ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, Node>,
) {
  return builder.objectRef<Connection<Node>>(`${noun}Connection`).implement({
    description: `A page of a listing. Pass nextCursor as \`after\`, with the same filters, for the page that follows.`,
    fields: (t) => ({
      nodes: t.field({
        type: [node],
        description: 'The entries of this page.',
        complexity: { field: 1, multiplier: 1 },
        resolve: ({ nodes }) => nodes,
      }),
      nextCursor: t.exposeString('nextCursor', {
        nullable: true,
        description: 'Where the next page starts; null on the last page. Opaque, and expires.',
      }),
      totalCount: t.int({
        description: 'How many entries all pages have together. Counted only when asked for.',
        resolve: ({ countAll }, _args, context, info) => countAll(context, info),
      }),
    }),
  });
}

export const pageArgs = builder.args((t) => ({
  first: t.int({
    defaultValue: PAGE_SIZE,
    description: `Entries per page: ${PAGE_SIZE} when left out, ${PAGE_SIZE_MAX} at most.`,
    extensions: { minimum: 1, maximum: PAGE_SIZE_MAX },
  }),
  after: t.string({
    description: 'Opaque marker for where the page starts, taken from the page before and never made up.',
  }),
}));

export const windowArgs = builder.args((t) => ({
  from: t.field({ type: 'Date', description: 'This day or later.' }),
  to: t.field({ type: 'Date', description: 'This day or earlier; at most one year after `from`.' }),
}));

export type ListingArgs = {
  first?: number | null | undefined;
  after?: string | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
  status?: string | null | undefined;
};

type ReadRows<Node> = (query: object, ids: string[]) => Promise<Node[]>;
type ListingField<Node> = {
  listing: Listing;
  /** The GraphQL name of the nodes' type. */
  typeName: string;
  /** Reads the rows with these ids, in any order, with the columns `query` selects. */
  read: (context: Context) => ReadRows<Node>;
  idOf: (node: Node) => string;
  /** The columns idOf needs. */
  select: Record<string, true>;
};

/**
 * What a listing costs in the worst case: itself, and what is inside `nodes` as often as the page is large. Arguments
 * that no listing takes are refused here, before anything runs: whether the parent exists comes after.
 */
export function pageCost({ first, after, from, to }: ListingArgs, { cursors }: Pick<Context, 'cursors'>) {
  dateWindow(from, to);
  if (after != null) cursors.check(after);
  return { field: 1, multiplier: pageSize(first) };
}

/** What a plain list of objects costs: as many of them, each with what is inside. */
export const listCost = (entries: number) => ({ field: entries, multiplier: entries });

export function resolveListing<Node>(field: ListingField<Node>) {
  return (parent: string, args: ListingArgs, context: Context, info: GraphQLResolveInfo): Promise<Connection<Node>> => {
    const filters = { ...dateWindow(args.from, args.to), status: args.status ?? null };
    const size = pageSize(args.first);
    const scope = (of: string) => JSON.stringify([field.listing, of, filters]);
    const after = args.after == null ? null : context.cursors.read(args.after, scope(parent));
    const request: PageRequest = { ...filters, size, after };
    // The same for every parent, but asked for by each: the plugin notes whose rows have which columns, and rows it
    // has no note of are read again.
    const query = queryFromInfo({ context, info, typeName: field.typeName, path: ['nodes'], select: field.select });
    return context
      .loader(placeOf(info), (parents: readonly string[]) =>
        readConnections(field, parents, request, scope, query, context),
      )
      .load(parent);
  };
}

async function readConnections<Node>(
  { listing, read, idOf }: ListingField<Node>,
  parents: readonly string[],
  request: PageRequest,
  scope: (parent: string) => string,
  query: object,
  context: Context,
): Promise<Connection<Node>[]> {
  const pages = await readPages(context.sql, listing, parents, request);
  const ids = [...new Set(pages.flatMap((page) => page.ids))];
  const nodes = new Map<string, Node>();
  if (ids.length > 0) {
    for (const node of await read(context)(query, ids)) nodes.set(idOf(node), node);
  }
  return parents.map((parent, index) => {
    const page = pages[index];
    return {
      // A row deleted between the two statements is simply no longer there.
      nodes: page?.ids.flatMap((id) => nodes.get(id) ?? []) ?? [],
      nextCursor: page?.nextKey == null ? null : context.cursors.write(page.nextKey, scope(parent)),
      countAll: (countContext, countInfo) =>
        countContext
          .loader(placeOf(countInfo), (keys: readonly string[]) => readCounts(context.sql, listing, keys, request))
          .load(parent),
    };
  });
}
