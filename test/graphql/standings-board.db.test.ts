import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { battle, load, player, result, swiss, tournament } from '../support/world.js';

type Side = NonNullable<Parameters<typeof result>[1]>[0];
type Outcome = Parameters<typeof result>[0];
const { app, db } = await openTestApp();

const board = async (slug: string, selection: string, stage = 'swiss') => {
  const { body } = await app.graphql(
    `query ($slug: String!, $stage: String) {
      standings(tournament: $slug, stage: $stage) { ... on Board { ${selection} } }
    }`,
    { slug, stage },
  );
  expect(body.errors).toBeUndefined();
  return body.data.standings;
};

/** A battle of the tournament between two entries. */
const game = (slug: string, id: string, outcome: Outcome, first: Side, second: Side, rest: object = {}) =>
  battle(`${slug}-${id}`, { tournament: slug, sides: result(outcome, [first, second]), ...rest });

describe('a board', () => {
  beforeAll(async () => {
    const ann = { entry: 1, faction: 'Seraphon', battlePoints: 20, victoryPoints: 60 };
    const removed = { entry: 5, battlePoints: 10, victoryPoints: 50 };
    await load(db, [
      player('p-1', { name: 'Ann' }),
      player('p-9', { name: null, removed: true }),
      tournament({
        participants: [
          { playerId: 'p-1', list: { faction: 'Skaven' } },
          { name: 'Bo', list: {} },
          'Cy',
          { name: 'Di', list: { faction: 'Sylvaneth' } },
          { playerId: 'p-9' },
        ],
      }),
      game('spring-clash', '1', 'win', ann, { battlePoints: 0, victoryPoints: 41 }),
      game('spring-clash', '2', 'draw', { entry: 3, battlePoints: 10, victoryPoints: 50 }, removed),
      battle('spring-clash-3', {
        round: 2,
        sides: [
          { entry: 1, victoryPoints: 12 },
          { entry: 3, victoryPoints: 7 },
        ],
      }),
      game(
        'spring-clash',
        '4',
        'win',
        { entry: 2, battlePoints: 20, victoryPoints: 70 },
        { entry: 5, battlePoints: 0, victoryPoints: 30 },
        { round: 2, archived: true },
      ),
    ]);
  });

  const ROW = `rank group name playerId faction battlePoints wins draws losses victoryPoints victoryPointsDiff`;

  test('carries every field of a row, adding up wins, draws, losses, unfinished and archived battles', async () => {
    const figures = (battlePoints: number, [wins, draws, losses]: number[], victoryPoints: number, diff: number) => ({
      battlePoints,
      wins,
      draws,
      losses,
      victoryPoints,
      victoryPointsDiff: diff,
    });
    const bo = { name: 'Bo', playerId: null, faction: null };
    const cy = { name: 'Cy', playerId: null, faction: null };
    const di = { name: 'Di', playerId: null, faction: 'Sylvaneth' };
    expect(await board('spring-clash', `stage { stageId name type } rows { ${ROW} }`)).toStrictEqual({
      stage: { stageId: 'swiss', name: 'Swiss Stage', type: 'board' },
      rows: [
        { rank: 1, group: null, name: 'Ann', playerId: 'p-1', faction: 'Seraphon', ...figures(20, [1, 0, 0], 72, 24) },
        { rank: 2, group: null, ...bo, ...figures(20, [1, 0, 1], 111, 21) },
        { rank: 3, group: null, ...cy, ...figures(10, [0, 1, 0], 57, -5) },
        { rank: 4, group: null, name: null, playerId: null, faction: null, ...figures(10, [0, 1, 1], 80, -40) },
        { rank: null, group: null, ...di, ...figures(0, [0, 0, 0], 0, 0) },
      ],
    });
  });

  test('names what it is ranked by, and each row carries the values', async () => {
    expect(await board('spring-clash', 'rankedBy rows(first: 2) { rankedBy battles }')).toStrictEqual({
      rankedBy: ['battlePoints', 'wins', 'victoryPointsDiff', 'victoryPoints'],
      rows: [
        { rankedBy: [20, 1, 24, 72], battles: 2 },
        { rankedBy: [20, 1, 21, 111], battles: 2 },
      ],
    });
  });
});

describe('the order of a board', () => {
  const ranked = async (slug: string, stage?: string) => {
    const { rows } = await board(slug, 'rows { rank name rankedBy }', stage);
    return rows.map(({ rank, name, rankedBy }: { rank: number; name: string; rankedBy: number[] }) =>
      [rank, name, ...rankedBy].join(' '),
    );
  };
  const points = (battlePoints: number, victoryPoints: number) => ({ battlePoints, victoryPoints });

  test('counts what opponents did in the stage and, on the final standings, in all stages', async () => {
    const inBoth = { stages: [swiss(), swiss({ id: 'placement-swiss', name: 'Placement' })] };
    await load(db, [
      tournament({
        slug: 'in-all',
        status: 'finished',
        tieBreakers: ['opponentsWins', 'opponentsBattlePoints'],
        participants: ['Ann', 'Bo', 'Cy'],
        ...inBoth,
      }),
      game('in-all', '1', 'win', { entry: 1, ...points(20, 0) }, { entry: 2, ...points(3, 0) }),
      game(
        'in-all',
        '2',
        'win',
        { entry: 2, ...points(15, 0) },
        { entry: 3, ...points(5, 0) },
        { stage: 'placement-swiss' },
      ),
    ]);
    expect(await ranked('in-all')).toStrictEqual(['1 Bo 1 20', '2 Ann 0 3', ' Cy 0 0']);
    expect(await ranked('in-all', 'placement-swiss')).toStrictEqual(['1 Cy 1 15', '2 Bo 0 5']);
    expect((await ranked('in-all', 'standings')).toSorted()).toStrictEqual(['1 Cy 1 18', '2 Bo 1 25', '3 Ann 1 18']);
  });

  test('shows the faction of the newest battle that recorded one, or else that of the list', async () => {
    const list = { faction: 'Skaven' };
    await load(db, [
      tournament({
        slug: 'factions',
        participants: [
          { name: 'Ann', list },
          { name: 'Bo', list },
        ],
      }),
      game('factions', 'b-1', 'win', { entry: 1, faction: 'Seraphon' }, { entry: 2 }, { round: 1 }),
      game('factions', 'b-2', 'win', { entry: 1, faction: 'Sylvaneth' }, { entry: 2 }, { round: 2 }),
      game('factions', 'b-3', 'win', { entry: 1 }, { entry: 2 }, { round: 3 }),
    ]);
    expect(await board('factions', 'rows { name faction }')).toStrictEqual({
      rows: [
        { name: 'Ann', faction: 'Sylvaneth' },
        { name: 'Bo', faction: 'Skaven' },
      ],
    });
  });
});
