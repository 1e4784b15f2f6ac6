// Filters of a listing, each on the rows themselves, on a relation, or on a name. A filter can be tested on each row in
// the order of the listing, which is fast when many rows match, or all matching keys can be looked up and sorted, which
// is fast when few match. Plans are generic and cannot tell which applies, so matches are counted first.
import type { SearchKind } from '../generated/enums.js';
import type { Sql } from '../sql.js';
import { columnsOf, MODELS, type Model, tableOf } from './model.js';
import { Comparison, conditionOf, type Given, keysWith, type Source, sourceOf } from './where.js';
import { hasWords, keysWithText, matchesText } from './words.js';

export type Filter =
  | { relation: string; where: object }
  | { text: string; kind: SearchKind }
  /** Condition on the rows themselves. */
  | { where: object };

/** Filters, and the index of the one that is looked up by key; `keys` if its keys are already known. */
export type Filters = { all: readonly Filter[]; lookedUp: number | null; keys?: readonly string[] };

/** Number of matches from which testing each row is faster. */
const MANY = 1_000;

/** The rows of one parent are few, so each of them is tested. */
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
    // Finding names is slow, so the keys found are kept, as one JSON value, which is fast for the driver to parse.
    return 'text' in filter ? `(SELECT json_agg("some"."key") FROM ${some})` : `(SELECT count(*)::int FROM ${some})`;
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

export function filterConditions(source: Source, { all, lookedUp, keys }: Filters, given: Given): string[] {
  const key = source.column(MODELS[source.model].key[0] ?? '');
  return all.map((filter, at) => {
    // An array whose contents are unknown to the planner makes it use the index of the key.
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

/** Matches a facet value regardless of case and accents; a faction by its spelling. */
export const facet = (name: string, value: string): Filter => ({
  relation: 'facets',
  where: {
    some: { facet: new Comparison((column, given) => `${column} = (SELECT facet('${name}', ${given(value)}))`) },
  },
});

/** The same for any of several values. */
export const anyFacet = (name: string, values: readonly string[]): Filter => ({
  relation: 'facets',
  where: {
    some: {
      facet: new Comparison(
        (column, given) =>
          `${column} = ANY(ARRAY(SELECT facet('${name}', v) FROM unnest(${given(values)}::text[]) AS v))`,
      ),
    },
  },
});

/** Slugs of the clubs with this slug or this name. */
function clubsCalled(value: string, given: Given): string {
  const [club, called] = [columnsOf('Club', '"club"'), given(value)];
  const name = `sort_name(${called})`;
  return `SELECT ${club.slug} FROM ${tableOf('Club')} "club" WHERE ${club.slug} = ${called}
    OR (${club.alphabetical} >= ${name} || E'\\x01' AND ${club.alphabetical} < ${name} || E'\\x02')`;
}

/** Matches what has one of these clubs as a facet. */
export const clubFacet = (club: string): Filter => ({
  relation: 'facets',
  where: {
    some: {
      facet: new Comparison(
        (column, given) =>
          `${column} = ANY(ARRAY(SELECT 'club ' || "called"."slug" FROM (${clubsCalled(club, given)}) AS "called"("slug")))`,
      ),
    },
  },
});

/** Matches rows that belong to one of these clubs. */
export const ofClub = (club: string): Filter => ({
  where: {
    clubSlug: new Comparison((column, given) => `${column} = ANY(ARRAY(${clubsCalled(club, given)}))`),
  },
});

/** Matches names by their words. */
export const named = (text: string): Filter => ({
  where: { name: new Comparison((column, given) => hasWords(column, given(text))) },
});

/** Matches a faction by its slug, under any of its spellings. */
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

/** Equality regardless of case and accents, for a column that is stored without them. */
export const folded = (value: string): Comparison =>
  new Comparison((column, given) => `${column} = (SELECT sort_name(${given(value)}))`);

/**
 * The same faction by its spelling, regardless of case, accents and repeated white space: for a column with what was
 * recorded, with a spelling, or with several.
 */
export const sameFaction = {
  recorded: (value: string) =>
    new Comparison((column, given) => `faction_spelling(${column}) = (SELECT faction_spelling(${given(value)}))`),
  spelling: (value: string) =>
    new Comparison((column, given) => `${column} = (SELECT faction_spelling(${given(value)}))`),
  spellings: (value: string) =>
    new Comparison((column, given) => `(SELECT faction_spelling(${given(value)})) = ANY(${column})`),
};
