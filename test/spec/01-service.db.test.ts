import { describe, expect, test } from 'vitest';
import { battle, club, player, tournament } from '../support/world.js';
import { notFound, openService, unauthorized } from './service.js';
import { bareBattle, littleWorld } from './world.js';

const { load, get, json, data, refused } = openService(
  ...littleWorld,
  bareBattle,
  battle('b-2', { round: 2 }),
  tournament({ slug: 'autumn-clash', club: 'northern-legion' }),
);

const LISTS = [
  '/api/v1/tournaments',
  '/api/v1/tournaments/spring-clash/participants',
  '/api/v1/tournaments/spring-clash/battles',
  '/api/v1/clubs/northern-legion/tournaments',
  '/api/v1/clubs/northern-legion/battles',
  '/api/v1/users/p-1/battles',
];
const SINGLE_ITEMS = ['/api/v1/tournaments/spring-clash', '/api/v1/clubs/northern-legion', '/api/v1/battles/b-1'];
const STANDINGS = '/api/v1/tournaments/spring-clash/standings';
const ENDPOINTS = [...LISTS, ...SINGLE_ITEMS, STANDINGS];

describe('What the service does', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'The service publishes read-only data. Decided: %s is refused with 405 METHOD_NOT_ALLOWED',
    async (method) => {
      const response = await get('/api/v1/battles/b-1', { method });
      expect(response.status).toBe(405);
      expect(await response.json()).toStrictEqual({
        error: { status: 405, message: 'This address takes GET, HEAD, OPTIONS', code: 'METHOD_NOT_ALLOWED' },
      });
      expect(await data('/api/v1/battles/b-1')).toHaveProperty('id', 'b-1');
    },
  );
});

describe('Rules that hold for the whole service', () => {
  test.each(ENDPOINTS)(
    '1. Every request needs an API key. All endpoints use the method GET and require authentication: %s',
    async (path) => {
      const response = await get(path, { headers: { authorization: null } });
      expect(response.status).toBe(401);
      expect(await response.json()).toStrictEqual(unauthorized('Missing or invalid Authorization header'));
      expect((await get(path)).status).toBe(200);
    },
  );

  test.each([...ENDPOINTS, '/api/v1/battles/none', '/api/v1/tournaments?limit=0', '/nowhere'])(
    '2. All responses are JSON: %s',
    async (path) => {
      const response = await get(path);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(typeof (await response.json())).toBe('object');
    },
  );

  test.each(LISTS)('2. A list response has the form { "data": [...], "next": <string|null> }: %s', async (path) => {
    const first = await json(`${path}?limit=1`);
    expect(Object.keys(first)).toStrictEqual(['data', 'next']);
    expect(first).toStrictEqual({ data: [expect.any(Object)], next: expect.any(String) });
    expect(await json(path)).toStrictEqual({ data: expect.any(Array), next: null });
  });

  test.each(SINGLE_ITEMS)(
    '2. A single-item response has the form { "data": {...} } with no next. Single-item responses have no `next` key: %s',
    async (path) => {
      const body = await json(path);
      expect(Object.keys(body)).toStrictEqual(['data']);
      expect(Array.isArray(body.data)).toBe(false);
    },
  );

  test('2. The standings response is the exception', async () => {
    expect(Object.keys(await json(STANDINGS))).toStrictEqual(['stage', 'data']);
  });

  test('3. Only published tournaments are exposed', async () => {
    await load(
      club({ slug: 'secret-club' }),
      player('p-9'),
      tournament({ slug: 'secret', published: false, club: 'secret-club', participants: [{ playerId: 'p-9' }, 'Cy'] }),
      battle('secret-battle', { tournament: 'secret' }),
    );
    for (const list of ['clubs/secret-club/tournaments', 'clubs/secret-club/battles', 'users/p-9/battles']) {
      expect(await json(`/api/v1/${list}`)).toStrictEqual({ data: [], next: null });
    }
    expect(await (await get('/api/v1/tournaments')).text()).not.toContain('secret');
    for (const rest of ['', '/standings', '/participants', '/battles']) {
      expect(await refused(`/api/v1/tournaments/secret${rest}`)).toStrictEqual(notFound('Tournament not found'));
    }
    expect(await refused('/api/v1/battles/secret-battle')).toStrictEqual(notFound('Battle not found'));
  });

  test.each(ENDPOINTS)('4. All paths below start with /api/v1: %s', async (path) => {
    expect((await get(path)).status).toBe(200);
    const elsewhere = await get(path.replace('/api/v1', ''));
    // Some of these are pages of the site.
    const isPage = elsewhere.headers.get('content-type') === 'text/html; charset=utf-8';
    expect([path, isPage || elsewhere.status]).toStrictEqual([path, isPage || 404]);
  });
});

// Notation: `T | null` means the field is always present and may be null, "optional" that the key may be absent. The
// complete bodies in the files of the resources check both.
