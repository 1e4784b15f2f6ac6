// Third-party clients with default settings over a real port: each receives the first result, a change, and the end.
import { spawn } from 'node:child_process';
import { ApolloClient, ApolloLink, gql, InMemoryCache, Observable } from '@apollo/client';
import { print } from '@apollo/client/utilities';
import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { EventSource } from 'eventsource';
import { createClient } from 'graphql-sse';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { StreamsOptions } from '../../src/streams/streams.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

vi.setConfig({ testTimeout: 30_000 });

/** Frequent heartbeats, which no client may treat as a result or fail on. */
vi.mock('../../src/streams/streams.js', async (original) => {
  const real = await original<typeof import('../../src/streams/streams.js')>();
  return { ...real, createStreams: (options: StreamsOptions) => real.createStreams({ ...options, beatMs: 60 }) };
});

const db = await openTestDb();
let app: TestApp;
let url: string;
beforeAll(async () => {
  app = await createTestApp(db, { remember: true });
  ({ url } = await serveHttp(app));
  await load(db, [tournament()]);
});
beforeEach(() => rename('Spring Clash'));

const rename = (name: string) => db.sql.query(`UPDATE "tournament" SET "name" = $1`, [name]);
const QUERY = 'subscription Name($slug: String!) { tournament(slug: $slug) { name } }';
const THERE = { slug: 'spring-clash' };
const NOWHERE = { slug: 'none' };
const headers = () => ({ authorization: `Bearer ${app.key}` });

type Heard = { names: (string | undefined)[]; errors: string[]; complete: boolean };
type Follow = (variables: { slug: string }, heard: Heard) => () => void;
type Result = { data?: unknown; errors?: readonly { message: string }[] };

const nameIn = (data: unknown) => (data as { tournament?: { name?: string } } | null)?.tournament?.name;

function hear(heard: Heard, { data, errors = [] }: Result): void {
  if (errors.length > 0) heard.errors.push(...errors.map(({ message }) => message));
  else heard.names.push(nameIn(data));
}

const sse = () => createClient({ url: `${url}/graphql`, headers, retryAttempts: 0 });

const CLIENTS: Record<string, Follow> = {
  'graphql-sse': (variables, heard) =>
    sse().subscribe(
      { query: QUERY, variables },
      {
        next: (result) => hear(heard, result as Result),
        error: (error) => void heard.errors.push(String(error)),
        complete: () => {
          heard.complete = true;
        },
      },
    ),
  'urql over graphql-sse': (variables, heard) => {
    const client = new Client({
      url: `${url}/graphql`,
      preferGetMethod: false,
      exchanges: [
        subscriptionExchange({
          forwardSubscription: (operation) => ({
            subscribe: (sink) => ({
              unsubscribe: sse().subscribe(
                { query: operation.query ?? '', variables: operation.variables ?? {} },
                sink as never,
              ),
            }),
          }),
        }),
      ],
    });
    return urql(client, variables, heard);
  },
  'urql by itself': (variables, heard) =>
    urql(
      new Client({
        url: `${url}/graphql`,
        preferGetMethod: false,
        fetchSubscriptions: true,
        fetchOptions: () => ({ headers: headers() }),
        exchanges: [fetchExchange],
      }),
      variables,
      heard,
    ),
  'Apollo Client over graphql-sse': (variables, heard) => {
    const link = new ApolloLink(
      ({ query, variables, operationName }) =>
        new Observable((observer) =>
          sse().subscribe({ query: print(query), variables, operationName: operationName ?? '' }, observer as never),
        ),
    );
    const client = new ApolloClient({ link, cache: new InMemoryCache() });
    const following = client.subscribe({ query: gql(QUERY), variables, errorPolicy: 'all' }).subscribe({
      next: ({ data, error }) => {
        if (error) heard.errors.push(error.message);
        else heard.names.push(nameIn(data));
      },
      error: (error) => void heard.errors.push(String(error)),
      complete: () => {
        heard.complete = true;
      },
    });
    return () => following.unsubscribe();
  },
  eventsource: (variables, heard) => {
    const parameters = new URLSearchParams({ query: QUERY, variables: JSON.stringify(variables) });
    const source = new EventSource(`${url}/graphql?${parameters}`, {
      fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, ...headers() } }),
    });
    source.addEventListener('next', ({ data }) => hear(heard, JSON.parse(data)));
    source.addEventListener('complete', () => {
      heard.complete = true;
      source.close();
    });
    return () => source.close();
  },
  'curl -N': (variables, heard) => {
    const curl = spawn('curl', [
      ...['-sN', `${url}/graphql`, '-H', `Authorization: Bearer ${app.key}`, '-H', 'Accept: text/event-stream'],
      ...['-H', 'Content-Type: application/json', '-d', JSON.stringify({ query: QUERY, variables })],
    ]);
    let rest = '';
    curl.stdout.setEncoding('utf8').on('data', (part: string) => {
      const events = (rest + part).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        const data = /^event: next\ndata: (.*)$/.exec(event)?.[1];
        if (data !== undefined) hear(heard, JSON.parse(data));
        if (event.startsWith('event: complete')) heard.complete = true;
      }
    });
    return () => void curl.kill();
  },
};

function urql(client: Client, variables: object, heard: Heard): () => void {
  const { unsubscribe } = client.subscription(QUERY, variables).subscribe(({ data, error, hasNext }) => {
    if (error) heard.errors.push(...error.graphQLErrors.map(({ message }) => message), ...networkError(error));
    else if (hasNext) heard.names.push(nameIn(data));
    if (!hasNext) heard.complete = true;
  });
  return unsubscribe;
}

const networkError = ({ networkError: error }: { networkError?: Error | undefined }) => (error ? [String(error)] : []);

test.each(Object.keys(CLIENTS))('%s: the first result, a change, and no more once it has left', async (name) => {
  const heard: Heard = { names: [], errors: [], complete: false };
  const leave = CLIENTS[name]?.(THERE, heard) ?? (() => undefined);
  onTestFinished(leave);
  // The service may receive the clean-up of the test before only now, and have sent the old name first.
  await expect.poll(() => heard.names.at(-1), { timeout: 20_000 }).toBe('Spring Clash');
  heard.names.length = 0;
  await new Promise((resolve) => setTimeout(resolve, 200));
  await rename('Autumn Clash');
  await expect
    .poll(() => heard, { timeout: 20_000 })
    .toStrictEqual({
      names: ['Autumn Clash'],
      errors: [],
      complete: false,
    });
  leave();
  await expect.poll(() => app.streams.size(), { timeout: 20_000 }).toBe(0);
});

test.each(Object.keys(CLIENTS))('%s: what is not there is one error and the end', async (name) => {
  const heard: Heard = { names: [], errors: [], complete: false };
  const leave = CLIENTS[name]?.(NOWHERE, heard) ?? (() => undefined);
  onTestFinished(leave);
  await expect.poll(() => heard.complete, { timeout: 20_000 }).toBe(true);
  expect(new Set(heard.errors)).toStrictEqual(new Set(['Tournament not found']));
});

test('graphql-sse comes back when the service ends its stream to stop', async () => {
  const other = await createTestApp(db, { remember: true });
  const authorization = `Bearer ${other.key}`;
  const served = await serveHttp(other);
  const client = createClient({
    // The first process stops; the second is where a load balancer sends clients that reconnect.
    url: () => (other.streams.size() === 0 && heard.length > 0 ? `${url}/graphql` : `${served.url}/graphql`),
    headers: () => ({ authorization }),
    retry: () => new Promise((resolve) => setTimeout(resolve, 50)),
  });
  const heard: unknown[] = [];
  const leave = client.subscribe(
    { query: QUERY, variables: THERE },
    { next: ({ data }) => heard.push(nameIn(data)), error: () => undefined, complete: () => heard.push('complete') },
  );
  onTestFinished(leave);
  await expect.poll(() => heard).toStrictEqual(['Spring Clash']);
  other.streams.close();
  await expect.poll(() => heard, { timeout: 20_000 }).toStrictEqual(['Spring Clash', 'Spring Clash']);
});
