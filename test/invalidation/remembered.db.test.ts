// Remembered answers seen from outside: the number of statements per answer, and what the client receives.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { createAccountKey, listKeys, setAccountActive, setKeyActive, storeKey } from '../../src/db/keys.js';
import { createTestApp, openTestApp, type TestApp } from '../support/app.js';
import { emptyDb } from '../support/database.js';
import { soon } from '../support/soon.js';
import { statementsOf } from '../support/statements.js';
import { casual, club, load, player } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const { app, db } = await openTestApp([], { remember: true });
beforeEach(async () => {
  await emptyDb(db);
  await storeKey(db.sql, 'Test', app.key);
  const battles = Array.from({ length: 30 }, (_, at) => casual(`b-${at}`, { club: 'northern-legion' }));
  await load(db, [club(), player('p-1'), ...battles]);
});

const BATTLES = '/api/v1/clubs/northern-legion/battles';
const PAGE = `/graphql?documentId=ClubPage&variables=${encodeURIComponent('{"slug":"northern-legion"}')}`;
const countStatements = async (work: () => Promise<unknown>) => (await statementsOf(work)).length;

describe.each([BATTLES, PAGE])('%s', (address) => {
  test('asked for again takes no statement, not even for the key', async () => {
    await soon(async () => {
      await app.get(address);
      expect(await countStatements(() => app.get(address))).toBe(0);
    });
    const [first, second] = [await (await app.get(address)).text(), await (await app.get(address)).text()];
    expect(second).toBe(first);
  });

  test('asked for by many at once is answered once', async () => {
    await app.get('/api/v1/clubs/northern-legion');
    const alone = await countStatements(() => app.get(`${address}&x`.replace('battles&', 'battles?')));
    await db.sql.query(`UPDATE "club" SET "members" = "members" + 1`);
    await soon(async () => {
      const together = await countStatements(() => Promise.all(Array.from({ length: 20 }, () => app.get(address))));
      expect(together).toBeLessThanOrEqual(alone + 1);
    });
  });

  test('comes compressed as the client takes it, each with its own tag', async () => {
    const plain = await app.get(address);
    const text = await plain.text();
    const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());
    const gzip = await app.get(address, { 'accept-encoding': 'gzip' });
    expect(gunzipSync(await bytes(gzip)).toString()).toBe(text);
    const br = await app.get(address, { 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(await bytes(br)).toString()).toBe(text);
    expect(new Set([plain, gzip, br].map(({ headers }) => headers.get('etag'))).size).toBe(3);
    const held = await app.get(address, { 'if-none-match': gzip.headers.get('etag') ?? '' });
    expect(held.status).toBe(304);
  });

  test('is answered anew when something it shows has changed', async () => {
    const before = await (await app.get(address)).text();
    await db.sql.query(`UPDATE "battle" SET "scenario" = 'Another' WHERE "id" = 'b-9'`);
    await soon(async () => {
      const after = await (await app.get(address)).text();
      expect(after === before).toBe(false);
    });
  });
});

test('what is recalled at once is what would have been answered, but for the hour', async () => {
  const { url } = await serveHttp(app);
  const ask = async (address: string, headers: Record<string, string> = {}) => {
    const mine = { authorization: `Bearer ${app.key}`, 'x-request-id': 'mine' };
    const response = await fetch(url + address, { headers: { ...mine, ...headers } });
    const { date, ...rest } = Object.fromEntries(response.headers);
    return { status: response.status, headers: rest, body: await response.text() };
  };
  for (const address of [BATTLES, `${BATTLES}?limit=3`, PAGE]) {
    const tag = (await ask(address)).headers.etag ?? '';
    for (const headers of [{}, { 'accept-encoding': 'gzip' }, { 'accept-encoding': 'br' }, { 'if-none-match': tag }]) {
      const first = await ask(address, headers);
      const statements = await statementsOf(async () => expect(await ask(address, headers)).toStrictEqual(first));
      expect(statements).toStrictEqual([]);
    }
  }
  expect((await ask(BATTLES, { authorization: 'Bearer svc_v1_other' })).status).toBe(401);
});

test('errors are not remembered', async () => {
  expect((await app.get('/api/v1/clubs/late')).status).toBe(404);
  await load(db, [club({ slug: 'late' })]);
  expect((await app.get('/api/v1/clubs/late')).status).toBe(200);
});

describe('a question is remembered as what it was understood to be', () => {
  const variables = encodeURIComponent('{"slug":"northern-legion"}');
  const body = async (address: string) => (await app.get(address)).json();

  test('two operations in one request: the one that is kept is the one that was run', async () => {
    const both = encodeURIComponent('{"persistedQuery":{"sha256Hash":"TournamentsPage"}}');
    await app.get(`/graphql?documentId=ClubPage&variables=${variables}&extensions=${both}`);
    expect(Object.keys((await body(PAGE)).data)).toStrictEqual(['club', 'players']);
  });

  test.each(['', `{"slug":null}`, `{"slug":{"toString":1}}`, `[]`, `{`])(
    'wrong variables are the asker’s mistake: %j',
    async (text) => {
      const address = `/graphql?documentId=ClubPage${text && `&variables=${encodeURIComponent(text)}`}`;
      const { status } = await app.get(address, { accept: 'application/graphql-response+json' });
      expect(status).toBe(400);
    },
  );

  test('another operation name is refused, remembered or not', async () => {
    await app.get(PAGE);
    const { status } = await app.get(`${PAGE}&operationName=Nope`, { accept: 'application/graphql-response+json' });
    expect(status).toBe(400);
  });
});

test('the answer to a cursor is not given once it has expired', async () => {
  let now = 1_800_000_000_000;
  const lifetimeMs = 24 * 3_600_000;
  const aging = await createTestApp(db, { now: () => now, cursorLifetimeMs: lifetimeMs, remember: true });
  const next = new URL(((await (await aging.get(`${BATTLES}?limit=3`)).json()) as { next: string }).next);
  const page = `${next.pathname}${next.search}`;
  now += lifetimeMs;
  expect((await aging.get(page)).status).toBe(200);
  now += 3_600_001;
  expect((await aging.get(page)).status).toBe(400);
  await aging.close();
});

describe('a key that was deactivated', () => {
  const working = (key: string, on: TestApp) =>
    on.get('/api/v1/clubs/northern-legion', { authorization: `Bearer ${key}` }).then(({ status }) => status);

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['itself', (id) => setKeyActive(db.prisma, id, false)],
    ['with its account', () => setAccountActive(db.prisma, 'Third', false)],
  ])('%s is refused by every process', async (_how, deactivate) => {
    const other = await createTestApp(db, { remember: true });
    const key = await createAccountKey(db.sql, 'Third');
    const id = (await listKeys(db.prisma)).find(({ account }) => account === 'Third')?.id ?? 0;
    await soon(async () => expect([await working(key, app), await working(key, other)]).toStrictEqual([200, 200]));
    await deactivate(id);
    await soon(async () => expect([await working(key, app), await working(key, other)]).toStrictEqual([401, 401]));
    await other.close();
  });
});
