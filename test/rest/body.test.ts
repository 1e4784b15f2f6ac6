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

test('keys come in the order of the selection, whatever the order of the result', () => {
  expect(bodyOf('thing { note name part { b a } id }', { thing: { note: 'n', name: 'm', part: null, id: '1' } })).toBe(
    '{"thing":{"note":"n","name":"m","part":null,"id":"1"}}',
  );
  expect(bodyOf('thing { note @optional name id }', { thing: { id: '1', name: 'm', note: 'n' }, ignored: true })).toBe(
    '{"thing":{"note":"n","name":"m","id":"1"}}',
  );
});

test('keys are the aliases', () => {
  expect(
    bodyOf('data: thing { title: name second: part { x: a y: b @optional } }', {
      data: { title: 'n', second: { x: 1, y: null } },
    }),
  ).toBe('{"data":{"title":"n","second":{"x":1}}}');
});

test('one field under two aliases is two keys', () => {
  expect(bodyOf('one: thing { id } two: thing { name }', { one: { id: '1' }, two: { name: null } })).toBe(
    '{"one":{"id":"1"},"two":{"name":null}}',
  );
});

test('an @inline object gives its keys to the one around it, in its own place', () => {
  expect(
    bodyOf('thing { id part @inline { second: b first: a } name }', {
      thing: { id: '1', part: { second: 2, first: 1 }, name: 'n' },
    }),
  ).toBe('{"thing":{"id":"1","second":2,"first":1,"name":"n"}}');
});

test('@inline inside @inline goes all the way out', () => {
  expect(
    bodyOf('thing @inline { id part @inline { a part @inline { b } } name }', {
      thing: { id: '1', part: { a: null, part: { b: 2 } }, name: 'n' },
    }),
  ).toBe('{"id":"1","a":null,"b":2,"name":"n"}');
});

test('the key of an @inline object may be the name of a key inside', () => {
  expect(
    bodyOf('thing { note: part @inline { note: a scored: b } id }', {
      thing: { note: { note: 7, scored: null }, id: '1' },
    }),
  ).toBe('{"thing":{"note":7,"scored":null,"id":"1"}}');
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

test('a @link that is also @optional is absent when null', () => {
  const selection = 'list: things @inline { data: nodes { id } next: nextCursor @link @optional }';
  expect(bodyOf(selection, { list: { data: [], next: null } })).toBe('{"data":[]}');
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

test('a union can be @inline', () => {
  expect(bodyOf(`shape @inline { ${SHAPE} }`, { shape: { __typename: 'Square', colour: 'red', s: 2 } })).toBe(
    '{"colour":"red","s":2}',
  );
  expect(bodyOf(`shape @inline { ${SHAPE} }`, { shape: null })).toBe('{}');
});

test('in a list of a union each is written by its own type', () => {
  expect(
    bodyOf(`shapes { ${SHAPE} }`, {
      shapes: [
        { __typename: 'Square', colour: 'red', s: 2 },
        { __typename: 'Circle', r: 1, colour: null },
      ],
    }),
  ).toBe('{"shapes":[{"colour":"red","s":2},{"r":1}]}');
});

test('an interface is written by its type too, common fields first where they stand first', () => {
  const selection = 'node { id ... on Circle { radius @optional } ... on Square { side } }';
  expect(bodyOf(selection, { node: { __typename: 'Circle', id: '1', radius: null } })).toBe('{"node":{"id":"1"}}');
  expect(bodyOf(selection, { node: { __typename: 'Square', id: '2', side: 4 } })).toBe('{"node":{"id":"2","side":4}}');
});

test('a type of a union that nothing is selected of is an empty object', () => {
  expect(bodyOf('shape { ... on Circle { radius } }', { shape: { __typename: 'Square' } })).toBe('{"shape":{}}');
});

test('a union of one type has no key for the type either', () => {
  expect(bodyOf('only { ... on Circle { radius } }', { only: { __typename: 'Circle', radius: 1 } })).toBe(
    '{"only":{"radius":1}}',
  );
});

test('the document asks for the type of what may be of several types, and of nothing else', () => {
  const [route] = read(tiny, {
    'a.graphql': 'query A @rest(path: "/a", example: {}) { shape @inline { ... on Circle { radius } } thing { id } }',
  });
  const [definition] = route?.document.definitions ?? [];
  const selections = (definition && 'selectionSet' in definition && definition.selectionSet?.selections) || [];
  expect(
    selections.map((node) =>
      'selectionSet' in node
        ? node.selectionSet?.selections.map((inner) => ('name' in inner ? inner.name.value : inner.kind))
        : [],
    ),
  ).toStrictEqual([['__typename', 'InlineFragment'], ['id']]);
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

test('lists of plain values and values of any form are left as they are', () => {
  expect(
    bodyOf('thing { name @optional tags metrics }', {
      thing: { name: null, tags: ['b', 'a'], metrics: { b: 1, __proto: null, a: [] } },
    }),
  ).toBe('{"thing":{"tags":["b","a"],"metrics":{"b":1,"__proto":null,"a":[]}}}');
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

test('a directive on one mention of a field counts for all of them', () => {
  expect(
    bodyOf(
      'thing { note ...F part { a } }',
      { thing: { note: null, part: { a: 1, b: 2 } } },
      'fragment F on Thing { note @optional part @inline { b } }',
    ),
  ).toBe('{"thing":{"b":2,"a":1}}');
});

test('a fragment inside a fragment, and one on the interface, are merged like any other', () => {
  expect(
    bodyOf(
      'node { ...Outer }',
      { node: { __typename: 'Circle', id: '1', radius: 2, colour: null } },
      `fragment Outer on Node { id ... on Circle { ...Inner } }
       fragment Inner on Circle { radius ... { colour @optional } }`,
    ),
  ).toBe('{"node":{"id":"1","radius":2}}');
});

test('the result is left as it was', () => {
  const data = Object.freeze({ thing: Object.freeze({ name: null, part: Object.freeze({ a: 1 }) }) });
  expect(bodyOf('thing { name @optional part @inline { a } }', data)).toBe('{"thing":{"a":1}}');
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
