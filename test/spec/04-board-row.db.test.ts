import { describe, expect, test } from 'vitest';
import { battle, player, result, swiss, tournament } from '../support/world.js';
import { expectBody, openService } from './service.js';

const { load, get, data } = openService(
  player('p-1', { name: 'Ann' }),
  player('p-9', { name: null, removed: true }),
  tournament({
    participants: [{ playerId: 'p-1' }, { name: 'Bo', list: { faction: 'Skaven' } }, 'Cy', { playerId: 'p-9' }, 'Di'],
  }),
  battle('b-1', {
    sides: result('win', [
      { entry: 1, faction: 'Seraphon', battlePoints: 17.5, victoryPoints: 60 },
      { entry: 2, battlePoints: 2.5, victoryPoints: 41 },
    ]),
  }),
  battle('b-2', {
    sides: result('draw', [
      { entry: 3, battlePoints: 10, victoryPoints: 50 },
      { entry: 4, battlePoints: 10, victoryPoints: 50 },
    ]),
  }),
  battle('b-3', {
    round: 2,
    sides: result('loss', [
      { entry: 1, faction: 'Seraphon', battlePoints: 5, victoryPoints: 30 },
      { entry: 3, battlePoints: 15, victoryPoints: 33 },
    ]),
  }),
);

const STANDINGS = '/api/v1/tournaments/spring-clash/standings';

describe('Board row (standings of a board stage)', () => {
  test('has these fields in this order', async () => {
    await expectBody(await get(STANDINGS), {
      stage: { id: 'swiss', name: 'Swiss Stage', type: 'board' },
      data: [
        {
          rank: 1, // number | null. Placement, 1 = first.
          player: 'Cy', // string | null. Player display name.
          playerId: null, // string | null. Public player id, when the player has one.
          faction: null, // string | null. Faction played.
          battlePoints: 25, // number. Battle points earned, scored as the organiser set up.
          wins: 1, // number. Battles won.
          draws: 1, // number. Battles drawn.
          losses: 0, // number. Battles lost.
          victoryPoints: 83, // number. Victory points scored across every battle.
          victoryPointsDiff: 3, // number. Victory points scored minus victory points given away.
        },
        { rank: 2, player: 'Ann', playerId: 'p-1', faction: 'Seraphon', ...figures(22.5, [1, 0, 1], 90, 16) },
        { rank: 3, player: null, playerId: null, faction: null, ...figures(10, [0, 1, 0], 50, 0) },
        { rank: 4, player: 'Bo', playerId: null, faction: 'Skaven', ...figures(2.5, [0, 0, 1], 41, -19) },
        { rank: null, player: 'Di', playerId: null, faction: null, ...figures(0, [0, 0, 0], 0, 0) },
      ],
    });
  });

  test('has `group` after `rank` on a group-stage board, and only there', async () => {
    await load(
      tournament({
        slug: 'grouped',
        groups: true,
        stages: [swiss({ name: 'Group Stage' })],
        participants: [{ name: 'Ann', group: 'Group A' }],
      }),
    );
    await expectBody(await get('/api/v1/tournaments/grouped/standings'), {
      stage: { id: 'swiss', name: 'Group Stage', type: 'board' },
      data: [
        {
          rank: null,
          group: 'Group A', // string, optional. Group name (e.g. "Group A"); present only on group-stage boards.
          player: 'Ann',
          playerId: null,
          faction: null,
          ...figures(0, [0, 0, 0], 0, 0),
        },
      ],
    });
  });

  test('rank (number | null). Decided: full ties share a rank (1, 2, 2, 4), then by name', async () => {
    const draw = (entries: [number, number], battlePoints: number) =>
      result('draw', [
        { entry: entries[0], battlePoints },
        { entry: entries[1], battlePoints },
      ]);
    await load(
      tournament({ slug: 'tied', participants: ['Di', 'Cy', 'Bo', 'Ann'] }),
      battle('tied-1', { tournament: 'tied', sides: draw([3, 2], 10) }),
      battle('tied-2', { tournament: 'tied', sides: result('win', [{ entry: 1, battlePoints: 20 }, { entry: 4 }]) }),
    );
    const rows = await data('/api/v1/tournaments/tied/standings');
    expect(rows.map(placed)).toStrictEqual([
      [1, 'Di'],
      [2, 'Bo'],
      [2, 'Cy'],
      [4, 'Ann'],
    ]);
  });
});

type Row = { rank: number | null; player: string | null };

function placed({ rank, player }: Row) {
  return [rank, player];
}

function figures(battlePoints: number, [wins, draws, losses]: number[], victoryPoints: number, diff: number) {
  return { battlePoints, wins, draws, losses, victoryPoints, victoryPointsDiff: diff };
}
