import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.js';
import { createServedApp, ORIGIN } from '../support/served-app.js';
import { battle, club, player, tournament } from '../support/world.js';
import { badRequest, notFound, openService } from './service.js';

const MORE_THAN_A_PAGE = 101;

const { db, get, data, refused } = openService(
  club(),
  player('p-1', { name: 'Ann' }),
  ...Array.from({ length: MORE_THAN_A_PAGE }, (_, index) =>
    tournament({ slug: `event-${index}`, startDate: '2026-01-01', club: 'northern-legion' }),
  ),
  tournament({
    club: 'northern-legion',
    participants: [{ playerId: 'p-1' }, ...Array.from({ length: MORE_THAN_A_PAGE }, (_, index) => `Player ${index}`)],
  }),
  ...Array.from({ length: MORE_THAN_A_PAGE }, (_, index) => battle(`b-${index}`, { date: '2026-01-01' })),
);

const WITH_DATES = [
  '/api/v1/tournaments',
  '/api/v1/clubs/northern-legion/tournaments',
  '/api/v1/clubs/northern-legion/battles',
  '/api/v1/users/p-1/battles',
];
const LISTS = [
  ...WITH_DATES,
  '/api/v1/tournaments/spring-clash/participants',
  '/api/v1/tournaments/spring-clash/battles',
];

describe('Limits', () => {
  test.each(LISTS)('Default page size: 20. All paginated lists: %s', async (path) => {
    expect(await data(path)).toHaveLength(20);
  });

  test.each(LISTS)('Maximum page size: 100. All paginated lists: %s', async (path) => {
    expect(await data(`${path}?limit=100`)).toHaveLength(100);
    expect(await refused(`${path}?limit=101`)).toStrictEqual(badRequest('limit must not exceed 100'));
  });

  test.each(WITH_DATES)(
    'Maximum date window: one year when both `from` and `to` are given. Tournament list, club tournaments, club battles, player battles: %s',
    async (path) => {
      expect((await get(`${path}?from=2025-03-01&to=2026-03-01`)).status).toBe(200);
      expect(await refused(`${path}?from=2025-03-01&to=2026-03-02`)).toStrictEqual(
        badRequest('the date range must not exceed one year'),
      );
      expect((await get(`${path}?from=0001-01-01`)).status).toBe(200);
      expect((await get(`${path}?to=9999-12-31`)).status).toBe(200);
    },
  );

  test('Maximum date window: one year. Decided: to the same day of the next year, leap days included', async () => {
    expect((await get('/api/v1/tournaments?from=2023-03-01&to=2024-03-01')).status).toBe(200);
    expect((await get('/api/v1/tournaments?from=2023-02-28&to=2024-02-28')).status).toBe(200);
    expect((await get('/api/v1/tournaments?from=2023-02-28&to=2024-02-29')).status).toBe(400);
  });

  test('Cursor lifetime: Cursors can expire (an expired cursor gives "Invalid cursor"). Paginated lists', async () => {
    const start = Date.UTC(2026, 4, 2);
    let now = start;
    const { ask } = await createServedApp(db(), { now: () => now, cursorLifetimeMs: 3_600_000 });
    for (const path of LISTS) {
      now = start;
      const first = (await (await ask(path)).json()) as { next: string };
      const next = first.next.replace(ORIGIN, '');
      now += 3_600_000;
      expect((await ask(next)).status).toBe(200);
      now += 3_600_000 / 24 + 1;
      expect(await (await ask(next)).json()).toStrictEqual(badRequest('Invalid cursor'));
    }
  });

  test('Cursor lifetime: duration not specified here. Decided: 24 hours from when the page was given out, up to one more', async () => {
    let now = Date.UTC(2026, 4, 2);
    const { cursorLifetimeMs } = readConfig({});
    const { ask } = await createServedApp(db(), { now: () => now, cursorLifetimeMs });
    const pageAt = async (path: string) => (await ask(path)).json() as Promise<{ next: string }>;
    const first = await pageAt('/api/v1/tournaments');
    now += 86_400_000;
    const second = await pageAt(first.next.replace(ORIGIN, ''));
    now += 86_400_000;
    expect((await ask(first.next.replace(ORIGIN, ''))).status).toBe(400);
    expect((await ask(second.next.replace(ORIGIN, ''))).status).toBe(200);
  });

  test('Rate limits: not shown. Decided: 600,000 a minute for each key, counted in cost, then a 429', async () => {
    const { rateLimit } = readConfig({});
    const service = await createServedApp(db(), { config: { rateLimit } });
    const generous = await service.askOnce('/api/v1/clubs/northern-legion');
    expect([generous.status, generous.headers.get('ratelimit-policy')]).toStrictEqual([200, '"default";q=600000;w=60']);
    const strict = await createServedApp(db(), { config: { rateLimit: 1 } });
    expect((await strict.askOnce('/api/v1/clubs/northern-legion')).status).toBe(200);
    const refusal = await strict.askOnce('/api/v1/clubs/northern-legion');
    expect([refusal.status, refusal.headers.get('retry-after'), (await refusal.json()).error.code]).toStrictEqual([
      429,
      '60',
      'RATE_LIMITED',
    ]);
  });
});

describe('Versioning', () => {
  test('Policy for changes, deprecation and other versions: not shown. There is no other version', async () => {
    expect(await refused('/api/v2/tournaments')).toStrictEqual(notFound('There is nothing at this address'));
  });
});
