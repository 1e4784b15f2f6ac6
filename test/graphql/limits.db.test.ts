import { getIntrospectionQuery, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createToApiError } from '../../src/app/to-api-error.js';
import { LIMITS } from '../../src/config.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { createGraphqlServer, type GraphqlServer } from '../../src/graphql-http/server.js';
import { callOf } from '../../src/http/call.js';
import { createCursors } from '../../src/paging/page.js';
import { openTestApp, SITE_URL } from '../support/app.js';
import { oneResultIn } from '../support/one-result.js';
import { club, tournament } from '../support/world.js';

const { app, db } = await openTestApp([club(), tournament({ club: 'northern-legion' })]);

type Init = { method?: string; headers?: Record<string, string>; body?: string | ReadableStream };

function send(path: string, { headers, ...init }: Init = {}): Promise<Response> {
  const options = { ...init, headers: { authorization: `Bearer ${app.key}`, ...headers }, duplex: 'half' };
  return app.fetch(new Request(`http://gateway.test${path}`, options as RequestInit));
}

const post = (body: string | ReadableStream, headers: Record<string, string> = {}) =>
  send('/graphql', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

const accepted = async (text: string, variables?: Record<string, unknown>) => {
  const { status, body } = await app.graphql(text, variables);
  expect({ status, errors: body.errors }).toStrictEqual({ status: 200, errors: undefined });
  return body;
};

/** The single error of a refusal, which is the same for every Accept header. */
const refused = async (text: string, variables?: Record<string, unknown>) => {
  // biome-ignore lint/suspicious/noExplicitAny: tests compare bodies with literals.
  const answers: { status: number | undefined; body: any }[] = [];
  for (const accept of ['application/json', 'application/graphql-response+json', 'text/event-stream', 'image/png']) {
    const response = await post(JSON.stringify({ query: text, variables }), { accept });
    const body = await response.text();
    const event = oneResultIn(body);
    // An SSE client would treat any status other than 200 as a connection failure.
    answers.push({ status: event === null ? response.status : answers[0]?.status, body: JSON.parse(event ?? body) });
  }
  expect(answers).toStrictEqual(Array(4).fill(answers[0]));
  return answers[0];
};

const refusal = (message: string) => ({
  status: 400,
  body: { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
});

const ask = (server: Pick<GraphqlServer, 'fetch'>, query: string) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query });
  return server.fetch(callOf(new Request('http://gateway.test/graphql', { method: 'POST', headers, body })), body);
};

const ofTournament = (inside: string) => `{ tournament(slug: "spring-clash") { ${inside} } }`;
const times = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n)).join(' ');

describe('at the limit a document passes, one over it is refused', () => {
  const nested = (inside: string) =>
    ofTournament(
      `organizer { tournaments { nodes { organizer { tournaments(first: 1) { nodes { organizer { ${inside} } } } } } } }`,
    );
  const aliases = (count: number) => ofTournament(times(count, (n) => `a${n}: slug`));
  const characters = (last: number) =>
    ofTournament(`${times(29, (n) => `${'a'.repeat(38)}${10 + n}: slug`)} ${'b'.repeat(last)}: slug`);
  const directed = ['slug', 'name', 'city', 'status', 'url'].map(
    (name) => `${name} @include(if: true) @skip(if: false)`,
  );
  const roots = (count: number) => `{ ${times(count, (n) => `a${n}: __typename`)} }`;
  const inside = `slug name city country members website url
    tournaments(first: 1, from: "2026-01-01", to: "2026-12-31") { nextCursor nodes { slug name status startDate
      endDate city country playerCount rounds battleSize battlePack organizerSlug url } }
    battles(first: 1) { nextCursor nodes { id date tournamentSlug stageId round scenario battlePack battleSize winnerName
      victorySize url } }`;
  const long = (rest: string) => ofTournament(`${times(28, (n) => `a${n}: organizer { ${inside} }`)} ${rest}`);
  const missing = 2_000 - (parse(long('')).tokenCount ?? 0);

  test.each<[message: string, at: string, over: string]>([
    [
      'The document nests fields 11 deep; the limit is 10',
      nested('tournaments(first: 1) { nextCursor }'),
      nested('tournaments(first: 1) { nodes { slug } }'),
    ],
    ['The document has 31 aliases, with fragments expanded; the limit is 30', aliases(30), aliases(31)],
    [
      // They stand in the answer with every object and every error.
      'The aliases of the document have 1,201 characters, with fragments expanded; the limit is 1,200',
      characters(40),
      characters(41),
    ],
    [
      'The document has 11 directives, with fragments expanded; the limit is 10',
      ofTournament(directed.join(' ')),
      ofTournament([...directed, 'country @skip(if: false)'].join(' ')),
    ],
    ['The document asks for 11 root fields; the limit is 10', roots(10), roots(11)],
    [
      'The document has more than 2,000 tokens; ask for less in one request',
      long('name '.repeat(missing)),
      long('name '.repeat(missing + 1)),
    ],
    [
      'The document repeats fields more than 200 times; ask for each once',
      ofTournament('name '.repeat(201)),
      ofTournament('name '.repeat(202)),
    ],
  ])('%s', async (message, at, over) => {
    await accepted(at);
    expect(await refused(over)).toStrictEqual(refusal(message));
  });

  test('cost', async () => {
    const text = (rest: string) => `query($n: Int) {
      clubs(first: 49) { nodes { battles(first: $n) { nodes { id } } } }
      tournament(slug: "spring-clash") { slug ${rest} }
    }`;
    const { extensions } = await accepted(text(''), { n: 100 });
    expect(extensions).toStrictEqual({ cost: { requested: 5_000, limit: 5_000 } });
    expect(await refused(text('organizer { slug }'), { n: 100 })).toStrictEqual({
      status: 400,
      body: {
        ...refusal('clubs(first: 49) costs 4,999 of 5,001; the limit is 5,000').body,
        extensions: { cost: { requested: 5_001, limit: 5_000 } },
      },
    });
  });

  test('body', async () => {
    const body = (bytes: number) => {
      const empty = JSON.stringify({ query: '{ __typename }', extensions: { padding: '' } });
      return JSON.stringify({ query: '{ __typename }', extensions: { padding: 'x'.repeat(bytes - empty.length) } });
    };
    expect((await post(body(100_000))).status).toBe(200);
    const message = 'The request is larger than 100,000 bytes; shorten the document or its variables';
    for (const headers of [{}, { 'content-length': '100001' }]) {
      const response = await post(body(100_001), headers);
      expect({ status: response.status, body: await response.json() }).toStrictEqual(refusal(message));
    }
    const address = await send(`/graphql?query={__typename}&x=${'x'.repeat(100_000)}`);
    expect({ status: address.status, body: await address.json() }).toStrictEqual(refusal(message));
  });
});

describe('refusals', () => {
  test('a body over the limit is not read to its end', async () => {
    let read = 0;
    const endless = new ReadableStream({
      pull(controller) {
        read += 10_000;
        controller.enqueue(new Uint8Array(10_000).fill(32));
        if (read > 5_000_000) controller.close();
      },
    });
    expect((await post(endless)).status).toBe(400);
    expect(read).toBeLessThan(300_000);
  });

  test('a body that says it is too large is not read at all', async () => {
    let pulled = false;
    const pull = () => {
      pulled = true;
    };
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    expect((await post(body, { 'content-length': '5000000' })).status).toBe(400);
    expect(pulled).toBe(false);
  });

  test('files', async () => {
    const form = new FormData();
    form.set('operations', '{"query":"{ __typename }"}');
    const { body, headers } = new Request('http://gateway.test', { method: 'POST', body: form });
    const type = headers.get('content-type') ?? '';
    expect((await post(body as ReadableStream, { 'content-type': type })).status).toBe(415);
  });

  test('anything that would write', async () => {
    expect(schema.getMutationType()).toBeUndefined();
    const message = 'The service is read-only: only queries and subscriptions are answered';
    expect(await refused('mutation { create }')).toStrictEqual(refusal(message));
  });

  test('variables that are not JSON', async () => {
    const response = await send('/graphql?query={__typename}&variables={');
    expect({ status: response.status, body: await response.json() }).toStrictEqual(
      refusal('variables and extensions must be JSON'),
    );
  });

  test('nothing is written to the error log, and no statement runs', async () => {
    const said: string[] = [];
    const none = new Proxy({}, { get: (_target, name) => said.push(`used ${String(name)}`) });
    const services = { snapshot: () => said.push('reads'), siteUrl: SITE_URL, cursors: none } as never;
    const server = createGraphqlServer(
      services,
      createToApiError((message) => said.push(message)),
      LIMITS,
      [],
    );
    for (const query of [
      ofTournament('name '.repeat(3_000)),
      `{ ${times(11, (n) => `a${n}: clubs { totalCount }`)} }`,
    ]) {
      expect((await ask(server, query)).status).toBe(400);
    }
    expect(said).toStrictEqual([]);
  });
});

describe('work counts, not only what is shown of it', () => {
  test('counts of many listings, and winners of many tournaments, are refused', async () => {
    const counts = await refused('{ clubs(first: 100) { nodes { battles(first: 1) { totalCount } } } }');
    expect(counts?.body.errors[0].message).toBe('clubs(first: 100) costs 100,201; the limit is 5,000');
    const winners = await refused('{ tournaments(first: 100) { nodes { winner { name } } } }');
    expect(winners?.body.errors[0].message).toBe('tournaments(first: 100) costs 11,101; the limit is 5,000');
  });

  test('a persisted operation is answered whatever it costs, and says what that is', async () => {
    const variables = encodeURIComponent(JSON.stringify({ first: 100 }));
    const answer = await app.get(`/graphql?documentId=TournamentsPage&variables=${variables}`);
    const body = await answer.json();
    expect({ status: answer.status, nodes: body.data.tournaments.nodes.length }).toStrictEqual({
      status: 200,
      nodes: 1,
    });
    expect(body.extensions.cost).toStrictEqual({
      requested: 2 * 101 + 1 + 100 * (1 + 1 + 10 + 100) + (1 + 100) + (100 + 20) + (100 + 100) + (1 + 100),
      limit: 5_000,
    });
  });
});

describe('what passes', () => {
  test('the standard introspection query, with its cost', async () => {
    const { data, extensions } = await accepted(getIntrospectionQuery());
    expect(data.__schema.queryType.name).toBe('Query');
    expect(extensions.cost.limit).toBe(5_000);
    expect(extensions.cost.requested).toBeLessThan(5_000 / 2);
  });

  test('every answer to a query that ran has its cost, also with errors in it', async () => {
    expect((await accepted('{ __typename }')).extensions).toStrictEqual({ cost: { requested: 1, limit: 5_000 } });
    const { status, body } = await app.graphql('{ tournament(slug: "none") { name } clubs { nodes { slug } } }');
    expect({ status, data: body.data, extensions: body.extensions }).toStrictEqual({
      status: 404,
      data: { tournament: null, clubs: { nodes: [{ slug: 'northern-legion' }] } },
      extensions: { cost: { requested: 22, limit: 5_000 } },
    });
  });

  test('limits are those the server was given', async () => {
    const cursors = createCursors({ secrets: () => ['test'], lifetimeMs: 1_000 });
    const limits = { ...LIMITS, cost: 20, depth: 3, tokens: 12 };
    const services = { ...db, numberLog: async () => undefined, siteUrl: SITE_URL, cursors };
    const server = createGraphqlServer(services, createToApiError(console.error), limits, []);
    const messages = [];
    for (const query of ['{ clubs { nodes { slug } } }', '{ a { b { c { d } } } }', '{ a b c d e f g h i j k }']) {
      messages.push((await (await ask(server, query)).json()).errors[0].message);
    }
    expect(messages).toStrictEqual([
      'clubs(first: 20) costs 21; the limit is 20',
      'The document nests fields 4 deep; the limit is 3',
      'The document has more than 12 tokens; ask for less in one request',
    ]);
  });
});
