import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createCompiler } from '../../src/graphql/run/compiled.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { doubling, objectTypes } from '../support/fragment-graph.js';

const [SMALL, LARGE] = [20, 400];

/** The numbers of the requests for which an operation of this cost is compiled. */
function compiledAt(text: string, cost = SMALL): number[] {
  const { compiledOf } = createCompiler();
  const document = parse(text);
  return [1, 2, 3, 4].filter(() => compiledOf(document, cost) !== null);
}

test('an operation is compiled when it comes for the third time', () => {
  expect(compiledAt('{ clubs { nodes { name } } }')).toStrictEqual([3, 4]);
});

test('one of many objects at once, and kept when it comes for the third time', () => {
  const { compiledOf, giveUp } = createCompiler();
  const document = parse('{ clubs { nodes { name } } }');
  const [first, second, third, fourth] = [1, 2, 3, 4].map(() => compiledOf(document, LARGE));
  expect([first, second, third]).not.toContain(null);
  expect(second).not.toBe(first);
  expect(fourth).toBe(third);
  giveUp(document);
  expect(compiledOf(document, LARGE)).toBeNull();
});

test('each operation of a document by itself', () => {
  const { compiledOf } = createCompiler();
  const document = parse('query A { clubs { nodes { name } } } query B { clubs { nodes { slug } } }');
  const times = ['A', 'A', 'B', 'A', 'B', 'B'].map((name) => compiledOf(document, SMALL, name) !== null);
  expect(times).toStrictEqual([false, false, false, true, false, true]);
});

test('the longest unused is forgotten, and has to come as often again', () => {
  const { compiledOf } = createCompiler();
  const text = (n: number) =>
    `{ clubs { nodes { ${Array.from({ length: 190 }, (_, at) => `a${n}x${at}: name`).join(' ')} } } }`;
  const documents = Array.from({ length: 60 }, (_, n) => parse(text(n)));
  const ask = () => documents.map((document) => compiledOf(document, SMALL) !== null);
  ask();
  ask();
  expect(ask()).toStrictEqual(Array(60).fill(true));
  expect(compiledOf(documents[59] as never, SMALL)).not.toBeNull();
  expect(compiledOf(documents[0] as never, SMALL)).toBeNull();
});

describe('what is never compiled', () => {
  const club = (argument: string) => `{ club(slug: ${argument}) { name } }`;
  /** The compiler inserts the text after this marker into its source unescaped. */
  const MAGIC = '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d';

  test.each([
    ['a text that means something to the compiler', club(`"${MAGIC}0);globalThis.entered=true;(0"`)],
    [
      'such a text as a default',
      `query ($s: String! = "${MAGIC}0);globalThis.entered=true;(0") { club(slug: $s) { name } }`,
    ],
    ['a text with a quote', club('"a\\"b"')],
    ['an alias of the prototype', '{ __proto__: clubs { nodes { name } } }'],
    ['a variable of the prototype', 'query ($toString: Int) { clubs(first: $toString) { nodes { name } } }'],
    ['aliases that name two places alike', '{ a_b: clubs { nodes { name } } }'],
    ['a condition', 'query ($yes: Boolean!) { clubs { nodes { name @include(if: $yes) } } }'],
    ['introspection', '{ __schema { queryType { name } } }'],
    [
      'more fields than one may have',
      `{ clubs { nodes { ${Array.from({ length: 250 }, (_, n) => `a${n}: name`).join(' ')} } } }`,
    ],
  ])('%s', (_what, text) => {
    expect(compiledAt(text)).toStrictEqual([]);
    expect(compiledAt(text, LARGE)).toStrictEqual([]);
  });

  test('fragments that double themselves, however small the document', () => {
    for (const type of objectTypes(schema).filter(({ name }) => name === 'Club')) {
      expect(compiledAt(`{ club(slug: "x") { ...F0 } } ${doubling(type, 30)}`)).toStrictEqual([]);
    }
  });
});
