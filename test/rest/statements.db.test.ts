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

/** The statements of a route, without the lookup of the key, where it takes more than one. */
const STATEMENTS: Record<string, number> = {
  '/clubs/{slug}/tournaments': 2,
  '/statistics/factions': 3,
  '/statistics/matchups': 2,
  '/search': 2,
  '/changes': 2,
  '/ratings': 2,
};
const QUERIES: Record<string, string[]> = {
  '/search': ['q=player'],
  '/changes': ['kind=battle'],
  '/tournaments/{slug}/standings': ['', 'stage=standings', 'stage=swiss', 'stage=knockout'],
};
const THINGS: Record<string, keyof Asked> = {
  tournaments: 'tournament',
  clubs: 'club',
  users: 'player',
  battles: 'battle',
};

const ROUTES = readRoutes(schema).flatMap(({ path, parameters }) =>
  (QUERIES[path] ?? ['']).map((query): [title: string, route: string, path: (of: Asked) => string] => [
    `${path}?${query}`,
    path,
    (of) => {
      const [, things = ''] = path.split('/');
      const limit = parameters.some(({ name }) => name === 'limit') ? `&limit=${of.n}` : '';
      return `${path.replace(/\{\w+\}/, String(of[THINGS[things] ?? 'n']))}?${query}${limit}`;
    },
  ]),
);

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

  test.each(ROUTES)('%s', async (_title, route, path) => {
    const statements = STATEMENTS[route] ?? 1;
    expect(await counted(path), `say in STATEMENTS how many ${route} takes, in QUERIES what it needs`).toStrictEqual({
      statements: [statements, statements],
      rows: both(route),
    });
  });
});

test('a later page takes the statements of the first', async () => {
  for (const [, route, path] of ROUTES) {
    const { next } = await (await app.get(`/api/v1${path({ ...variablesOf('many'), n: 1 as Asked['n'] })}`)).json();
    if (!next) continue;
    const later = await heard(next.slice('http://gateway.test/api/v1'.length));
    expect([route, later.statements.length]).toStrictEqual([route, STATEMENTS[route] ?? 1]);
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
