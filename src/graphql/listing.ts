// A listing as a field: page bounds, cursor and date window are checked here, for every listing alike. Pages of any
// number of parents are read together.
import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { LISTINGS } from '../db/read/listing.js';
import { type Range, readCounts, readPages } from '../db/read/page.js';
import { ApiError } from '../errors.js';
import { type DateWindow, dateWindow } from '../paging/date-window.js';
import { PAGE_SIZE, PAGE_SIZE_MAX, pageSize } from '../paging/page.js';
import { builder, type SchemaTypes } from './builder.js';
import type { Context } from './context.js';
import { COUNT, type Cost, countCost } from './cost.js';
import { findVisible } from './find-visible.js';
import { selectOf } from './look-ahead.js';

type ListingName = keyof typeof LISTINGS;

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

/** Of a listing at the root: the field that gives the same, by the argument that names the parent. */
export const sameAs = (fields: Record<string, `${string}.${string}`>) => ({ sameAs: fields });

/** The parent of a listing that has none. */
export const EVERYTHING = '';

/** Nodes have the columns that the document selects. */
type Rows = Connection<never>;

type Resolve<Parent> = (parent: Parent, args: ListingArgs, context: Context, info: GraphQLResolveInfo) => Promise<Rows>;

/** A listing of what `keyOf` gives the key of. */
export function resolveListing<Parent>(name: ListingName, keyOf: (parent: Parent) => string): Resolve<Parent> {
  return (parent, args, context, info) => readListing(name, keyOf(parent), args, context, info);
}

/** The same at the root, where what it is a listing of may not exist. */
export async function findListing(
  what: 'Tournament' | 'Club' | 'Player',
  name: ListingName,
  key: string,
  args: ListingArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Rows> {
  const read = async (given: ListingArgs) => {
    const listing = await readListing(name, key, given, context, info);
    return listing.hasParent ? listing : null;
  };
  return findVisible(what, key, () =>
    read(args).catch(async (error) => {
      // A cursor is judged only for a listing that exists.
      if (error instanceof ApiError && (await read({})) === null) return null;
      throw error;
    }),
  );
}

/** Whatever is thrown is a rejection: the executor loses sight of the other entries of a list when one throws at once. */
export async function readListing(
  name: ListingName,
  key: string,
  args: ListingArgs,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<Rows> {
  const listing = LISTINGS[name];
  const filters = { ...dateWindow(args.from, args.to), status: args.status ?? null };
  const scope = (of: string) => JSON.stringify([name, of, filters]);
  const after = args.after == null ? null : context.cursors.read(args.after, scope(key));
  const all = { where: filters.status === null ? {} : { status: filters.status }, range: rangeOf(filters) };
  const page = { ...all, after, take: pageSize(args.first) };
  const select = selectOf(info, { inside: 'nodes', through: listing.node });
  return context
    .loader(info.fieldNodes, async (parents: readonly string[]) => {
      const pages = await readPages(context.sql, listing, select, parents, page);
      return pages.map(({ rows, lastKey, hasParent }, index): Rows => {
        const parent = parents[index] ?? '';
        return {
          nodes: context.hold(nodesOf(rows, listing.node)),
          hasParent,
          nextCursor: lastKey === null ? null : context.cursors.write(lastKey, scope(parent)),
          countAll: (countInfo) =>
            context
              .loader(countInfo.fieldNodes, (keys: readonly string[]) => readCounts(context.sql, listing, keys, all))
              .load(parent),
        };
      });
    })
    .load(key);
}

function nodesOf(rows: object[], through: string | undefined): never[] {
  return (through === undefined ? rows : rows.map((row) => row[through as keyof typeof row])) as never[];
}

/** Rows without a date have keys below this one. */
const EARLIEST_DAY = '0001-01-01';
const AFTER_ANY_KEY_OF_THE_DAY = '~';

/** Keys of the order "newest first" begin with the date, so a window of dates is a range of keys. */
function rangeOf({ from, to }: DateWindow): Range {
  if (from === null && to === null) return {};
  return { gte: from ?? EARLIEST_DAY, ...(to !== null && { lt: `${to}${AFTER_ANY_KEY_OF_THE_DAY}` }) };
}
