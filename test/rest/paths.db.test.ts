import { describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { battle, casual, club, player, result, tournament } from '../support/world.js';
import { listingWorld, PATHS, SINGLES } from './listing-world.js';

/** The strangest keys that a bundle may contain. */
const ODD = [
  '$1{slug}',
  '&limit=0;x',
  '+',
  '...',
  '<\'\\"`^|>',
  '@:!*(),',
  'CON',
  'health',
  '~',
  '\u00e9',
  'e\u0301',
  '中',
  '😀',
];

const { app } = await openTestApp(
  [
    ...listingWorld,
    ...ODD.flatMap((key) => [
      club({ slug: key, name: key }),
      player(key),
      tournament({
        slug: key,
        name: key,
        club: key,
        participants: [{ playerId: key }, { playerId: 'p-1' }],
        startDate: '2020-01-01',
      }),
      tournament({ slug: `${key}-2`, name: key, club: key, startDate: '2020-01-01' }),
      battle(key, { tournament: key, date: '2020-01-01', sides: result('win') }),
      battle(`${key}-2`, { tournament: key, date: '2020-01-01', sides: result('win') }),
      casual(`${key}-3`, { sides: [{ playerId: key }, { name: 'Bo' }] }),
    ]),
  ],
  { now: () => Date.parse('2026-07-01T12:00:00Z') },
);

const outcome = async (path: string) => {
  const response = await app.get(path);
  const { error } = await response.json();
  return error ? `${response.status} ${error.message}` : String(response.status);
};

describe('a slash at the end', () => {
  test.each([...PATHS, ...SINGLES])('%s/ is the same', async (path) => {
    const [plain, slash] = [await app.get(path), await app.get(`${path}/`)];
    expect([slash.status, await slash.text()]).toStrictEqual([200, await plain.text()]);
    expect(await outcome(`${path}//`)).toBe('404 There is nothing at this address');
  });

  test.each(PATHS)('%s/ is not in next', async (path) => {
    const { next } = await (await app.get(`${path}/?limit=1`)).json();
    expect(next.startsWith(`http://gateway.test${path}?limit=1&cursor=`)).toBe(true);
  });
});

test.each([
  '/api/v1',
  '/api/v1/',
  '/api/v1/?limit=1',
  '/api/v1//tournaments',
  '//api/v1/tournaments',
  '/api//v1/tournaments',
  '/api/v1/tournaments//battles',
  '/api/v1/tournaments//',
  '/api/v1/tournaments/spring-clash//battles',
  '/api/v1/tournaments/spring-clash/battles/b-1',
  '/api/v1/tournaments/spring-clash/nothing',
  '/api/v1/tournaments.json',
  '/api/v1/tournaments;v=1',
  '/api/v1/tournaments%2F',
  '/api/v1/tournaments%2Fspring-clash',
  '/api/v1/tournaments%20',
  '/api/v1/%',
  '/api/v1/Tournaments',
  '/API/V1/tournaments',
  '/api/V1/tournaments',
  '/api/v1/tournaments/spring-clash/Battles',
  '/api/v10/tournaments',
  '/api/v2/tournaments',
  '/v1/tournaments',
  '/api/v1/users',
  '/api/v1/users/p-1/opponents',
  '/api/v1/players/p-1/battles',
  '/api/v1/battles',
  '/api/v1/battles/b-1/players',
  '/api/v1/__proto__',
  '/api/v1/constructor',
])('there is nothing at %s', async (path) => {
  expect(await outcome(path)).toBe('404 There is nothing at this address');
});

describe('percent-encoding in a path', () => {
  test.each([
    ['/api/v1/tournaments/spring%2Dclash', '200'],
    ['/api/v1/tournaments/%73%70ring-clash', '200'],
    ['/api/v1/tournaments/spring%2dclash/battles', '200'],
    ['/api/v1/users/p%2D1/battles', '200'],
    ['/api/v1/battles/%62-1', '200'],
    ['/api/v1/clubs/northern%2Dlegion/tournaments', '200'],
    ['/api/v1/tournaments/spring%252Dclash', '404 Tournament not found'],
    ['/api/v1/tournaments/%2525', '404 Tournament not found'],
    ['/api/v1/tournaments/%25', '404 Tournament not found'],
    ['/api/v1/tournaments/spring-clash%2F', '404 Tournament not found'],
    ['/api/v1/tournaments/spring-clash%2Fbattles', '404 Tournament not found'],
    ['/api/v1/clubs/%2F%2F', '404 Club not found'],
    ['/api/v1/tournaments/%20spring-clash', '404 Tournament not found'],
    ['/api/v1/tournaments/spring-clash%00', '404 Tournament not found'],
    ['/api/v1/tournaments/%00/standings', '404 Tournament not found'],
    ['/api/v1/tournaments/%00/battles', '404 Tournament not found'],
    ['/api/v1/tournaments/%00/participants', '404 Tournament not found'],
    ['/api/v1/clubs/%00/tournaments', '404 Club not found'],
    ['/api/v1/clubs/%00/battles', '404 Club not found'],
    ['/api/v1/users/%00/battles', '404 Player not found'],
    ['/api/v1/battles/%EF%BF%BD', '404 Battle not found'],
    ['/api/v1/tournaments/Spring-Clash', '404 Tournament not found'],
    ['/api/v1/users/P-1/battles', '404 Player not found'],
  ])('%s: %s', async (path, expected) => {
    expect(await outcome(path)).toBe(expected);
  });

  test.each(['%', '%Z', '%ZZ', 'a%', 'a%2', '%C3', '%FF', '%ED%A0%80', '%C0%AF', '%u0041'])(
    '%s does not begin an encoded character',
    async (text) => {
      const routes = ['tournaments/*', 'tournaments/*/standings', 'tournaments/*/battles', 'clubs/*', 'battles/*'];
      for (const route of [...routes, 'clubs/*/tournaments', 'clubs/*/battles', 'users/*/battles']) {
        expect(await outcome(`/api/v1/${route.replace('*', text)}`)).toBe(
          '400 The address has a % that does not begin an encoded character',
        );
      }
    },
  );

  test('a slug as long as an address can be is looked for like any other', async () => {
    expect(await outcome(`/api/v1/clubs/${'a'.repeat(8000)}`)).toBe('404 Club not found');
  });
});

describe('keys with unusual characters', () => {
  test.each(ODD)('%s is found in the path of every route', async (key) => {
    const [tournament, club, player, battle] = await Promise.all(
      ['tournaments/*', 'clubs/*', 'users/*/battles', 'battles/*'].map(async (route) => {
        const response = await app.get(`/api/v1/${route.replace('*', encodeURIComponent(key))}`);
        return (await response.json()).data;
      }),
    );
    expect([tournament.slug, tournament.organizer, club.slug, battle.id]).toStrictEqual([key, key, key, key]);
    expect(player.map(({ id }: { id: string }) => id)).toStrictEqual([`${key}-2`, key, `${key}-3`]);
    expect((await app.get(`/api/v1/tournaments/${encodeURIComponent(key)}/standings`)).status).toBe(200);
  });

  test.each(ODD)('%s: next leads to the rest of every listing', async (key) => {
    const rows = async (path: string) => {
      const { data, next } = await (await app.get(path)).json();
      return { data: data.map((row: Record<string, string>) => row.slug ?? row.id ?? row.playerId), next };
    };
    for (const [route, expected] of [
      ['clubs/*/tournaments', [`${key}-2`, key]],
      ['clubs/*/battles', [`${key}-2`, key]],
      ['tournaments/*/battles', [`${key}-2`, key]],
      ['users/*/battles', [`${key}-2`, key, `${key}-3`]],
    ] as const) {
      const found: string[] = [];
      let path: string | null = `/api/v1/${route.replace('*', encodeURIComponent(key))}?limit=1`;
      while (path !== null) {
        const page: { data: string[]; next: string | null } = await rows(path);
        found.push(...page.data);
        path = page.next?.slice('http://gateway.test'.length) ?? null;
      }
      expect([route, found]).toStrictEqual([route, expected]);
    }
  });

  test('one that ends like a health check is no health check', async () => {
    expect((await app.fetch(new Request('http://gateway.test/api/v1/clubs/health'))).status).toBe(401);
    expect((await (await app.get('/api/v1/clubs/health')).json()).data.slug).toBe('health');
  });
});
