// The budget of a key per minute, on both APIs and regardless of how an answer is produced.
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { COSTS } from '../../src/cli/budget.js';
import { createAccountKey, listKeys, setKeyLimit } from '../../src/db/keys.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { readRoutes } from '../../src/rest/routes.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb, skipOnEmbedded } from '../support/database.js';
import { holdTables, statementWaits } from '../support/held-tables.js';
import { soon } from '../support/soon.js';
import { casual, club, load, tournament } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const db = await openTestDb();
await load(db, [
  club(),
  tournament(),
  ...Array.from({ length: 10 }, (_, at) => casual(`b-${at}`, { club: 'northern-legion' })),
]);

const CLUB = '/api/v1/clubs/northern-legion';
const BATTLES = `${CLUB}/battles?limit=5`;
const PAGE = `/graphql?documentId=ClubPage&variables=${encodeURIComponent('{"slug":"northern-legion"}')}`;
const QUERY = '{ clubs(first: 5) { nodes { slug } } }';

let now = 1_000_000;
const open = (rateLimit: number, remember = false) =>
  createTestApp(db, { remember, steady: () => now, config: { rateLimit } });

const leftOf = (response: Response) =>
  Number(/^"default";r=(\d+);t=\d+$/.exec(response.headers.get('ratelimit') ?? '')?.[1]);

/** Returns what a request takes from the budget. */
async function costOf(app: TestApp, ask: () => Promise<Response>): Promise<number> {
  const before = leftOf(await app.get('/api/v1/nowhere'));
  return before - leftOf(await ask());
}

const used = (seconds: number) => `This key has used up its budget for this minute; try again in ${seconds} s`;

test('what a budget buys, as the command that sets one and the documents say it', async () => {
  const app = await open(100_000);
  const cost = async (path: string) => (await costOf(app, () => app.get(`/api/v1${path}`))).toLocaleString('en');
  expect(COSTS).toBe(
    'an answer that is remembered costs 1, ' +
      `standings ${await cost('/tournaments/spring-clash-2026/standings')}, ` +
      `a page of 50 battles ${await cost('/clubs/northern-legion/battles?limit=50')}, ` +
      `one of 50 tournaments ${await cost('/tournaments?limit=50')}, ` +
      `the figures of all factions ${await cost('/statistics/factions')}`,
  );
  expect(readFileSync('docs/api.md', 'utf8').replaceAll('\n', ' ')).toContain(COSTS);
});

describe('every answer to a key says how it stands', () => {
  test.each([
    ['an answer', CLUB, {}, 200],
    ['GraphQL', `/graphql?query=${encodeURIComponent(QUERY)}`, {}, 200],
    ['304', CLUB, { 'if-none-match': '*' }, 304],
    ['a wrong parameter', '/api/v1/tournaments?limit=0', {}, 400],
    ['an unknown path', '/api/v1/nowhere', {}, 404],
  ])('%s', async (_what, path, headers, status) => {
    const response = await (await open(1_000)).get(path, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get('ratelimit-policy')).toBe('"default";q=1000;w=60');
    expect(response.headers.get('ratelimit')).toMatch(/^"default";r=9\d\d;t=60$/);
    expect(response.headers.get('access-control-expose-headers')).toContain('RateLimit, RateLimit-Policy');
  });

  test.each([
    ['no key', CLUB, { authorization: '' }],
    ['one that does not work', CLUB, { authorization: 'Bearer svc_v1_demo' }],
    ['a page', '/openapi.json', {}],
  ])('and none to %s', async (_what, path, headers) => {
    const response = await (await open(1_000)).get(path, headers);
    expect([response.headers.get('ratelimit'), response.headers.get('ratelimit-policy')]).toStrictEqual([null, null]);
  });

  test('nor when there is no limit', async () => {
    const response = await (await open(0)).get(CLUB);
    expect([response.status, response.headers.get('ratelimit')]).toStrictEqual([200, null]);
  });
});

describe('a key with a limit of its own', () => {
  const ask = async (app: TestApp, key: string) => {
    const { status, headers } = await app.get('/api/v1/nowhere', { authorization: `Bearer ${key}` });
    return [status, headers.get('ratelimit-policy'), headers.get('ratelimit')?.split(';t')[0] ?? null];
  };
  const policy = (limit: number) => `"default";q=${limit};w=60`;

  test.each([0, 1_000])('has that, whether the service has %i or none', async (preset) => {
    const app = await open(preset);
    const key = await createAccountKey(db.sql, 'Own', { rateLimit: 2 });
    const unlimited = await createAccountKey(db.sql, 'Free', { rateLimit: 0 });
    expect(await ask(app, key)).toStrictEqual([404, policy(2), '"default";r=1']);
    expect(await ask(app, key)).toStrictEqual([404, policy(2), '"default";r=0']);
    expect(await ask(app, key)).toStrictEqual([429, policy(2), '"default";r=0']);
    expect(await ask(app, app.key)).toStrictEqual(
      preset ? [404, policy(preset), '"default";r=999'] : [404, null, null],
    );
    expect(await ask(app, unlimited)).toStrictEqual([404, null, null]);
  });

  test('has another one as soon as an operator says so, and what it has used stays counted', async () => {
    const app = await open(1_000, true);
    const key = await createAccountKey(db.sql, 'Changed');
    expect(await ask(app, key)).toStrictEqual([404, policy(1_000), '"default";r=999']);
    const id = (await listKeys(db.prisma)).find(({ account }) => account === 'Changed')?.id ?? -1;
    await setKeyLimit(db.prisma, id, 1);
    await soon(async () => expect((await ask(app, key)).slice(0, 2)).toStrictEqual([429, policy(1)]));
    await setKeyLimit(db.prisma, id, null);
    await soon(async () => expect((await ask(app, key)).slice(0, 2)).toStrictEqual([404, policy(1_000)]));
    await setKeyLimit(db.prisma, id, 0);
    await soon(async () => expect(await ask(app, key)).toStrictEqual([404, null, null]));
    await ask(app, key);
    await setKeyLimit(db.prisma, id, 2);
    await soon(async () => expect((await ask(app, key)).slice(0, 2)).toStrictEqual([429, policy(2)]));
  });
});

describe('what a request costs', () => {
  test('is what its document costs', async () => {
    const app = await open(100_000);
    const { body } = await app.graphql(QUERY);
    const asked = () => app.get(`/graphql?query=${encodeURIComponent(QUERY)}`);
    // The cost stays the same when the document is repeated; the last time it is compiled.
    for (let time = 2; time <= 4; time += 1) expect(await costOf(app, asked)).toBe(body.extensions.cost.requested);
    expect(body.extensions.cost.requested).toBeGreaterThan(1);
  });

  test('is the same as REST and as the GraphQL behind it', async () => {
    const app = await open(100_000);
    const document = readRoutes(schema).find(({ path }) => path === '/clubs/{slug}/battles')?.text ?? '';
    const { body } = await app.graphql(document, { slug: 'northern-legion', limit: 5 });
    expect(body.errors).toBeUndefined();
    expect(await costOf(app, () => app.get(BATTLES))).toBe(body.extensions.cost.requested);
    expect(await costOf(app, () => app.get(BATTLES.replace('5', '10')))).toBeGreaterThan(
      body.extensions.cost.requested,
    );
  });

  test('is 1 for what is remembered, and nothing for 304', async () => {
    const app = await open(100_000, true);
    await soon(async () => {
      const tag = (await app.get(BATTLES)).headers.get('etag') ?? '';
      expect(await costOf(app, () => app.get(BATTLES))).toBe(1);
      expect(await costOf(app, () => app.get(BATTLES, { 'if-none-match': tag }))).toBe(0);
    });
  });

  const ANY = ['*', '"x", *', 'W/*', '*, *', ' * ', '"x", W/*, "y"'];

  test.each([BATTLES, PAGE])(
    'is that of the answer for a 304 that has to be asked, whatever header asks: %s',
    async (path) => {
      const app = await open(100_000);
      const whole = await costOf(app, () => app.get(path));
      expect(whole).toBeGreaterThan(1);
      const tag = (await app.get(path)).headers.get('etag') ?? '';
      for (const ifNoneMatch of [...ANY, tag]) {
        const ask = () => app.get(path, { 'if-none-match': ifNoneMatch });
        expect([ifNoneMatch, (await ask()).status, await costOf(app, ask)]).toStrictEqual([ifNoneMatch, 304, whole]);
      }
    },
  );

  test.skipIf(skipOnEmbedded('a statement cannot be held up there'))(
    'is that of the answer for a client who hangs up once it is worked for',
    async () => {
      const app = await open(100_000);
      for (const path of [BATTLES, `/graphql?query=${encodeURIComponent(QUERY)}`]) {
        const whole = await costOf(app, () => app.get(path));
        const leaving = new AbortController();
        const hungUp = await costOf(app, async () => {
          const { release } = await holdTables(db, ['club']);
          const headers = { authorization: `Bearer ${app.key}` };
          const answer = app.fetch(new Request(`http://gateway.test${path}`, { headers, signal: leaving.signal }));
          await statementWaits(db);
          leaving.abort();
          await release();
          return answer;
        });
        expect([path, hungUp]).toStrictEqual([path, whole]);
      }
    },
  );

  test('is that of the answer for an error that is found only once it is asked', async () => {
    const app = await open(100_000);
    const standings = '/api/v1/tournaments/spring-clash/standings';
    const whole = await costOf(app, () => app.get(standings));
    expect(whole).toBeGreaterThan(100);
    for (const path of [`${standings}?stage=nope`, '/api/v1/tournaments/nowhere/standings']) {
      const ask = () => app.get(path);
      expect([path, (await ask()).status, await costOf(app, ask)]).toStrictEqual([path, 404, whole]);
    }
  });

  test.each(['/api/v1/tournaments?limit=0', '/api/v1/clubs/northern-legion/battles?cursor=x', '/api/v1/nowhere'])(
    'is 1 for an error before anything is asked: %s',
    async (path) => {
      const app = await open(100_000);
      expect(await costOf(app, () => app.get(path))).toBe(1);
    },
  );
});

describe('when nothing is left', () => {
  const refusedAs = async (response: Response) => [
    response.status,
    response.headers.get('retry-after'),
    response.headers.get('ratelimit'),
    await response.json(),
  ];

  test('both APIs refuse the key, each in its form, until the minute is over; other keys go on', async () => {
    const app = await open(2);
    expect((await app.get('/api/v1/nowhere')).status).toBe(404);
    now += 20_000;
    // The last request may cost more than is left.
    expect((await app.get(BATTLES)).status).toBe(200);
    const error = { status: 429, message: used(40), code: 'RATE_LIMITED' };
    expect(await refusedAs(await app.get(CLUB))).toStrictEqual([429, '40', '"default";r=0;t=40', { error }]);
    expect(await refusedAs(await app.get(`/graphql?query=${QUERY}`))).toStrictEqual([
      429,
      '40',
      '"default";r=0;t=40',
      { errors: [{ message: used(40), extensions: { code: 'RATE_LIMITED' } }] },
    ]);
    const other = `Bearer ${await createAccountKey(db.sql, 'Other')}`;
    expect((await app.get(CLUB, { authorization: other })).status).toBe(200);
    now += 40_000;
    expect((await app.get(CLUB)).status).toBe(200);
  });

  test.each([-1, 1])(
    'the wall clock may jump by %i day: it gives no budget back, and none has to wait longer',
    async (days) => {
      let wall = Date.UTC(2026, 5, 1);
      const app = await createTestApp(db, { now: () => wall, config: { rateLimit: 1 } });
      expect((await app.get(CLUB)).status).toBe(200);
      wall += days * 86_400_000;
      const refused = await app.get(CLUB);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    },
  );

  test('a wrong key is still told so, and pages are shown', async () => {
    const app = await open(1);
    await app.get(CLUB);
    expect((await app.get(CLUB)).status).toBe(429);
    expect((await app.get(CLUB, { authorization: 'Bearer x' })).status).toBe(401);
    expect((await app.get('/openapi.json')).status).toBe(200);
  });
});

test('what costs nothing more still counts the seconds down', async () => {
  const app = await open(1_000, true);
  const standing = async () => (await app.get(CLUB, { 'if-none-match': '*' })).headers.get('ratelimit');
  // Once the answer is remembered, nothing more is charged.
  await soon(async () => expect(await standing()).toBe(await standing()));
  const [, left] = /r=(\d+);t=60$/.exec((await standing()) ?? '') ?? [];
  now += 10_000;
  expect(await standing()).toBe(`"default";r=${left};t=50`);
});

test('what is recalled at once is counted the same way', async () => {
  const app = await open(1_000, true);
  const { url } = await serveHttp(app);
  const ask = (headers: Record<string, string> = {}) =>
    fetch(url + CLUB, { headers: { authorization: `Bearer ${app.key}`, ...headers } });
  const recalls = vi.spyOn(app, 'fetch');
  await soon(async () => {
    await ask();
    recalls.mockClear();
    await ask();
    expect(recalls).not.toHaveBeenCalled();
  });
  const first = await ask();
  const tag = first.headers.get('etag') ?? '';
  expect(leftOf(await ask())).toBe(leftOf(first) - 1);
  const unchanged = await ask({ 'if-none-match': tag });
  expect([unchanged.status, leftOf(unchanged)]).toStrictEqual([304, leftOf(first) - 1]);
  while ((await ask()).status === 200);
  const refused = await ask();
  expect([refused.status, refused.headers.get('ratelimit'), (await refused.json()).error.code]).toStrictEqual([
    429,
    '"default";r=0;t=60',
    'RATE_LIMITED',
  ]);
  expect((await ask({ 'if-none-match': tag })).status).toBe(304);
});
