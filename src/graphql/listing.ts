// A listing as a field: page bounds, cursor and date window are checked here, for every listing alike. Pages of any
// number of parents are read together.
import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../context.js';
import { dateWindow } from '../date-window.js';
import { type Listing, type Page, type PageRequest, readCounts, readPages, readPagesOfIds } from '../db/listing.js';
import type { Noun } from '../db/noun.js';
import { PAGE_SIZE, PAGE_SIZE_MAX, pageSize } from '../page.js';
import { builder, type SchemaTypes } from './builder.js';
import { COUNT, type Cost, countCost } from './cost.js';
import type { PartsOf } from './parts.js';
import { placeOf } from './place.js';
import { LISTING, readWithParent } from './with-listing.js';

export type Connection<Node> = {
  nodes: Node[];
  nextCursor: string | null;
  countAll: (info: GraphQLResolveInfo) => Promise<number>;
  /** Whether what it is a listing of can be seen. */
  hasParent: boolean;
};

/** The type `<noun>Connection`. */
export function connectionType<Node>(
  noun: string,
  node: ObjectRef<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, Node>,
) {
  return builder.objectRef<Connection<Node>>(`${noun}Connection`).implement({
    extensions: LISTING,
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
        description: 'How many entries all pages have together. Counted only when asked for, and costs what it reads.',
        complexity: countCost,
        resolve: ({ countAll }, _args, _context, info) => countAll(info),
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
    extensions: { minLength: 1 },
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

/**
 * What a listing costs in the worst case: itself, and what is inside `nodes` as often as the page is large. Arguments
 * that no listing takes are refused here, before anything runs: whether the parent exists comes after.
 */
export const pageCost = createPageCost(COUNT);

export function createPageCost(count: number) {
  return ({ first, after, from, to }: ListingArgs, { cursors }: Pick<Context, 'cursors'>): Cost => {
    dateWindow(from, to);
    if (after != null) cursors.check(after);
    return { field: 1, multiplier: pageSize(first), count };
  };
}

type ReadPages<Node> = (parents: readonly string[], request: PageRequest) => Promise<Page<Node>[]>;
type Resolve<Parent extends object, Node> = (
  parent: Parent,
  args: ListingArgs,
  context: Context,
  info: GraphQLResolveInfo,
) => Promise<Connection<Node>>;
type KeyOf<Parent extends object> = (parent: Parent) => string;

/** The key of what a listing of everything belongs to. */
export const ofEverything = () => '';

/** Of rows that are read with their page. */
export function resolveListing<Parent extends object, Row, Part extends string>(
  listing: Listing,
  keyOf: KeyOf<Parent>,
  noun: Noun<Row, Part>,
  partsOf: PartsOf<Part>,
): Resolve<Parent, Row> {
  return resolvePages(listing, keyOf, (context, info) => {
    const parts = partsOf(info, 'nodes');
    return (parents, request) => readPages(context.sql, listing, parents, request, noun, parts);
  });
}

type PrismaRows<Node> = {
  /** The GraphQL name of the nodes' type. */
  typeName: string;
  /** Reads the rows with these ids, in any order, with the columns `query` selects. */
  read: (context: Context, query: object, ids: string[]) => Promise<Node[]>;
  idOf: (node: Node) => string;
  /** The columns idOf needs. */
  select: Record<string, true>;
};

/** Of rows whose columns the caller selects. */
export function resolvePrismaListing<Parent extends object, Node>(
  listing: Listing,
  keyOf: KeyOf<Parent>,
  { typeName, read, idOf, select }: PrismaRows<Node>,
): Resolve<Parent, Node> {
  return resolvePages(listing, keyOf, (context, info) => {
    // The same for every parent, but asked for by each: the plugin notes whose rows have which columns, and rows it
    // has no note of are read again.
    const query = queryFromInfo({ context, info, typeName, path: ['nodes'], select });
    return async (parents, request) => {
      const pages = await readPagesOfIds(context.sql, listing, parents, request);
      const ids = [...new Set(pages.flatMap(({ rows }) => rows))];
      const nodes = ids.length > 0 ? await read(context, query, ids) : [];
      const byId = new Map(nodes.map((node) => [idOf(node), node]));
      return pages.map(({ rows, ...page }) => ({ ...page, rows: rows.flatMap((id) => byId.get(id) ?? []) }));
    };
  });
}

function resolvePages<Parent extends object, Node>(
  listing: Listing,
  keyOf: KeyOf<Parent>,
  readerOf: (context: Context, info: GraphQLResolveInfo) => ReadPages<Node>,
): Resolve<Parent, Node> {
  // Whatever is thrown is a rejection: the executor loses sight of the other entries of a list when one throws at once.
  return async (parent, args, context, info) => {
    const already = readWithParent(parent);
    if (already) return already as Promise<Connection<Node>>;
    const key = keyOf(parent);
    const filters = { ...dateWindow(args.from, args.to), status: args.status ?? null };
    const scope = (of: string) => JSON.stringify([listing, of, filters]);
    const after = args.after == null ? null : context.cursors.read(args.after, scope(key));
    const request: PageRequest = { ...filters, size: pageSize(args.first), after };
    const read = readerOf(context, info);
    return context
      .loader(placeOf(info), async (parents: readonly string[]) => {
        const pages = await read(parents, request);
        return pages.map(({ rows, nextKey, hasParent }, index): Connection<Node> => {
          const parent = parents[index] ?? '';
          return {
            nodes: context.hold(rows),
            hasParent,
            nextCursor: nextKey === null ? null : context.cursors.write(nextKey, scope(parent)),
            countAll: (countInfo) =>
              context
                .loader(placeOf(countInfo), (keys: readonly string[]) =>
                  readCounts(context.sql, listing, keys, request),
                )
                .load(parent),
          };
        });
      })
      .load(key);
  };
}
