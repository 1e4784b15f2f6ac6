// Filters of a listing, each true of the rows, of what a relation leads to, or of a name. In the order of the listing every
// row can be asked whether it has what is wanted, which is soon done where many have it; or all that have it are looked up
// and put in order, which is soon done where few have it. Plans are made without values and cannot tell, so it is counted.
import type { SearchKind } from '../generated/enums.js';
import type { Sql } from '../sql.js';
import { columnsOf, MODELS, type Model, tableOf } from './model.js';
import { Comparison, conditionOf, type Given, keysWith, type Source, sourceOf } from './where.js';
import { keysWithText, matchesText } from './words.js';

export type Filter =
  | { relation: string; where: object }
  | { text: string; kind: SearchKind }
  /** Of the rows themselves. */
  | { where: object };

/** Filters, and which of them is looked up; `keys` when that has been done. */
export type Filters = { all: readonly Filter[]; lookedUp: number | null; keys?: readonly string[] };

/** From so many on, it is sooner to ask the rows. */
const MANY = 1_000;

/** Of rows that belong to one parent, few as they are, each is asked. */
export async function chooseFilters(
  sql: Sql,
  { model, parent }: { model: Model; parent: object | null },
  all: readonly Filter[],
): Promise<Filters> {
  if (all.length === 0 || parent) return { all, lookedUp: null };
  const values: unknown[] = [];
  const given = (value: unknown) => `$${values.push(value)}`;
  const counts = all.map((filter) => {
    const some = `(${keysOf(model, filter, given)} LIMIT ${MANY}) AS "some"`;
    // To find names takes long, so those that are found are kept: by SQL as one text, which the driver soon reads.
    return 'text' in filter ? `(SELECT json_agg("some"."key") FROM ${some})` : `(SELECT count(*)::int FROM ${some})`;
  });
  const [row] = await sql.often<{ counts: (number | string[] | null)[] }>(
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

export function filterConditions(source: Source, { all, lookedUp, keys }: Filters, given: Given): string[] {
  const key = source.column(MODELS[source.model].key[0] ?? '');
  return all.map((filter, at) => {
    // Always a list that the planner does not know, for which it takes the index of the key.
    if (at === lookedUp) {
      const found = keys ? `SELECT unnest(${given(keys)}::text[])` : keysOf(source.model, filter, given);
      return `${key} = ANY(ARRAY(${found}))`;
    }
    if ('text' in filter) return matchesText(filter.kind, key, filter.text, given);
    return conditionOf(source, 'relation' in filter ? { [filter.relation]: filter.where } : filter.where, given);
  });
}

function keysOf(model: Model, filter: Filter, given: Given): string {
  if ('text' in filter) return keysWithText(filter.kind, filter.text, given);
  if ('relation' in filter) return keysWith(model, filter.relation, filter.where, given);
  const rows = sourceOf(model, '"those"');
  const key = rows.column(MODELS[model].key[0] ?? '');
  return `SELECT ${key} FROM ${tableOf(model)} "those" WHERE ${conditionOf(rows, filter.where, given)}`;
}

/** A value that something can be found by, whatever its case and accents. */
export const facet = (name: string, value: string): Filter => ({
  relation: 'facets',
  where: {
    some: { facet: new Comparison((column, given) => `${column} = (SELECT facet('${name}', ${given(value)}))`) },
  },
});

/** A key that something can be found by, as it is. */
export const exactFacet = (name: string, key: string): Filter => ({
  relation: 'facets',
  where: { some: { facet: `${name} ${key}` } },
});

/** A faction by the key of its page, under any of its names. */
export const factionFacet = (slug: string): Filter => ({
  relation: 'facets',
  where: {
    some: {
      facet: new Comparison((column, given) => {
        const [faction, spelled] = [columnsOf('Faction', '"faction"'), columnsOf('FactionSpelling', '"spelled"')];
        return `${column} = ANY(ARRAY(SELECT 'faction ' || ${spelled.spelling}
          FROM ${tableOf('FactionSpelling')} "spelled" JOIN ${tableOf('Faction')} "faction" ON ${faction.id} = ${spelled.factionId}
          WHERE ${faction.slug} = ${given(slug)}))`;
      }),
    },
  },
});

/** Equal without regard to case and accents. */
export const alike = (value: string): Comparison =>
  new Comparison((column, given) => `sort_name(${column}) = (SELECT sort_name(${given(value)}))`);

/** The same where what is kept is without them. */
export const folded = (value: string): Comparison =>
  new Comparison((column, given) => `${column} = (SELECT sort_name(${given(value)}))`);

/** The same among the values of a list that is kept like that. */
export const hasAlike = (value: string): Comparison =>
  new Comparison((column, given) => `(SELECT sort_name(${given(value)})) = ANY(${column})`);
