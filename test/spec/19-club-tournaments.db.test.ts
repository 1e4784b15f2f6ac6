import { describe, expect, test } from 'vitest';
import { club, tournament } from '../support/world.js';
import { expectBody, openService } from './service.js';
import { littleWorld, springClashBody } from './world.js';

const { load, get, json, data } = openService();

const CLUB_TOURNAMENTS = '/api/v1/clubs/northern-legion/tournaments';

describe('Club tournaments', () => {
  test('GET /api/v1/clubs/{slug}/tournaments', async () => {
    await load(...littleWorld);
    await expectBody(await get(CLUB_TOURNAMENTS), { data: [springClashBody], next: null });
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

  test('No `status` parameter is listed. Decided: ignored, and not carried into `next`', async () => {
    await load(club(), starting('2026-05-01'), starting('2026-05-02'));
    expect(await slugs('status=planned')).toHaveLength(2);
    const { next } = await json(`${CLUB_TOURNAMENTS}?status=planned&limit=1`);
    expect([...new URL(next).searchParams.keys()]).toStrictEqual(['limit', 'cursor']);
  });
});

function starting(startDate: string) {
  return tournament({ slug: startDate, startDate, club: 'northern-legion' });
}

async function slugs(query = ''): Promise<string[]> {
  return (await data(`${CLUB_TOURNAMENTS}?${query}`)).map(({ slug }: { slug: string }) => slug);
}
