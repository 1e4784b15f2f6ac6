// Read your writes: a fresh answer on request, although an older one is remembered or in flight.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createCache } from '../../src/invalidation/cache.js';
import { createFeed } from '../../src/invalidation/feed.js';
import { openTestApp } from '../support/app.js';
import { runs } from '../support/runs.js';
import { statementsOf } from '../support/statements.js';
import { club } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const { app, db } = await openTestApp([club({ name: 'Name 0' })], { remember: true });
const { url } = await serveHttp(app);
const CLUB = '/api/v1/clubs/northern-legion';
const PAGE = `/graphql?documentId=ClubPage&variables=${encodeURIComponent('{"slug":"northern-legion"}')}`;
const NO_CACHE = { 'cache-control': 'max-age=0, No-Cache' };

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(url + path, { headers: { authorization: `Bearer ${app.key}`, ...headers } });
const nameIn = async (response: Response) => /"name":"(Name \d+)"/.exec(await response.text())?.[1];
const rename = (name: string) => db.sql.query(`UPDATE "club" SET "name" = $1`, [name]);
const remembered = (path: string) =>
  vi.waitUntil(async () => (await statementsOf(() => ask(path))).length === 0, { timeout: 20_000 });

async function position(): Promise<Record<string, string>> {
  const [row] = await db.sql.query<{ at: string }>('SELECT log_head()::text AS "at"');
  return { 'x-read-after': row?.at ?? '' };
}

describe.each([
  ['Cache-Control: no-cache', async () => NO_CACHE],
  ['X-Read-After', position],
])('%s', (_, headersAfterWrite) => {
  test.each([CLUB, PAGE])(
    '%s shows every write that was committed before it was asked for',
    async (path) => {
      for (let at = 1; at <= runs(40); at += 1) {
        // This answer is remembered, or in flight, with the old name.
        const before = ask(path);
        await rename(`Name ${at}`);
        expect(await nameIn(await ask(path, await headersAfterWrite()))).toBe(`Name ${at}`);
        await before;
      }
    },
    60_000,
  );

  test('is charged like an answer that is not remembered', async () => {
    await remembered(CLUB);
    const left = async (headers: Record<string, string>) =>
      Number(/r=(\d+)/.exec((await ask(CLUB, headers)).headers.get('ratelimit') ?? '')?.[1]);
    const first = await left({});
    expect(await left({})).toBe(first - 1);
    const fresh = await left(await headersAfterWrite());
    const { extensions } = (await app.graphql('{ club(slug: "northern-legion") { slug } }')).body;
    expect(fresh).toBe(first - 1 - extensions.cost.requested);
  });

  test('takes a statement each time, and its answer is remembered', async () => {
    const headers = await headersAfterWrite();
    for (let at = 0; at < 3; at += 1) expect(await statementsOf(() => ask(CLUB, headers))).toHaveLength(1);
    await remembered(CLUB);
  });
});

test('a tag with no-cache, as fetch sends it by itself, is answered from memory; with X-Read-After it is not', async () => {
  await remembered(CLUB);
  const etag = (await ask(CLUB)).headers.get('etag') ?? '';
  const conditional = { 'if-none-match': etag, 'cache-control': 'no-cache' };
  expect(await statementsOf(async () => expect((await ask(CLUB, conditional)).status).toBe(304))).toHaveLength(0);
  const fresh = { 'if-none-match': etag, ...(await position()) };
  expect(await statementsOf(async () => expect((await ask(CLUB, fresh)).status).toBe(304))).toHaveLength(1);
});

test.each(['', '-1', '1.5', '0x1F', '16/B374D848', '1234567890123456', '1, 2'])(
  'X-Read-After: %j is refused, with what it should be',
  async (value) => {
    const response = await ask(CLUB, { 'x-read-after': value });
    expect(response.status).toBe(400);
    expect(await response.json()).toStrictEqual({
      error: {
        status: 400,
        message: 'X-Read-After must be a number as SELECT log_head() gives it, such as 4711',
        code: 'BAD_REQUEST',
      },
    });
  },
);

test('a website may send both', async () => {
  const response = await fetch(url + CLUB, { method: 'OPTIONS' });
  const allowed = response.headers.get('access-control-allow-headers');
  expect(allowed).toMatch(/\bCache-Control\b/);
  expect(allowed).toMatch(/\bX-Read-After\b/);
});

test('what was asked for before is not remembered over what was asked for anew', async () => {
  const feed = createFeed(db.changes);
  onTestFinished(() => feed.close());
  await feed.opened;
  const cache = createCache<{ name: string }>(feed, { maxBytes: 10_000, bytesOf: () => 0 });
  const answers: ((value: { name: string }) => void)[] = [];
  const asking = async () => ({
    value: await new Promise<{ name: string }>((resolve) => answers.push(resolve)),
    tags: new Set<string>(),
  });
  const ask = async (anew: boolean) => (await cache.remember('key', asking, { anew })).value;
  const [old, anew] = [ask(false), ask(true)];
  answers[1]?.({ name: 'new' });
  expect(await anew).toStrictEqual({ name: 'new' });
  answers[0]?.({ name: 'old' });
  expect(await old).toStrictEqual({ name: 'old' });
  expect(cache.recall('key')).toStrictEqual({ name: 'new' });
});
