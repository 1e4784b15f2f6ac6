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
          rank: 1,
          player: 'Cy',
          playerId: null,
          faction: null,
          battlePoints: 25,
          wins: 1,
          draws: 1,
          losses: 0,
          victoryPoints: 83,
          victoryPointsDiff: 3,
        },
        {
          rank: 2,
          player: 'Ann',
          playerId: 'p-1',
          faction: 'Seraphon',
          battlePoints: 22.5,
          wins: 1,
          draws: 0,
          losses: 1,
          victoryPoints: 90,
          victoryPointsDiff: 16,
        },
        {
          rank: 3,
          player: null,
          playerId: null,
          faction: null,
          battlePoints: 10,
          wins: 0,
          draws: 1,
          losses: 0,
          victoryPoints: 50,
          victoryPointsDiff: 0,
        },
        {
          rank: 4,
          player: 'Bo',
          playerId: null,
          faction: 'Skaven',
          battlePoints: 2.5,
          wins: 0,
          draws: 0,
          losses: 1,
          victoryPoints: 41,
          victoryPointsDiff: -19,
        },
        {
          rank: null,
          player: 'Di',
          playerId: null,
          faction: null,
          battlePoints: 0,
          wins: 0,
          draws: 0,
          losses: 0,
          victoryPoints: 0,
          victoryPointsDiff: 0,
        },
      ],
    });
  });

  test('has `group` after `rank` on a group-stage board', async () => {
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
          group: 'Group A',
          player: 'Ann',
          playerId: null,
          faction: null,
          battlePoints: 0,
          wins: 0,
          draws: 0,
          losses: 0,
          victoryPoints: 0,
          victoryPointsDiff: 0,
        },
      ],
    });
  });

  test('rank (number | null): Placement, 1 = first', async () => {
    expect((await data(STANDINGS))[0]).toMatchObject({ rank: 1, player: 'Cy' });
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

  test('rank (number | null). Decided: a player with no battle in the stage ranks null, last', async () => {
    expect((await data(STANDINGS)).at(-1)).toMatchObject({ rank: null, player: 'Di' });
  });

  test('group (string, optional): Group name (e.g. "Group A"); present only on group-stage boards', async () => {
    for (const row of await data(STANDINGS)) expect(row).not.toHaveProperty('group');
    await load(
      tournament({
        slug: 'group-a',
        groups: true,
        stages: [swiss({ name: 'Group Stage' })],
        participants: [{ name: 'Ann', group: 'Group A' }],
      }),
    );
    expect(await data('/api/v1/tournaments/group-a/standings')).toMatchObject([{ group: 'Group A' }]);
  });

  test('player (string | null): Player display name. Decided: null once the player has been removed', async () => {
    const rows = await data(STANDINGS);
    expect(rows.map(placed)).toStrictEqual([
      [1, 'Cy'],
      [2, 'Ann'],
      [3, null],
      [4, 'Bo'],
      [null, 'Di'],
    ]);
  });

  test('playerId (string | null): Public player id, when the player has one', async () => {
    expect(await row('Ann')).toHaveProperty('playerId', 'p-1');
    expect(await row('Bo')).toHaveProperty('playerId', null);
  });

  test('faction (string | null): Faction played', async () => {
    expect(await row('Ann')).toHaveProperty('faction', 'Seraphon');
    expect(await row('Cy')).toHaveProperty('faction', null);
  });

  test('battlePoints (number): Battle points earned, scored as the organiser set up', async () => {
    expect((await row('Ann')).battlePoints).toBe(17.5 + 5);
  });

  test('wins (number): Battles won', async () => {
    expect((await row('Cy')).wins).toBe(1);
  });

  test('draws (number): Battles drawn', async () => {
    expect((await row('Cy')).draws).toBe(1);
  });

  test('losses (number): Battles lost', async () => {
    expect((await row('Ann')).losses).toBe(1);
  });

  test('victoryPoints (number): Victory points scored across every battle', async () => {
    expect((await row('Ann')).victoryPoints).toBe(60 + 30);
  });

  test('victoryPointsDiff (number): Victory points scored minus victory points given away', async () => {
    expect((await row('Ann')).victoryPointsDiff).toBe(60 + 30 - (41 + 33));
  });
});

type Row = { rank: number | null; player: string | null };

function placed({ rank, player }: Row) {
  return [rank, player];
}

async function row(name: string) {
  return (await data(STANDINGS)).find(({ player }: Row) => player === name);
}
