import { describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { listingWorld, PATHS, SINGLES } from './listing-world.js';

const { app } = await openTestApp(listingWorld, { now: () => Date.parse('2026-07-01T12:00:00Z') });

const ROUTES = [...PATHS, ...SINGLES];
const send = (method: string, path: string, headers?: Record<string, string>) =>
  app.fetch(
    new Request(`http://gateway.test${path}`, {
      method,
      headers: headers ?? { authorization: `Bearer ${app.key}` },
    }),
  );

/** Headers of every response. */
const EVERY = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Link, ETag, WWW-Authenticate, Allow, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Responses of every kind except 500, which crash.db.test.ts covers. */
const ANSWERS: [status: number, path: string, headers?: Record<string, string>][] = [
  ...ROUTES.map((path): [number, string] => [200, path]),
  ...PATHS.map((path): [number, string] => [200, `${path}?limit=1`]),
  ...PATHS.map((path): [number, string] => [400, `${path}?limit=0`]),
  [400, '/api/v1/tournaments?from=x'],
  [400, '/api/v1/tournaments/%ZZ'],
  [401, '/api/v1/tournaments', {}],
  [401, '/api/v1/tournaments', { authorization: 'Bearer svc_v1_wrong' }],
  [401, '/api/v1/nothing', {}],
  [404, '/api/v1/tournaments/nowhere'],
  [404, '/api/v1/nothing'],
  [404, '/nowhere'],
];

test.each(ANSWERS)(
  '%i %s is JSON that any website may read, and says how long it is',
  async (status, path, headers) => {
    const response = await send('GET', path, headers);
    expect(response.status).toBe(status);
    const bytes = await response.clone().arrayBuffer();
    const { link, 'www-authenticate': challenge, ...rest } = Object.fromEntries(response.headers);
    expect(rest).toStrictEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.byteLength),
      ...EVERY,
      ...(status === 200 && {
        'cache-control': 'private, no-cache',
        vary: 'Accept-Encoding',
        etag: expect.stringMatching(/^"[\w-]{27}"$/),
      }),
    });
    expect(challenge).toBe(status === 401 ? 'Bearer' : undefined);
    const body = await response.json();
    expect(link).toBe(body.next ? `<${body.next}>; rel="next"` : undefined);
    if (status !== 200) expect(Object.keys(body)).toStrictEqual(['error']);
  },
);

test.each(ANSWERS)('%i %s: HEAD has the status and the headers of GET, and no body', async (status, path, headers) => {
  const [get, head] = [await send('GET', path, headers), await send('HEAD', path, headers)];
  expect(head.status).toBe(status);
  expect(Object.fromEntries(head.headers)).toStrictEqual(Object.fromEntries(get.headers));
  expect(await head.text()).toBe('');
});

describe('other methods', () => {
  test.each(ROUTES.flatMap((path) => ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, path] as const)))(
    '%s %s is a 405 that says what is allowed',
    async (method, path) => {
      const response = await send(method, path);
      expect(await response.json()).toStrictEqual({
        error: { status: 405, message: 'This address takes GET, HEAD, OPTIONS', code: 'METHOD_NOT_ALLOWED' },
      });
      const bytes = response.headers.get('content-length');
      expect([response.status, Object.fromEntries(response.headers)]).toStrictEqual([
        405,
        {
          allow: 'GET, HEAD, OPTIONS',
          'content-type': 'application/json; charset=utf-8',
          'content-length': bytes,
          ...EVERY,
        },
      ]);
    },
  );

  test('a method in lower case, or one of nobody, is a 405 as well', async () => {
    for (const method of ['patch', 'PURGE', 'PROPFIND', 'head2']) {
      expect((await send(method, '/api/v1/tournaments')).status).toBe(405);
    }
  });
});

describe('OPTIONS', () => {
  test.each([...ROUTES, '/api/v1/tournaments/nowhere', '/api/v1/nothing', '/nowhere', '/', '/api/v1/clubs/%ZZ'])(
    '%s is answered without a key',
    async (path) => {
      const preflight = {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      };
      const response = await send('OPTIONS', path, preflight);
      expect([response.status, await response.text()]).toStrictEqual([204, '']);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': expect.stringMatching(/\bGET\b.*\bHEAD\b/),
        'access-control-allow-headers': expect.stringMatching(/\bAuthorization\b/),
        'access-control-max-age': '86400',
      });
    },
  );

  test('a website may send its trace along', async () => {
    const response = await send('OPTIONS', '/api/v1/tournaments', {});
    expect(response.headers.get('access-control-allow-headers')).toMatch(/\btraceparent, tracestate\b/);
  });
});
