import fc from 'fast-check';
import { buildSchema } from 'graphql';
import { expect, test } from 'vitest';
import { operationFolder } from './operation-folder.js';

const { read } = operationFolder();

const tiny = buildSchema(`
  type Query { thing: Thing things(after: String): Things shape: Shape shapes: [Shape!]! only: Only node: Node }
  type Things { nodes: [Thing!]! nextCursor: String }
  type Thing {
    id: ID! name: String note: String count: Int! tags: [String!]! metrics: String
    part: Part parts: [Part] sure: Part! shape: Shape
  }
  type Part { a: Int b: Int part: Part }
  type Circle implements Node { id: ID! radius: Int colour: String }
  type Square implements Node { id: ID! side: Int colour: String }
  interface Node { id: ID! }
  union Shape = Circle | Square
  union Only = Circle
`);

type Data = Record<string, unknown>;

/** The body, as text, that a document makes of a result; the order of keys matters. */
function bodyOf(selection: string, data: Data, fragments = ''): string {
  const [route] = read(tiny, {
    'a.graphql': `query A($cursor: String) @rest(path: "/a", example: {}) {
      things(after: $cursor) @inline { nextCursor @optional } ${selection}
    } ${fragments}`,
  });
  const link = (cursor: string) => `https://gateway.test/a?cursor=${cursor}`;
  return route?.toBody({ things: null, ...data }, link).join('') ?? '';
}

test('keys are the aliases', () => {
  expect(
    bodyOf('data: thing { title: name second: part { x: a y: b @optional } }', {
      data: { title: 'n', second: { x: 1, y: null } },
    }),
  ).toBe('{"data":{"title":"n","second":{"x":1}}}');
});

test('an @inline object gives its keys to the one around it, in its own place', () => {
  expect(
    bodyOf('thing { id part @inline { second: b first: a } name }', {
      thing: { id: '1', part: { second: 2, first: 1 }, name: 'n' },
    }),
  ).toBe('{"thing":{"id":"1","second":2,"first":1,"name":"n"}}');
});

test('the keys of an @inline object that is null are absent', () => {
  expect(bodyOf('thing { id part @inline { a b } name }', { thing: { id: '1', part: null, name: 'n' } })).toBe(
    '{"thing":{"id":"1","name":"n"}}',
  );
  expect(bodyOf('thing @inline { part @inline { a } id }', { thing: { part: { a: 1 }, id: '1' } })).toBe(
    '{"a":1,"id":"1"}',
  );
  expect(bodyOf('thing @inline { part @inline { a } id }', { thing: null })).toBe('{}');
});

test('an @optional key is absent when null, and there when empty, zero or false', () => {
  const selection = 'thing { name @optional note @optional part @optional { a } parts @optional { a } id }';
  expect(bodyOf(selection, { thing: { name: null, note: null, part: null, parts: null, id: '1' } })).toBe(
    '{"thing":{"id":"1"}}',
  );
  expect(bodyOf(selection, { thing: { name: '', note: 0, part: { a: null }, parts: [], id: false } })).toBe(
    '{"thing":{"name":"","note":0,"part":{"a":null},"parts":[],"id":false}}',
  );
});

test('what is nullable and not @optional stays, as null', () => {
  expect(
    bodyOf('thing { name part { a @optional } parts { a @optional } shape { ... on Circle { radius } } }', {
      thing: { name: null, part: null, parts: null, shape: null },
    }),
  ).toBe('{"thing":{"name":null,"part":null,"parts":null,"shape":null}}');
  expect(bodyOf('thing { name }', { thing: null })).toBe('{"thing":null}');
});

test('a @link is the address of the cursor, and null stays null', () => {
  const selection = 'list: things @inline { data: nodes { id } next: nextCursor @link }';
  expect(bodyOf(selection, { list: { data: [], next: 'abc' } })).toBe(
    '{"data":[],"next":"https://gateway.test/a?cursor=abc"}',
  );
  expect(bodyOf(selection, { list: { data: [{ id: '1' }], next: null } })).toBe('{"data":[{"id":"1"}],"next":null}');
});

const SHAPE = '... on Circle { r: radius colour @optional } ... on Square { colour s: side }';

test('a union is written by the type the result says, which is no key of its own', () => {
  expect(bodyOf(`shape { ${SHAPE} }`, { shape: { __typename: 'Circle', r: 1, colour: null } })).toBe(
    '{"shape":{"r":1}}',
  );
  expect(bodyOf(`shape { ${SHAPE} }`, { shape: { __typename: 'Square', colour: null, s: 2 } })).toBe(
    '{"shape":{"colour":null,"s":2}}',
  );
});

test('in a list, each object has its own optional keys, and null stays null', () => {
  expect(
    bodyOf('thing { parts { a @optional b part @inline { deep: a } } }', {
      thing: {
        parts: [{ a: 1, b: null, part: null }, null, { a: null, b: 2, part: { deep: 3 } }, { a: 0, b: 0, part: null }],
      },
    }),
  ).toBe('{"thing":{"parts":[{"a":1,"b":null},null,{"b":2,"deep":3},{"a":0,"b":0}]}}');
});

test('fragments on one field are merged: the first mention gives the place, each adds its keys', () => {
  expect(
    bodyOf(
      'thing { ...Short ...Long }',
      { thing: { id: '1', part: { a: 1, b: null, part: null }, name: 'n', count: 3 } },
      `fragment Short on Thing { id part { a } name }
       fragment Long on Thing { part { b @optional part { a } } count }`,
    ),
  ).toBe('{"thing":{"id":"1","part":{"a":1,"part":null},"name":"n","count":3}}');
});

test('values are written as JSON writes them, whatever they hold', () => {
  const text = fc.string({ unit: 'binary' });
  const thing = fc.record({
    id: text,
    name: fc.option(text),
    count: fc.integer(),
    tags: fc.array(text),
    metrics: fc.oneof(fc.jsonValue(), fc.constantFrom({}, [], '', null)),
    part: fc.option(fc.record({ a: fc.option(fc.integer()) })),
    parts: fc.option(fc.array(fc.option(fc.record({ a: fc.option(fc.integer()) })))),
  });
  fc.assert(
    fc.property(thing, (value) => {
      const selection = 'thing { id name count tags metrics part { a } parts { a } }';
      expect(bodyOf(selection, { thing: value })).toBe(JSON.stringify({ thing: value }));
      expect(bodyOf(`list: things @inline { nodes { ${selection.slice(8, -2)} } }`, { list: { nodes: [value] } })).toBe(
        JSON.stringify({ nodes: [value] }),
      );
    }),
  );
});

test.each([1.5, 2 ** 31, Number.POSITIVE_INFINITY, 'many'])('%s is no Int, and makes no body', (count) => {
  expect(() => bodyOf('thing { count }', { thing: { count } })).toThrow('Int cannot represent');
  expect(() => bodyOf('thing @inline { count }', { thing: { count } })).toThrow('Int cannot represent');
});
