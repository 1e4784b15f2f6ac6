// GraphQL over HTTP beyond the audit: statuses, formats of refusals, media types, methods, encodings.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { casual, club } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const { app } = await openTestApp([
  club(),
  ...Array.from({ length: 20 }, (_, at) => casual(`b-${at}`, { club: 'northern-legion' })),
]);
const url = `${(await serveHttp(app)).url}/graphql`;

const GRAPHQL = 'application/graphql-response+json';
const QUERY = '{ club(slug: "northern-legion") { name } }';
const PARTLY = '{ club(slug: "northern-legion") { name } other: club(slug: "nowhere") { name } }';
const LONG = '{ club(slug: "northern-legion") { battles(first: 20) { nodes { id date players { name faction } } } } }';

function send(method: string, headers: Record<string, string> = {}, body?: string, address = url) {
  const given = { authorization: `Bearer ${app.key}`, ...headers };
  return fetch(address, { method, headers: given, ...(body !== undefined && { body }) });
}
const post = (query: string, headers: Record<string, string> = {}) =>
  send('POST', { 'content-type': 'application/json', ...headers }, JSON.stringify({ query }));
const get = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(method, headers, undefined, `${url}?query=${encodeURIComponent(query)}`);
const typeOf = (response: Response) => response.headers.get('content-type');

describe(`in ${GRAPHQL}`, () => {
  const accept = `${GRAPHQL}, application/json;q=0.9`;

  test.each([PARTLY, '{ club(slug: "nowhere") { name } }'])('an answer with data is a 200: %s', async (query) => {
    for (const response of [await post(query, { accept }), await get(query, { accept })]) {
      const { data, errors } = await response.json();
      expect([response.status, typeOf(response)]).toStrictEqual([200, `${GRAPHQL}; charset=utf-8`]);
      expect(data).not.toBeNull();
      expect(errors).toMatchObject([{ message: 'Club not found', extensions: { code: 'NOT_FOUND' } }]);
    }
  });

  test('one without data is not', async () => {
    expect((await post('{ nothing }', { accept })).status).toBe(400);
    expect((await post('{ clubs(first: 0) { nextCursor } }', { accept })).status).toBe(400);
  });

  test('and in application/json the status is that of the error, unless it is in the document', async () => {
    expect((await post(PARTLY)).status).toBe(404);
    expect((await post('{ clubs(first: 0) { nextCursor } }')).status).toBe(400);
    for (const wrong of ['{', '{ nothing }', 'query($first: Int!) { clubs(first: $first) { nextCursor } }']) {
      const response = await post(wrong);
      expect([response.status, await response.json()]).toMatchObject([200, { errors: [{}] }]);
    }
  });
});

describe('the media type is the one that Accept gives most weight', () => {
  test.each([
    ['*/*', 'application/json'],
    [`application/json;q=0.5, ${GRAPHQL}`, GRAPHQL],
    [`application/json, ${GRAPHQL}`, 'application/json'],
    ['application/json;q=0, */*', GRAPHQL],
    [`${GRAPHQL};q=0, application/*`, 'application/json'],
  ])('%s: %s', async (accept, type) => {
    for (const sent of [{ query: QUERY }, { query: '{' }, { documentId: 'ClubPage', variables: { slug: 'x' } }]) {
      const response = await send('POST', { accept, 'content-type': 'application/json' }, JSON.stringify(sent));
      expect([sent, typeOf(response)]).toStrictEqual([sent, `${type}; charset=utf-8`]);
    }
  });

  test.each(['text/event-stream', 'application/json;q=0, text/event-stream'])('only events: %s', async (accept) => {
    const response = await post(QUERY, { accept });
    expect([response.status, typeOf(response)]).toStrictEqual([200, 'text/event-stream; charset=utf-8']);
    expect(await response.text()).toMatch(/^event: next\ndata: \{"data":\{"club":.*\n\nevent: complete\ndata: \n\n$/);
  });
});

describe('what stands between a client and its answer is said in the form of GraphQL', () => {
  const METHODS = 'This address takes GET, HEAD, POST, OPTIONS';
  const NOT_JSON = 'Send the document as JSON, with the header Content-Type: application/json';
  const ENCODED = 'Send the document uncompressed, without the header Content-Encoding';
  const json = { 'content-type': 'application/json' };

  test.each([
    [401, 'UNAUTHORIZED', 'Missing or invalid Authorization header', 'POST', { authorization: '', ...json }],
    [401, 'UNAUTHORIZED', 'Invalid API key format', 'POST', { authorization: 'Bearer x', ...json }],
    [401, 'UNAUTHORIZED', 'Invalid API key', 'POST', { authorization: 'Bearer svc_v1_x', ...json }],
    [401, 'UNAUTHORIZED', 'Missing or invalid Authorization header', 'GET', { authorization: '' }],
    [405, 'METHOD_NOT_ALLOWED', METHODS, 'PUT', json],
    [405, 'METHOD_NOT_ALLOWED', METHODS, 'DELETE', {}],
    [415, 'UNSUPPORTED_MEDIA_TYPE', NOT_JSON, 'POST', { 'content-type': 'text/plain' }],
    [415, 'UNSUPPORTED_MEDIA_TYPE', NOT_JSON, 'POST', { 'content-type': 'application/x-www-form-urlencoded' }],
    [415, 'UNSUPPORTED_MEDIA_TYPE', NOT_JSON, 'POST', { 'content-type': 'application/graphql' }],
    [415, 'UNSUPPORTED_MEDIA_TYPE', ENCODED, 'POST', { ...json, 'content-encoding': 'gzip' }],
    [415, 'UNSUPPORTED_MEDIA_TYPE', ENCODED, 'POST', { ...json, 'content-encoding': 'x-unknown' }],
  ])('%i %s: %s', async (status, code, message, method, headers) => {
    for (const type of ['application/json', GRAPHQL]) {
      const body = method === 'GET' ? undefined : JSON.stringify({ query: QUERY });
      const response = await send(method, { accept: type, ...headers }, body);
      expect([response.status, typeOf(response)]).toStrictEqual([status, `${type}; charset=utf-8`]);
      expect(await response.json()).toStrictEqual({ errors: [{ message, extensions: { code } }] });
      expect(response.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
      expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD, POST, OPTIONS' : null);
    }
  });

  test('and a POST without a Content-Type is told which to send', async () => {
    const response = await send('POST', {}, undefined);
    expect([response.status, (await response.json()).errors[0].message]).toStrictEqual([415, NOT_JSON]);
  });
});

describe('the body of a POST', () => {
  test.each([
    'Application/JSON',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON ; Charset="utf-8"',
    'application/GraphQL+json',
  ])('is read as JSON when it is %s', async (type) => {
    const response = await post(QUERY, { 'content-type': type });
    expect([response.status, await response.json()]).toMatchObject([200, { data: { club: {} } }]);
  });

  test.each(['identity', 'Identity'])('may say that it is not encoded: %s', async (coding) => {
    expect((await post(QUERY, { 'content-encoding': coding })).status).toBe(200);
  });
});

test.each([
  ['a document', `?query=${encodeURIComponent(QUERY)}`],
  ['a persisted operation', `?documentId=ClubPage&variables=${encodeURIComponent('{"slug":"northern-legion"}')}`],
])('the answer to %s says that it depends on what is accepted, also while it is remembered', async (_what, query) => {
  for (const accept of ['application/json', GRAPHQL, 'application/json']) {
    const response = await send('GET', { accept }, undefined, url + query);
    expect(response.headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
    await response.text();
  }
});

describe('HEAD', () => {
  test.each([
    ['a document', `?query=${encodeURIComponent(LONG)}`],
    ['a persisted operation', `?documentId=ClubPage&variables=${encodeURIComponent('{"slug":"northern-legion"}')}`],
    ['an error', '?query={'],
  ])('of %s has the status and the headers of GET, and no body', async (_what, query) => {
    const [whole, head] = [
      await send('GET', {}, undefined, url + query),
      await send('HEAD', {}, undefined, url + query),
    ];
    const headers = ({ headers }: Response) => {
      const { date, connection, 'keep-alive': kept, 'x-request-id': id, ...rest } = Object.fromEntries(headers);
      return rest;
    };
    expect([head.status, headers(head), await head.text()]).toStrictEqual([whole.status, headers(whole), '']);
  });
});

test.each([
  ['/graphql', 'GET, HEAD, POST, OPTIONS'],
  ['/', 'GET, HEAD, OPTIONS'],
  ['/docs', 'GET, HEAD, OPTIONS'],
  ['/openapi.json', 'GET, HEAD, OPTIONS'],
  ['/health/live', 'GET, HEAD, OPTIONS'],
  ['/api/v1/tournaments', 'GET, HEAD, OPTIONS'],
])('OPTIONS %s allows %s, each of which is not a 405', async (path, allow) => {
  const address = url.replace('/graphql', path);
  const response = await fetch(address, { method: 'OPTIONS' });
  expect([response.status, response.headers.get('allow')]).toStrictEqual([204, allow]);
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']) {
    const { status } = await send(method, {}, undefined, address);
    expect([method, status === 405]).toStrictEqual([method, !allow.includes(method)]);
  }
});

test.each(['/nowhere', '/api/v1/nowhere', '/metrics'])(
  'OPTIONS %s is a 404, unless a browser asks for a page that may then read so',
  async (path) => {
    const address = url.replace('/graphql', path);
    expect((await fetch(address, { method: 'OPTIONS' })).status).toBe(404);
    const preflight = await fetch(address, { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } });
    expect(preflight.status).toBe(204);
  },
);

describe('/graphql/', () => {
  test('is answered like /graphql', async () => {
    const body = JSON.stringify({ query: QUERY });
    const posted = await send('POST', { 'content-type': 'application/json' }, body, `${url}/`);
    expect([posted.status, await posted.json()]).toMatchObject([200, { data: { club: {} } }]);
    const asked = await send('GET', {}, undefined, `${url}/?query=${encodeURIComponent(QUERY)}`);
    expect(asked.status).toBe(200);
    const page = await send('GET', {}, undefined, `${url}/?documentId=TournamentsPage`);
    expect(page.status).toBe(200);
    const refused = await send('POST', { authorization: '' }, body, `${url}/`);
    expect([refused.status, Object.keys(await refused.json())]).toStrictEqual([401, ['errors']]);
  });
});

describe('a larger answer to a document', () => {
  const raw = async (acceptEncoding: string, query = LONG) => {
    const response = await app.fetch(
      new Request(url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${app.key}`,
          'content-type': 'application/json',
          'accept-encoding': acceptEncoding,
        },
        body: JSON.stringify({ query }),
      }),
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength));
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
    return { coding: response.headers.get('content-encoding'), bytes };
  };

  test('is compressed for a client that takes it so', async () => {
    const plain = await raw('identity');
    expect(plain.coding).toBeNull();
    expect(JSON.parse(plain.bytes.toString()).data.club.battles.nodes).toHaveLength(20);
    for (const [accepts, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { coding, bytes } = await raw(accepts);
      expect(coding).toBe(accepts);
      expect(bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 2);
      expect(unpack(bytes).toString()).toBe(plain.bytes.toString());
    }
  });

  test('and a short one is not', async () => {
    expect((await raw('br, gzip', QUERY)).coding).toBeNull();
  });

  test('all of many at once are answered, compressed or not', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => raw('gzip')));
    const texts = answers.map(({ coding, bytes }) => (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString());
    expect(new Set(texts).size).toBe(1);
  });
});
