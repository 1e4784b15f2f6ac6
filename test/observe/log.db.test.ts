import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { KEY_PREFIX } from '../../src/key.js';
import { logInto } from '../../src/observe/log.js';
import { requestLines } from '../../src/observe/request-line.js';
import { createWatch } from '../../src/observe/watch.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const db = await openTestDb();
const OWN_ID = expect.stringMatching(/^[\w-]{12}-\d+$/);
const PATH = '/api/v1/tournaments/spring-clash';
const ROUTE = '/api/v1/tournaments/{slug}';

let written: string[] = [];
await load(db, [tournament()]);
const log = logInto({ write: (line) => written.push(line) }, 'info');
const app = await createTestApp(db, {
  remember: true,
  documented: false,
  deps: { log: (message, error, id) => log.error({ id, err: error }, message) },
});
const { key } = app;
const watch = createWatch({ write: requestLines(log) });
const { url } = await serveHttp(app, { watch });
const limited = await createTestApp(db, { remember: true, documented: false, config: { rateLimit: 1 } });
const { url: limitedUrl } = await serveHttp(limited, { watch });
beforeEach(() => {
  written = [];
});

const ask = async (path: string, headers: Record<string, string> = {}, body?: unknown) => {
  const response = await fetch(url + path, {
    headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  });
  await response.arrayBuffer();
  return response;
};

/** Returns everything received until the server closes the connection. */
async function send(text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(text);
  return textOf(socket);
}

/** A line is written once the response has been sent, which may be after it has arrived. */
async function lines(count = 1): Promise<Record<string, unknown>[]> {
  await expect.poll(() => written.length).toBe(count);
  return written.map((line) => {
    const { time, pid, level, msg, ms, ...said } = JSON.parse(line);
    if (msg === 'request') expect(ms).toBeGreaterThanOrEqual(0);
    return msg === 'request' ? said : { ...said, level, msg };
  });
}

const line = (more: object) => ({ id: OWN_ID, method: 'GET', status: 200, remembered: false, key: 1, ...more });

describe('one line a request', () => {
  test('with the pattern of its route and the id of its key; remembered the second time, and as a 304', async () => {
    const first = await ask(`${PATH}?x=secret`);
    await ask(`${PATH}?x=secret`);
    await ask(`${PATH}?x=secret`, { 'if-none-match': first.headers.get('etag') ?? '' });
    const operation = 'Tournament';
    expect(await lines(3)).toStrictEqual([
      line({ route: ROUTE, operation }),
      line({ route: ROUTE, operation, remembered: true }),
      line({ route: ROUTE, operation, remembered: true, status: 304 }),
    ]);
  });

  test.each([
    ['/developers', { route: '/developers' }],
    ['/openapi.json', { route: '/openapi.json' }],
    ['/graphql', { route: 'GraphiQL' }],
  ])('of the page %s', async (path, expected) => {
    await ask(path, { accept: 'text/html' });
    const { key, ...open } = line(expected);
    expect(await lines()).toStrictEqual([open]);
  });

  test('of GraphQL with the name of the operation, persisted or not', async () => {
    await ask('/graphql', {}, { query: 'query Mine { tournaments { nodes { name } } }' });
    await ask('/graphql', {}, { query: '{ tournaments { nodes { name } } }' });
    await ask('/graphql', {}, { documentId: 'TournamentsPage' });
    await ask('/graphql', {}, { documentId: 'TournamentsPage' });
    const [graphql, method] = ['/graphql', 'POST'];
    expect(await lines(4)).toStrictEqual([
      line({ route: graphql, method, operation: 'Mine' }),
      line({ route: graphql, method }),
      line({ route: graphql, method, operation: 'TournamentsPage' }),
      line({ route: graphql, method, operation: 'TournamentsPage', remembered: true }),
    ]);
  });

  test('of what is refused: by its key, its address, its method, its host, its headers', async () => {
    await ask(PATH, { authorization: 'Basic x' });
    await ask('/wp-login.php');
    await fetch(url + PATH, { method: 'OPTIONS' });
    await send('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
    await send(`GET / HTTP/1.1\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`);
    await send('CONNECT x.test:443 HTTP/1.1\r\nHost: x.test\r\n\r\n');
    const nobody = (more: object) => {
      const { key, ...open } = line(more);
      return open;
    };
    expect(await lines(6)).toStrictEqual([
      nobody({ route: ROUTE, status: 401 }),
      nobody({ route: 'other', status: 404 }),
      nobody({ route: ROUTE, status: 204, method: 'OPTIONS' }),
      nobody({ route: 'other', status: 400 }),
      nobody({ route: 'other', status: 431 }),
      nobody({ route: 'other', status: 405, method: 'CONNECT' }),
    ]);
  });

  test('of a key that has nothing left: refused, although the answer is remembered', async () => {
    for (const status of [200, 429]) {
      const response = await fetch(limitedUrl + PATH, { headers: { authorization: `Bearer ${key}` } });
      await response.arrayBuffer();
      expect(response.status).toBe(status);
    }
    const refused = line({ route: ROUTE, status: 429 });
    expect(await lines(2)).toStrictEqual([line({ route: ROUTE, operation: 'Tournament' }), refused]);
  });

  test('but none of health checks', async () => {
    await ask('/health/live');
    await ask('/health/ready');
    await ask('/nowhere');
    expect(await lines()).toMatchObject([{ status: 404 }]);
  });
});

describe('the id of a request', () => {
  const idOf = (response: Response) => response.headers.get('x-request-id');

  test('is the one the caller sent, in the answer and in the line; also of one that is remembered', async () => {
    for (const id of ['order-66', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 'order-67']) {
      expect(idOf(await ask(PATH, { 'x-request-id': id }))).toBe(id);
    }
    expect((await lines(3)).map(({ id }) => id)).toContain('order-67');
    expect((await lines(3)).at(-1)).toMatchObject({ remembered: true });
  });

  test.each(['a b', '"', 'a'.repeat(101), '{}', 'ü'])('is a new one instead of %j', async (id) => {
    expect(idOf(await ask(PATH, { 'x-request-id': Buffer.from(id).toString('latin1') }))).toStrictEqual(OWN_ID);
  });

  test('is on every answer, whatever it says', async () => {
    const etag = (await ask(PATH)).headers.get('etag') ?? '';
    for (const [path, headers, status] of [
      [PATH, {}, 200],
      [PATH, { 'if-none-match': etag }, 304],
      [PATH, { authorization: '' }, 401],
      ['/nowhere', {}, 404],
      ['/docs', {}, 200],
      ['/health/ready', {}, 200],
    ] as const) {
      const response = await ask(path, { ...headers, 'x-request-id': 'mine' });
      expect([path, response.status, idOf(response)]).toStrictEqual([path, status, 'mine']);
      expect(response.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    }
    const refused = await send('BREW / HTTP/1.1\r\n\r\n');
    expect(refused).toMatch(/^HTTP\/1.1 405 .*\r\nx-request-id: [\w-]{12}-\d+\r\n/s);
  });
});

test('no key is ever in a line, wherever it was sent', async () => {
  const broken = `${KEY_PREFIX}${'x'.repeat(49)}`;
  const named = `query ${key} { tournaments { nodes { name } } }`;
  for (const secret of [key, broken]) {
    await ask(PATH, { authorization: `Bearer ${secret}` });
    await ask(PATH, { authorization: `bearer  ${secret} ` });
    await ask(PATH, { authorization: `Basic ${secret}` });
    await ask(PATH, { authorization: secret });
    await ask(PATH, { 'x-request-id': secret, cookie: secret, referer: secret, 'user-agent': secret });
    await ask(`${PATH}?key=${secret}`);
    await ask(`/api/v1/tournaments/${secret}`);
    await ask(`/${secret}`);
    await ask('/graphql', {}, { query: named, operationName: secret });
    await ask('/graphql', {}, { query: named });
    await ask('/graphql', {}, { documentId: secret, variables: { id: secret } });
    await send(`GET /${secret} HTTP/1.1\r\nHost: ${secret}\r\nConnection: close\r\n\r\n`);
    await send(`${secret}\r\n\r\n`);
  }
  await lines(26);
  expect(written.join('')).not.toContain(KEY_PREFIX);
});

test('an error nobody made on purpose is there with its id and stack, and without any key in it', async () => {
  await db.sql.query(`ALTER TABLE "player" RENAME TO "hidden"`);
  const response = await fetch(`${url}/api/v1/users/${key}/battles`, { headers: { authorization: `Bearer ${key}` } });
  const { error } = (await response.json()) as { error: { message: string } };
  await db.sql.query(`ALTER TABLE "hidden" RENAME TO "player"`);
  const [problem, request] = await lines(2);
  expect(problem).toMatchObject({
    level: 'error',
    msg: `error ${error.message.split(' ').at(-1)}`,
    err: { message: expect.stringContaining('player'), stack: expect.stringMatching(/\n +at /) },
  });
  expect(request).toMatchObject({ route: '/api/v1/users/{publicId}/battles', status: 500 });
  expect([problem?.id, response.headers.get('x-request-id')]).toStrictEqual([request?.id, request?.id]);
  expect(problem?.msg).toBe(`error ${request?.id}`);
  expect(written.join('')).not.toContain(key);
});
