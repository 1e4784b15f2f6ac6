import { buildSchema } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { readRoutes } from '../../src/rest/routes.js';
import { type Files, operationFolder } from './operation-folder.js';

const { read, refusal } = operationFolder();

describe('the routes', () => {
  const routes = readRoutes(schema);

  /** Path, name and the parameters besides those in the path, which are all that it has places for. */
  const shown = (isBeyond: boolean) =>
    routes
      .filter(({ beyond }) => beyond === isBeyond)
      .map(({ path, name, parameters }) => {
        const named = (where: string) => parameters.filter((each) => each.in === where).map((each) => each.name);
        expect(named('path')).toStrictEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place));
        return [path, name, ...(isBeyond ? [] : named('query'))].join(' ');
      });

  test('are the ten of the specification with their parameters and no others', () => {
    expect(shown(false)).toStrictEqual([
      '/battles/{id} Battle',
      '/clubs/{slug} Club',
      '/clubs/{slug}/battles ClubBattles from to limit cursor',
      '/clubs/{slug}/tournaments ClubTournaments from to limit cursor',
      '/tournaments Tournaments from to status limit cursor',
      '/tournaments/{slug} Tournament',
      '/tournaments/{slug}/battles TournamentBattles limit cursor',
      '/tournaments/{slug}/participants TournamentParticipants limit cursor',
      '/tournaments/{slug}/standings TournamentStandings stage',
      '/users/{publicId}/battles PlayerBattles from to limit cursor',
    ]);
  });

  test('are some beyond it', () => {
    expect(shown(true)).toStrictEqual([
      ...['/changes Changes', '/clubs Clubs', '/factions Factions', '/ratings Ratings', '/search Search'],
      ...[
        '/statistics/factions FactionStatistics',
        '/statistics/matchups MatchupStatistics',
        '/users/{publicId} Player',
      ],
    ]);
  });

  test('have a text that is plain GraphQL, without what only routes know', () => {
    expect(routes.filter(({ text }) => text.includes('@')).map(({ name }) => name)).toStrictEqual([]);
    expect(routes.find(({ name }) => name === 'Club')?.text).toBe(
      `query Club($slug: String!) {
  data: club(slug: $slug) {
    ...ClubBody
  }
}

fragment ClubBody on Club {
  slug
  name
  description
  city
  country
  members
  website
  url
}`,
    );
  });
});

/** Arguments and fields of every kind. */
const kinds = buildSchema(`
  type Query {
    thing(id: ID, name: String, size: Int, flag: Boolean, ratio: Float, names: [String!], colour: Colour, colours: [Colour!], by: By): Thing
    things(after: String): Things
  }
  type Thing { name: String! note: String part: Part tags: [String!]! parts: [Part!] shape: Shape }
  type Things { nodes: [Thing!]! nextCursor: String }
  type Part { name: String! }
  type Circle { radius: Int! }
  type Square { side: Int! }
  union Shape = Circle | Square
  enum Colour { red green }
  input By { name: String }
`);

const REST = '@rest(path: "/things/{id}", example: {})';
const thing = (selection: string) => `query A($id: ID!) ${REST} { thing(id: $id) { ${selection} } }`;
const taking = (variable: string, argument: string, path: string) =>
  `query A(${variable}) @rest(path: "${path}", example: {}) { thing(${argument}) { name } }`;

describe('reading routes', () => {
  test('gives each the fragments it uses, of whatever file', () => {
    const routes = read(kinds, {
      'a.graphql': `${thing('...Name')} # said aside`,
      'b.graphql': 'fragment Name on Thing { name }',
    });
    expect(routes.map(({ path, text }) => [path, text])).toStrictEqual([
      [
        '/things/{id}',
        'query A($id: ID!) {\n  thing(id: $id) {\n    ...Name\n  }\n}\n\nfragment Name on Thing {\n  name\n}',
      ],
    ]);
  });

  test.each<[what: string, text: string]>([
    ['text', taking('$name: String', 'name: $name', '/things')],
    ['an id in the path', taking('$id: ID!', 'id: $id', '/things/{id}')],
    ['text in the path', taking('$name: String!', 'name: $name', '/things/{name}')],
    ['a whole number', taking('$size: Int', 'size: $size', '/things')],
    ['one of a few words', taking('$colour: Colour', 'colour: $colour', '/things')],
    ['several of a few words', taking('$colours: [Colour!]', 'colours: $colours', '/things')],
    ['what is required', taking('$name: String!', 'name: $name', '/things')],
  ])('takes as parameter %s', (_what, text) => {
    expect(refusal(kinds, { 'a.graphql': text })).toBe('');
  });

  const one = (text: string): Files => ({ 'a.graphql': text });
  const two = (first: string, second: string): Files => ({
    'a.graphql': `query A($id: ID!, $name: String) @rest(path: "${first}", example: {}) { thing(id: $id, name: $name) { name } }`,
    'b.graphql': `query B($name: String!) @rest(path: "${second}", example: {}) { thing(name: $name) { name } }`,
  });
  const NO_ADDRESS = 'A value of this type cannot stand in an address.';

  test.each<[said: string[], files: Files]>([
    [['Unknown fragment "Gone".', 'a.graphql:1:'], one(thing('...Gone'))],
    [
      ['A and B are routes on one path, /things/{id}.', 'a.graphql', 'b.graphql'],
      { ...one(thing('name')), 'b.graphql': thing('note').replace('query A', 'query B') },
    ],
    [['A and B are routes on one path', 'a.graphql', 'b.graphql'], two('/things/{id}', '/things/{name}')],
    [
      ['{id}', 'a.graphql:1:1'],
      one(`query A($id: ID!) @rest(path: "/things/{id}/{id}", example: {}) { thing(id: $id) { name } }`),
    ],
    [['A needs @rest with a path', 'a.graphql:1:1'], one('query A { thing { name } }')],
    [
      ['A needs @rest with a path', 'a.graphql:1:1'],
      one('query A @rest(path: "things", example: {}) { thing { name } }'),
    ],
    [
      ['A needs @rest with a path', 'a.graphql:1:1'],
      one('query A @rest(path: "/things/", example: {}) { thing { name } }'),
    ],
    [
      ['The path has {id}, and A has no variable of that name.', 'a.graphql:1:1'],
      one('query A @rest(path: "/things/{id}", example: {}) { thing { name } }'),
    ],
    [['What is in the path must be required.', 'a.graphql:1:9'], one(taking('$id: ID', 'id: $id', '/things/{id}'))],
    [[NO_ADDRESS, 'a.graphql:1:9'], one(taking('$names: [String!]', 'names: $names', '/things'))],
    [[NO_ADDRESS, 'a.graphql:1:9'], one(taking('$names: [String!]!', 'names: $names', '/things/{names}'))],
    [[NO_ADDRESS, 'a.graphql:1:9'], one(taking('$flag: Boolean', 'flag: $flag', '/things'))],
    [[NO_ADDRESS, 'a.graphql:1:9'], one(taking('$ratio: Float', 'ratio: $ratio', '/things'))],
    [[NO_ADDRESS, 'a.graphql:1:9'], one(taking('$by: By', 'by: $by', '/things'))],
    [[NO_ADDRESS, 'a.graphql:1:9'], one(taking('$name: String', 'by: { name: $name }', '/things'))],
    [['name cannot be @inline', 'a.graphql:1:'], one(thing('name @inline'))],
    [['tags cannot be @inline: it is not an object.', 'a.graphql:1:'], one(thing('name tags @inline'))],
    [['parts cannot be @inline: it is not an object.', 'a.graphql:1:'], one(thing('parts @inline { name }'))],
    [
      ['note cannot be @inline', 'b.graphql:1:'],
      { 'a.graphql': thing('...F'), 'b.graphql': 'fragment F on Thing { note @inline }' },
    ],
    [['name cannot be @optional: it is never null.', 'a.graphql:1:'], one(thing('name @optional'))],
    [
      ['A has a @link, and no variable $cursor for it to set.', 'a.graphql:1:1'],
      one('query A @rest(path: "/things", example: {}) { things @inline { nodes { name } next: nextCursor @link } }'),
    ],
    [['name', 'a.graphql:1:'], one(thing('name part @inline { name }'))],
    [['__typename', 'a.graphql:1:'], one(thing('__typename name'))],
    [['Unknown directive "@include".', 'a.graphql:1:'], one(thing('name note @include(if: true)'))],
    [['Unknown directive "@skip".', 'a.graphql:1:'], one(thing('name note @skip(if: true)'))],
    [['Unknown directive "@include".', 'a.graphql:1:'], one(thing('... @include(if: true) { name }'))],
    [['"@rest" may not be used on FIELD.'], one(thing('name @rest(path: "/a", example: {})'))],
    [['example', 'a.graphql:1:'], one('query A @rest(path: "/things") { thing { name } }')],
    [
      ['"@rest" may not be used on MUTATION.', 'a.graphql:1:'],
      one('mutation A @rest(path: "/things", example: {}) { thing { name } }'),
    ],
  ])('refuses %s and names the file', (said, files) => {
    const message = refusal(kinds, files);
    expect(message).not.toBe('');
    expect(said.filter((words) => !message.includes(words))).toStrictEqual([]);
  });

  test('tells every problem of every file at once', () => {
    const message = refusal(kinds, {
      'a.graphql': thing('name @optional tags @inline'),
      'b.graphql': 'query B { thing { name } }',
    });
    expect(message.match(/name cannot be @optional|tags cannot be @inline|B needs @rest/g)).toStrictEqual([
      'name cannot be @optional',
      'tags cannot be @inline',
      'B needs @rest',
    ]);
  });

  test('takes a word and a parameter in one place for two paths, and the word goes first', () => {
    const routes = read(kinds, two('/things/{id}', '/things/new/{name}'));
    expect(routes.map(({ path }) => path)).toStrictEqual(['/things/new/{name}', '/things/{id}']);
  });
});
