// Listings as fields, and their arguments, which are checked before anything runs. The pages of all parents
// are read together.
import type { GraphQLResolveInfo } from 'graphql';
import type { Filter } from '../../db/one-statement/filter.js';
import type { Range } from '../../db/one-statement/page.js';
import type { Listing } from '../../db/one-statement/page-plan.js';
import { LISTINGS } from '../../db/read/listing.js';
import { ApiError } from '../../errors.js';
import { type DateWindow, dateWindow } from '../../paging/date-window.js';
import { PAGE_SIZE, PAGE_SIZE_MAX, type PageBounds, pageEnd } from '../../paging/page.js';
import { builder } from '../builder/builder.js';
import { checked } from '../builder/checked.js';
import type { Context } from '../builder/context.js';
import { selectOf, selectsAny } from '../builder/look-ahead.js';
import { COUNT, type Cost } from '../builder/prices.js';
import { type Connection, connectionOf } from './connection.js';
import { findVisible } from './find-visible.js';

export type ListingName = keyof typeof LISTINGS;

export const pageArgs = builder.args((t) => ({
  first: t.int({
    defaultValue: PAGE_SIZE,
    description: `Entries per page, ${PAGE_SIZE_MAX} at most.`,
    extensions: { ...checked(pageEnd), minimum: 1, maximum: PAGE_SIZE_MAX },
  }),
  after: t.string({
    description:
      'Opaque marker for where the page starts; taken only from the previous page, never built by the client.',
    extensions: {
      ...checked(({ after }, { cursors }) => after != null && cursors.check(after, 'after')),
      minLength: 1,
    },
  }),
  last: t.int({
    description: `Instead of \`first\`: this many entries from the end, in the same order; ${PAGE_SIZE_MAX} at most.`,
  }),
  before: t.string({
    description: 'The cursor of an entry: the page ends before it.',
    extensions: checked(({ before }, { cursors }) => before != null && cursors.check(before, 'before')),
  }),
}));

export const windowArgs = builder.args((t) => ({
  from: t.field({
    type: 'Date',
    description: 'This day or later.',
    extensions: checked(({ from, to }) => dateWindow(from, to)),
  }),
  to: t.field({ type: 'Date', description: 'This day or earlier; at most one year after `from`.' }),
}));

export type ListingArgs = PageBounds & {
  from?: string | null | undefined;
  to?: string | null | undefined;
};

/** Selects rows of a listing, and one of its orders. */
export type ListingFilter = {
  /** Condition on each row. */
  where?: object;
  /** Condition on the parent, checked once: a parent that fails it has no matching row. */
  ofParent?: object;
  /** Filters that are looked up first or checked on each row, depending on how many rows match (see chooseFilters). */
  filters?: readonly Filter[];
  orderBy?: string | null | undefined;
  /** Cache tags of what `where` looks at, if the rows and their parents are not tagged for it. */
  tags?: readonly (readonly [kind: string, key: string])[];
  /** The arguments as given: a cursor is valid only with the same ones. */
  given?: object;
};

/**
 * Worst-case cost of a listing: itself, plus the selection inside `nodes` or `edges` once per entry of the page.
 * `count` is the cost of counting it.
 */
export const costOfPage = (bounds: PageBounds, count: number): Cost => ({
  field: 1,
  multiplier: pageEnd(bounds).take,
  count,
});

export const pageCost = (args: ListingArgs): Cost => costOfPage(args, COUNT);

/** For a root listing: the field that gives the same entries, by the argument that names the parent. */
export const sameAs = (fields: Record<string, `${string}.${string}`>) => ({ sameAs: fields });

/** Parent key of a listing without a parent. */
export const EVERYTHING = '';

/** Nodes have only the columns that the document selects. */
type Listed = Connection<never>;

type Resolve<Parent> = (
  parent: Parent,
  args: ListingArgs,
  context: Context,
  info: GraphQLResolveInfo,
) => Promise<Listed>;

/** Resolver of a listing whose parent key `keyOf` returns. */
export function resolveListing<Parent>(name: ListingName, keyOf: (parent: Parent) => string): Resolve<Parent> {
  return (parent, args, context, info) => readListing(name, keyOf(parent), args, context, info);
}

/** Reads a root listing. Throws a 404 if its parent does not exist. */
export async function findListing(
  what: 'Tournament' | 'Club' | 'Player',
  name: ListingName,
  key: string,
  args: ListingArgs,
  context: Context,
  info: GraphQLResolveInfo,
  narrowing?: ListingFilter,
): Promise<Listed> {
  const read = async (given: ListingArgs) => {
    const listing = await readListing(name, key, given, context, info, narrowing);
    return listing.hasParent ? listing : null;
  };
  return findVisible(what, key, () =>
    read(args).catch(async (error) => {
      // An invalid cursor is reported only if the parent exists.
      if (error instanceof ApiError && (await read({})) === null) return null;
      throw error;
    }),
  );
}

/** Async, so that errors are rejections: if one list entry throws synchronously, the executor drops the others. */
export async function readListing(
  name: ListingName,
  key: string,
  args: ListingArgs,
  context: Context,
  info: GraphQLResolveInfo,
  { where = {}, ofParent, filters = [], orderBy, tags = [], given = {} }: ListingFilter = {},
): Promise<Listed> {
  const listing = listingIn(name, orderBy);
  for (const [kind, key] of tags) context.sql.tag?.(kind, key);
  const window = dateWindow(args.from, args.to);
  const filtered = { ...window, status: null, ...given, ...(listing !== LISTINGS[name].first && { orderBy }) };
  const scope = (of: string) => JSON.stringify([name, of, filtered]);
  const keyAt = (end: 'after' | 'before') =>
    args[end] == null ? null : context.cursors.read(args[end], scope(key), end);
  const dates = rangeOf(window);
  const isRange = !datesAreFilter(name, args, orderBy);
  const { take, fromEnd } = pageEnd(args);
  const [after, before] = [keyAt('after'), keyAt('before')];
  const { model, node } = LISTINGS[name];
  return context
    .loader(info.fieldNodes, async (parents: readonly string[]) => {
      const { pages, count } = await context.prisma[model].page({
        listing,
        select: selectOf(info, { inside: NODES, through: node }),
        parents,
        where,
        ofParent,
        range: isRange ? dates : {},
        filters: isRange ? filters : [...filters, { where: { newest: dates } }],
        after,
        before,
        take,
        fromEnd,
        withPositions: selectsAny(info, CURSORS),
        withBehind: selectsAny(info, fromEnd ? BEHIND_THE_LAST : BEHIND_THE_FIRST),
      });
      return pages.map((read, index): Listed => {
        const parent = parents[index] ?? '';
        const nodes = context.releaseLater(nodesOf(read.rows, node));
        context.count(nodes.length);
        const countAll: Listed['countAll'] = (countInfo) => context.loader(countInfo.fieldNodes, count).load(parent);
        return connectionOf(read, nodes, countAll, context, (position) =>
          context.cursors.write(position, scope(parent)),
        );
      });
    })
    .load(key);
}

function listingIn(name: ListingName, orderBy: string | null | undefined): Listing {
  const { first, by }: { first: Listing; by: Record<string, Listing> } = LISTINGS[name];
  return orderBy == null ? first : (by[orderBy] ?? first);
}

/** Dates are a key range in the order by date; in any other order they are a filter. */
export function datesAreFilter(
  name: ListingName,
  { from, to }: ListingArgs,
  orderBy: ListingFilter['orderBy'],
): boolean {
  return (from != null || to != null) && !('newest' in listingIn(name, orderBy).orderBy);
}

export const NODES = [['nodes'], ['edges', 'node']] as const;
/** Fields that are made from the order key of each row. */
const CURSORS = [
  ['edges', 'cursor'],
  ['pageInfo', 'startCursor'],
  ['pageInfo', 'endCursor'],
] as const;
/** Fields that depend on whether there are entries beyond the cursor at which the page begins. */
const BEHIND_THE_FIRST = [['pageInfo', 'hasPreviousPage']] as const;
const BEHIND_THE_LAST = [['pageInfo', 'hasNextPage'], ['nextCursor']] as const;

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
