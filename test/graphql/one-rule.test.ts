// All rules as one find the same mistakes as graphql's own validation, in the same order.
import fc from 'fast-check';
import { parse, specifiedRules, validate } from 'graphql';
import { expect, test } from 'vitest';
import { oneRule } from '../../src/graphql/limits/one-rule.js';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';

/** Pieces of documents, most of them with a mistake: at least one for each rule, and some that rules do not look into. */
const DEFINITIONS = [
  'type Extra { name: String }',
  'query Same { clubs { nodes { name } } }',
  'query Same { clubs { nodes { name } } }',
  '{ clubs { nodes { name } } }',
  'subscription Two { one: tournament(slug: "a") { name } two: tournament(slug: "b") { name } }',
  'query Unused($unused: Int, $unused: Nothing, $object: Club) { clubs(first: $undefined) { nodes { name } } }',
  'query Position($text: String) { clubs(first: $text) { nodes { name } } }',
  'query Directives @skip(if: true) { clubs @nothing @skip(if: true) @skip(if: false) @include { nodes { name } } }',
  'query Arguments { clubs(firts: 1, first: 1, first: "1") { nodes { name } } club { name } }',
  'query Leaves { clubs { nodes { name { inside } } } tournaments }',
  'query Fields { clubs { nodes { nmae } } unknown { name(x: { a: 1, a: 2 }) } }',
  'query Overlap { club(slug: "a") { name name: slug } club(slug: "b") { name } }',
  'query Spreads { clubs { nodes { ...OfClub ...OfPlayer ...Missing ... on Player { name } ... on Nothing { x } } } }',
  'query Deep { __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
  'fragment OfClub on Club { name ...OfClub }',
  'fragment OfPlayer on Player { name }',
  'fragment OfPlayer on Player { name @skip(if: $undefined) }',
  'fragment OfText on String { length }',
];

const mistakesOf = (text: string, rules: typeof specifiedRules) =>
  validate(schema, parse(text), rules, { maxErrors: 1_000 }).map(({ message, locations }) => ({ message, locations }));

test('finds what each rule finds', () => {
  const all = DEFINITIONS.join('\n');
  const expected = mistakesOf(all, specifiedRules);
  expect(mistakesOf(all, [oneRule(specifiedRules)])).toEqual(expected);
  for (const rule of specifiedRules) {
    const own = mistakesOf(all, [rule]);
    expect(own, rule.name).not.toEqual([]);
    expect(mistakesOf(all, [oneRule([rule])]), rule.name).toEqual(own);
  }
});

test('finds the same in any of these definitions together', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(DEFINITIONS, { minLength: 1 }), (definitions) => {
      const text = definitions.join('\n');
      expect(mistakesOf(text, [oneRule(specifiedRules)])).toEqual(mistakesOf(text, specifiedRules));
    }),
  );
});
