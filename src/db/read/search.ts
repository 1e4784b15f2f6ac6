// What a text finds: things whose names have, for each of its words, one that begins with it. Those with whole words come
// first. Prisma cannot ask for any of this.
import type { SearchKind } from '../generated/enums.js';
import type { Sql } from '../sql.js';
import { PAGE_SIZE_MAX } from './page.js';
import { begunWith, s, WORDS } from './words.js';

/** Something found: its kind, its slug or public player id, and its key in the order of what is found. */
export type Found = { kind: SearchKind; key: string; at: string };

export type SearchRequest = {
  text: string;
  kinds: readonly SearchKind[];
  /** Where the page before has ended. */
  after: string | null;
  take: number;
};

export type FoundPage = { found: Found[]; hasNext: boolean };

/** A key of the order begins with the one or the other. */
const WHOLE = '0';
const BEGUN = '1';

/** From so many words on, it is sooner to read things in their order until a page is full than to put those found in order. */
const MANY = 2_000;
/** What is read in order has the same first letter: of a beginning of one letter none is read in vain, however few there are. */
const IN_ORDER = `("of"."beginnings" = ${MANY} OR length("of"."begun") = 1)`;

/** The first things of a kind with the looked-up word, in their order. */
const inOrder = (word: string, others: string, after: string) => `
  SELECT * FROM (
    SELECT DISTINCT ON (${s.rank}) ${s.rank} AS "rank", ${s.key} AS "key" FROM ${WORDS} s
    WHERE ${s.kind} = "of"."kind" AND ${word} AND ${others} AND ${s.rank} > ${after}
    ORDER BY ${s.rank} LIMIT ${PAGE_SIZE_MAX + 1}
  ) AS "most" LIMIT $5`;

const found = (phase: string, of: string, things: string) => `
  SELECT '${phase}' || "thing"."rank" AS "at", "of"."kind", "thing"."key"
  FROM "rarest" AS "of" CROSS JOIN "asked" CROSS JOIN LATERAL (${things}) AS "thing" WHERE ${of}`;

/** How many words there are like this, as far as it matters. */
const countOf = (word: string) =>
  `SELECT count(*) FROM (SELECT FROM ${WORDS} s WHERE ${s.kind} = "of"."kind" AND ${word} LIMIT ${MANY}) AS "some"`;

const IS_WHOLE = `${s.words} LIKE ALL ("asked"."whole")`;
const IS_BEGUN = `${s.words} LIKE ALL ("asked"."begun") AND NOT ${IS_WHOLE}`;
const PAGE_IS_OPEN = '(SELECT count(*) FROM "wholes") < $5';
const INITIAL = `left(${s.word}, 1) = left("of"."begun", 1) AND starts_with(${s.word}, "of"."begun")`;

/** Of each kind the rarest of the words is looked up, and the others are looked for in what it finds. */
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
 * Things with a word like the longest that no name begins with, the most like it first. If there is no such word, and it is
 * only that no name has all of them, one of them may be meant for another: the longest.
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

/** When nothing is written like that: what almost is, as far as one page goes. */
export function readSimilar(sql: Sql, { text, kinds, take }: Omit<SearchRequest, 'after'>): Promise<Found[]> {
  return sql.often<Found>(SIMILAR, [text, kinds, take]);
}

export async function readFound(sql: Sql, { text, kinds, after, take }: SearchRequest): Promise<FoundPage> {
  // Behind the last of one phase there is none of it, and the other begins from its first.
  const behind = (phase: string) => (after?.startsWith(phase) ? after.slice(phase.length) : '');
  const afterWhole = after?.startsWith(BEGUN) ? null : behind(WHOLE);
  const rows = await sql.often<Found>(STATEMENT, [text, kinds, afterWhole, behind(BEGUN), take + 1]);
  return { found: rows.slice(0, take), hasNext: rows.length > take };
}
