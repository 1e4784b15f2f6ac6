import { type AddressInfo, connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import type { Call } from '../../src/http/call.js';
import { createReply } from '../../src/http/reply.js';
import { createHttpServer } from '../../src/http/server.js';
import { createTestApp, openTestApp } from '../support/app.js';
import { heard } from '../support/heard.js';
import { listening } from '../support/listening.js';
import { load, tournament } from '../support/world.js';

const { app, db } = await openTestApp();
const server = createHttpServer(app);
await load(db, [tournament(), tournament({ slug: 'second' })]);
await listening(server);

const REST = [`Authorization: Bearer ${app.key}`, 'Connection: close'];
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const get = (address: string, host = 'x.test') => lines(`GET ${address} HTTP/1.1`, `Host: ${host}`, ...REST);

const DOCUMENT = '{"query":"{ __typename }"}';
const chunked = (coding: string, version = '1.1') =>
  lines(
    `POST /graphql HTTP/${version}`,
    'Host: x.test',
    `Authorization: Bearer ${app.key}`,
    'Content-Type: application/json',
    `Transfer-Encoding: ${coding}`,
    '',
    DOCUMENT.length.toString(16),
    DOCUMENT,
    '0',
  );

/** Returns everything received until the server closes the connection. */
async function send(text: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  const answer = await heard(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: head.split('\r\n')[0], head, body };
}

const MANY = Array(2_000).fill('a:');
const LONG = 'a'.repeat(20_000);
const NOT_HTTP = 'This is not an HTTP request';
const NO_OTHER_CODING = /^Send the body as it is, or with Transfer-Encoding: chunked/;
const NOT_A_HOST = 'The Host header must be a host, such as api.example:4000';

describe('has the form of every other error', () => {
  test.each<[what: string, text: string, status: number, message: string | RegExp]>([
    ['a malformed address', get('http://['), 400, 'The address must be a path or a valid http URL'],
    ['an address that is not a path', get('api'), 400, NOT_HTTP],
    ['a control character in the address', get('/api/v1/\0'), 400, NOT_HTTP],
    ['a method that does not exist', lines('BREW / HTTP/1.1', 'Host: x.test'), 405, /takes GET, HEAD, POST, OPTIONS/],
    ['a tunnel', lines('CONNECT x.test:443 HTTP/1.1', 'Host: x.test'), 405, /takes GET, HEAD, POST, OPTIONS/],
    ['a header too long', lines('GET / HTTP/1.1', 'Host: x.test', `X: ${LONG}`), 431, /headers .* too long/],
    ['too many headers', lines('GET /api/v1/tournaments HTTP/1.1', ...MANY, 'Host: x.test', ...REST), 431, /too long/],
    ['an address too long', get(`/api/v1/tournaments?x=${LONG}`), 431, /headers .* too long/],
    ['a host with a space', get('/api/v1/tournaments', 'a b'), 400, NOT_A_HOST],
    ...['..', '.', 'a..b', '.a', 'a..', '..:80'].map((host): [string, string, number, string] => [
      `the host ${host}`,
      get('/api/v1/tournaments', host),
      400,
      NOT_A_HOST,
    ]),
    ['no host', lines('GET /api/v1/tournaments HTTP/1.1', ...REST), 400, NOT_A_HOST],
    ...['gzip, chunked', 'gzip\r\nTransfer-Encoding: chunked'].map((coding): [string, string, number, RegExp] => [
      `a body in ${coding}`,
      chunked(coding),
      501,
      NO_OTHER_CODING,
    ]),
    ['a body in chunks, before there were any', chunked('chunked', '1.0'), 501, NO_OTHER_CODING],
  ])('%s', async (_what, text, status, message) => {
    const { head, body } = await send(text);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    expect(head.toLowerCase()).toContain('access-control-allow-origin: *');
    const { error } = JSON.parse(body);
    expect(error).toStrictEqual({
      status,
      message: expect.stringMatching(message),
      code: status === 405 ? 'METHOD_NOT_ALLOWED' : 'BAD_REQUEST',
    });
  });
});

test.each([
  ['GET /api/v1/tournaments', 'Missing or invalid Authorization header'],
  ['GET /graphql?documentId=Tournaments', 'Missing or invalid Authorization header'],
])('%s with two Authorization headers is a 401, as it cannot be told which is meant', async (line, message) => {
  const { body, status } = await send(lines(`${line} HTTP/1.1`, 'Host: x.test', `authorization: x`, ...REST));
  expect(status).toBe('HTTP/1.1 401 Unauthorized');
  expect(body).toContain(message);
  const turned = await send(lines(`${line} HTTP/1.1`, 'Host: x.test', ...REST, 'AUTHORIZATION: Bearer x'));
  expect(turned.status).toBe('HTTP/1.1 401 Unauthorized');
});

describe('a fault of ours outside of what the service catches', () => {
  const fault = new Error('a fault');
  const parts: [string, (app: App) => Partial<App>][] = [
    ['before anything is made of a request', () => ({ replyAtOnce: () => raise() })],
    ['while it is answered', () => ({ reply: () => Promise.reject(fault) })],
    ['at once', () => ({ reply: () => raise() })],
    ['when it is sent', () => ({ reply: async () => unsendable() })],
  ];
  const raise = () => {
    throw fault;
  };
  const unsendable = () => createReply(200, { 'content-encoding': 'gzip', bad: 'a\x01b' }, '');

  test.each(parts)(
    '%s is a 500 at once, in the form of the endpoint, told with the id of the request',
    async (_when, faulty) => {
      const told: { message: string; id: string }[] = [];
      const log = (message: string, _error: unknown, id: string) => told.push({ message, id });
      const service = await createTestApp(db, { documented: false, deps: { log } });
      const url = await listening(createHttpServer({ ...service, ...faulty(service) }));
      const message = 'Internal error; quote request id mine';
      const code = 'INTERNAL_ERROR';
      for (const [path, body] of [
        ['/api/v1/tournaments', { error: { status: 500, message, code } }],
        ['/graphql?query={__typename}', { errors: [{ message, extensions: { code } }] }],
      ] as const) {
        const response = await fetch(url + path, { headers: { 'x-request-id': 'mine' } });
        expect([response.status, await response.json()]).toStrictEqual([500, body]);
        expect([response.headers.get('x-request-id'), response.headers.get('content-encoding')]).toStrictEqual([
          'mine',
          null,
        ]);
      }
      expect(told).toStrictEqual(Array(2).fill({ message: 'error mine', id: 'mine' }));
    },
  );
});

test.each(['/health/live', '/api/v1/tournaments'])(
  'an exception when a request for %s ends costs its connection, and no other',
  async (path) => {
    const told: string[] = [];
    const log = (_message: string, error: unknown) => void told.push((error as Error).message);
    const service = await createTestApp(db, { documented: false, deps: { log } });
    const watch = {
      begin() {},
      within: <Result>(_call: Call, work: () => Result) => work(),
      opened() {},
      end(call: Call) {
        if (call.header('x-fault') !== null) throw new Error('a fault');
      },
    };
    const url = await listening(createHttpServer(service, { watch }));
    const { port, host } = new URL(url);
    const fields = [`Host: ${host}`, `Authorization: Bearer ${service.key}`];
    const [asked, next] = [lines(`GET ${path} HTTP/1.1`, ...fields, 'X-Fault: 1'), lines('GET / HTTP/1.1', ...fields)];
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(asked + next);
    expect((await heard(socket)).match(/HTTP\/1.1 \d+/g)?.length ?? 0).toBeLessThan(2);
    expect(told).toStrictEqual(['a fault']);
    const headers = { authorization: `Bearer ${service.key}` };
    expect((await fetch(url + path, { headers })).status).toBe(200);
  },
  20_000,
);

test('when too many are being answered, each endpoint refuses in its own form', async () => {
  const full = await createTestApp(db, { config: { requestsMax: 0 } });
  const url = await listening(createHttpServer(full));
  const message = 'Too many requests at once; try again in a moment';
  const code = 'UNAVAILABLE';
  const rest = await fetch(`${url}/api/v1/tournaments`);
  expect([rest.status, await rest.json()]).toStrictEqual([503, { error: { status: 503, message, code } }]);
  for (const type of ['application/json', 'application/graphql-response+json']) {
    const graphql = await fetch(`${url}/graphql?query={__typename}`, { headers: { accept: type } });
    expect([graphql.status, graphql.headers.get('content-type'), await graphql.json()]).toStrictEqual([
      503,
      `${type}; charset=utf-8`,
      { errors: [{ message, extensions: { code } }] },
    ]);
  }
});

describe('is answered like any other request', () => {
  test.each(['x.test.', 'localhost:4000', 'my_host-1', '[::1]:80'])('the host %s', async (host) => {
    expect((await send(get('/api/v1/tournaments', host))).status).toBe('HTTP/1.1 200 OK');
  });

  test.each(['Expect: tea', 'Upgrade: websocket', 'Expect: 100-continue'])('%s', async (header) => {
    const text = lines('GET /api/v1/tournaments HTTP/1.1', 'Host: x.test', header, ...REST);
    expect((await send(text)).head).toMatch(/HTTP\/1.1 200 OK|HTTP\/1.1 100 Continue/);
  });

  test('a body in chunks, in capitals', async () => {
    const { status, body } = await send(chunked('Chunked\r\nConnection: close'));
    expect([status, body]).toStrictEqual(['HTTP/1.1 200 OK', expect.stringContaining('"Query"')]);
  });

  test('HTTP/1.0 without a host', async () => {
    expect((await send(lines('GET /api/v1/tournaments HTTP/1.0', ...REST))).status).toBe('HTTP/1.1 200 OK');
  });
});
