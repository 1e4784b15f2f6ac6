// The landing page over HTTP.
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type App, createApp } from '../../src/app/app.js';
import { SITE_URL } from '../support/app.js';
import { setDataOwner } from '../support/data-owner.js';
import { emptyDb, openTestDb } from '../support/database.js';

const config = { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1000 };
const db = await openTestDb();
const create = (also: object = {}) => createApp({ config: { ...config, ...also }, db, log: console.error });
let app: App;
beforeAll(async () => {
  app = await create();
});
afterAll(() => app.close());
beforeEach(() => emptyDb(db));

const open = (headers: Record<string, string> = {}, method = 'GET', url = 'http://gateway.test/developers', of = app) =>
  of.fetch(new Request(url, { method, headers }));
const linksOf = async (response: Response) => (await response.text()).match(/(?<=<a href=")[^"]*/g);

test('anybody gets it without a key, in a few kilobytes', async () => {
  const response = await open();
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const html = await response.text();
  expect(html).toContain('<h1>Battle results gateway</h1>');
  expect(html.length).toBeLessThan(8_000);
  const gzip = await open({ 'accept-encoding': 'gzip' });
  const bytes = Buffer.from(await gzip.arrayBuffer());
  expect(bytes.length).toBeLessThan(3_500);
  expect(gunzipSync(bytes).toString()).toBe(html);
});

test('leads to both APIs and to the documents for programs', async () => {
  expect(await linksOf(await open())).toEqual([
    '.',
    'graphql',
    'docs',
    'developers/guide',
    'openapi.json',
    'schema.graphql',
    'bundle.schema.json',
    'health/ready',
  ]);
});

test('does not lead to GraphiQL when only persisted operations are accepted', async () => {
  const closed = await create({ persistedOnly: true });
  const response = await open({}, 'GET', 'http://gateway.test/developers', closed);
  expect(await linksOf(response)).toEqual([
    '.',
    'docs',
    'developers/guide',
    'openapi.json',
    'schema.graphql',
    'bundle.schema.json',
    'health/ready',
  ]);
  await closed.close();
});

test('has a curl line for the address it was asked at, with a placeholder and how to get a key', async () => {
  const html = await (await open()).text();
  expect(html).toContain('curl -s &#39;http://gateway.test/api/v1/tournaments?limit=3&#39;');
  expect(html).toContain('Bearer svc_v1_YOUR_KEY');
  expect(html).toContain('npm run -s keys -- create');
  expect(html).not.toContain('svc_v1_demo');
});

test('has the demo key only while the demo world is loaded', async () => {
  const own = (await open()).headers.get('etag') ?? '';
  await setDataOwner(db.sql, 'demo');
  const response = await vi.waitUntil(
    async () => {
      const again = await open({ 'if-none-match': own });
      return again.status === 200 && again;
    },
    { timeout: 20_000 },
  );
  expect(await response.text()).toContain('Bearer svc_v1_demo');
});

test('the address clients know it by comes first, and cannot break out of the page or the shell', async () => {
  const known = await create({ publicUrl: `https://results.example/<script>&'x` });
  const html = await (await open({}, 'GET', 'http://gateway.test/developers', known)).text();
  expect(html).toContain('https://results.example/&#60;script&#62;&#38;&#39;\\&#39;&#39;x/api/v1/tournaments');
  await known.close();
});

test('asked for again, 304; HEAD has the headers of GET', async () => {
  const [get, head] = [await open(), await open({}, 'HEAD')];
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  expect(await head.text()).toBe('');
  expect((await open({ 'if-none-match': get.headers.get('etag') ?? '' })).status).toBe(304);
});

test('its one script is named by hash in the content security policy', async () => {
  const policy = (await open()).headers.get('content-security-policy');
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/]+=*';/);
});

test.each([
  ['GET', 'http://gateway.test/index.html'],
  ['GET', 'http://gateway.test//'],
])('%s %s is not the page', async (method, url) => {
  expect((await open({}, method, url)).status).toBe(404);
});

test('another method is a 405 that says what is allowed', async () => {
  const response = await open({}, 'POST');
  expect([response.status, response.headers.get('allow')]).toStrictEqual([405, 'GET, HEAD, OPTIONS']);
});
