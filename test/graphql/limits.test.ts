import {
  type GraphQLOutputType,
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../src/config.js';
import { walked } from '../../src/graphql/document/selections.js';
import { costOf, weightOf } from '../../src/graphql/limits/cost.js';
import { costRefusal } from '../../src/graphql/limits/heaviest.js';
import { parseWithin } from '../../src/graphql/limits/limits.js';
import { operationOf } from '../../src/graphql/limits/operation.js';
import { repeatedFields } from '../../src/graphql/limits/repeats.js';
import { CEILING, shapesOf } from '../../src/graphql/limits/shape.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { createDocumentCache } from '../../src/graphql-http/server.js';
import { readSiteOperations } from '../../src/site/site-operations.js';

const shape = (text: string) => shapesOf(parse(text))[0];
const NONE = { depth: 1, introspectionDepth: 0, aliases: 0, aliasCharacters: 0, directives: 0, rootFields: 1 };
const request = (text: string, variableValues = {}, operationName?: string) => ({
  schema,
  document: parse(text),
  variableValues,
  operationName,
  contextValue: {},
});
const cost = (text: string, variables = {}) => costOf(request(text, variables), LIMITS.cost);
const refusal = (text: string, variables = {}, limit = 5_000) => {
  const asked = request(text, variables);
  return costRefusal(weightOf(operationOf(asked, limit)), limit).message;
};

describe('the shape of a document', () => {
  test('depth is the number of fields inside each other', () => {
    expect(shape('{ a }')).toStrictEqual(NONE);
    expect(shape('{ a { b { c } } d { e } }')).toStrictEqual({ ...NONE, depth: 3, rootFields: 2 });
    expect(shape('{ a { ... { ... on B { b } } } }')).toStrictEqual({ ...NONE, depth: 2 });
  });

  test('a fragment counts as often as it is spread', () => {
    const text = '{ ...F x: a { ...F } } fragment F on Q @d { a: b @d { c: d } e }';
    expect(shape(text)).toStrictEqual({
      ...NONE,
      depth: 3,
      aliases: 5,
      aliasCharacters: 5,
      directives: 4,
      rootFields: 3,
    });
  });

  test('the characters of aliases are added up, and count as often as their fragment is spread', () => {
    expect(shape('{ four: a b { ...F ...F } } fragment F on Q { threes: c }')).toMatchObject({
      aliases: 3,
      aliasCharacters: 16,
    });
  });

  test('directives count on operations, variables, fields and all three kinds of fragment', () => {
    const text = 'query($v: Int @d) @d { a @d ...F @d ... @d { b } } fragment F on Q @d { c @d @d }';
    expect(shape(text)?.directives).toBe(8);
  });

  test('each operation of a document is counted by itself', () => {
    expect(shapesOf(parse('query A { a b: a } query B { a { b } }'))).toStrictEqual([
      { ...NONE, aliases: 1, aliasCharacters: 1, rootFields: 2 },
      { ...NONE, depth: 2 },
    ]);
  });

  test('depth below __schema and __type is counted apart, aliases and directives are not', () => {
    expect(shape('{ __schema { a: types { name @d } } a }')).toStrictEqual({
      ...NONE,
      introspectionDepth: 3,
      aliases: 1,
      aliasCharacters: 1,
      directives: 1,
      rootFields: 2,
    });
    expect(shape(getIntrospectionQuery())?.introspectionDepth).toBe(15);
  });

  test('a fragment that is not there counts nothing', () => {
    expect(shape('{ a ...F }')).toStrictEqual(NONE);
  });

  test('a document that doubles itself 150 times is counted to the ceiling, not unfolded', () => {
    const doubling = (n: number) => `fragment F${n} on Q { ...F${n + 1} ...F${n + 1} }`;
    const bomb = `{ ...F0 } ${Array.from({ length: 150 }, (_, n) => doubling(n)).join('')} fragment F150 on Q { a: b @d }`;
    expect(shape(bomb)).toStrictEqual({
      ...NONE,
      aliases: CEILING,
      aliasCharacters: CEILING,
      directives: CEILING,
      rootFields: CEILING,
    });
  });

  test.each([
    ['itself', '{ ...A } fragment A on Q { ...A }', 'A'],
    ['another', '{ ...A } fragment A on Q { ...B } fragment B on Q { b { ...A } }', 'A'],
    ['itself, though nobody spreads it', '{ a } fragment A on Q { ... { ...A } }', 'A'],
  ])('a fragment that leads back through %s is named', (_through, text, name) => {
    expect(() => shape(text)).toThrow(`The fragment ${name} leads back to itself`);
  });

  test('repeated fields are those that stand where the answer already has one', () => {
    const repeated = (text: string) => repeatedFields(parse(text), 10);
    expect(repeated('{ a { b c } d: a { b } }')).toBe(0);
    expect(repeated('{ a { b } a { b c } ... on Q { a { c } } }')).toBe(4);
    expect(repeated('{ ...F ...F } fragment F on Q { a a }')).toBe(1);
    expect(repeated('{ ...F a { b } } fragment F on Q { ...G } fragment G on Q { a { b c } }')).toBe(2);
    expect(repeated('{ a } fragment F on Q { ...G a } fragment G on Q { a }')).toBe(1);
    expect(repeated(`{ ${'a '.repeat(1_000)} }`)).toBeGreaterThan(10);
  });
});

describe('the cost of an operation', () => {
  test('objects count, plain values do not, long texts do', () => {
    expect(cost('{ tournament(slug: "a") { name playerCount } }')).toBe(1);
    expect(cost('{ tournament(slug: "a") { name organizer { name } } }')).toBe(2);
    expect(cost('{ tournament(slug: "a") { description } }')).toBe(2);
    expect(cost('{ __typename tournament(slug: "a") { __typename name } }')).toBe(1);
  });

  test('a listing counts itself and a full page, 20 when no size is given', () => {
    expect(cost('{ tournaments { nodes { slug } } }')).toBe(21);
    expect(cost('{ tournaments(first: 3) { nodes { battles(first: 7) { nodes { id } } } } }')).toBe(1 + 3 * (2 + 7));
  });

  test('a plain list counts as many as it can be expected to have', () => {
    expect(cost('{ battle(id: "a") { players { name rounds { round } } } }')).toBe(1 + 2 * (1 + 5));
  });

  test('a count costs what it reads: of one thing, of everything, of all that a club collects', () => {
    expect(cost('{ tournament(slug: "a") { battles(first: 1) { totalCount } } }')).toBe(1 + 1 + 25);
    expect(cost('{ battles(tournament: "a") { totalCount } }')).toBe(1 + 25);
    expect(cost('{ battles(player: "a") { totalCount } }')).toBe(1 + 25);
    expect(cost('{ battles(club: "a") { totalCount } }')).toBe(1 + 1_000);
    expect(cost('{ tournaments(club: "a") { totalCount } }')).toBe(1 + 40 + 100 + 500);
    expect(cost('{ tournaments(first: 3) { totalCount } }')).toBe(1 + 100);
    expect(cost('{ tournaments { a: totalCount b: totalCount } }')).toBe(1 + 2 * 100);
    expect(cost('{ players(text: "a b", faction: "c") { totalCount } }')).toBe(1 + 2 * 60 + 40 + 100 + 2 * 500);
    expect(cost('{ battles(player: "a", faction: "b") { totalCount } }')).toBe(1 + 40 + 25);
    expect(cost('{ battles(player: "a", opponent: "b") { nextCursor } }')).toBe(1 + 40);
    expect(cost('{ battles(player: "a", tournament: "b") { nextCursor } }')).toBe(1 + 40);
    expect(cost('{ battles(club: "a", faction: "b") { totalCount } }')).toBe(1 + 1_000 + 1_000);
    expect(cost('{ clubs(first: 100) { nodes { battles(first: 1) { totalCount } } } }')).toBe(
      1 + 100 * (1 + 1 + 1_000),
    );
    expect(cost('{ player(id: "a") { opponents(first: 30) { name } } }')).toBe(1 + 50 + 30);
  });

  test('what a search finds beside its page costs as much as elsewhere, once and not for each entry', () => {
    const searched = (beside: string) =>
      cost(`{ search(text: "elves", first: 50) { nodes { __typename } ${beside} } }`);
    const alone = searched('');
    expect(alone).toBe(110);
    expect(searched('locations(first: 30) { city }') - alone).toBe(cost('{ locations(first: 30) { city } }'));
    expect(searched('factions(first: 100) { nodes { slug } }') - alone).toBe(200);
    expect(searched('a: factions(first: 1) { nodes { slug } } b: factions(first: 2) { totalCount }') - alone).toBe(301);
  });

  test('standings cost the competition they are made of, once a tournament, and 10 each', () => {
    expect(cost('{ tournaments(first: 100) { nodes { winner { name } } } }')).toBe(1 + 100 * (1 + 10 + 100));
    expect(cost('{ standings(tournament: "a") { __typename } }')).toBe(10 + 100);
    const ofTournament = (inside: string) => cost(`{ tournament(slug: "a") { ${inside} } }`) - 1;
    expect(ofTournament('winner { name } standings { __typename }')).toBe(100 + 2 * 10);
    expect(ofTournament('standings { ... on Board { stage { standings { __typename } } } }')).toBe(100 + 10 + 1 + 10);
    expect(ofTournament('participants { nodes { boardRow { rank } } }')).toBe(100 + 1 + 20 * (1 + 10));
    expect(ofTournament('battles { nodes { stage { standings { __typename } } } }')).toBe(100 + 1 + 20 * (1 + 1 + 10));
    expect(ofTournament('standings(throughRound: 1) { __typename } winner { name }')).toBe(300 + 10 + 100 + 10);
    const byRound = '... on Board { ranksByRound { round ranks } }';
    expect(ofTournament(`standings { ${byRound} }`)).toBe(100 + 10 + 300 + 6 * 10);
    expect(ofTournament(`a: standings { ${byRound} } b: standings(stage: "x") { ${byRound} }`)).toBe(
      100 + 300 + 2 * (10 + 60),
    );
    const atRoot = (field: string, inside: string) => cost(`{ ${field} { nodes { ${inside} } } }`);
    expect(atRoot('participants(tournament: "a")', 'boardRow { rank }')).toBe(100 + 1 + 20 * (1 + 10));
    expect(atRoot('battles(tournament: "a")', 'stage { standings { __typename } }')).toBe(100 + 1 + 20 * (1 + 1 + 10));
    // Entries of a player or of a club may belong to as many different tournaments.
    expect(atRoot('participants(player: "a")', 'boardRow { rank }')).toBe(1 + 20 * (1 + 10 + 100));
    expect(atRoot('battles(club: "a")', 'stage { standings { __typename } }')).toBe(1 + 20 * (1 + 1 + 10 + 100));
    const ofPlayer = '{ player(id: "a") { participations(first: 5) { nodes { tournament { winner { name } } } } } }';
    expect(cost(ofPlayer)).toBe(1 + 1 + 5 * (1 + 1 + 10 + 100));
    expect(cost('{ a: standings(tournament: "a") { __typename } b: standings(tournament: "b") { __typename } }')).toBe(
      220,
    );
  });

  test('rows and matches are paid with their standings, what is behind each of them is not', () => {
    const rows = (args: string, inside: string) =>
      cost(`{ standings(tournament: "a") { ... on Board { rows${args} { ${inside} } } } }`) - 110;
    expect([rows('', 'rank name'), rows('', 'player { id }'), rows('(first: 3)', 'player { id }')]).toStrictEqual([
      0, 200, 3,
    ]);
    expect(rows('(first: 1000)', 'player { id }')).toBe(200);
    const matches = (inside: string) =>
      cost(`{ standings(tournament: "a") { ... on Bracket { matches { ${inside} } } } }`) - 110;
    expect([matches('players { name } winner { name }'), matches('battle { id }')]).toStrictEqual([0, 32]);
  });

  test('fields that merge count once, and of what an object can be only the heavier', () => {
    const twice =
      '{ ...A ...B } fragment A on Query { clubs { nodes { slug } } } fragment B on Query { ...A clubs { nodes { name } } }';
    expect(cost(twice)).toBe(21);
    const ofStandings = (inside: string) => cost(`{ standings(tournament: "a") { ${inside} } }`);
    const [rows, matches] = ['... on Board { rows { player { id } } }', '... on Bracket { matches { battle { id } } }'];
    expect(ofStandings(`${rows} ${matches}`)).toBe(Math.max(ofStandings(rows), ofStandings(matches)));
  });

  test('edges cost what nodes cost, from whichever end, and where the page stands costs nothing', () => {
    const inside = '{ battles(first: 5) { nodes { date } } }';
    const nodes = cost(`{ clubs(first: 10) { nodes ${inside} } }`);
    expect(nodes).toBe(1 + 10 * (1 + 1 + 5));
    expect(cost(`{ clubs(last: 10) { edges { cursor node ${inside} } pageInfo { endCursor hasNextPage } } }`)).toBe(
      nodes,
    );
    expect(refusal('{ clubs(last: 100) { edges { node { battles(last: 100) { edges { cursor } } } } } }')).toBe(
      'battles(last: 100) inside clubs(last: 100) costs 10,100; the limit is 5,000',
    );
    expect(() => cost('{ clubs(first: 1, last: 1) { nextCursor } }')).toThrow('Give first or last, not both');
  });

  test('things by their ids cost what is selected of the kind of each, and 1 that are not there', () => {
    const ids = (...texts: string[]) => texts.map((text) => Buffer.from(text).toString('base64url'));
    const text = `query($ids: [ID!]!) { nodes(ids: $ids) { id ... on Club { battles(first: 5) { nodes { date } } }
      ... on Tournament { winner { name } } ... on Stage { standings { __typename } } } }`;
    const of = (...texts: string[]) => cost(text, { ids: ids(...texts) });
    expect([of(), of('Player:p'), of('Club:c'), of('Tournament:t'), of('Stage:t/swiss'), of('nothing')]).toStrictEqual([
      0,
      1,
      1 + 1 + 5,
      1 + 10 + 100,
      1 + 10 + 100,
      1,
    ]);
    // Two stages may belong to two tournaments.
    expect(of('Stage:t/swiss', 'Stage:t/knockout', 'Club:c', 'Player:p')).toBe(2 * 111 + 7 + 1);
    expect(cost('query($id: ID!) { node(id: $id) { ... on Tournament { winner { name } } } }', { id: 'x' })).toBe(1);
    expect(() => cost(text, { ids: Array(101).fill('x') })).toThrow('ids must not be more than 100');
  });

  test('variables and their defaults count like values written out', () => {
    const text = 'query($n: Int = 5) { tournaments(first: $n) { nodes { slug } } }';
    expect(cost(text)).toBe(6);
    expect(cost(text, { n: 100 })).toBe(101);
    expect(cost(text, { n: null })).toBe(21);
  });

  test('a document that comes again costs what its variables say, and is looked into only where they are given', () => {
    const text = `query($n: Int) { tournaments(first: $n) { nodes { stages { name } ...T } } }
      fragment T on Tournament { battles(first: $n) { nodes { players { name grandStrategy { picked } } } } }`;
    const document = parse(text);
    const weighed = (n: number) => {
      const before = walked.steps;
      const found = costOf({ ...request(text, { n }), document }, LIMITS.cost);
      return { cost: found, steps: walked.steps - before };
    };
    const [first, second, third] = [5, 7, 5].map(weighed);
    expect([first, second, third].map((each) => each?.cost)).toStrictEqual([5, 7, 5].map((n) => cost(text, { n })));
    // The later steps exclude players, their grand strategies and the stages.
    expect([first, second, third].map((each) => each?.steps)).toStrictEqual([11, 5, 5]);
  });

  test('of several operations, the one that runs counts', () => {
    const text = 'query A { tournaments { nodes { slug } } } query B { tournaments(first: 2) { nodes { slug } } }';
    expect(costOf(request(text, {}, 'A'), LIMITS.cost)).toBe(21);
    expect(costOf(request(text, {}, 'B'), LIMITS.cost)).toBe(3);
  });

  test('every list of objects says how many to expect', () => {
    const isObjectList = (type: GraphQLOutputType) =>
      isListType(getNullableType(type)) && isCompositeType(getNamedType(type));
    const silent = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ type, field })) : []))
      .filter(({ field }) => isObjectList(field.type) && field.extensions.complexity === fieldCost)
      .map(({ type, field }) => `${type.name}.${field.name}`);
    expect(silent).toStrictEqual([]);
  });
  // The complexity of a field that does not define its own.
  const fieldCost = schema.getQueryType()?.getFields().tournament?.extensions.complexity;

  test('introspection counts the objects it returns', () => {
    expect(cost('{ __type(name: "ArmyList") { name fields { name type { name } } } }')).toBe(1 + 6 * 2);
    expect(cost('{ __type(name: "Nothing") { name } }')).toBe(0);
    expect(
      cost('query($n: String!) { __type(name: $n) { ...F } } fragment F on __Type { enumValues { name } }', {
        n: 'Role',
      }),
    ).toBe(3);
    const standard = cost(getIntrospectionQuery());
    expect(standard).toBeGreaterThan(500);
    expect(standard).toBeLessThan(LIMITS.cost / 2);
  });
});

describe('what a refusal names', () => {
  test('the innermost list that is too much by itself, with the lists around it', () => {
    expect(
      refusal('{ tournaments(first: 100) { nodes { battles(first: 100) { nodes { players { name } } } } } }'),
    ).toBe('battles(first: 100) inside tournaments(first: 100) costs 30,100; the limit is 5,000');
    expect(
      refusal(
        '{ tournament(slug: "a") { stages { standings { ... on Board { rows { player { battles { nodes { id } } } } } } } } }',
      ),
    ).toBe('battles(first: 20) inside rows(first: 200) inside stages costs 21,000; the limit is 5,000');
  });

  test('sizes given by variables, by their values', () => {
    const text = 'query($a: Int, $b: Int = 90) { clubs(first: $a) { nodes { battles(first: $b) { nodes { id } } } } }';
    expect(refusal(text, { a: 60 })).toBe('battles(first: 90) inside clubs(first: 60) costs 5,460; the limit is 5,000');
  });

  test('the outermost list when it takes several parts to be too much', () => {
    const page = (alias: string) => `${alias}: tournaments(first: 100) { nodes { organizer { slug } } }`;
    expect(refusal(`{ ${page('a')} ${page('b')} }`, {}, 300)).toBe(
      'tournaments(first: 100) costs 201 of 402; the limit is 300',
    );
  });

  test('a field when there is no list, and introspection', () => {
    expect(refusal('{ tournament(slug: "a") { organizer { name } } }', {}, 1)).toBe(
      'tournament costs 2; the limit is 1',
    );
    expect(refusal('{ __schema { types { name } } }', {}, 10)).toMatch(/^__schema costs \d+; the limit is 10$/);
  });
});

describe('the website', () => {
  test('its persisted operations fit, with the page sizes they have', () => {
    const variables = { slug: 'a', id: 'a', text: 'a', stage: 'a', opponent: 'a', kind: 'battle', start: 'a' };
    for (const { text } of readSiteOperations()) {
      const document = parseWithin(LIMITS)(text);
      // Statistics read all battles; the other pages leave at least a quarter of the limit.
      const most = text.includes('statistics') ? LIMITS.cost : 0.75 * LIMITS.cost;
      expect(costOf({ schema, document, variableValues: variables, contextValue: {} }, LIMITS.cost)).toBeLessThan(most);
    }
  });
});

describe('parsed documents are kept', () => {
  const document = (name: string) => parse(`{ ${name} }`);

  test('until their tokens are too many, and the longest unused goes first', () => {
    const cache = createDocumentCache(7);
    for (const name of ['a', 'b']) cache.set(name, document(name));
    expect(cache.get('a')).toBeDefined();
    cache.set('c', document('c'));
    expect(['a', 'b', 'c'].filter((name) => cache.get(name))).toStrictEqual(['a', 'c']);
  });

  test('and one that is too large alone is not', () => {
    const cache = createDocumentCache(7);
    cache.set('a', parse('{ a b c d e f g }'));
    expect(cache.get('a')).toBeUndefined();
  });
});
