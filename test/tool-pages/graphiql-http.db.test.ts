// GraphiQL's page over HTTP, without a browser.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../src/app/app.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { setDataOwner } from '../support/data-owner.js';
import { emptyDb, openTestDb } from '../support/database.js';

const db = await openTestDb();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(db);
});
beforeEach(() => emptyDb(db));

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (headers: Record<string, string> = {}, method = 'GET', path = '/graphql') =>
  app.fetch(new Request(`http://gateway.test${path}`, { method, headers: { ...BROWSER, ...headers } }));
/** Compared here instead of with `expect`, which would print nine megabytes. */
const has = async (response: Response, text: string) => (await response.text()).includes(text);
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('a browser gets the page without a key', async () => {
  const response = await open();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect((await response.clone().text()).includes('<title>GraphiQL - Battle results gateway</title>')).toBe(true);
  expect(/<meta name="description" content="[^"]{60,160}">/.test(await response.text())).toBe(true);
});

test('compressed, it is the same page in a quarter of the bytes', async () => {
  const plain = await bytes(await open());
  const gzip = await open({ 'accept-encoding': 'gzip' });
  expect(gunzipSync(await bytes(gzip)).equals(plain)).toBe(true);
  const br = await vi.waitUntil(
    async () => {
      const response = await open({ 'accept-encoding': 'gzip, br' });
      return response.headers.get('content-encoding') === 'br' ? response : null;
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(Number(br?.headers.get('content-length'))).toBeLessThan(plain.length / 4);
  expect(br && brotliDecompressSync(await bytes(br)).equals(plain)).toBe(true);
});

test('asked for again, 304', async () => {
  const etag = (await open()).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]+"$/);
  const again = await open({ 'if-none-match': etag });
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
});

test('the demo key is filled in only while the demo world is loaded', async () => {
  const own = await open();
  expect(await has(own, '"key":"svc_v1_YOUR_KEY"')).toBe(true);
  await setDataOwner(db.sql, 'demo');
  const demo = await open({ 'if-none-match': own.headers.get('etag') ?? '' });
  expect(demo.status).toBe(200);
  expect(await has(demo, '"key":"svc_v1_demo"')).toBe(true);
});

test('HEAD has the headers of GET', async () => {
  const [get, head] = [await open(), await open({}, 'HEAD')];
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  expect((await bytes(head)).length).toBe(0);
});

test('its one script is named by hash in the content security policy', async () => {
  const policy = (await open()).headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]+=*';/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe/);
});

test('nothing of this machine is in it', async () => {
  expect(await has(await open(), process.cwd())).toBe(false);
});

describe('what is not the page goes on as before', () => {
  test.each([
    ['a query in the address', 'GET', '/graphql?query=%7B__typename%7D'],
    ['a persisted operation by name', 'GET', '/graphql?documentId=TournamentsPage'],
    ['a persisted operation by hash', 'GET', '/graphql?extensions=%7B%7D'],
    ['a POST', 'POST', '/graphql'],
    ['another path', 'GET', '/graphql/x'],
  ])('%s needs a key', async (_, method, path) => {
    const response = await open({}, method, path);
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('a program that does not ask for HTML needs a key', async () => {
    expect((await open({ accept: '*/*' })).status).toBe(401);
    expect((await open({ accept: 'application/json' })).status).toBe(401);
  });
});

test('there is no GraphiQL when only persisted operations are accepted', async () => {
  const config = { siteUrl: 'https://battles.example', cursorSecret: 'test', cursorLifetimeMs: 1000 };
  const closed = await createApp({ config: { ...config, persistedOnly: true }, db, log: console.error });
  const response = await closed.fetch(new Request('http://gateway.test/graphql', { headers: BROWSER }));
  expect(response.status).toBe(401);
  await closed.close();
});
