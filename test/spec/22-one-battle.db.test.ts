import { describe, expect, test } from 'vitest';
import { battle, tournament } from '../support/world.js';
import { expectBody, notFound, openService } from './service.js';
import { bareBattle, littleWorld } from './world.js';

const { load, get, data, refused } = openService(...littleWorld, bareBattle);

describe('Get one battle', () => {
  test('GET /api/v1/battles/{id}. Response: `{ data: Battle }` where each element of `players` additionally carries `list` and `rounds`', async () => {
    await expectBody(await get('/api/v1/battles/b-1'), {
      data: {
        id: 'b-1',
        date: '2026-05-02',
        tournament: 'spring-clash',
        stage: 'swiss',
        round: 1,
        scenario: 'Border War',
        battlePack: 'Pitched Battles',
        battleSize: 2000,
        winner: 'Ann',
        victorySize: 'major',
        players: [
          {
            player: 'Ann',
            playerId: 'p-1',
            faction: 'Stormcast Eternals',
            subFaction: 'Thunderhead Host',
            outcome: 'win',
            battlePoints: 17.5,
            victoryPoints: 25,
            objectivePoints: 12,
            battleTacticsScored: 1,
            grandStrategy: 'Hold the Line',
            grandStrategyScored: true,
            drops: 3,
            role: 'attacker',
            metrics: { kills: 5, firstBlood: 1 },
            list: {
              faction: 'Stormcast Eternals',
              subFaction: 'Thunderhead Host',
              points: 1990,
              battleTacticCards: ['Attuned to Ghyran', 'Scouting Force'],
              text: 'Lord-Celestant\n5 Liberators',
            },
            rounds: [
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
            ],
          },
          {
            player: 'Bo',
            playerId: 'p-2',
            faction: null,
            subFaction: null,
            outcome: 'loss',
            battlePoints: null,
            victoryPoints: null,
            objectivePoints: 0,
            battleTacticsScored: 0,
            grandStrategy: null,
            grandStrategyScored: false,
            drops: null,
            role: null,
            metrics: {},
            list: null,
            rounds: [],
          },
        ],
        url: 'https://battles.example/battles/b-1',
      },
    });
  });

  test('Path: `id` (string, required): the battle id', async () => {
    expect((await data('/api/v1/battles/b-9')).id).toBe('b-9');
  });

  test('Error behaviour for this endpoint: not shown. Decided: 404 NOT_FOUND', async () => {
    expect(await refused('/api/v1/battles/none')).toStrictEqual(notFound('Battle not found'));
  });

  test('Error behaviour for this endpoint: not shown. Decided: 404 for a battle of an unpublished tournament', async () => {
    await load(
      tournament({ slug: 'hidden', published: false, participants: ['Ann', 'Bo'] }),
      battle('hidden-1', { tournament: 'hidden' }),
    );
    expect(await refused('/api/v1/battles/hidden-1')).toStrictEqual(notFound('Battle not found'));
  });

  test('Archived battles. Decided: battle-by-id keeps them', async () => {
    await load(battle('archived', { archived: true }));
    expect((await data('/api/v1/battles/archived')).id).toBe('archived');
  });
});
