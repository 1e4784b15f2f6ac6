// The filters of listings.
import type { SearchKind } from '../generated/enums.js';
import type { Filter } from '../one-statement/filter.js';
import { columnsOf, tableOf } from '../one-statement/model.js';
import { Comparison, type Given } from '../one-statement/where.js';
import { hasWords, keysWithText, matchesText } from './words.js';

/** Matches things of a kind by the words of their names, which the database stores. */
export const textFilter = (kind: SearchKind, text: string): Filter & { text: string } => ({
  text,
  tags: ['search'],
  keys: (given) => keysWithText(kind, text, given),
  matches: (key, given) => matchesText(kind, key, text, given),
});

const withFacet = (test: ConstructorParameters<typeof Comparison>[0], tags: readonly string[] = []): Filter => ({
  relation: 'facets',
  where: { some: { facet: new Comparison(test) } },
  tags,
});

/** Matches a facet value regardless of case and accents; a faction by its spelling. */
export const facet = (name: string, value: string): Filter =>
  withFacet((column, given) => `${column} = (SELECT facet('${name}', ${given(value)}))`);

/** The same for any of several values. */
export const anyFacet = (name: string, values: readonly string[]): Filter =>
  withFacet(
    (column, given) => `${column} = ANY(ARRAY(SELECT facet('${name}', v) FROM unnest(${given(values)}::text[]) AS v))`,
  );

/** The slug of the club with this slug or, if there is none, those of the clubs with this name. */
function clubsCalled(value: string, given: Given): string {
  const [club, exact, called] = [columnsOf('Club', '"club"'), columnsOf('Club', '"exact"'), given(value)];
  const name = `sort_name(${called})`;
  return `SELECT ${club.slug} FROM ${tableOf('Club')} "club" WHERE ${club.slug} = ${called}
    OR (${club.alphabetical} >= ${name} || E'\\x01' AND ${club.alphabetical} < ${name} || E'\\x02'
      AND NOT EXISTS (SELECT FROM ${tableOf('Club')} "exact" WHERE ${exact.slug} = ${called}))`;
}

/** Matches what has one of these clubs as a facet. */
export const clubFacet = (club: string): Filter =>
  withFacet(
    (column, given) =>
      `${column} = ANY(ARRAY(SELECT 'club ' || "called"."slug" FROM (${clubsCalled(club, given)}) AS "called"("slug")))`,
    ['club'],
  );

/** One of these clubs, for a column with slugs. */
export const calledClub = (club: string): Comparison =>
  new Comparison((column, given) => `${column} = ANY(ARRAY(${clubsCalled(club, given)}))`);

/** Matches rows that belong to one of these clubs. */
export const ofClub = (club: string): Filter => ({ where: { clubSlug: calledClub(club) }, tags: ['club'] });

/** Matches names that have no stored words by their words. */
export const nameFilter = (text: string): Filter => ({
  where: { name: new Comparison((column, given) => hasWords(column, given(text))) },
});

/** Matches a faction by its slug, under any of its spellings. */
export const factionFacet = (slug: string): Filter =>
  withFacet(
    (column, given) => {
      const [faction, spelled] = [columnsOf('Faction', '"faction"'), columnsOf('FactionSpelling', '"spelled"')];
      return `${column} = ANY(ARRAY(SELECT 'faction ' || ${spelled.spelling}
          FROM ${tableOf('FactionSpelling')} "spelled" JOIN ${tableOf('Faction')} "faction" ON ${faction.id} = ${spelled.factionId}
          WHERE ${faction.slug} = ${given(slug)}))`;
    },
    ['faction'],
  );

/** Equality regardless of case and accents, for a column that is stored without them. */
export const folded = (value: string): Comparison =>
  new Comparison((column, given) => `${column} = (SELECT sort_name(${given(value)}))`);

/** The same for any of several values. */
export const anyFolded = (values: readonly string[]): Comparison =>
  new Comparison(
    (column, given) => `${column} = ANY(ARRAY(SELECT sort_name(v) FROM unnest(${given(values)}::text[]) AS v))`,
  );

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
