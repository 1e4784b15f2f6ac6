import { describe, expect, test } from 'vitest';
import { battle, casual, player, result } from '../support/world.js';
import { expectBody, openService } from './service.js';
import { bareBattle, battleBody, littleWorld } from './world.js';

const { load, get, data } = openService(...littleWorld, bareBattle);

const BATTLE = '/api/v1/battles/b-1';
const CASUAL = '/api/v1/battles/b-9';

describe('Battle', () => {
  test('has these fields in this order', async () => {
    await expectBody(await get('/api/v1/tournaments/spring-clash/battles'), { data: [battleBody], next: null });
  });

  test('has the same fields, null or empty, when nothing is known', async () => {
    const nothing = {
      faction: null,
      subFaction: null,
      outcome: null,
      battlePoints: null,
      victoryPoints: null,
      drops: null,
      role: null,
      metrics: {},
      list: null,
      rounds: [],
    };
    await expectBody(await get(CASUAL), {
      data: {
        id: 'b-9',
        date: null,
        tournament: null,
        stage: null,
        round: null,
        scenario: null,
        battlePack: null,
        battleSize: 1000,
        winner: null,
        victorySize: null,
        players: [
          { player: 'Ann', playerId: null, ...nothing },
          { player: 'Bo', playerId: null, ...nothing },
        ],
        url: 'https://battles.example/battles/b-9',
      },
    });
  });

  test("winner (string | null): Winning player's name", async () => {
    await load(battle('lost', { sides: result('loss') }));
    expect((await data(BATTLE)).winner).toBe('Ann');
    expect((await data('/api/v1/battles/lost')).winner).toBe('Bo');
  });

  test('winner (string | null). Decided: "Removed player" when the winner has been removed', async () => {
    await load(
      player('p-9', { name: null, removed: true }),
      casual('removed', {
        sides: [
          { playerId: 'p-9', outcome: 'win' },
          { name: 'Bo', outcome: 'loss' },
        ],
      }),
    );
    expect((await data('/api/v1/battles/removed')).winner).toBe('Removed player');
  });

  test.each(['major', 'minor', null] as const)(
    'victorySize ("major" | "minor" | null): How big the win was: %s',
    async (victorySize) => {
      await load(battle('sized', { victorySize, sides: result('win') }));
      expect(await data('/api/v1/battles/sized')).toHaveProperty('victorySize', victorySize);
    },
  );

  test('players (BattlePlayer[]): Exactly two entries, one per side', async () => {
    await load(battle('sides', { sides: [{ entry: 2 }, { entry: 1 }] }));
    expect((await data(BATTLE)).players.map(nameOf)).toStrictEqual(['Ann', 'Bo']);
    expect((await data('/api/v1/battles/sides')).players.map(nameOf)).toStrictEqual(['Bo', 'Ann']);
  });
});

function nameOf({ player }: { player: string }): string {
  return player;
}
