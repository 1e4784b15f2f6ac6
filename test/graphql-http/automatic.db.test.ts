// Automatic persisted queries as clients send them: the hash first, and the text if it is not known.
import { createHash } from 'node:crypto';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { Client, fetchExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { describe, expect, test } from 'vitest';
import { createTestApp, openTestApp } from '../support/app.js';
import { player } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const { app, db } = await openTestApp([player('ann', { name: 'Ann' })]);

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const extensionsOf = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } });

/** What a client sends, and the status of each response. */
type Sent = { method: string; text: boolean; status: number };
const sending = (sent: Sent[]) => async (input: RequestInfo | URL, init?: RequestInit) => {
  const response = await fetch(input, init);
  const text = new URL(String(input)).searchParams.has('query') || String(init?.body ?? '').includes('"query":');
  sent.push({ method: init?.method ?? 'GET', text, status: response.status });
  return response;
};

type Ask = (url: string, key: string, sent: Sent[], get: boolean) => (query: string) => Promise<unknown>;

const apollo: Ask = (url, key, sent, get) => {
  const link = new PersistedQueryLink({ sha256, useGETForHashedQueries: get });
  const http = new HttpLink({ uri: url, headers: { authorization: `Bearer ${key}` }, fetch: sending(sent) });
  const client = new ApolloClient({ link: ApolloLink.from([link, http]), cache: new InMemoryCache() });
  return async (query) => (await client.query({ query: gql(query), fetchPolicy: 'no-cache' })).data;
};

const urql: Ask = (url, key, sent, get) => {
  const client = new Client({
    url,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization: `Bearer ${key}` } },
    fetch: sending(sent),
    exchanges: [persistedExchange({ preferGetForPersistedQueries: get }), fetchExchange],
  });
  return async (query) => {
    const { data, error } = await client.query(query, {}, { requestPolicy: 'network-only' });
    if (error) throw error;
    return data;
  };
};

describe.each([
  ['Apollo Client', apollo],
  ['urql', urql],
])('%s', (name, ask) => {
  test.each([false, true])('sends a document once and its hash from then on (GET: %s)', async (get) => {
    const sent: Sent[] = [];
    const { url } = await serveHttp(app);
    const query = ask(`${url}/graphql`, app.key, sent, get);
    const text = `query ${name.replace(' ', '')}${get} { player(id: "ann") { name } }`;
    expect(await query(text)).toMatchObject({ player: { name: 'Ann' } });
    expect(sent.map(({ text }) => text)).toStrictEqual([false, true]);
    expect(await query(text)).toMatchObject({ player: { name: 'Ann' } });
    expect(sent[2]).toStrictEqual({ method: get ? 'GET' : 'POST', text: false, status: 200 });
  });
});

type Answer = { status: number; body: Record<string, unknown> };
async function ask(params: Record<string, unknown>, { accept = 'application/json', to = app } = {}): Promise<Answer> {
  const response = await to.post(params, { accept, authorization: `Bearer ${app.key}` });
  return { status: response.status, body: await response.json() };
}

const NOT_FOUND = {
  errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
};
const named = (name: string) => `query ${name} { player(id: "ann") { name } }`;

test('a hash that is not known is told so in the words of the protocol: a 200 in JSON, a 404 in its own media type', async () => {
  const unknown = { extensions: extensionsOf(sha256('unknown')) };
  expect(await ask(unknown)).toStrictEqual({ status: 200, body: NOT_FOUND });
  const accept = 'application/graphql-response+json';
  expect(await ask(unknown, { accept })).toStrictEqual({ status: 404, body: NOT_FOUND });
});

test('a hash that is not that of its text is refused, and nothing is remembered under it', async () => {
  const hash = sha256(named('Right'));
  expect(await ask({ query: named('Wrong'), extensions: extensionsOf(hash) })).toStrictEqual({
    status: 400,
    body: {
      errors: [
        {
          message: 'extensions.persistedQuery.sha256Hash is not the SHA-256 of the query',
          extensions: { code: 'BAD_REQUEST' },
        },
      ],
    },
  });
  expect((await ask({ extensions: extensionsOf(hash) })).body).toStrictEqual(NOT_FOUND);
});

test.each([
  ['that cannot be read', 'query {'],
  ['that asks for what is not there', '{ nothing }'],
  ['that costs too much', '{ clubs(first: 100) { nodes { battles(first: 100) { nodes { players { name } } } } } }'],
])('a document %s is not remembered', async (_what, query) => {
  const extensions = extensionsOf(sha256(query));
  expect((await ask({ query, extensions })).body.errors).toHaveLength(1);
  expect((await ask({ extensions })).body).toStrictEqual(NOT_FOUND);
});

test('what was not asked for in the longest time is forgotten, so that no caller fills the memory', async () => {
  const kept = { query: named('Kept'), extensions: extensionsOf(sha256(named('Kept'))) };
  expect((await ask(kept)).body.data).toStrictEqual({ player: { name: 'Ann' } });
  for (let at = 0; at < 25; at += 1) {
    const query = `${named(`Long${at}`)} # ${'x'.repeat(95_000)}`;
    expect((await ask({ query, extensions: extensionsOf(sha256(query)) })).status).toBe(200);
  }
  expect((await ask({ extensions: kept.extensions })).body).toStrictEqual(NOT_FOUND);
});

test('there are none where only persisted operations are accepted', async () => {
  const to = await createTestApp(db, { config: { persistedOnly: true } });
  const query = named('Mine');
  const extensions = extensionsOf(sha256(query));
  expect((await ask({ query, extensions }, { to })).body.errors).toMatchObject([
    { message: 'Only persisted operations are accepted' },
  ]);
  expect(await ask({ extensions }, { to })).toMatchObject({
    status: 404,
    body: { errors: [{ extensions: { code: 'NOT_FOUND' } }] },
  });
});
