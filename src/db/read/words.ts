// The words of names, as statements look for them.
import type { SearchKind } from '../generated/enums.js';
import { columnsOf, tableOf } from './model.js';
import type { Given } from './where.js';

export const s = columnsOf('SearchWord', 's');
export const WORDS = tableOf('SearchWord');

/** In the C collation nothing that begins with the word comes after it. */
export const begunWith = (word: string) => `${s.word} >= ${word} AND ${s.word} < ${word} || U&'\\+10FFFF'`;

/** What each word of a text is looked for by in the words of a name. */
const patternsOf = (text: string) => `ARRAY(SELECT '% ' || w || '%' FROM unnest(query_words(${text})) AS w)`;

/** The keys of everything of the kind with such a name, found by the rarest of the words. */
export function keysWithText(kind: SearchKind, text: string, given: Given): string {
  const asked = given(text);
  const ofKind = `${WORDS} s WHERE ${s.kind} = '${kind}'`;
  const count = `(SELECT count(*) FROM (SELECT FROM ${ofKind} AND ${begunWith('w')} LIMIT ${COUNTED_MAX}) AS "some")`;
  // One alone need not be counted.
  const rarest = `SELECT CASE WHEN cardinality(q) = 1 THEN q[1]
    ELSE (SELECT w FROM unnest(q) AS w ORDER BY ${count}, length(w) DESC LIMIT 1) END FROM query_words(${asked}) AS q OFFSET 0`;
  return `SELECT "found"."key" FROM (${rarest}) AS "rarest"("word") CROSS JOIN LATERAL (
    SELECT ${s.key} FROM ${ofKind} AND ${begunWith('"rarest"."word"')}
      AND ${s.words} LIKE ALL (${patternsOf(asked)}) OFFSET 0
  ) AS "found"("key")`;
}

/** So many are looked through in a millisecond or two: which of them is rarer makes no difference. */
const COUNTED_MAX = 2_000;

/** Whether what has this key has such a name. */
export const matchesText = (kind: SearchKind, key: string, text: string, given: Given): string =>
  `EXISTS (SELECT FROM ${WORDS} s WHERE ${s.kind} = '${kind}' AND ${s.key} = ${key} AND ${s.nth} = 1
    AND ${s.words} LIKE ALL (${patternsOf(given(text))}) OFFSET 0)`;
