// What only a real connection shows, with handwritten requests where a client library would refuse them.

import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { SITE_URL } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { createDocumentedApp } from '../support/documented.js';
import { load } from '../support/world.js';
import { serve } from '../tool-pages/serve.js';
import { listingWorld } from './listing-world.js';

const db = await openTestDb();
const logged: string[] = [];
let port: number;
let authorization: string;
beforeAll(async () => {
  await load(db, listingWorld);
  authorization = `Bearer ${await createAccountKey(db.sql, 'Test')}`;
  const app = await createDocumentedApp({
    config: { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 60_000 },
    db,
    log: (message) => logged.push(message),
  });
  port = Number(new URL((await serve(app)).url).port);
});
beforeEach(() => {
  logged.length = 0;
});

type Wire = { status: number; headers: Record<string, string>; body: string };

async function send(method: string, path: string, headers: Record<string, string>): Promise<Wire> {
  const socket = connect(port, '127.0.0.1');
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...rest] = head.split('\r\n');
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(rest.map((line) => line.toLowerCase().split(': '))),
    body: body.join('\r\n\r\n'),
  };
}

const PATH = '/api/v1/tournaments?limit=1';

test('next begins with the host that the client named', async () => {
  for (const host of ['api.example', 'api.example:8080', '[::1]:8080']) {
    const { body } = await send('GET', PATH, { host, authorization });
    expect(JSON.parse(body).next.startsWith(`http://${host}${PATH}&cursor=`)).toBe(true);
  }
});

test('HEAD says how long the body of GET is, and sends none', async () => {
  const [get, head] = [
    await send('GET', '/api/v1/tournaments', { host: 'a', authorization }),
    await send('HEAD', '/api/v1/tournaments', { host: 'a', authorization }),
  ];
  expect([head.status, head.body]).toStrictEqual([200, '']);
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(get.body)));
});

test('OPTIONS has no body', async () => {
  const { status, body } = await send('OPTIONS', PATH, { host: 'a' });
  expect([status, body]).toStrictEqual([204, '']);
});

test('a method that browsers do not know is a 405', async () => {
  for (const method of ['TRACE', 'PROPFIND']) {
    const { status, headers } = await send(method, PATH, { host: 'a', authorization });
    expect([status, headers.allow]).toStrictEqual([405, 'get, head, options']);
  }
});

test('two slashes before the path are not the beginning of a host', async () => {
  const { status, body } = await send('GET', '//api/v1/tournaments', { host: 'a', authorization });
  expect([status, JSON.parse(body).error.message]).toStrictEqual([404, 'There is nothing at this address']);
});

describe('a host that is none is the mistake of the caller: 400, and nothing in the log', () => {
  test.each(['a b', 'a.example:99999', '[::1', 'a|b'])('%s', async (host) => {
    for (const headers of [{ host }, { host, authorization }]) {
      const { status, body } = await send('GET', PATH, headers);
      expect([status, JSON.parse(body).error.code, logged]).toStrictEqual([400, 'BAD_REQUEST', []]);
    }
  });
});
