import { describe, expect, test } from 'vitest';
import { ORIGIN } from '../support/served-app.js';
import { battle, tournament } from '../support/world.js';
import { badRequest, openService } from './service.js';
import { littleWorld } from './world.js';

const EVENTS = 103;

const { load, get, json, data, refused, pages } = openService(
  ...littleWorld,
  battle('b-2', { date: '2026-05-02', round: 2 }),
  battle('b-3', { date: '2026-05-02', round: 3 }),
  ...Array.from({ length: EVENTS }, (_, index) =>
    tournament({ slug: `event-${index}`, startDate: '2025-06-01', status: 'planned', club: 'northern-legion' }),
  ),
);
const LISTS = [
  '/api/v1/tournaments',
  '/api/v1/tournaments/spring-clash/participants',
  '/api/v1/tournaments/spring-clash/battles',
  '/api/v1/clubs/northern-legion/tournaments',
  '/api/v1/clubs/northern-legion/battles',
  '/api/v1/users/p-1/battles',
];

describe('Endpoints', () => {
  describe('Common rules', () => {
    test('Date parameters `from` and `to` (strings) bound a date range', async () => {
      expect(await slugs('from=2026-05-02&to=2026-05-03')).toStrictEqual(['spring-clash']);
      expect(await slugs('from=2026-05-03&to=2026-05-04')).toStrictEqual([]);
    });

    test('Each is optional, and omitting one means no bound on that side', async () => {
      expect(await slugs('from=2025-06-02')).toStrictEqual(['spring-clash']);
      expect(await slugs('to=2025-06-02&limit=100')).toHaveLength(100);
      expect(await slugs('from=0001-01-01&limit=1')).toStrictEqual(['spring-clash']);
      expect(await slugs('to=9999-12-31&limit=1')).toStrictEqual(['spring-clash']);
    });

    test.each([
      ['2026-05-02', null],
      ['2024-02-29', null],
      ['2026-02-29', 'is no day of the calendar'],
      ['2026-5-2', 'has no leading zeros'],
      ['2026-05-02T00:00:00Z', 'has a time'],
      ['02.05.2026', 'is another form'],
      ['yesterday', 'is no date'],
      ['', 'is empty'],
    ])(
      'Accepted format of from and to: not shown. Decided: YYYY-MM-DD, a real calendar day: "%s"',
      async (day, wrong) => {
        for (const name of ['from', 'to']) {
          const path = `/api/v1/tournaments?${name}=${day}`;
          if (!wrong) expect((await get(path)).status).toBe(200);
          else expect(await refused(path)).toStrictEqual(badRequest(`${name} must be a date in the form YYYY-MM-DD`));
        }
      },
    );
  });
});

describe('Pagination', () => {
  test('limit (integer, optional): Results per page', async () => {
    expect(await data('/api/v1/tournaments?limit=7')).toHaveLength(7);
  });

  test.each(['0', '-1', '1.5', 'abc', '', '1e1', '1&limit=2'])(
    'limit: Must be a positive integer: limit=%s',
    async (limit) => {
      expect(await refused(`/api/v1/tournaments?limit=${limit}`)).toStrictEqual(
        badRequest('limit must be a positive integer'),
      );
    },
  );

  test('cursor (string, optional): Opaque marker for where the next page starts', async () => {
    const { next } = await json('/api/v1/tournaments?limit=1');
    const cursor = new URL(next).searchParams.get('cursor');
    expect(cursor).toMatch(/^[\w-]+$/);
    expect(Buffer.from(cursor ?? '', 'base64url').toString('latin1')).not.toContain('event-');
    expect(await slugs(`limit=1&cursor=${cursor}`)).toStrictEqual([(await slugs('limit=2'))[1]]);
  });

  test.each(['x', '', 'MQ', 'eyJvZmZzZXQiOjIwfQ', '20'])(
    "cursor: taken only from a previous response's `next`, never built by the client: %s",
    async (cursor) => {
      expect(await refused(`/api/v1/tournaments?cursor=${cursor}`)).toStrictEqual(badRequest('Invalid cursor'));
    },
  );

  test('cursor: never built by the client. Decided: signed, and bound to the route and the filters', async () => {
    const cursor = new URL((await json('/api/v1/tournaments?limit=1')).next).searchParams.get('cursor') ?? '';
    const altered = (cursor.startsWith('A') ? 'B' : 'A') + cursor.slice(1);
    for (const path of [
      `/api/v1/tournaments?cursor=${altered}`,
      `/api/v1/tournaments?cursor=${cursor}&status=planned`,
      `/api/v1/tournaments?cursor=${cursor}&from=2025-01-01`,
      `/api/v1/clubs/northern-legion/tournaments?cursor=${cursor}`,
    ]) {
      expect(await refused(path)).toStrictEqual(badRequest('Invalid cursor'));
    }
  });
});

describe('Pagination rules', () => {
  test('1. The first request (no cursor) returns the first page', async () => {
    expect((await slugs('limit=1'))[0]).toBe('spring-clash');
  });

  test.each(LISTS)('3. `next` is a complete absolute address: %s', async (path) => {
    const { next } = await json(`${path}?limit=1`);
    const { origin, pathname } = new URL(next);
    expect(origin + pathname).toBe(`http://gateway.test${path}`);
  });

  test('3. `next` already carries the filters, the page size and the cursor', async () => {
    const query = 'from=2025-05-01&to=2026-04-30&status=planned&limit=7';
    const { next } = await json(`/api/v1/tournaments?${query}`);
    expect(Object.fromEntries(new URL(next).searchParams)).toStrictEqual({
      from: '2025-05-01',
      to: '2026-04-30',
      status: 'planned',
      limit: '7',
      cursor: expect.any(String),
    });
  });

  test('3. `next` carries nothing else. Decided: unknown query parameters are ignored', async () => {
    const { next } = await json('/api/v1/tournaments?limit=7&unknown=1&page=2');
    expect([...new URL(next).searchParams.keys()]).toStrictEqual(['limit', 'cursor']);
  });

  test('3. `next` carries the page size also where it was left out', async () => {
    const { next } = await json('/api/v1/tournaments');
    expect(new URL(next).searchParams.get('limit')).toBe('20');
    expect(await data(next.replace(ORIGIN, ''))).toHaveLength(20);
  });

  test('3. `next` is complete for a slug that an address has to encode', async () => {
    await load(tournament({ slug: 'été&co', status: 'ongoing', participants: ['Ann', 'Bo'] }));
    const path = '/api/v1/tournaments/%C3%A9t%C3%A9%26co/participants';
    expect((await json(`${path}?limit=1`)).next).toMatch(`${ORIGIN}${path}?limit=1&cursor=`);
    expect(await pages(`${path}?limit=1`)).toMatchObject([[{ player: 'Ann' }], [{ player: 'Bo' }]]);
  });

  test.each(LISTS)(
    '3. Fetching it returns the following page; to the end it gives everything once: %s',
    async (path) => {
      const whole = await data(`${path}?limit=100`);
      const paged = (await pages(`${path}?limit=2`)).flat();
      expect(paged.slice(0, 100)).toStrictEqual(whole);
      const names = paged.map((each) => each.slug ?? each.id ?? each.player);
      expect(new Set(names).size).toBe(names.length);
    },
  );

  test('3. Fetching it to the end under a filter gives everything that the filter lets through, once', async () => {
    const paged = await pages('/api/v1/tournaments?status=planned&from=2025-06-01&limit=50');
    expect(paged.map(({ length }) => length)).toStrictEqual([50, 50, 3]);
    expect(new Set(paged.flat().map(({ slug }) => slug)).size).toBe(EVENTS);
  });

  test('4. `next` is null on the last page', async () => {
    const battles = '/api/v1/tournaments/spring-clash/battles';
    const first = await json(`${battles}?limit=2`);
    expect(first.data).toHaveLength(2);
    expect(await json(first.next.replace(ORIGIN, ''))).toStrictEqual({ data: [expect.any(Object)], next: null });
  });

  test.each(['limit=3', 'limit=4', ''])('4. `next` is null on any list that fits in one page: %s', async (query) => {
    const body = await json(`/api/v1/tournaments/spring-clash/battles?${query}`);
    expect(body.data).toHaveLength(3);
    expect(body).toHaveProperty('next', null);
  });

  test('4. `next` is null on an empty list', async () => {
    expect(await json('/api/v1/tournaments?from=2030-01-01')).toStrictEqual({ data: [], next: null });
  });
});

async function slugs(query: string): Promise<string[]> {
  return (await data(`/api/v1/tournaments?${query}`)).map(({ slug }: { slug: string }) => slug);
}
