// Over a socket, REST answers without a Request and a Response in between: nobody can tell.
import { beforeAll, expect, test, vi } from 'vitest';
import { serveHttp } from '../pages/serve.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load, tournament } from '../support/world.js';

const db = await openTestDb();
let app: TestApp;
let short: string;
let long: string;
beforeAll(async () => {
  await load(
    db,
    ['one', 'two', 'three', 'four'].map((slug) => tournament({ slug })),
  );
  app = await createTestApp(db, { config: { rateLimit: 1_000_000, publicUrl: 'https://api.example' } });
  const fetch = vi.fn(() => Promise.reject(new Error('not this way')));
  const recall = () => null;
  ({ url: short } = await serveHttp({ ...app, recall, fetch }));
  ({ url: long } = await serveHttp({ ...app, recall, reply: () => null }));
});

const LIST = '/api/v1/tournaments';

test.each<[status: number, what: string, path: string, init?: RequestInit]>([
  [200, 'a listing', LIST],
  [200, 'a page with a next one', `${LIST}?limit=1`],
  [200, 'compressed', `${LIST}?limit=100`, { headers: { 'accept-encoding': 'br' } }],
  [200, 'HEAD', LIST, { method: 'HEAD' }],
  [304, 'a 304', LIST, { headers: { 'if-none-match': '*' } }],
  [400, 'a value that cannot be read', `${LIST}?limit=many`],
  [400, 'an encoding that is none', '/api/v1/tournaments/%ff'],
  [401, 'no key', LIST, { headers: { authorization: '' } }],
  [401, 'a key that nobody has', LIST, { headers: { authorization: `Bearer svc_v1_${'a'.repeat(64)}` } }],
  [404, 'nothing by that name', '/api/v1/tournaments/nowhere'],
  [404, 'no such route', '/api/v1/nowhere'],
  [405, 'a method that reads nothing', LIST, { method: 'POST', body: 'x' }],
])('%i, %s', async (status, _what, path, init = {}) => {
  const ask = async (base: string) => {
    const mine = { authorization: `Bearer ${app.key}`, 'x-request-id': 'mine' };
    const response = await fetch(base + path, { ...init, headers: { ...mine, ...init.headers } });
    const { date, ratelimit, ...headers } = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await response.text() };
  };
  const answer = await ask(short);
  expect(answer).toStrictEqual(await ask(long));
  expect(answer.status).toBe(status);
});
