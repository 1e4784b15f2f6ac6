import { describe, expect, test } from 'vitest';
import { battle, knockout, result, standings, swiss, tournament } from '../support/world.js';
import { badRequest, openService } from './service.js';

const { load, json, data, refused } = openService();

const TOURNAMENT = '/api/v1/tournaments/spring-clash';

describe('States and transitions', () => {
  test.each(['planned', 'ongoing', 'finished'] as const)(
    'Tournament.status takes the values `planned`, `ongoing`, `finished`: %s',
    async (status) => {
      await load(tournament({ status }));
      expect((await data(TOURNAMENT)).status).toBe(status);
    },
  );

  test('Tournament.status takes no other value', async () => {
    expect(await refused('/api/v1/tournaments?status=cancelled')).toStrictEqual(
      badRequest('status must be one of planned, ongoing, finished'),
    );
  });

  test('Transitions: not shown. Any state may follow any other, and what is answered is the last one loaded', async () => {
    for (const status of ['planned', 'ongoing', 'finished', 'ongoing', 'planned', 'finished'] as const) {
      await load(tournament({ status }));
      expect((await data(TOURNAMENT)).status).toBe(status);
    }
  });
});

describe('Related facts that hold', () => {
  test('The stage id `standings` exists only once the tournament has finished', async () => {
    const stages = [swiss(), standings()];
    for (const status of ['planned', 'ongoing'] as const) {
      await load(tournament({ status, stages }));
      expect((await data(TOURNAMENT)).stages).toMatchObject([{ id: 'swiss' }]);
    }
    await load(tournament({ status: 'finished', stages }));
    expect((await data(TOURNAMENT)).stages).toMatchObject([{ id: 'swiss' }, { id: 'standings' }]);
  });

  test('Participant.finalPlacement is null while the tournament runs and settled after it finishes', async () => {
    await load(tournament({ status: 'ongoing', participants: ['Ann'] }));
    expect((await data(`${TOURNAMENT}/participants`))[0]).toHaveProperty('finalPlacement', null);
    await load(tournament({ status: 'finished', participants: [{ name: 'Ann', finalPlacement: 1 }] }));
    expect((await data(`${TOURNAMENT}/participants`))[0]).toHaveProperty('finalPlacement', 1);
  });

  test('BattlePlayer.outcome is null while the battle is unfinished', async () => {
    await load(tournament({ participants: ['Ann', 'Bo'] }), battle('b-1'));
    expect((await data('/api/v1/battles/b-1')).players).toMatchObject([{ outcome: null }, { outcome: null }]);
    await load(battle('b-1', { sides: result('win') }));
    expect((await data('/api/v1/battles/b-1')).players).toMatchObject([{ outcome: 'win' }, { outcome: 'loss' }]);
  });

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
