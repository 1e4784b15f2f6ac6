import { describe, expect, test } from 'vitest';
import { battle, knockout, player, result, tournament } from '../support/world.js';
import { expectBody, openService } from './service.js';

const { load, get, data } = openService(
  player('p-9', { name: null, removed: true }),
  tournament({
    stages: [knockout()],
    participants: ['Ann', 'Bo', 'Cy', 'Di'],
    bracketMatches: [
      { stage: 'knockout', roundNumber: 1, round: 'Semi-final', table: 1, players: [1, 4], winner: 4, battle: 'b-1' },
      { stage: 'knockout', roundNumber: 1, round: 'Semi-final', table: 2, players: [2, 3] },
      { stage: 'knockout', roundNumber: 2, round: 'Final', table: 1, players: [] },
    ],
  }),
  battle('b-1', { stage: 'knockout', sides: result('loss', [{ entry: 1 }, { entry: 4 }]) }),
);

const STANDINGS = '/api/v1/tournaments/spring-clash/standings?stage=knockout';

describe('Bracket match (standings of a bracket stage)', () => {
  test('has these fields in this order', async () => {
    await expectBody(await get(STANDINGS), {
      stage: { id: 'knockout', name: 'Knockout', type: 'bracket' },
      data: [
        {
          round: 'Semi-final', // string. Name of the bracket round (e.g. a quarter-final or final label).
          table: 1, // number. Table number.
          players: ['Ann', 'Di'], // string[]. The two player names; empty while the match waits on an earlier result.
          winner: 'Di', // string | null. Name of the player who went through; null until played.
          battle: 'b-1', // string | null. Battle id usable with the battle-by-id endpoint; null when no battle was recorded.
        },
        { round: 'Semi-final', table: 2, players: ['Bo', 'Cy'], winner: null, battle: null },
        { round: 'Final', table: 1, players: [], winner: null, battle: null },
      ],
    });
  });

  test('players (string[]). Decided: "Removed player" where the player has been removed', async () => {
    await load(
      tournament({
        slug: 'removed',
        stages: [knockout()],
        participants: ['Ann', { playerId: 'p-9' }],
        bracketMatches: [{ stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [1, 2], winner: 2 }],
      }),
    );
    expect(await data('/api/v1/tournaments/removed/standings')).toStrictEqual([
      { round: 'Final', table: 1, players: ['Ann', 'Removed player'], winner: 'Removed player', battle: null },
    ]);
  });
});
