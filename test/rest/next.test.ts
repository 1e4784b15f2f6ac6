// How a page links to the next one, without the service around it.
import { buildSchema, graphql } from 'graphql';
import { expect, test } from 'vitest';
import { callOf } from '../../src/http/call.js';
import { createEndpointAt } from '../../src/http/endpoint.js';
import { headerPairs } from '../../src/http/headers.js';
import type { Runner } from '../../src/operations/run.js';
import { restEndpoints } from '../../src/rest/endpoints.js';
import { NO_STREAMS } from '../support/no-streams.js';
import { operationFolder } from './operation-folder.js';

const { read } = operationFolder();

const schema = buildSchema(`
  type Query {
    things(group: String, size: Int = 20, colour: Colour, name: String, after: String): Things
    first(after: String): Things
  }
  type Things { nodes: [String!]! nextCursor: String size: Int! }
  enum Colour { red green }
`);
type Args = Record<string, unknown>;
const rootValue = {
  things: ({ size }: Args) => ({ nodes: [], nextCursor: 'a/b+c', size }),
  first: () => ({ nodes: [], nextCursor: null, size: 0 }),
};

const PAGE = '@inline { data: nodes size next: nextCursor @link }';

/** The body and the Link header of a route's response. */
async function answer(operation: string, address: string) {
  const routes = read(schema, { 'a.graphql': operation });
  const answer: Runner['answer'] = async ({ operation, variables }, toAnswer) => {
    const source = routes.find(({ name }) => name === operation.name)?.text ?? '';
    const { data } = await graphql({ schema, source, rootValue, variableValues: variables });
    return toAnswer({ data: { ...data }, cost: 1 });
  };
  const runner = { answer, recall: () => undefined, topicsOf: () => [] };
  const endpointAt = createEndpointAt(restEndpoints({ routes, runner, ...NO_STREAMS }));
  const call = callOf(new Request(`http://own.test/api/v1${address}`));
  call.baseUrl = 'https://public.test/base';
  const match = endpointAt(call);
  const { body = null, headers = [] } = (await match?.endpoint.handle(call, match.parameters)) ?? {};
  return { ...JSON.parse(String(body)), link: Object.fromEntries(headerPairs(headers)).link ?? null };
}

test('next has the path, the filters, the default size and the cursor, encoded', async () => {
  const operation = `query A($group: String!, $name: String, $colour: Colour, $limit: Int, $cursor: String)
    @rest(path: "/groups/{group}/things", example: {}) {
      things(group: $group, name: $name, colour: $colour, size: $limit, after: $cursor) ${PAGE} }`;
  const next =
    'https://public.test/base/api/v1/groups/a%2Fb%24%26/things?name=%26+%C3%A9%3D&colour=red&limit=20&cursor=a%2Fb%2Bc';
  expect(await answer(operation, '/groups/a%2Fb$&/things/?colour=red&name=%26%20%C3%A9%3D&cursor=x')).toStrictEqual({
    data: [],
    size: 20,
    next,
    link: `<${next}>; rel="next"`,
  });
});

test('a filter that is given empty stays in next', async () => {
  const operation = `query A($name: String, $cursor: String) @rest(path: "/things", example: {}) {
    things(name: $name, after: $cursor) ${PAGE} }`;
  expect((await answer(operation, '/things?name=')).next).toBe(
    'https://public.test/base/api/v1/things?name=&cursor=a%2Fb%2Bc',
  );
  expect((await answer(operation, '/things')).next).toBe('https://public.test/base/api/v1/things?cursor=a%2Fb%2Bc');
});

test('the size in next is the size of this page, also when the operation has its own default', async () => {
  const operation = `query A($limit: Int = 5, $cursor: String) @rest(path: "/things", example: {}) {
    things(size: $limit, after: $cursor) ${PAGE} }`;
  const { size, next } = await answer(operation, '/things');
  expect([size, new URL(next).searchParams.get('limit')]).toStrictEqual([5, '5']);
});

test('on the last page next is null and there is no Link header', async () => {
  const operation = `query A($cursor: String) @rest(path: "/first", example: {}) { first(after: $cursor) ${PAGE} }`;
  expect(await answer(operation, '/first')).toStrictEqual({ data: [], size: 0, next: null, link: null });
});
