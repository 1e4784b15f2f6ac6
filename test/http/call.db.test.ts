// Over a socket the app is called without Request and Response objects, which must not be visible.
import { beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const db = await openTestDb();
let app: TestApp;
let url: string;
beforeAll(async () => {
  await load(
    db,
    ['one', 'two', 'three', 'four'].map((slug) => tournament({ slug })),
  );
  app = await createTestApp(db, { config: { rateLimit: 1_000_000, publicUrl: 'https://api.example' } });
  ({ url } = await serveHttp(app));
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
  [200, 'a document', '/graphql?query={clubs{nodes{slug}}}'],
  [200, 'a persisted operation', '/graphql?documentId=TournamentsPage', { headers: { accept: 'application/json' } }],
  [415, 'a document that is not JSON', '/graphql', { method: 'POST', body: '{ __typename }' }],
  [405, 'a method that GraphQL does not take', '/graphql/', { method: 'PUT' }],
  [200, 'GraphiQL', '/graphql', { headers: { accept: 'text/html' } }],
  [308, 'a page with a slash', '/docs/', { redirect: 'manual' }],
  [200, 'a page', '/openapi.json', { headers: { 'accept-encoding': 'gzip' } }],
  [204, 'OPTIONS', '/graphql', { method: 'OPTIONS' }],
  [404, 'nothing', '/nowhere'],
])('%i, %s', async (status, _what, path, init = {}) => {
  const ask = async (send: (url: string, init: RequestInit) => Promise<Response>) => {
    const mine = { authorization: `Bearer ${app.key}`, 'x-request-id': 'mine' };
    const response = await send(path, { ...init, headers: { ...mine, ...init.headers } });
    const {
      date,
      ratelimit,
      connection,
      'keep-alive': kept,
      'x-request-id': id,
      ...headers
    } = Object.fromEntries(response.headers);
    return { status: response.status, headers, body: await response.text() };
  };
  const answer = await ask((to, init) => fetch(url + to, init));
  const { 'accept-encoding': coding = 'gzip, deflate' } = (init.headers ?? {}) as Record<string, string>;
  expect(answer.status).toBe(status);
  const direct = await ask((to, init) => {
    const request = new Request(`http://gateway.test${to}`, init);
    request.headers.set('accept-encoding', coding);
    return app.fetch(request);
  });
  expect({ ...direct, body: '' }).toStrictEqual({ ...answer, body: '' });
});
