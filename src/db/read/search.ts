// Full-text search by names: for each word of the text, the name must have a word that begins with it. Matches of whole
// words come first. Prisma cannot express any of this.
import type { SearchKind } from '../generated/enums.js';
import type { Sql } from '../sql.js';
import { PAGE_SIZE_MAX } from './page.js';
import { begunWith, s, WORDS } from './words.js';

/** A match: its kind, its slug or public player id, and its key in the order of results. */
export type Found = { kind: SearchKind; key: string; at: string };

export type SearchRequest = {
  text: string;
  kinds: readonly SearchKind[];
  /** End of the previous page. */
  after: string | null;
  take: number;
};

export type FoundPage = { found: Found[]; hasNext: boolean };

/** Prefix of the order key: whole-word matches sort before prefix matches. */
const WHOLE = '0';
const BEGUN = '1';

/** Number of matching words from which reading in order until a page is full is faster than sorting the matches. */
const MANY = 2_000;
/** An ordered read scans all words with the same first letter: for a one-letter prefix every row read matches. */
const IN_ORDER = `("of"."beginnings" = ${MANY} OR length("of"."begun") = 1)`;

/** The first matches of a kind that have the looked-up word, in order. */
const inOrder = (word: string, others: string, after: string) => `
  SELECT * FROM (
    SELECT DISTINCT ON (${s.rank}) ${s.rank} AS "rank", ${s.key} AS "key" FROM ${WORDS} s
    WHERE ${s.kind} = "of"."kind" AND ${word} AND ${others} AND ${s.rank} > ${after}
    ORDER BY ${s.rank} LIMIT ${PAGE_SIZE_MAX + 1}
  ) AS "most" LIMIT $5`;

const found = (phase: string, of: string, things: string) => `
  SELECT '${phase}' || "thing"."rank" AS "at", "of"."kind", "thing"."key"
  FROM "rarest" AS "of" CROSS JOIN "asked" CROSS JOIN LATERAL (${things}) AS "thing" WHERE ${of}`;

/** Number of matching words, counted up to MANY. */
const countOf = (word: string) =>
  `SELECT count(*) FROM (SELECT FROM ${WORDS} s WHERE ${s.kind} = "of"."kind" AND ${word} LIMIT ${MANY}) AS "some"`;

const IS_WHOLE = `${s.words} LIKE ALL ("asked"."whole")`;
const IS_BEGUN = `${s.words} LIKE ALL ("asked"."begun") AND NOT ${IS_WHOLE}`;
const PAGE_IS_OPEN = '(SELECT count(*) FROM "wholes") < $5';
const INITIAL = `left(${s.word}, 1) = left("of"."begun", 1) AND starts_with(${s.word}, "of"."begun")`;

/** For each kind, the rarest word is looked up, and the other words are tested on its matches. */
const STATEMENT = `
  WITH "asked" AS MATERIALIZED (
    SELECT "words", ARRAY(SELECT '% ' || w || ' %' FROM unnest("words") AS w) AS "whole",
      ARRAY(SELECT '% ' || w || '%' FROM unnest("words") AS w) AS "begun"
    FROM (SELECT query_words($1) AS "words") AS "query"
  ), "counted" AS MATERIALIZED (
    SELECT "of"."kind", "each"."word", (${countOf(`${s.word} = "each"."word"`)}) AS "wholes",
      (${countOf(begunWith('"each"."word"'))}) AS "beginnings"
    FROM unnest($2::text[]::search_kind[]) AS "of"("kind") CROSS JOIN "asked"
    CROSS JOIN LATERAL unnest("asked"."words") AS "each"("word")
  ), "rarest" AS MATERIALIZED (
    SELECT "kind", min("beginnings") AS "beginnings", (array_agg("word" ORDER BY "wholes"))[1] AS "whole",
      (array_agg("word" ORDER BY "beginnings", length("word") DESC))[1] AS "begun"
    FROM "counted" GROUP BY "kind"
  ), "wholes" AS MATERIALIZED (
    ${found(WHOLE, 'true', inOrder(`${s.word} = "of"."whole"`, IS_WHOLE, '$3'))}
  )
  SELECT * FROM (
    SELECT * FROM "wholes"
    UNION ALL
    ${found(BEGUN, `NOT ${IN_ORDER} AND ${PAGE_IS_OPEN}`, inOrder(begunWith('"of"."begun"'), IS_BEGUN, '$4'))}
    UNION ALL
    ${found(BEGUN, `${IN_ORDER} AND ${PAGE_IS_OPEN}`, inOrder(INITIAL, IS_BEGUN, '$4'))}
  ) AS "found" ORDER BY "at" LIMIT $5`;

/**
 * Finds things with a word similar to the longest word that no name begins with, most similar first. If every word is
 * known and only no name has all of them, the longest word is taken as the misspelt one.
 */
const SIMILAR = `
  WITH "asked" AS MATERIALIZED (
    SELECT "word", "nth", EXISTS (
      SELECT FROM ${WORDS} s WHERE ${s.kind} = ANY ($2::text[]::search_kind[]) AND ${begunWith('"query"."word"')}
    ) AS "known"
    FROM unnest(query_words($1)) WITH ORDINALITY AS "query"("word", "nth")
  ), "slip" AS MATERIALIZED (
    SELECT "word", "nth" FROM "asked" ORDER BY "known", length("word") DESC, "nth" LIMIT 1
  ), "likely" AS MATERIALIZED (
    SELECT "asked"."nth", "like".* FROM "asked" CROSS JOIN LATERAL similar_words("asked"."word") AS "like"
    WHERE NOT "asked"."known" OR "asked"."nth" = (SELECT "nth" FROM "slip")
  ), "wanted" AS MATERIALIZED (
    SELECT ARRAY(SELECT '% ' || "likely"."word" || ' %' FROM "likely" WHERE "likely"."nth" = "asked"."nth")
      || ('% ' || "asked"."word" || '%') AS "patterns" FROM "asked"
  )
  SELECT "thing"."kind", "thing"."key", '' AS "at" FROM (
    SELECT DISTINCT ON (${s.rank}) ${s.rank} AS "rank", ${s.kind} AS "kind", ${s.key} AS "key", "likely"."likeness"
    FROM "slip" JOIN "likely" ON "likely"."nth" = "slip"."nth"
    CROSS JOIN unnest($2::text[]::search_kind[]) AS "of"("kind")
    JOIN ${WORDS} s ON ${s.kind} = "of"."kind" AND ${s.word} = "likely"."word"
    WHERE NOT EXISTS (SELECT FROM "wanted" WHERE NOT ${s.words} LIKE ANY ("wanted"."patterns"))
    ORDER BY ${s.rank}, "likely"."likeness" DESC
  ) AS "thing" ORDER BY "thing"."likeness" DESC, "thing"."rank" LIMIT $3`;

/** Returns similar matches, at most one page, for a text that has no exact match. */
export function readSimilar(sql: Sql, { text, kinds, take }: Omit<SearchRequest, 'after'>): Promise<Found[]> {
  return sql.queryPrepared<Found>(SIMILAR, [text, kinds, take]);
}

export async function readFound(sql: Sql, { text, kinds, after, take }: SearchRequest): Promise<FoundPage> {
  // A cursor of the second phase is past all whole-word matches; one of the first has not begun the second.
  const behind = (phase: string) => (after?.startsWith(phase) ? after.slice(phase.length) : '');
  const afterWhole = after?.startsWith(BEGUN) ? null : behind(WHOLE);
  const rows = await sql.queryPrepared<Found>(STATEMENT, [text, kinds, afterWhole, behind(BEGUN), take + 1]);
  return { found: rows.slice(0, take), hasNext: rows.length > take };
}
