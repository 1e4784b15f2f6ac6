import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { examples } from '../../src/pages/graphiql/examples.js';

const NAMES = ['Welcome', 'HomePage', 'TournamentPage', 'ClubPage', 'PlayerPage', 'BattlePage'];

test.each([true, false])('the examples are the five pages and a welcome, each named (demo world: %s)', (demo) => {
  expect(examples(demo).map(({ name }) => name)).toEqual(NAMES);
});

test.each(examples(true))('$name is valid, and its tab gets its name', ({ name, query }) => {
  expect(validate(schema, parse(query))).toEqual([]);
  expect(query.match(/^query (\w+)/m)?.[1]).toBe(name);
});

test('without the demo world nothing of it is named', () => {
  expect(JSON.stringify(examples(false))).not.toMatch(/demo|spring-clash|northern-legion|p-1003/);
});
