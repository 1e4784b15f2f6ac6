import { describe, expect, test } from 'vitest';
import { club, tournament } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';
import { littleWorld, springClashBody } from './world.js';

const { load, get, json, data, refused, pages } = openService();

const CLUB_TOURNAMENTS = '/api/v1/clubs/northern-legion/tournaments';

describe('Club tournaments', () => {
  test('GET /api/v1/clubs/{slug}/tournaments', async () => {
    await load(...littleWorld);
    await expectBody(await get(CLUB_TOURNAMENTS), { data: [springClashBody], next: null });
  });

  test('404 when the club does not exist', async () => {
    expect(await refused(CLUB_TOURNAMENTS)).toStrictEqual(notFound('Club not found'));
  });

  test('Published tournaments run by the club', async () => {
    await load(
      club(),
      club({ slug: 'iron-dice' }),
      tournament({ slug: 'ours', club: 'northern-legion', participants: ['Ann'] }),
      tournament({ slug: 'hidden', club: 'northern-legion', published: false }),
      tournament({ slug: 'theirs', club: 'iron-dice', participants: [{ name: 'Bo', club: 'northern-legion' }] }),
      tournament({ slug: 'nobodys' }),
    );
    expect(await slugs()).toStrictEqual(['ours']);
  });

  test('Newest start date first', async () => {
    await load(club(), starting('2026-05-01'), starting('2026-06-01'), starting('2025-07-01'));
    expect(await slugs()).toStrictEqual(['2026-06-01', '2026-05-01', '2025-07-01']);
  });

  test('Query: `from`, `to` (filter on tournament start date)', async () => {
    await load(club(), starting('2026-05-01'), starting('2026-05-02'), starting('2026-05-03'));
    expect(await slugs('from=2026-05-02')).toStrictEqual(['2026-05-03', '2026-05-02']);
    expect(await slugs('to=2026-05-02')).toStrictEqual(['2026-05-02', '2026-05-01']);
    expect(await slugs('from=2026-05-02&to=2026-05-02')).toStrictEqual(['2026-05-02']);
  });

  test('Query: `cursor`, `limit`', async () => {
    await load(club(), starting('2026-05-01'), starting('2026-05-02'), starting('2026-05-03'));
    expect(await pages(`${CLUB_TOURNAMENTS}?limit=2`)).toMatchObject([
      [{ slug: '2026-05-03' }, { slug: '2026-05-02' }],
      [{ slug: '2026-05-01' }],
    ]);
  });

  test('No `status` parameter is listed. Decided: ignored, and not carried into `next`', async () => {
    await load(club(), starting('2026-05-01'), starting('2026-05-02'));
    expect(await slugs('status=planned')).toHaveLength(2);
    const { next } = await json(`${CLUB_TOURNAMENTS}?status=planned&limit=1`);
    expect([...new URL(next).searchParams.keys()]).toStrictEqual(['limit', 'cursor']);
  });

  test('Response: `{ data: Tournament[], next }`, same shape as tournament list elements', async () => {
    await load(...littleWorld);
    expect(await (await get(CLUB_TOURNAMENTS)).text()).toBe(await (await get('/api/v1/tournaments')).text());
  });
});

function starting(startDate: string) {
  return tournament({ slug: startDate, startDate, club: 'northern-legion' });
}

async function slugs(query = ''): Promise<string[]> {
  return (await data(`${CLUB_TOURNAMENTS}?${query}`)).map(({ slug }: { slug: string }) => slug);
}
