import { describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { battle, player, result, swiss, tournament } from '../support/world.js';

const { app } = await openTestApp([
  player('p-1', { name: 'Ann' }),
  player('p-9', { name: null, removed: true }),
  tournament({
    stages: [swiss({ name: 'Group Stage' })],
    participants: [{ playerId: 'p-1' }, 'Bo', { playerId: 'p-9' }],
  }),
  battle('full', { sides: result('win') }),
  battle('bare', { sides: [{ entry: 3 }, { entry: 1 }] }),
  battle('drawn', { sides: result('draw') }),
  battle('lost-to-removed', { sides: result('win', [{ entry: 3 }, {}]) }),
]);

const ask = async (id: string, selection: string) => {
  const { body } = await app.graphql(`query ($id: ID!) { battle(id: $id) { ${selection} } }`, { id });
  expect(body.errors).toBeUndefined();
  return body.data.battle;
};
describe('a battle', () => {
  test('is played by a removed player without name and id', async () => {
    const selection = 'players { name playerId player { id: publicId } participant { name } }';
    expect((await ask('bare', selection)).players).toStrictEqual([
      { name: 'Removed player', playerId: null, player: null, participant: { name: 'Removed player' } },
      { name: 'Ann', playerId: 'p-1', player: { id: 'p-1' }, participant: { name: 'Ann' } },
    ]);
  });

  test.each([
    ['full', 'Ann'],
    ['bare', null],
    ['drawn', null],
    ['lost-to-removed', 'Removed player'],
  ])('has a winner unless it was drawn or is unfinished: %s', async (id, winner) => {
    expect(await ask(id, 'winnerName winner { name outcome }')).toStrictEqual({
      winnerName: winner,
      winner: winner && { name: winner, outcome: 'win' },
    });
  });

  test('leads to its tournament, its stage, and from a side to player and sign-up', async () => {
    const selection = `tournament { slug name } stage { stageId name type }
      players { player { id: publicId name } participant { name tournament { slug } } }`;
    expect(await ask('full', selection)).toStrictEqual({
      tournament: { slug: 'spring-clash', name: 'Spring Clash' },
      stage: { stageId: 'swiss', name: 'Group Stage', type: 'board' },
      players: [
        { player: { id: 'p-1', name: 'Ann' }, participant: { name: 'Ann', tournament: { slug: 'spring-clash' } } },
        { player: null, participant: { name: 'Bo', tournament: { slug: 'spring-clash' } } },
      ],
    });
  });
});
