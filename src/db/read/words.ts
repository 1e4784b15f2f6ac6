// Conditions on the words of names.
import type { SearchKind } from '../generated/enums.js';
import { columnsOf, tableOf } from '../one-statement/model.js';
import type { Given } from '../one-statement/where.js';

export const s = columnsOf('SearchWord', 's');
export const WORDS = tableOf('SearchWord');

/** In the C collation, no string with this prefix sorts after the prefix followed by U+10FFFF. */
export const begunWith = (word: string) => `${s.word} >= ${word} AND ${s.word} < ${word} || U&'\\+10FFFF'`;

/** LIKE patterns, one per word of the text, for the words of a name. */
const patternsOf = (text: string) => `ARRAY(SELECT '% ' || w || '%' FROM unnest(query_words(${text})) AS w)`;

/**
 * Tests whether every word of the text begins a word of this name, which has no stored words. A text of letters that are
 * apostrophes (U+02BC) has no word, and no name matches.
 */
export const hasWords = (name: string, text: string) =>
  `(query_words(${text}) <> '{}' AND ' ' || array_to_string(query_words(${name}), ' ') LIKE ALL (${patternsOf(text)}))`;

/** Selects the keys of the kind whose names match the text, found by the rarest word. */
export function keysWithText(kind: SearchKind, text: string, given: Given): string {
  const asked = given(text);
  const ofKind = `${WORDS} s WHERE ${s.kind} = '${kind}'`;
  const count = `(SELECT count(*) FROM (SELECT FROM ${ofKind} AND ${begunWith('w')} LIMIT ${COUNTED_MAX}) AS "some")`;
  // A single word need not be counted.
  const rarest = `SELECT CASE WHEN cardinality(q) = 1 THEN q[1]
    ELSE (SELECT w FROM unnest(q) AS w ORDER BY ${count}, length(w) DESC LIMIT 1) END FROM query_words(${asked}) AS q OFFSET 0`;
  return `SELECT "found"."key" FROM (${rarest}) AS "rarest"("word") CROSS JOIN LATERAL (
    SELECT ${s.key} FROM ${ofKind} AND ${begunWith('"rarest"."word"')}
      AND ${s.words} LIKE ALL (${patternsOf(asked)}) OFFSET 0
  ) AS "found"("key")`;
}

/** This many rows are read in a millisecond or two, so beyond that it does not matter which word is rarer. */
const COUNTED_MAX = 2_000;

/** Tests whether the row with this key has a matching name. */
export const matchesText = (kind: SearchKind, key: string, text: string, given: Given): string =>
  `EXISTS (SELECT FROM ${WORDS} s WHERE ${s.kind} = '${kind}' AND ${s.key} = ${key} AND ${s.nth} = 1
    AND ${s.words} LIKE ALL (${patternsOf(given(text))}) OFFSET 0)`;
