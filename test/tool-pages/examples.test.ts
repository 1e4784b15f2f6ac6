import { parse, validate } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { readRoutes } from '../../src/rest/routes.js';
import { graphiqlSettings } from '../../src/tool-pages/graphiql/settings.js';

const settings = graphiqlSettings(true);
const examples = [...settings.pages, ...settings.live, ...settings.routes];

test('no two examples have one name, since an address may end in it', () => {
  const names = examples.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toStrictEqual([]);
});

test.each(examples)('$name is valid, and its tab gets its name', ({ name, query }) => {
  expect(validate(schema, parse(query))).toEqual([]);
  expect(query.match(/^(?:query|subscription) (\w+)/m)?.[1]).toBe(name);
});

test('the example of a route begins with the route and what it is for', () => {
  const club = settings.routes.find(({ name }) => name === 'Club');
  expect(club?.query).toMatch(/^# GET \/api\/v1\/clubs\/\{slug\}\n# One club\.?\nquery Club\(\$slug: String!\) \{\n/);
  expect(JSON.parse(club?.variables ?? '')).toEqual({ slug: 'northern-legion' });
});

test('without the demo world nothing of it is named: placeholders say what goes where', () => {
  const { pages, live, routes } = graphiqlSettings(false);
  expect(JSON.stringify([pages, live, routes])).not.toMatch(/demo|spring-clash|autumn-open|northern-legion|p-1003/);
  const placeholders = readRoutes(schema).map(({ name, path }) => {
    const [, thing = '', parameter] = /^\/(\w+)s\/\{(\w+)\}/.exec(path) ?? [];
    const words = parameter?.replace(/[A-Z]/g, '_$&').toUpperCase();
    return [name, parameter ? { [parameter]: `${words}_OF_A_${thing.toUpperCase()}` } : {}];
  });
  expect(Object.fromEntries(routes.map(({ name, variables }) => [name, JSON.parse(variables)]))).toEqual({
    ...Object.fromEntries(placeholders),
    Search: { q: 'TEXT' },
  });
});
