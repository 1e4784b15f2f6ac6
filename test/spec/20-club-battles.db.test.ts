import { describe, expect, test } from 'vitest';
import { battle, casual, club, tournament } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';
import { battleBody, littleWorld } from './world.js';

const { load, get, data, refused } = openService();

const CLUB_BATTLES = '/api/v1/clubs/northern-legion/battles';

describe('Club battles', () => {
  test('Path: not shown. Decided: /api/v1/clubs/{slug}/battles', async () => {
    await load(...littleWorld);
    await expectBody(await get(CLUB_BATTLES), { data: [battleBody], next: null });
  });

  test("It takes path parameter `slug`, string, required, the club's short name", async () => {
    await load(club(), club({ slug: 'iron-dice' }), logged('b-1'), logged('b-2', { club: 'iron-dice' }));
    expect(await ids()).toStrictEqual(['b-1']);
    expect(await data('/api/v1/clubs/iron-dice/battles')).toMatchObject([{ id: 'b-2' }]);
    expect(await refused('/api/v1/clubs/none/battles')).toStrictEqual(notFound('Club not found'));
  });

  test('Battles connected to the club. Decided: played in a tournament the club runs', async () => {
    await load(club(), tournament({ club: 'northern-legion', participants: ['Ann', 'Bo'] }), battle('b-1'));
    expect(await ids()).toStrictEqual(['b-1']);
  });

  test('Battles connected to the club. Decided: or logged for the club (casual)', async () => {
    await load(club(), logged('b-1'), casual('b-2'));
    expect(await ids()).toStrictEqual(['b-1']);
  });

  test('Battles connected to the club. Decided: or a player in it represented the club', async () => {
    await load(
      club(),
      tournament({ participants: ['Ann', { name: 'Bo', club: 'northern-legion' }, 'Cy'] }),
      battle('b-1'),
      battle('b-2', { sides: [{ entry: 1 }, { entry: 3 }] }),
    );
    expect(await ids()).toStrictEqual(['b-1']);
  });

  test('Battles connected to the club. Decided: archived ones, and those of unpublished tournaments, are left out', async () => {
    await load(
      club(),
      logged('b-1', { archived: true }),
      tournament({ club: 'northern-legion', published: false, participants: ['Ann', 'Bo'] }),
      battle('b-2'),
    );
    expect(await ids()).toStrictEqual([]);
  });

  test('Newest first', async () => {
    await load(club(), played('2026-05-02'), played('2026-05-04'), played('2026-05-03'), logged('undated'));
    expect(await ids()).toStrictEqual(['2026-05-04', '2026-05-03', '2026-05-02', 'undated']);
  });

  test('Query: `from`, `to` (filter on date played)', async () => {
    await load(club(), played('2026-05-02'), played('2026-05-03'), played('2026-05-04'), logged('undated'));
    expect(await ids('from=2026-05-03')).toStrictEqual(['2026-05-04', '2026-05-03']);
    expect(await ids('to=2026-05-03')).toStrictEqual(['2026-05-03', '2026-05-02']);
    expect(await ids('from=2026-05-03&to=2026-05-03')).toStrictEqual(['2026-05-03']);
  });
});

function logged(id: string, rest: Parameters<typeof casual>[1] = {}) {
  return casual(id, { club: 'northern-legion', ...rest });
}

function played(date: string) {
  return logged(date, { date });
}

async function ids(query = ''): Promise<string[]> {
  return (await data(`${CLUB_BATTLES}?${query}`)).map(({ id }: { id: string }) => id);
}
