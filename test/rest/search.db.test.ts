import { describe, expect, test } from 'vitest';
import { openTestApp, SITE_URL } from '../support/app.js';
import { club, player, tournament } from '../support/world.js';

const { app } = await openTestApp([
  club({ slug: 'northern', name: 'Northern Legion', city: 'Leeds', country: 'United Kingdom' }),
  player('p-1', { name: 'Nora North' }),
  tournament({ slug: 'north', name: 'North Cup', startDate: '2026-02-01', endDate: '2026-02-02', city: 'York' }),
]);

async function get(query: string) {
  const response = await app.get(`/api/v1/search?${query}`);
  return { status: response.status, body: await response.json() };
}

const TOURNAMENT = {
  type: 'tournament',
  slug: 'north',
  name: 'North Cup',
  status: 'finished',
  startDate: '2026-02-01',
  endDate: '2026-02-02',
  city: 'York',
  country: null,
  url: `${SITE_URL}/tournaments/north`,
};
const CLUB = {
  type: 'club',
  slug: 'northern',
  name: 'Northern Legion',
  city: 'Leeds',
  country: 'United Kingdom',
  url: `${SITE_URL}/clubs/northern`,
};
const PLAYER = { type: 'player', publicId: 'p-1', name: 'Nora North' };

describe('GET /api/v1/search', () => {
  test('gives what a search box shows of each kind', async () => {
    expect(await get('q=north')).toMatchObject({
      status: 200,
      body: { data: [{ ...TOURNAMENT, status: expect.any(String) }, PLAYER, CLUB], similar: false, next: null },
    });
  });

  test('goes on by next, which carries text, kinds and page size', async () => {
    const { body } = await get('q=north&kinds=player,club&limit=1');
    expect(body.data).toStrictEqual([PLAYER]);
    const next = new URL(body.next);
    expect([...next.searchParams.keys()]).toStrictEqual(['q', 'kinds', 'limit', 'cursor']);
    expect((await get(next.search.slice(1))).body).toStrictEqual({ data: [CLUB], similar: false, next: null });
    next.searchParams.set('q', 'n');
    expect((await get(next.search.slice(1))).body.error.message).toBe('Invalid cursor');
  });

  test.each([
    ['', 'q is required'],
    ['q=north&q=south', 'q must be given only once'],
    ['q=north&q=north&limit=0', 'q must be given only once'],
    ['q=a&kinds=battle', 'kinds must be one of tournament, club, player'],
  ])('%s is refused', async (query, message) => {
    expect(await get(query)).toStrictEqual({
      status: 400,
      body: { error: { status: 400, message, code: 'BAD_REQUEST' } },
    });
  });
});
