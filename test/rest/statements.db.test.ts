import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { readRoutes } from '../../src/rest/routes.js';
import { sizedWorld, variablesOf } from '../operations/sized-world.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { recomputeNow } from '../support/ratings.js';
import { soon } from '../support/soon.js';
import { statementsOf } from '../support/statements.js';
import { load } from '../support/world.js';

const db = await openTestDb();
const [pack, ...few] = sizedWorld('few');
await load(db, [...(pack ? [pack] : []), ...few, ...sizedWorld('many').slice(1)]);
await recomputeNow(db);
await db.sql.query('UPDATE "player_rating" SET "provisional" = false');
const app = await createTestApp(db);

type Asked = ReturnType<typeof variablesOf>;

/** Every route and its number of statements, without the lookup of the key. */
const ROUTES: Record<string, [statements: number, path: (of: Asked) => string]> = {
  '/tournaments': [1, ({ n }) => `/tournaments?limit=${n}`],
  '/tournaments/{slug}': [1, ({ tournament }) => `/tournaments/${tournament}`],
  '/tournaments/{slug}/participants': [1, ({ tournament, n }) => `/tournaments/${tournament}/participants?limit=${n}`],
  '/tournaments/{slug}/battles': [1, ({ tournament, n }) => `/tournaments/${tournament}/battles?limit=${n}`],
  '/clubs': [1, ({ n }) => `/clubs?limit=${n}`],
  '/clubs/{slug}': [1, ({ club }) => `/clubs/${club}`],
  '/clubs/{slug}/tournaments': [2, ({ club, n }) => `/clubs/${club}/tournaments?limit=${n}`],
  '/clubs/{slug}/battles': [1, ({ club, n }) => `/clubs/${club}/battles?limit=${n}`],
  '/users/{publicId}': [1, ({ player }) => `/users/${player}`],
  '/users/{publicId}/battles': [1, ({ player, n }) => `/users/${player}/battles?limit=${n}`],
  '/factions': [1, ({ n }) => `/factions?limit=${n}`],
  '/statistics/factions': [3, () => '/statistics/factions'],
  '/statistics/matchups': [2, () => '/statistics/matchups'],
  '/search': [2, ({ n }) => `/search?q=player&limit=${n}`],
  '/changes': [2, ({ n }) => `/changes?kind=battle&limit=${n}`],
  '/ratings': [2, ({ n }) => `/ratings?limit=${n}`],
  '/battles/{id}': [1, ({ battle }) => `/battles/${battle}`],
  '/tournaments/{slug}/standings': [1, ({ tournament }) => `/tournaments/${tournament}/standings`],
  ...Object.fromEntries(
    Object.entries({ standings: 1, swiss: 1, knockout: 1 }).map(([stage, statements]) => [
      `/tournaments/{slug}/standings?stage=${stage}`,
      [statements, ({ tournament }) => `/tournaments/${tournament}/standings?stage=${stage}`],
    ]),
  ),
};

type Heard = { statements: string[]; rows: number };

async function heard(path: string): Promise<Heard> {
  let rows = 0;
  const statements = await statementsOf(async () => {
    const response = await app.get(`/api/v1${path}`);
    const { data } = await response.json();
    expect([path, response.status]).toStrictEqual([path, 200]);
    rows = Array.isArray(data) ? data.length : 1;
  });
  return { statements: statements.filter((text) => !text.includes('"api_key"')), rows };
}

describe('as many statements for 100 rows as for 2', () => {
  const counted = async (path: (of: Asked) => string) => {
    const [few, many] = [await heard(path(variablesOf('few'))), await heard(path(variablesOf('many')))];
    return { statements: [few.statements.length, many.statements.length], rows: [few.rows, many.rows] };
  };
  // All players have the same faction there.
  const isOne = (route: string) => /\}$|^\/(factions|statistics)/.test(route);
  const both = (route: string) => (isOne(route) ? [1, 1] : [2, 100]);

  test.each(Object.entries(ROUTES))('%s', async (route, [statements, path]) => {
    expect(await counted(path)).toStrictEqual({ statements: [statements, statements], rows: both(route) });
  });

  test('is asked of every route', () => {
    const routes = readRoutes(schema).map(({ path }) => path);
    expect(routes.filter((path) => !(path in ROUTES))).toStrictEqual([]);
  });
});

test('a later page takes the statements of the first', async () => {
  for (const [route, [statements, path]] of Object.entries(ROUTES)) {
    const { next } = await (await app.get(`/api/v1${path({ ...variablesOf('many'), n: 1 as Asked['n'] })}`)).json();
    if (!next) continue;
    const later = await heard(next.slice('http://gateway.test/api/v1'.length));
    expect([route, later.statements.length]).toStrictEqual([route, statements]);
  }
});

test('what is refused for its parameters reads nothing but the key', async () => {
  const { club } = variablesOf('few');
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'from=x', 'from=2020-01-01&to=2026-01-01']) {
    const statements = await statementsOf(async () => {
      expect((await app.get(`/api/v1/clubs/${club}/battles?${query}`)).status).toBe(400);
    });
    expect(statements.filter((text) => !text.includes('"api_key"'))).toStrictEqual([]);
  }
});

describe('asks nothing of the database once the key is known', () => {
  const asked = (path: string, init: RequestInit = {}) => new Request(`http://gateway.test${path}`, init);
  test.each<[string, number, (key: string) => Request]>([
    ['an unknown address', 404, (key) => asked('/nowhere', withKey(key))],
    ['an unknown route', 404, (key) => asked('/api/v1/nowhere', withKey(key))],
    ['another method', 405, (key) => asked('/api/v1/tournaments', { method: 'DELETE', ...withKey(key) })],
    ['OPTIONS', 204, () => asked('/api/v1/tournaments', { method: 'OPTIONS' })],
    ['no key', 401, () => asked('/api/v1/tournaments')],
    ['a key of the wrong form', 401, () => asked('/api/v1/tournaments', withKey('key'))],
  ])('%s: %i', async (_what, status, requestOf) => {
    const service = await createTestApp(db, { remember: true });
    // The key was written just now, and that change is reported a moment later.
    await soon(async () => {
      expect(await statementsOf(() => service.get('/api/v1/tournaments'))).toStrictEqual([]);
    });
    const statements = await statementsOf(async () => {
      expect((await service.fetch(requestOf(service.key))).status).toBe(status);
    });
    await service.close();
    expect(statements).toStrictEqual([]);
  });
});

const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
