// The pages and documents of developers over HTTP, without a browser.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildSchema } from 'graphql';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type App, createApp } from '../../src/app/app.js';
import { bundleSchemaText } from '../../src/tool-pages/bundle-schema.js';
import { SITE_URL } from '../support/app.js';
import { setDataOwner } from '../support/data-owner.js';
import { emptyDb, openTestDb } from '../support/database.js';

const config = { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1000 };
const db = await openTestDb();
const create = (also: object = {}) => createApp({ config: { ...config, ...also }, db, log: console.error });
const app = await create();
const closed = await create({ persistedOnly: true });
afterAll(() => Promise.all([app.close(), closed.close()]));
beforeEach(() => emptyDb(db));

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (path: string, headers: Record<string, string> = {}, method = 'GET', of: App = app) =>
  of.fetch(new Request(`http://gateway.test${path}`, { method, headers: { ...BROWSER, ...headers } }));
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe.each([
  ['/developers', '<h1>Battle results gateway</h1>', 'Bearer svc_v1_'],
  ['/docs', '<title>REST reference - Battle results gateway</title>', '"key":"svc_v1_'],
  ['/graphql', '<title>GraphiQL - Battle results gateway</title>', '"key":"svc_v1_'],
])('%s', (path, title, keyed) => {
  test('is there for anybody, has nothing of this machine in it, and one script named by hash in its policy', async () => {
    const response = await open(path);
    expect([response.status, response.headers.get('cache-control')]).toStrictEqual([200, 'no-cache']);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]+=*';/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    // Compared here instead of with `expect`, which would print megabytes.
    const html = await response.text();
    expect([html.includes(title), html.includes(process.cwd())]).toStrictEqual([true, false]);
    if (path !== '/developers') expect(/<meta name="description" content="[^"]{60,160}">/.test(html)).toBe(true);
  });

  test('is the same page compressed, a 304 when asked for again, and without a body for HEAD', async () => {
    const plain = await open(path);
    const etag = plain.headers.get('etag') ?? '';
    const head = await open(path, {}, 'HEAD');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(plain.headers));
    expect(await head.text()).toBe('');
    const again = await open(path, { 'if-none-match': etag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, '']);
    const whole = await bytes(plain);
    expect(gunzipSync(await bytes(await open(path, { 'accept-encoding': 'gzip' }))).equals(whole)).toBe(true);
    const br = await vi.waitUntil(
      async () => {
        const response = await open(path, { 'accept-encoding': 'gzip, br' });
        return response.headers.get('content-encoding') === 'br' ? response : null;
      },
      { timeout: 20_000, interval: 200 },
    );
    expect(Number(br?.headers.get('content-length'))).toBeLessThan(whole.length / 2);
    expect(br && brotliDecompressSync(await bytes(br)).equals(whole)).toBe(true);
  });

  test('has the demo key only while the demo world is loaded', async () => {
    const own = await open(path);
    expect((await own.text()).includes(`${keyed}YOUR_KEY`)).toBe(true);
    await setDataOwner(db.sql, 'demo');
    const tag = own.headers.get('etag') ?? '';
    await vi.waitUntil(
      async () => {
        const response = await open(path, { 'if-none-match': tag });
        return response.status === 200 && (await response.text()).includes(`${keyed}demo`);
      },
      { timeout: 20_000 },
    );
  });
});

test('the landing page leads to the tools, without GraphiQL where only persisted operations are accepted', async () => {
  const linksOf = async (of: App) =>
    (await (await open('/developers', {}, 'GET', of)).text()).match(/(?<=<a href=")[^"]*/g);
  const links = 'docs developers/guide openapi.json schema.graphql bundle.schema.json health/ready'.split(' ');
  expect(await linksOf(app)).toEqual(['.', 'graphql', ...links]);
  expect(await linksOf(closed)).toEqual(['.', ...links]);
  expect((await open('/graphql', {}, 'GET', closed)).status).toBe(401);
});

test('its curl line has the address clients know, which cannot break out of the page or the shell', async () => {
  expect(await (await open('/developers')).text()).toContain(
    'curl -s &#39;http://gateway.test/api/v1/tournaments?limit=3&#39;',
  );
  const known = await create({ publicUrl: `https://results.example/<script>&'x` });
  expect(await (await open('/developers', {}, 'GET', known)).text()).toContain(
    'https://results.example/&#60;script&#62;&#38;&#39;\\&#39;&#39;x/api/v1/tournaments',
  );
  await known.close();
});

test.each([
  ['a query in the address', 'GET', '/graphql?query=%7B__typename%7D', {}],
  ['a persisted operation by name', 'GET', '/graphql?documentId=TournamentsPage', {}],
  ['a persisted operation by hash', 'GET', '/graphql?extensions=%7B%7D', {}],
  ['a POST', 'POST', '/graphql', {}],
  ['another path', 'GET', '/graphql/x', {}],
  ['a program that does not ask for HTML', 'GET', '/graphql', { accept: '*/*' }],
])('at the address of GraphiQL %s needs a key', async (_, method, path, headers) => {
  const response = await open(path, headers, method);
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
});

test.each([
  ['/schema.graphql', '', 'text/plain; charset=utf-8'],
  ['/bundle.schema.json', '/packages/bundle-format', 'application/schema+json; charset=utf-8'],
])('%s is the file of that name, without a key', async (path, folder, type) => {
  const response = await open(path);
  expect([response.status, response.headers.get('content-type')]).toStrictEqual([200, type]);
  expect(await response.text()).toBe(readFileSync(new URL(`../..${folder}${path}`, import.meta.url), 'utf8'));
  expect((await open(path, { 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304);
});

test('the schemas are those of the code: npm run schema', async () => {
  expect(await (await open('/bundle.schema.json')).text()).toBe(bundleSchemaText());
  expect(buildSchema(await (await open('/schema.graphql')).text()).getQueryType()?.name).toBe('Query');
});
