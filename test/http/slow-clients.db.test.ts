// Slow clients: each is disconnected, and other clients are not affected.
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { CLIENT_LIMITS, createHttpServer } from '../../src/http/server.js';
import { openTestApp } from '../support/app.js';
import { heard } from '../support/heard.js';
import { listening } from '../support/listening.js';
import { club, load } from '../support/world.js';

const QUICK = {
  headersTimeout: 200,
  requestTimeout: 400,
  keepAliveTimeout: 200,
  connectionsCheckingInterval: 50,
  answerTimeout: 20_000,
};

const { app, db } = await openTestApp();
const port = await portOf(createHttpServer(app, { limits: QUICK }));
await load(db, [club()]);

async function portOf(server: Server): Promise<number> {
  return Number(new URL(await listening(server)).port);
}

const KEY = `Authorization: Bearer ${app.key}\r\n`;
const WHOLE = `GET /api/v1/clubs/northern-legion HTTP/1.1\r\nHost: x.test\r\n${KEY}\r\n`;

function open(to = port): Socket {
  const socket = connect(to, '127.0.0.1').setEncoding('utf8');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: x.test\r\nX-Slow: '],
  [
    'a body',
    `POST /graphql HTTP/1.1\r\nHost: x.test\r\n${KEY}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
  ],
])('%s without an end: refused', async (_what, start) => {
  const socket = open();
  const drip = setInterval(() => socket.write('a'), 50);
  onTestFinished(() => clearInterval(drip));
  socket.write(start);
  const text = await heard(socket);
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toStrictEqual({
    error: { status: 408, message: 'The request took too long to arrive', code: 'BAD_REQUEST' },
  });
});

test('a connection without another request is closed', async () => {
  const socket = open();
  socket.write(WHOLE);
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test('and one whose answer does not come is told so', async () => {
  const never = { ...app, reply: () => new Promise<never>(() => undefined) };
  const socket = open(await portOf(createHttpServer(never, { limits: { ...QUICK, answerTimeout: 300 } })));
  socket.write('GET /never HTTP/1.1\r\nHost: x.test\r\n\r\n');
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 504 .*"code":"UNAVAILABLE"/s);
});

test('meanwhile others are served', async () => {
  const slow = Array.from({ length: 200 }, () => open());
  for (const socket of slow) socket.write('GET / HTTP/1.1\r\nHost: ');
  const socket = open();
  socket.write(WHOLE);
  expect(await heard(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

test('the limits that are used are seconds, not minutes, and leave time to a balancer', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout } = CLIENT_LIMITS;
  expect(headersTimeout).toBeLessThanOrEqual(10_000);
  expect(requestTimeout).toBeLessThanOrEqual(30_000);
  expect(keepAliveTimeout).toBeGreaterThan(60_000);
});
