import { describe, expect, test } from 'vitest';
import { battle } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';
import { annInBattle, bareBattle, battleBody, boInBattle, list, littleWorld } from './world.js';

const { load, get, data, refused } = openService(...littleWorld, bareBattle);

describe('Get one battle', () => {
  test('GET /api/v1/battles/{id}. Response: `{ data: Battle }` where each element of `players` additionally carries `list` and `rounds`', async () => {
    const rounds = [
      {
        round: 1,
        victoryPoints: 10,
        objectivePoints: 5,
        objectives: ['Centre', 'Left'],
        battleTactic: 'Seize the Centre',
        battleTacticScored: true,
        priority: true,
      },
      {
        round: 2,
        victoryPoints: 15,
        objectivePoints: 7,
        objectives: [],
        battleTactic: null,
        battleTacticScored: false,
        priority: false,
      },
    ];
    const players = [
      { ...annInBattle, list, rounds },
      { ...boInBattle, list: null, rounds: [] },
    ];
    await expectBody(await get('/api/v1/battles/b-1'), { data: { ...battleBody, players } });
  });

  test('Error behaviour for this endpoint: not shown. Decided: 404 NOT_FOUND', async () => {
    expect(await refused('/api/v1/battles/none')).toStrictEqual(notFound('Battle not found'));
  });

  test('Archived battles. Decided: battle-by-id keeps them', async () => {
    await load(battle('archived', { archived: true }));
    expect((await data('/api/v1/battles/archived')).id).toBe('archived');
  });
});
