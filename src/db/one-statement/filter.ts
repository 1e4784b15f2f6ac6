// Filters of a page. A filter can be tested on each row in the order of the listing, which is fast when many rows match,
// or all matching keys can be looked up and sorted, which is fast when few match. Plans are generic and cannot tell which
// applies, so matches are counted first.
import { createParameters, type Sql } from '../sql.js';
import { MODELS, type Model, tableOf } from './model.js';
import { conditionOf, type Given, keysWith, type Source, sourceOf } from './where.js';

/** `tags` are kinds of what its SQL looks at, beside the rows and the relation. */
export type Filter = { tags?: readonly string[] } & (
  | { relation: string; where: object }
  /** Condition on the rows themselves. */
  | { where: object }
  /** What Prisma cannot express: SQL for the keys of all rows that match, and for whether the row with a key does. */
  | { keys: (given: Given) => string; matches: (key: string, given: Given) => string }
);

/** Filters, and the index of the one that is looked up by key; `keys` if its keys are already known. */
export type ChosenFilters = { all: readonly Filter[]; lookedUp: number | null; keys?: readonly string[] };

/** Number of matches from which testing each row is faster. */
const MANY = 1_000;

export async function chooseFilters(
  sql: Sql,
  model: Model,
  visible: object,
  all: readonly Filter[],
): Promise<ChosenFilters> {
  const { values, given } = createParameters();
  const counts = all.map((filter) => {
    const some = `(${keysOf(model, visible, filter, given)} LIMIT ${MANY}) AS "some"`;
    // Such a filter may be slow, so the keys found are kept, as one JSON value, which is fast for the driver to parse.
    return 'keys' in filter ? `(SELECT json_agg("some"."key") FROM ${some})` : `(SELECT count(*)::int FROM ${some})`;
  });
  const [row] = await sql.queryPrepared<{ counts: (number | string[] | null)[] }>(
    `SELECT json_build_array(${counts.join(', ')}) AS "counts"`,
    values,
  );
  const found = row?.counts ?? [];
  const sizes = found.map((each) => (typeof each === 'number' ? each : (each?.length ?? 0)));
  const fewest = Math.min(...sizes);
  if (fewest >= MANY) return { all, lookedUp: null };
  const lookedUp = sizes.indexOf(fewest);
  const keys = found[lookedUp];
  return typeof keys === 'number' ? { all, lookedUp } : { all, lookedUp, keys: keys ?? [] };
}

export function filterConditions(
  source: Source,
  visible: object,
  { all, lookedUp, keys }: ChosenFilters,
  given: Given,
): string[] {
  const key = source.column(MODELS[source.model].key[0] ?? '');
  return all.map((filter, at) => {
    // An array whose contents are unknown to the planner makes it use the index of the key.
    if (at === lookedUp) {
      const found = keys ? `SELECT unnest(${given(keys)}::text[])` : keysOf(source.model, visible, filter, given);
      return `${key} = ANY(ARRAY(${found}))`;
    }
    if ('keys' in filter) return filter.matches(key, given);
    return conditionOf(source, 'relation' in filter ? { [filter.relation]: filter.where } : filter.where, given);
  });
}

/** All rows that are visible fulfil `visible`. */
function keysOf(model: Model, visible: object, filter: Filter, given: Given): string {
  if ('keys' in filter) return filter.keys(given);
  if ('relation' in filter) return keysWith(model, filter.relation, filter.where, given);
  const rows = sourceOf(model, '"those"');
  const key = rows.column(MODELS[model].key[0] ?? '');
  const condition = conditionOf(rows, { AND: [visible, filter.where] }, given);
  return `SELECT ${key} FROM ${tableOf(model)} "those" WHERE ${condition}`;
}
