import { describe, expect, test } from 'vitest';
import { tournament } from '../support/world.js';
import { badRequest, expectBody, openService } from './service.js';
import { littleWorld, springClashBody } from './world.js';

const { load, get, data, refused } = openService();

describe('List tournaments', () => {
  test('GET /api/v1/tournaments', async () => {
    await load(...littleWorld);
    await expectBody(await get('/api/v1/tournaments'), { data: [springClashBody], next: null });
  });

  test('Newest start date first. Decided: on the same day by slug, descending; no date comes last', async () => {
    await load(
      tournament({ slug: 'undated' }),
      tournament({ slug: 'a', startDate: '2026-05-02' }),
      tournament({ slug: 'b', startDate: '2026-05-02' }),
    );
    expect(await slugs()).toStrictEqual(['b', 'a', 'undated']);
  });

  test('Without a date range the most recent tournaments are returned', async () => {
    const days = Array.from({ length: 25 }, (_, index) => `2026-05-${String(index + 1).padStart(2, '0')}`);
    await load(...days.map(starting));
    expect(await slugs()).toStrictEqual(days.toReversed().slice(0, 20));
  });

  test('Query: `from` (string, optional; starting on or after)', async () => {
    await load(starting('2026-05-01'), starting('2026-05-02'), starting('2026-05-03'), tournament({ slug: 'undated' }));
    expect(await slugs('from=2026-05-02')).toStrictEqual(['2026-05-03', '2026-05-02']);
  });

  test('Query: `to` (string, optional; starting on or before)', async () => {
    await load(starting('2026-05-01'), starting('2026-05-02'), starting('2026-05-03'), tournament({ slug: 'undated' }));
    expect(await slugs('to=2026-05-02')).toStrictEqual(['2026-05-02', '2026-05-01']);
  });

  test('Query: `from` and `to` look at the start, not at the end', async () => {
    await load(tournament({ slug: 'long', startDate: '2026-05-01', endDate: '2026-05-09' }));
    expect(await slugs('from=2026-05-02')).toStrictEqual([]);
    expect(await slugs('to=2026-05-02')).toStrictEqual(['long']);
  });

  test('Query: `status` (optional; one of "planned", "ongoing", "finished")', async () => {
    await load(...(['planned', 'ongoing', 'finished'] as const).map((status) => tournament({ slug: status, status })));
    for (const status of ['planned', 'ongoing', 'finished'])
      expect(await slugs(`status=${status}`)).toStrictEqual([status]);
    expect(await slugs()).toHaveLength(3);
  });

  test.each(['cancelled', 'FINISHED', '', 'planned&status=planned'])(
    'Query: `status`. Decided: 400 for anything else: "%s"',
    async (status) => {
      expect(await refused(`/api/v1/tournaments?status=${status}`)).toStrictEqual(
        badRequest('status must be one of planned, ongoing, finished'),
      );
    },
  );
});

function starting(startDate: string) {
  return tournament({ slug: startDate, startDate });
}

async function slugs(query = ''): Promise<string[]> {
  return (await data(`/api/v1/tournaments?${query}`)).map(({ slug }: { slug: string }) => slug);
}
