// Full-text search by names: for each word of the text, the name must have a word that begins with it. Matches of whole
// words come first. Prisma cannot express any of this.
import type { SearchKind } from '../generated/enums.js';
import { PAGE_SIZE_MAX } from '../one-statement/page.js';
import type { Sql } from '../sql.js';
import { begunWith, s, WORDS } from './words.js';

/** A match: its kind, its slug or public player id, and its key in the order of results. */
type Found = { kind: SearchKind; key: string; at: string };

type SearchRequest = {
  text: string;
  kinds: readonly SearchKind[];
  /** Entries between these two, of which `take` are read from either end. */
  after: string | null;
  before: string | null;
  take: number;
  fromEnd: boolean;
};

/** `hasMore` is true if there are more in the direction in which the page was read. */
type FoundPage = { found: Found[]; hasMore: boolean };

/** Prefix of the order key: whole-word matches sort before prefix matches. */
const WHOLE = '0';
const BEGUN = '1';

/** Number of matching words from which reading in order until a page is full is faster than sorting the matches. */
const MANY = 2_000;
/** An ordered read scans all words with the same first letter: for a one-letter prefix every row read matches. */
const IN_ORDER = `("of"."beginnings" = ${MANY} OR length("of"."begun") = 1)`;

type Order = 'ASC' | 'DESC';

/** The ranks of a phase that are between the cursors. */
const BETWEEN = {
  [WHOLE]: `${s.rank} > $3 AND ${s.rank} < $4`,
  [BEGUN]: `${s.rank} > $5 AND ${s.rank} < $6`,
};

/** The first or last matches of a kind that have the looked-up word. */
const inOrder = (order: Order, word: string, others: string, between: string) => `
  SELECT * FROM (
    SELECT DISTINCT ON (${s.rank}) ${s.rank} AS "rank", ${s.key} AS "key" FROM ${WORDS} s
    WHERE ${s.kind} = "of"."kind" AND ${word} AND ${others} AND ${between}
    ORDER BY ${s.rank} ${order} LIMIT ${PAGE_SIZE_MAX + 1}
  ) AS "most" LIMIT $7`;

const found = (phase: string, of: string, things: string) => `
  SELECT '${phase}' || "thing"."rank" AS "at", "of"."kind", "thing"."key"
  FROM "rarest" AS "of" CROSS JOIN "asked" CROSS JOIN LATERAL (${things}) AS "thing" WHERE ${of}`;

/** Number of matching words, counted up to MANY. */
const countOf = (word: string) =>
  `SELECT count(*) FROM (SELECT FROM ${WORDS} s WHERE ${s.kind} = "of"."kind" AND ${word} LIMIT ${MANY}) AS "some"`;

const IS_WHOLE = `${s.words} LIKE ALL ("asked"."whole")`;
const IS_BEGUN = `${s.words} LIKE ALL ("asked"."begun") AND NOT ${IS_WHOLE}`;
const INITIAL = `left(${s.word}, 1) = left("of"."begun", 1) AND starts_with(${s.word}, "of"."begun")`;

const wholes = (order: Order, isOpen = 'true') =>
  found(WHOLE, isOpen, inOrder(order, `${s.word} = "of"."whole"`, IS_WHOLE, BETWEEN[WHOLE]));
const begun = (order: Order, isOpen = 'true') => `
  ${found(BEGUN, `NOT ${IN_ORDER} AND ${isOpen}`, inOrder(order, begunWith('"of"."begun"'), IS_BEGUN, BETWEEN[BEGUN]))}
  UNION ALL
  ${found(BEGUN, `${IN_ORDER} AND ${isOpen}`, inOrder(order, INITIAL, IS_BEGUN, BETWEEN[BEGUN]))}`;

/** The second phase is read only if the first leaves room on the page. */
const PAGE_IS_OPEN = '(SELECT count(*) FROM "earlier") < $7';

/** For each kind, the rarest word is looked up, and the other words are tested on its matches. */
const statementIn = (order: Order) => `
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
  ), "earlier" AS MATERIALIZED (
    ${order === 'ASC' ? wholes(order) : begun(order)}
  )
  SELECT * FROM (
    SELECT * FROM "earlier"
    UNION ALL
    ${order === 'ASC' ? begun(order, PAGE_IS_OPEN) : wholes(order, PAGE_IS_OPEN)}
  ) AS "found" ORDER BY "at" ${order} LIMIT $7`;

const FORWARDS = statementIn('ASC');
const BACKWARDS = statementIn('DESC');

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
export function readSimilar(
  sql: Sql,
  { text, kinds, take }: Pick<SearchRequest, 'text' | 'kinds' | 'take'>,
): Promise<Found[]> {
  sql.tag?.('search');
  return sql.queryPrepared<Found>(SIMILAR, [text, kinds, take]);
}

export async function readFound(sql: Sql, request: SearchRequest): Promise<FoundPage> {
  sql.tag?.('search');
  const { text, kinds, after, before, take, fromEnd } = request;
  const bounds = [WHOLE, BEGUN].flatMap((phase) => [low(phase, after), high(phase, before)]);
  const statement = fromEnd ? BACKWARDS : FORWARDS;
  const rows = await sql.queryPrepared<Found>(statement, [text, kinds, ...bounds, take + 1]);
  const page = rows.slice(0, take);
  return { found: fromEnd ? page.reverse() : page, hasMore: rows.length > take };
}

/** Sorts after every rank. */
const END = '\u{10FFFF}';

/** The part of a phase behind a cursor: all of it if the cursor is in an earlier phase, nothing if in a later one. */
const low = (phase: string, after: string | null) =>
  after === null || after[0] === undefined || after[0] < phase ? '' : after[0] > phase ? END : after.slice(1);
const high = (phase: string, before: string | null) =>
  before === null || before[0] === undefined || before[0] > phase ? END : before[0] < phase ? '' : before.slice(1);
