import { h } from 'preact';
import { expect, test } from 'vitest';
import { OPERATOR } from '../../src/config.js';
import { createBrand } from '../../src/site/brand.js';
import { documentOf } from '../../src/site/components/document.js';
import { Rows } from '../../src/site/components/rows.js';

const SITE = { root: '', url: 'https://site.example', address: '/', brand: createBrand(OPERATOR) };

/** A page of tables with these many rows, in the pieces in which it is rendered: the rows in each. */
function piecesOf(...lengths: number[]): string[][] {
  const tables = lengths.map((length, at) =>
    h(Rows<string>, {
      of: Array.from({ length }, (_, row) => `${at}-${row}`),
      each: (name) => h('tr', { key: name }, name),
    }),
  );
  const { text, rest = [] } = documentOf({ title: 'Rows', description: 'Rows', main: h('div', null, tables) }, SITE);
  return [text, ...rest].map((piece) => [...piece.matchAll(/<tr>([\d-]+)<\/tr>/g)].map(([, name]) => name ?? ''));
}

const namesOf = (...lengths: number[]) =>
  lengths.flatMap((length, at) => Array.from({ length }, (_, row) => `${at}-${row}`));

test.each([[[0]], [[200]], [[201]], [[1_000]], [[150, 90, 0, 410]]])(
  'tables of %j rows are rendered whole, at most 200 rows at a time',
  (lengths) => {
    const pieces = piecesOf(...lengths);
    expect(pieces.flat()).toStrictEqual(namesOf(...lengths));
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(200);
  },
);
