import { describe, expect, test } from 'vitest';
import { battle, knockout, result, tournament } from '../support/world.js';
import { openService } from './service.js';

const { load, json, data } = openService();

const TOURNAMENT = '/api/v1/tournaments/spring-clash';

describe('States and transitions', () => {
  test('Transitions: not shown. Any state may follow any other, and what is answered is the last one loaded', async () => {
    for (const status of ['planned', 'ongoing', 'finished', 'ongoing', 'planned', 'finished'] as const) {
      await load(tournament({ status }));
      expect((await data(TOURNAMENT)).status).toBe(status);
    }
  });
});

describe('Related facts that hold', () => {
  test('Battle.winner is null on a draw and while there is no result', async () => {
    await load(tournament({ participants: ['Ann', 'Bo'] }), battle('b-1'));
    expect(await data('/api/v1/battles/b-1')).toHaveProperty('winner', null);
    await load(battle('b-1', { sides: result('draw') }));
    expect(await data('/api/v1/battles/b-1')).toHaveProperty('winner', null);
    await load(battle('b-1', { sides: result('win') }));
    expect(await data('/api/v1/battles/b-1')).toHaveProperty('winner', 'Ann');
  });

  test('Bracket match `winner` is null until the match has been played; `players` is empty until earlier results are known', async () => {
    const final = (players: number[], winner: number | null) =>
      load(
        tournament({
          stages: [knockout({ rounds: 1, players: 2 })],
          participants: ['Ann', 'Bo'],
          bracketMatches: [{ stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players, winner }],
        }),
      );
    const match = async () => (await json(`${TOURNAMENT}/standings`)).data[0];
    await final([], null);
    expect(await match()).toMatchObject({ players: [], winner: null });
    await final([1, 2], null);
    expect(await match()).toMatchObject({ players: ['Ann', 'Bo'], winner: null });
    await final([1, 2], 2);
    expect(await match()).toMatchObject({ players: ['Ann', 'Bo'], winner: 'Bo' });
  });
});
