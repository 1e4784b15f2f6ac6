import { expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { battle, knockout, player, result, swiss, tournament } from '../support/world.js';

const match = (stage: string, roundNumber: number, round: string, table: number, rest: object = {}) => ({
  ...{ stage, roundNumber, round, table, players: [] },
  ...rest,
});
const place3 = { id: 'placement-3', name: 'Third Place', type: 'bracket', rounds: 1 } as const;
const { app } = await openTestApp([
  player('p-1', { name: 'Ann' }),
  player('p-9', { name: null, removed: true }),
  tournament({
    stages: [swiss(), knockout({ rounds: 3, players: 8 }), place3],
    participants: [{ playerId: 'p-1' }, 'Bo', { playerId: 'p-9' }, 'Di', 'Ed', 'Flo', 'Gus', 'Hal'],
    bracketMatches: [
      match('knockout', 3, 'Final', 1),
      match('knockout', 2, 'Semi-final', 2, { players: [3, 5] }),
      match('knockout', 1, 'Quarter-final', 10, { players: [8, 7], winner: 7 }),
      match('knockout', 1, 'Quarter-final', 2, { players: [2, 3], winner: 3, battle: 'q-2' }),
      match('knockout', 2, 'Semi-final', 1, { players: [1, 7], winner: 1, battle: 's-1' }),
      match('knockout', 1, 'Quarter-final', 1, { players: [1, 4], winner: 1, battle: 'q-1' }),
      match('knockout', 1, 'Quarter-final', 3, { players: [6, 5], winner: 5 }),
      match('placement-3', 1, 'Third place', 1, { players: [7, 2] }),
    ],
  }),
  battle('q-1', { stage: 'knockout', sides: result('win', [{}, { entry: 4 }]) }),
  battle('q-2', { stage: 'knockout', sides: result('loss', [{ entry: 2 }, { entry: 3 }]) }),
  battle('s-1', { stage: 'knockout', round: 2, archived: true, sides: result('win', [{}, { entry: 7 }]) }),
]);

test('a bracket leads from a match to its two players, the winner and the battle, archived or not', async () => {
  const { body } =
    await app.graphql(`{ standings(tournament: "spring-clash", stage: "knockout") { ... on Bracket { matches {
    players { name playerId player { id: publicId } participant { name } } winner { name playerId }
    battle { id: battleId winner: winnerName } } } } }`);
  const found = body.data.standings.matches;
  const ann = { name: 'Ann', playerId: 'p-1', player: { id: 'p-1' }, participant: { name: 'Ann' } };
  const without = (name: string) => ({ name, playerId: null, player: null, participant: { name } });
  const wonBy = (name: string, battle: string | null, playerId: string | null = null) => ({
    winner: { name, playerId },
    battle: battle && { id: battle, winner: name },
  });
  expect([found[1], found[2], found[4], found[6]]).toStrictEqual([
    { players: [without('Bo'), without('Removed player')], ...wonBy('Removed player', 'q-2') },
    { players: [without('Flo'), without('Ed')], ...wonBy('Ed', null) },
    { players: [ann, without('Gus')], ...wonBy('Ann', 's-1', 'p-1') },
    { players: [], winner: null, battle: null },
  ]);
});
