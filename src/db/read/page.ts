// Reads pages for any number of parents in one statement, by the key of the order and never by OFFSET, so that a deep
// page costs the same as the first.
import { mapAndClear, type Sql } from '../sql.js';
import { type Filters, filterConditions } from './filter.js';
import { createMemo } from './memo.js';
import { MODELS, type Model, relationOf, tableOf } from './model.js';
import { type Packing, packed, type Sets } from './packed.js';
import { createRows, planRows, type Rows, selected } from './plan.js';
import { conditionOf, ROOT, refuseValue, type Source, sourceOf } from './where.js';

/** A listing: all rows of a model, or those of each parent's relation, ordered by one column. */
export type Listing = {
  model: Model;
  /** The parent and the condition under which it is visible to callers; null for a listing without a parent. */
  parent: { model: Model; relation: string; where: object } | null;
  where: object;
  orderBy: object;
  /** The relation from a row to what the listing shows, if that is not the row itself. */
  node?: string;
};

/** Bounds on the order's column. */
export type Range = { gte?: string; lt?: string };

/** Selects rows of the listing. `ofParent` is a condition that every parent with matching rows fulfils. */
export type RowFilter = { where: object; ofParent?: object; range: Range; filters: Filters };

export type PageRequest = RowFilter & {
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

/** Reads one page per parent, in the order of `parents`. A listing without a parent has the single parent ''. */
export async function readPages(
  sql: Sql,
  listing: Listing,
  select: object,
  parents: readonly string[],
  { after, before, take, fromEnd, withPositions, withBehind, ...part }: PageRequest,
): Promise<Page[]> {
  const plan = planOf(listing, select);
  const { rows, order, fixed, packing } = plan;
  const values: unknown[] = [parents];
  const given = (value: unknown) => `$${values.push(value)}`;
  const conditions = [fixed, ...filterSql(listing, plan, part, given)];
  const { by } = order;
  const [direction, opposite] = fromEnd === (order.direction === 'DESC') ? UP : DOWN;
  // Read from the end, `before` is where the page starts.
  const [start, end] = fromEnd ? [before, after] : [after, before];
  if (start !== null) conditions.push(`${by} ${direction.beyond} ${given(start)}`);
  if (end !== null) conditions.push(`${by} ${opposite.beyond} ${given(end)}`);
  const shown = [
    packing.value,
    `(SELECT "order" FROM "rows" WHERE "ordinal" = ${given(fromEnd ? 1 : take)})`,
    withPositions ? '(SELECT json_agg("order" ORDER BY "ordinal") FROM "rows")' : 'NULL::json',
  ];
  // A whole page is one value, because the driver takes longer for a hundred small ones. One row more than requested is
  // read to see if there is a next page, and is not returned.
  const pages = await sql.queryPrepared<Read>(
    `SELECT "whole".*, ${hasParent(listing)} AS "hasParent",
       ${withBehind && start !== null ? hasBehind(listing, opposite, start, part, given) : 'false'} AS "hasBehind"
     FROM unnest($1::text[]) WITH ORDINALITY AS "parent"("key", "ordinal") CROSS JOIN LATERAL (
       WITH "rows" AS MATERIALIZED (
         SELECT *, row_number() OVER () AS "ordinal" FROM (
           SELECT ${selected(rows)}, ${by}::text AS "order" FROM ${tableOf(listing.model)} ${ROOT} ${rows.joins.join(' ')}
           WHERE ${conditions.join(' AND ')} ORDER BY ${by} ${direction.name} LIMIT ${PAGE_ROWS_MAX}
         ) AS "most" LIMIT ${given(take + 1)}
       )${packing.with}
       SELECT ${shown[0]} AS "value", ${shown[1]} AS "last", ${shown[2]} AS "positions"
     ) AS "whole" ORDER BY "parent"."ordinal"`,
    values,
  );
  return mapAndClear(pages, ({ value, last, positions, hasParent, hasBehind }) => {
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

/** Returns the number of rows per parent, without the bounds of a page. */
export async function readCounts(
  sql: Sql,
  listing: Listing,
  parents: readonly string[],
  part: RowFilter,
): Promise<number[]> {
  const plan = planOf(listing, NOTHING);
  const { rows, fixed } = plan;
  const values: unknown[] = [parents];
  const conditions = [fixed, ...filterSql(listing, plan, part, (value) => `$${values.push(value)}`)];
  const counts = await sql.queryPrepared<{ count: number }>(
    `SELECT (SELECT count(*)::int FROM ${tableOf(listing.model)} ${ROOT} ${rows.joins.join(' ')}
       WHERE ${conditions.join(' AND ')}) AS "count"
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

type Plan = {
  source: Source;
  rows: Rows;
  order: Order;
  fixed: string;
  packing: Packing;
  /** The relations that every page joins. */
  joined: ReadonlyMap<string, Source>;
};
type Order = { by: string; direction: 'ASC' | 'DESC' };

const ASC = { name: 'ASC', beyond: '>', from: '>=' } as const;
const DESC = { name: 'DESC', beyond: '<', from: '<=' } as const;
type Direction = typeof ASC | typeof DESC;
const UP = [ASC, DESC] as const;
const DOWN = [DESC, ASC] as const;

const memo = createMemo<Plan>();

function planOf(listing: Listing, select: object): Plan {
  return memo(select, listing, () => {
    const { model, parent, where, orderBy } = listing;
    const rows = createRows('rows');
    const source = sourceOf(model, ROOT);
    const joined = new Map<string, Source>();
    const join = (relation: string) => {
      const related = rows.join(source, relation, true);
      joined.set(relation, related);
      return related;
    };
    const conditions = [conditionOf(source, where, refuseValue, join)];
    if (parent) {
      const [key = '', another] = relationOf(parent.model, parent.relation).to;
      if (another !== undefined) throw new Error(`${parent.model}.${parent.relation} has a key of several columns`);
      conditions.push(`${source.column(key)} = "parent"."key"`);
    }
    const order = orderIn(source, orderBy, join);
    planRows(rows, source, select);
    return { source, rows, order, fixed: conditions.join(' AND '), packing: packed(rows), joined };
  });
}

/** Orders by a column of the rows or of a to-one relation. */
function orderIn(source: Source, orderBy: object, join: (relation: string) => Source): Order {
  const [entry, another] = Object.entries(orderBy);
  if (!entry || another) throw new Error('A listing has one order');
  const [name, direction] = entry;
  if (typeof direction === 'object') return orderIn(join(name), direction, join);
  return { by: source.column(name), direction: direction === 'desc' ? 'DESC' : 'ASC' };
}

function filterSql(
  { parent }: Listing,
  { source, order: { by }, joined }: Plan,
  { where, ofParent, range: { gte, lt }, filters }: RowFilter,
  given: (value: unknown) => string,
): string[] {
  const join = (relation: string) => joined.get(relation);
  const conditions = [conditionOf(source, where, given, join), ...filterConditions(source, filters, given)];
  if (parent && ofParent) conditions.push(conditionOf(parentSource(parent.model), ofParent, given));
  if (gte !== undefined) conditions.push(`${by} >= ${given(gte)}`);
  if (lt !== undefined) conditions.push(`${by} < ${given(lt)}`);
  return conditions;
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
  listing: Listing,
  { name, from }: Direction,
  start: string,
  part: RowFilter,
  given: (value: unknown) => string,
): string {
  const plan = planOf(listing, NOTHING);
  const { rows, order, fixed } = plan;
  const conditions = [fixed, ...filterSql(listing, plan, part, given), `${order.by} ${from} ${given(start)}`];
  return `(SELECT true FROM ${tableOf(listing.model)} ${ROOT} ${rows.joins.join(' ')}
    WHERE ${conditions.join(' AND ')} ORDER BY ${order.by} ${name} LIMIT 1) IS NOT NULL`;
}

function hasParent({ parent }: Listing): string {
  if (!parent) return 'true';
  const [key = ''] = MODELS[parent.model].key;
  const source = sourceOf(parent.model, '"of"');
  // Not EXISTS, for which the planner might scan the whole table.
  return `(SELECT true FROM ${tableOf(parent.model)} "of" WHERE ${source.column(key)} = "parent"."key"
    AND ${conditionOf(source, parent.where, refuseValue)}) IS NOT NULL`;
}
