import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, casual, load, player, result, tournament } from '../support/world.js';

const db = await openTestDb();
const against = (id: string, opponent: object, outcome: Parameters<typeof result>[0] | null, rest: object = {}) => {
  const sides = outcome ? result(outcome) : result('draw');
  const told = { entry: null, ...(outcome === null && { outcome: null }) };
  return casual(id, {
    sides: [
      { ...sides[0], ...told, playerId: 'p-1' },
      { ...sides[1], ...told, ...opponent },
    ],
    ...rest,
  });
};
const bo = { playerId: 'p-2' };
await load(db, [
  player('p-1', { name: 'Ann' }),
  player('p-2', { name: 'Bo' }),
  player('p-3', { name: 'Éva' }),
  player('p-4', { name: 'eric' }),
  player('p-9', { name: 'Gone' }),
  against('c-1', bo, 'win'),
  against('c-2', bo, 'loss'),
  against('c-3', bo, 'draw'),
  against('c-4', bo, null),
  against('c-5', bo, 'win', { archived: true }),
  against('c-6', { playerId: 'p-3' }, 'win'),
  against('c-7', { playerId: 'p-4' }, 'loss'),
  against('c-8', { playerId: 'p-9' }, 'loss'),
  against('c-9', { name: 'Somebody without an id' }, 'loss'),
  tournament({ participants: [{ playerId: 'p-1' }, { playerId: 'p-4' }], organizers: ['p-9'] }),
  battle('t-1', { sides: result('win') }),
  tournament({ slug: 'hidden', published: false, participants: [{ playerId: 'p-1' }, { playerId: 'p-3' }] }),
  battle('h-1', { tournament: 'hidden', sides: result('win') }),
]);
await db.sql.query(`UPDATE "player" SET "removed" = true WHERE "id" = 'p-9'`);
const app = await createTestApp(db);

describe('a player', () => {
  test('who has been removed is led to from nowhere', async () => {
    const { body } = await app.graphql(`{
      battle(id: "c-8") { winnerName players { name playerId player { id: publicId } } }
      tournament(slug: "spring-clash") { tournamentOrganizers { playerId } }
    }`);
    expect(body.data).toStrictEqual({
      battle: {
        winnerName: 'Removed player',
        players: [
          { name: 'Ann', playerId: 'p-1', player: { id: 'p-1' } },
          { name: 'Removed player', playerId: null, player: null },
        ],
      },
      tournament: { tournamentOrganizers: [] },
    });
  });

  test('who has been removed is no opponent that battles can be filtered by', async () => {
    const ask = (opponent: string) => `battles(player: "p-1", opponent: "${opponent}") { totalCount }`;
    const { body } = await app.graphql(`{ removed: ${ask('p-9')} known: ${ask('p-3')} }`);
    expect(body.data.removed.totalCount).toBe(0);
    expect(body.data.known.totalCount).toBeGreaterThan(0);
  });
});

describe('the opponents of a player', () => {
  const opponents = async (id: string, args = '') => {
    const { body } = await app.graphql(
      `query ($id: ID!) { player(id: $id) { opponents${args} { playerId name battles wins draws losses } } }`,
      { id },
    );
    return body.errors?.[0].message ?? body.data.player.opponents;
  };
  const bo = { playerId: 'p-2', name: 'Bo', battles: 4, wins: 1, draws: 1, losses: 1 };
  const eric = { playerId: 'p-4', name: 'eric', battles: 2, wins: 1, draws: 0, losses: 1 };

  test('are those with a public id, the most frequent first, over the battles in the listings', async () => {
    expect(await opponents('p-1')).toStrictEqual([
      bo,
      eric,
      { playerId: 'p-3', name: 'Éva', battles: 1, wins: 1, draws: 0, losses: 0 },
    ]);
    expect(await opponents('p-3')).toStrictEqual([
      { playerId: 'p-1', name: 'Ann', battles: 1, wins: 0, draws: 0, losses: 1 },
    ]);
  });

  test('lead to the players they are', async () => {
    const { body } = await app.graphql('{ player(id: "p-1") { opponents { playerId player { publicId name } } } }');
    expect(body.data.player.opponents).toStrictEqual(
      Object.entries({ 'p-2': 'Bo', 'p-4': 'eric', 'p-3': 'Éva' }).map(([playerId, name]) => ({
        playerId,
        player: { publicId: playerId, name },
      })),
    );
  });

  test('can be asked for by number, within the bounds of a page', async () => {
    expect(await opponents('p-1', '(first: 2)')).toStrictEqual([bo, eric]);
    expect(await opponents('p-1', '(first: 1, after: "p-2")')).toStrictEqual([eric]);
    expect(await opponents('p-1', '(after: "p-3")')).toStrictEqual([]);
    expect(await opponents('p-1', '(first: 0)')).toBe('first must be a positive integer');
    expect(await opponents('p-1', '(first: 101)')).toBe('first must not exceed 100');
  });
});
