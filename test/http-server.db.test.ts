// What only exists on a socket: requests that no client library would send.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Incoming } from '../src/http/asked.js';
import { createHttpServer } from '../src/http-server.js';
import type { Note } from '../src/operations/note.js';
import { createTestApp } from './support/app.js';
import { openTestDb } from './support/database.js';
import { listening } from './support/listening.js';
import { load, tournament } from './support/world.js';

const db = await openTestDb();
const app = await createTestApp(db);
const server = createHttpServer(app);
beforeAll(async () => {
  await load(db, [tournament(), tournament({ slug: 'second' })]);
  await listening(server);
});

const REST = [`Authorization: Bearer ${app.key}`, 'Connection: close'];
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const get = (address: string, host = 'x.test') => lines(`GET ${address} HTTP/1.1`, `Host: ${host}`, ...REST);

/** Everything that comes back until the other side closes. */
async function send(text: string) {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (part) => {
    answer += part;
  });
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: head.split('\r\n')[0], head, body };
}

const LONG = 'a'.repeat(20_000);
const NOT_HTTP = 'This is not an HTTP request';
const NOT_A_HOST = 'The Host header must be a host, such as api.example:4000';

describe('has the form of every other error', () => {
  test.each([
    ['a malformed address', get('http://['), 400, 'The address is not one'],
    ['an address that is not a path', get('api'), 400, NOT_HTTP],
    ['a control character in the address', get('/api/v1/\0'), 400, NOT_HTTP],
    ['a method that does not exist', lines('BREW / HTTP/1.1', 'Host: x.test'), 405, /takes GET, HEAD, POST, OPTIONS/],
    ['a tunnel', lines('CONNECT x.test:443 HTTP/1.1', 'Host: x.test'), 405, /takes GET, HEAD, POST, OPTIONS/],
    ['a header too long', lines('GET / HTTP/1.1', 'Host: x.test', `X: ${LONG}`), 431, /headers .* too long/],
    ['an address too long', get(`/api/v1/tournaments?x=${LONG}`), 431, /headers .* too long/],
    ['a host with a space', get('/api/v1/tournaments', 'a b'), 400, NOT_A_HOST],
    ['a host with a path', get('/api/v1/tournaments', 'evil.test/x?y='), 400, NOT_A_HOST],
    ['a host with a user', get('/api/v1/tournaments', 'x.test@evil.test'), 400, NOT_A_HOST],
    ['no host', lines('GET /api/v1/tournaments HTTP/1.1', ...REST), 400, NOT_A_HOST],
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

test('a fault of ours that shows at once ends the request, is told, and leaves the others alone', async () => {
  const told: unknown[] = [];
  const tellers = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => told.push(error));
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const tell of tellers) process.on('unhandledRejection', tell);
  });
  const fault = new Error('a fault');
  const recall = (request: Incoming, note: Note) => {
    if (request.url === '/fault') throw fault;
    return app.recall(request, note);
  };
  const url = await listening(createHttpServer({ ...app, recall }));
  await expect(fetch(`${url}/fault`)).rejects.toThrow('fetch failed');
  expect(told).toStrictEqual([fault]);
  const headers = { authorization: `Bearer ${app.key}` };
  expect((await fetch(`${url}/api/v1/tournaments`, { headers })).status).toBe(200);
});

describe('is answered like any other request', () => {
  test('the whole address in the request line, whose host comes first', async () => {
    const { status, body } = await send(get('http://other.test/api/v1/tournaments?limit=1'));
    expect(status).toBe('HTTP/1.1 200 OK');
    expect(JSON.parse(body).next).toMatch(/^http:\/\/other\.test\/api\/v1\/tournaments\?limit=1&cursor=/);
  });

  test.each(['Expect: tea', 'Upgrade: websocket', 'Expect: 100-continue'])('%s', async (header) => {
    const text = lines('GET /api/v1/tournaments HTTP/1.1', 'Host: x.test', header, ...REST);
    expect((await send(text)).head).toMatch(/HTTP\/1.1 200 OK|HTTP\/1.1 100 Continue/);
  });

  test('HTTP/1.0 without a host', async () => {
    expect((await send(lines('GET /api/v1/tournaments HTTP/1.0', ...REST))).status).toBe('HTTP/1.1 200 OK');
  });

  test.each(['TRACE', 'PROPFIND', 'PUT'])('%s, which REST refuses', async (method) => {
    const { status, head } = await send(lines(`${method} /api/v1/tournaments HTTP/1.1`, 'Host: x.test', ...REST));
    expect(status).toBe('HTTP/1.1 405 Method Not Allowed');
    expect(head).toContain('allow: GET, HEAD, OPTIONS');
  });
});
