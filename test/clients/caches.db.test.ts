// Clients with a normalised cache (by type and id) and one without, over a port and with default settings.
import { ApolloClient, gql, HttpLink, InMemoryCache, type ObservableQuery } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { introspectionFromSchema } from 'graphql';
import { GraphQLClient } from 'graphql-request';
import { describe, expect, test } from 'vitest';
import { callersSchema as schema } from '../../src/graphql/schema/schema.js';
import { openTestApp } from '../support/app.js';
import { casual, club, player, swiss, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const FIVE = [1, 2, 3, 4, 5];
const SLUGS = FIVE.map((at) => `c-${at}`);
const { app } = await openTestApp([
  ...FIVE.map((at) => club({ slug: `c-${at}`, name: `Club ${at}` })),
  player('p-1'),
  ...FIVE.map((at) =>
    casual(`b-${at}`, { date: `2026-05-0${at}`, club: 'c-1', sides: [{ playerId: 'p-1' }, { name: 'Bo' }] }),
  ),
  tournament({ slug: 'one', stages: [swiss({ name: 'Swiss of one' })] }),
  tournament({ slug: 'two', stages: [swiss({ name: 'Swiss of two' })] }),
]);
const url = `${(await serveHttp(app)).url}/graphql`;
const headers = { authorization: `Bearer ${app.key}` };

const STAGES = '{ one: tournament(slug: "one") { ...Staged } two: tournament(slug: "two") { ...Staged } }';
const STAGED = 'fragment Staged on Tournament { id slug stages { id stageId name } }';
const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Stage { name } } }';
const PAGE_INFO = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const CLUBS = `query ($first: Int, $after: String, $last: Int, $before: String) {
  clubs(first: $first, after: $after, last: $last, before: $before) { edges { cursor node { id slug } } ${PAGE_INFO} }
}`;

type Staged = Record<'one' | 'two', { stages: { id: string; stageId: string; name: string }[] }>;
type Page<Node> = {
  edges: { cursor: string; node: Node }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
};
type Clubs = { clubs: Page<{ slug: string }> };

const slugsOf = (data?: Clubs | null) => data?.clubs.edges.map(({ node }) => node.slug);
const namesOf = (data?: Staged | null) => [data?.one.stages[0]?.name, data?.two.stages[0]?.name];

describe('Apollo Client', () => {
  const connect = () =>
    new ApolloClient({
      link: new HttpLink({ uri: url, headers }),
      cache: new InMemoryCache({
        possibleTypes: { Node: schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name) },
        typePolicies: {
          Query: { fields: { clubs: relayStylePagination() } },
          Club: { fields: { battles: relayStylePagination() } },
        },
      }),
    });

  /** What a component that watches the query shows, page after page. */
  async function more<Data>(query: ObservableQuery<Data>, next: (data: Data) => object | null): Promise<Data[]> {
    const shown: Data[] = [];
    // Must not unsubscribe while the subscription delivers a result.
    const watching = await new Promise<{ unsubscribe(): void }>((resolve, reject) => {
      const subscription = query.subscribe(({ loading, data }) => {
        if (loading) return;
        shown.push(data as Data);
        const variables = next(data as Data);
        if (variables) void query.fetchMore({ variables }).catch(reject);
        else resolve(subscription);
      });
    });
    watching.unsubscribe();
    return shown;
  }

  test('keeps the stages of two tournaments apart, and finds each again by its id', async () => {
    const client = connect();
    const query = gql(`${STAGES} ${STAGED}`);
    const { data } = await client.query<Staged>({ query });
    expect(namesOf(data)).toStrictEqual(['Swiss of one', 'Swiss of two']);
    const cached = client.readQuery<Staged>({ query });
    expect(cached).toStrictEqual(data);
    const kept = Object.keys(client.cache.extract() as object).filter((key) => key.startsWith('Stage:'));
    const ids = [data?.one, data?.two].map((each) => each?.stages[0]?.id);
    expect(kept.sort()).toStrictEqual(ids.map((id) => `Stage:${id}`).sort());
    const again = await client.query({ query: gql(NODE), variables: { id: ids[1] } });
    expect(again.data).toMatchObject({ node: { __typename: 'Stage', name: 'Swiss of two' } });
  });

  test('fetches more of a listing until there is no more, and shows it as one', async () => {
    const client = connect();
    const query = client.watchQuery<Clubs>({ query: gql(CLUBS), variables: { first: 2 } });
    const shown = await more(query, ({ clubs: { pageInfo } }) =>
      pageInfo.hasNextPage ? { first: 2, after: pageInfo.endCursor } : null,
    );
    expect(shown.map(slugsOf)).toStrictEqual([SLUGS.slice(0, 2), SLUGS.slice(0, 4), SLUGS]);
    expect(new Set(shown.at(-1)?.clubs.edges.map(({ cursor }) => cursor)).size).toBe(5);
  });
});

describe('urql with Graphcache', () => {
  const connect = () =>
    new Client({
      url,
      preferGetMethod: false,
      fetchOptions: { headers },
      exchanges: [
        cacheExchange({
          // With the schema, the cache validates what is written to it.
          schema: introspectionFromSchema(schema) as never,
          resolvers: { Query: { clubs: relayPagination() }, Club: { battles: relayPagination() } },
        }),
        fetchExchange,
      ],
    });

  test('keeps the stages of two tournaments apart', async () => {
    const client = connect();
    const { data, error } = await client.query<Staged>(`${STAGES} ${STAGED}`, {});
    expect([error, namesOf(data)]).toStrictEqual([undefined, ['Swiss of one', 'Swiss of two']]);
    const cached = await client.query<Staged>(`${STAGES} ${STAGED}`, {}, { requestPolicy: 'cache-only' });
    expect(namesOf(cached.data)).toStrictEqual(['Swiss of one', 'Swiss of two']);
  });

  test('shows the pages it has asked for as one listing', async () => {
    const client = connect();
    const shown: unknown[] = [];
    let after: string | null = null;
    do {
      const { data, error }: { data?: Clubs; error?: unknown } = await client.query(CLUBS, { first: 2, after });
      expect(error).toBeUndefined();
      shown.push(slugsOf(data));
      after = data?.clubs.pageInfo.hasNextPage ? data.clubs.pageInfo.endCursor : null;
    } while (after !== null);
    expect(shown).toStrictEqual([SLUGS.slice(0, 2), SLUGS.slice(0, 4), SLUGS]);
  });
});

describe('graphql-request', () => {
  test('turns the pages of a listing', async () => {
    const client = new GraphQLClient(url, { headers });
    const slugs: string[] = [];
    let after: string | null = null;
    do {
      const data: Clubs = await client.request(CLUBS, { first: 2, after });
      slugs.push(...(slugsOf(data) ?? []));
      after = data.clubs.pageInfo.hasNextPage ? data.clubs.pageInfo.endCursor : null;
    } while (after !== null);
    expect(slugs).toStrictEqual(SLUGS);
  });
});
