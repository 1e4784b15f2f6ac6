import { describe, expect, test } from 'vitest';
import { battle, casual, player, tournament } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';
import { battleBody, littleWorld } from './world.js';

const { load, get, data, refused } = openService();

const PLAYER_BATTLES = '/api/v1/users/p-1/battles';

describe('Player battles', () => {
  test('GET /api/v1/users/{publicId}/battles', async () => {
    await load(...littleWorld);
    await expectBody(await get(PLAYER_BATTLES), { data: [battleBody], next: null });
  });

  test('`publicId`: as returned in `playerId` on board rows, battle players and army lists', async () => {
    await load(...littleWorld);
    const [row] = await data('/api/v1/tournaments/spring-clash/standings');
    const { players } = await data('/api/v1/battles/b-1');
    const [participant] = await data('/api/v1/tournaments/spring-clash/participants');
    for (const { playerId } of [row, players[0], participant]) {
      expect(await data(`/api/v1/users/${playerId}/battles`)).toMatchObject([{ id: 'b-1' }]);
    }
  });

  test('Every battle the player took part in, tournament and casual', async () => {
    await load(
      player('p-1'),
      tournament({ participants: ['Ann', { playerId: 'p-1' }, 'Cy'] }),
      battle('b-1', { date: '2026-05-02' }),
      battle('b-2', { sides: [{ entry: 1 }, { entry: 3 }] }),
      game('b-3', { date: '2026-05-01' }),
      casual('b-4'),
    );
    expect(await ids()).toStrictEqual(['b-1', 'b-3']);
  });

  test('Newest first', async () => {
    await load(player('p-1'), played('2026-05-02'), played('2026-05-04'), played('2026-05-03'), game('undated'));
    expect(await ids()).toStrictEqual(['2026-05-04', '2026-05-03', '2026-05-02', 'undated']);
  });

  test('Archived battles are left out', async () => {
    await load(player('p-1'), game('b-1', { archived: true }), game('b-2', { archived: false }));
    expect(await ids()).toStrictEqual(['b-2']);
  });

  test('Query: `from`, `to` (filter on date played)', async () => {
    await load(player('p-1'), played('2026-05-02'), played('2026-05-03'), played('2026-05-04'), game('undated'));
    expect(await ids('from=2026-05-03')).toStrictEqual(['2026-05-04', '2026-05-03']);
    expect(await ids('to=2026-05-03')).toStrictEqual(['2026-05-03', '2026-05-02']);
    expect(await ids('from=2026-05-03&to=2026-05-03')).toStrictEqual(['2026-05-03']);
  });

  test('404 when the player does not exist. Decided: as for one that has been removed', async () => {
    await load(player('p-1', { name: null, removed: true }), game('b-1'));
    expect(await refused(PLAYER_BATTLES)).toStrictEqual(notFound('Player not found'));
  });
});

function game(id: string, rest: Parameters<typeof casual>[1] = {}) {
  return casual(id, { sides: [{ playerId: 'p-1' }, { name: 'Bo' }], ...rest });
}

function played(date: string) {
  return game(date, { date });
}

async function ids(query = ''): Promise<string[]> {
  return (await data(`${PLAYER_BATTLES}?${query}`)).map(({ id }: { id: string }) => id);
}
