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

/** The keys of everything of the kind with such a name, found by the longest of the words. */
export function keysWithText(kind: SearchKind, text: string, given: Given): string {
  const asked = given(text);
  const longest = `(SELECT w FROM unnest(query_words(${asked})) AS w ORDER BY length(w) DESC LIMIT 1)`;
  return `SELECT ${s.key} FROM ${WORDS} s
    WHERE ${s.kind} = '${kind}' AND ${begunWith(longest)} AND ${s.words} LIKE ALL (${patternsOf(asked)})`;
}

/** Whether what has this key has such a name. */
export const matchesText = (kind: SearchKind, key: string, text: string, given: Given): string =>
  `EXISTS (SELECT FROM ${WORDS} s WHERE ${s.kind} = '${kind}' AND ${s.key} = ${key} AND ${s.nth} = 1
    AND ${s.words} LIKE ALL (${patternsOf(given(text))}) OFFSET 0)`;
