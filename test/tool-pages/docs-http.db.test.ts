// The REST reference over HTTP, without a browser.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { setDataOwner } from '../support/data-owner.js';
import { emptyDb, openTestDb } from '../support/database.js';

const db = await openTestDb();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp(db);
});
beforeEach(() => emptyDb(db));

const open = (headers: Record<string, string> = {}, method = 'GET', path = '/docs') =>
  app.fetch(new Request(`http://gateway.test${path}`, { method, headers }));
/** Compared here instead of with `expect`, which would print two megabytes. */
const has = async (response: Response, text: string) => (await response.text()).includes(text);
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('anybody gets the page without a key', async () => {
  const response = await open();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect((await response.clone().text()).includes('<title>REST reference - Battle results gateway</title>')).toBe(true);
  expect(/<meta name="description" content="[^"]{60,160}">/.test(await response.text())).toBe(true);
});

test('compressed, it is the same page in a third of the bytes', async () => {
  const plain = await bytes(await open());
  expect(gunzipSync(await bytes(await open({ 'accept-encoding': 'gzip' }))).equals(plain)).toBe(true);
  const br = await vi.waitUntil(
    async () => {
      const response = await open({ 'accept-encoding': 'gzip, br' });
      return response.headers.get('content-encoding') === 'br' ? response : null;
    },
    { timeout: 20_000, interval: 200 },
  );
  expect(Number(br?.headers.get('content-length'))).toBeLessThan(plain.length / 3);
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

test('another method is a 405 that says what is allowed', async () => {
  const response = await open({}, 'POST', '/docs');
  expect([response.status, response.headers.get('allow')]).toStrictEqual([405, 'GET, HEAD, OPTIONS']);
});

test.each(['/docs/', '/openapi.json/'])('%s leads to the page without the slash, below whatever path', async (path) => {
  const response = await open({}, 'GET', path);
  expect([response.status, response.headers.get('location')]).toStrictEqual([308, `..${path.slice(0, -1)}`]);
});
