// Reads pages for any number of parents in one statement, by the key of the order and never by OFFSET, so that a deep
// page costs the same as the first.
import { createParameters, mapAndClear, type Sql } from '../sql.js';
import { type ChosenFilters, chooseFilters, type Filter, filterConditions } from './filter.js';
import { createMemo } from './memo.js';
import { MODELS, type Model, relationOf } from './model.js';
import type { Sets } from './packed.js';
import { type Listing, type Plan, planPage, type Rules } from './page-plan.js';
import { anyTagOf, type TagRules } from './tags.js';
import { conditionOf, type Given, type Source, type Visible, visibleOf } from './where.js';

type PlanOf = (listing: Listing, select: object) => Plan;

/** Bounds on the order's column. */
export type Range = { gte?: string; lt?: string };

export type PageArgs = {
  listing: Listing;
  select: object;
  /** Keys of the parents. A listing without a parent has the single parent ''. */
  parents: readonly string[];
  where: object;
  /** A condition that every parent with matching rows fulfils. */
  ofParent?: object | undefined;
  range: Range;
  filters: readonly Filter[] | ChosenFilters;
  /** Exclusive bounds on the order's column. */
  after: string | null;
  before: string | null;
  take: number;
  /** Whether to take the last rows instead of the first. */
  fromEnd: boolean;
  /** Whether to read the order's value of every row. */
  withPositions: boolean;
  /** Whether to look up if there are rows on the other side of the cursor that the page starts at. */
  withBehind: boolean;
};

export type Page = {
  rows: object[];
  /** The order's value of each row; empty unless requested. */
  positions: string[];
  /** The order's value of the last row, or null on the last page. */
  lastPosition: string | null;
  hasNext: boolean;
  hasPrevious: boolean;
  hasParent: boolean;
};

export type Pages = {
  /** One per parent, in their order. */
  pages: Page[];
  /** Returns the number of rows per parent, without the bounds of a page. */
  count(parents: readonly string[]): Promise<number[]>;
};

export function createPage(model: Model, visible: Visible, tags: TagRules) {
  const rules: Rules = { visible, tags };
  const memo = createMemo<Plan>();
  const planOf: PlanOf = (listing, select) => memo(select, listing, () => planPage(model, rules, listing, select));
  return async (sql: Sql, args: PageArgs): Promise<Pages> => {
    const filters = await chosen(sql, model, visible, args);
    for (const tag of filters.all.flatMap((filter) => tagsOf(model, tags, filter))) sql.tag?.(tag);
    return {
      pages: await readPages(sql, planOf, args, filters),
      count: (parents) => readCounts(sql, planOf(args.listing, NOTHING), parents, args, filters),
    };
  };
}

/** What filters look at. */
function tagsOf(model: Model, rules: TagRules, filter: Filter): readonly string[] {
  const related = 'relation' in filter ? anyTagOf(rules, relationOf(model, filter.relation).model) : [];
  return [...related, ...(filter.tags ?? [])];
}

/** The rows of one parent are few, so each of them is tested. */
function chosen(sql: Sql, model: Model, visible: Visible, { listing, filters }: PageArgs) {
  if ('lookedUp' in filters) return filters;
  if (filters.length === 0 || listing.parent) return { all: filters, lookedUp: null };
  return chooseFilters(sql, model, visibleOf(visible, model), filters);
}

async function readPages(sql: Sql, planOf: PlanOf, args: PageArgs, filters: ChosenFilters): Promise<Page[]> {
  const { listing, select, parents, after, before, take, fromEnd, withPositions, withBehind } = args;
  const plan = planOf(listing, select);
  const { columns, order, packing, hasParent, tags } = plan;
  const { tag } = sql;
  if (tag) {
    for (const kind of tags.all) tag(kind);
    for (const kind of tags.byParent) for (const parent of parents) tag(kind, parent);
  }
  const { values, given } = createParameters(parents);
  const rows = [rowsOf(plan, args, filters, given)];
  const { by } = order;
  const [direction, opposite] = fromEnd === (order.direction === 'DESC') ? UP : DOWN;
  // Read from the end, `before` is where the page starts.
  const [start, end] = fromEnd ? [before, after] : [after, before];
  if (start !== null) rows.push(`${by} ${direction.beyond} ${given(start)}`);
  if (end !== null) rows.push(`${by} ${opposite.beyond} ${given(end)}`);
  const last = `(SELECT "order" FROM "rows" WHERE "ordinal" = ${given(fromEnd ? 1 : take)})`;
  const positions = withPositions ? '(SELECT json_agg("order" ORDER BY "ordinal") FROM "rows")' : 'NULL::json';
  const behind =
    withBehind && start !== null ? hasBehind(planOf(listing, NOTHING), opposite, start, args, filters, given) : 'false';
  // A whole page is one value, because the driver takes longer for a hundred small ones. One row more than requested is
  // read to see if there is a next page, and is not returned.
  const read = await sql.queryPrepared<Read>(
    `SELECT "whole".*, ${hasParent} AS "hasParent", ${behind} AS "hasBehind"
     FROM unnest($1::text[]) WITH ORDINALITY AS "parent"("key", "ordinal") CROSS JOIN LATERAL (
       WITH "rows" AS MATERIALIZED (
         SELECT *, row_number() OVER () AS "ordinal" FROM (
           SELECT ${columns}, ${by}::text AS "order" FROM ${rows.join(' AND ')}
           ORDER BY ${by} ${direction.name} LIMIT ${PAGE_ROWS_MAX}
         ) AS "most" LIMIT ${given(take + 1)}
       )${packing.with}
       SELECT ${packing.value} AS "value", ${last} AS "last", ${positions} AS "positions"
     ) AS "whole" ORDER BY "parent"."ordinal"`,
    values,
  );
  return mapAndClear(read, ({ value, last, positions, hasParent, hasBehind }) => {
    if (tag) packing.tag(value, tag);
    const entries = packing.unpack(value);
    const hasMore = entries.length > take;
    const [hasNext, hasPrevious] = fromEnd ? [hasBehind, hasMore] : [hasMore, hasBehind];
    const inOrder = <Entry>(all: Entry[]) => (fromEnd ? all.slice(0, take).reverse() : all.slice(0, take));
    return {
      rows: inOrder(entries),
      positions: inOrder(positions ?? []),
      lastPosition: hasNext ? last : null,
      hasNext,
      hasPrevious,
      hasParent,
    };
  });
}

type Read = { value: Sets; last: string | null; positions: string[] | null; hasParent: boolean; hasBehind: boolean };

async function readCounts(
  sql: Sql,
  plan: Plan,
  parents: readonly string[],
  args: PageArgs,
  filters: ChosenFilters,
): Promise<number[]> {
  const { values, given } = createParameters(parents);
  const rows = rowsOf(plan, args, filters, given);
  const counts = await sql.queryPrepared<{ count: number }>(
    `SELECT (SELECT count(*)::int FROM ${rows}) AS "count"
     FROM unnest($1::text[]) WITH ORDINALITY AS "parent"("key", "ordinal") ORDER BY "ordinal"`,
    values,
  );
  return counts.map(({ count }) => count);
}

/** Maximum number of rows per page. */
export const PAGE_SIZE_MAX = 100;
/** A literal in the statement, so that the planner knows that every page is small. */
const PAGE_ROWS_MAX = PAGE_SIZE_MAX + 1;

const NOTHING = {};

const ASC = { name: 'ASC', beyond: '>', from: '>=' } as const;
const DESC = { name: 'DESC', beyond: '<', from: '<=' } as const;
type Direction = typeof ASC | typeof DESC;
const UP = [ASC, DESC] as const;
const DOWN = [DESC, ASC] as const;

/** The rows of the listing that match; more conditions may follow. */
function rowsOf(
  { from, parent, visible, source, order: { by }, joined }: Plan,
  { where, ofParent, range: { gte, lt } }: PageArgs,
  filters: ChosenFilters,
  given: Given,
): string {
  const join = (relation: string) => joined.get(relation);
  const conditions = [
    from,
    conditionOf(source, where, given, join),
    ...filterConditions(source, visible, filters, given),
  ];
  if (parent && ofParent) conditions.push(conditionOf(parentSource(parent.model), ofParent, given));
  if (gte !== undefined) conditions.push(`${by} >= ${given(gte)}`);
  if (lt !== undefined) conditions.push(`${by} < ${given(lt)}`);
  return conditions.join(' AND ');
}

/** A parent of which only the key is available: its conditions are evaluated once, not per row. */
function parentSource(model: Model): Source {
  const [key] = MODELS[model].key;
  const column = (field: string) => {
    if (field !== key) throw new Error(`A page does not know ${model}.${field} of its parent`);
    return '"parent"."key"';
  };
  return { model, column };
}

/** Whether there are rows before the page, which starts after `start`; the row at `start` itself counts. */
function hasBehind(
  plan: Plan,
  { name, from }: Direction,
  start: string,
  args: PageArgs,
  filters: ChosenFilters,
  given: Given,
): string {
  const { by } = plan.order;
  return `(SELECT true FROM ${rowsOf(plan, args, filters, given)} AND ${by} ${from} ${given(start)}
    ORDER BY ${by} ${name} LIMIT 1) IS NOT NULL`;
}
