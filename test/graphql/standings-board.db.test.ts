import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, load, player, result, swiss, tournament } from '../support/world.js';

type Side = NonNullable<Parameters<typeof result>[1]>[0];
type Outcome = Parameters<typeof result>[0];

let db: Db;
let app: TestApp;
beforeAll(async () => {
  db = await openTestDb();
  app = await createTestApp(db);
});

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

  test.each([0, -1])('has no first %i rows: refused like every other bound', async (first) => {
    const { body } = await app.graphql(
      'query ($first: Int) { standings(tournament: "spring-clash", stage: "swiss") { ... on Board { rows(first: $first) { name } } } }',
      { first },
    );
    expect([body.errors[0].message, body.errors[0].extensions.code]).toStrictEqual([
      'first must be a positive integer',
      'BAD_REQUEST',
    ]);
  });

  test('leads from a row to its player and its sign-up; a removed player is not led to', async () => {
    expect(
      await board('spring-clash', 'rows { player { id: publicId name } participant { name playerId } }'),
    ).toStrictEqual({
      rows: [
        { player: { id: 'p-1', name: 'Ann' }, participant: { name: 'Ann', playerId: 'p-1' } },
        { player: null, participant: { name: 'Bo', playerId: null } },
        { player: null, participant: { name: 'Cy', playerId: null } },
        { player: null, participant: { name: 'Removed player', playerId: null } },
        { player: null, participant: { name: 'Di', playerId: null } },
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

  test("follows the organiser's tie-breakers in their order", async () => {
    const games = (slug: string) => [
      game(slug, '1', 'win', { entry: 1, ...points(20, 40) }, { entry: 2, ...points(0, 30) }),
      game(slug, '2', 'win', { entry: 2, ...points(15, 90) }, { entry: 3, ...points(5, 10) }, { round: 2 }),
      game(slug, '3', 'loss', { entry: 1, ...points(0, 20) }, { entry: 3, ...points(20, 90) }, { round: 3 }),
    ];
    await load(db, [
      tournament({ slug: 'by-vp', tieBreakers: ['victoryPoints'], participants: ['Ann', 'Bo', 'Cy'] }),
      ...games('by-vp'),
      tournament({
        slug: 'by-opponents',
        tieBreakers: ['wins', 'opponentsBattlePoints', 'opponentsWins'],
        participants: ['Ann', 'Bo', 'Cy'],
      }),
      ...games('by-opponents'),
    ]);
    expect(await ranked('by-vp')).toStrictEqual(['1 Bo 120', '2 Cy 100', '3 Ann 60']);
    // Each has one win; Ann has 20 battle points, Bo 15, Cy 25.
    expect(await ranked('by-opponents')).toStrictEqual(['1 Bo 1 45 2', '2 Ann 1 40 2', '3 Cy 1 35 2']);
  });

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

  test('lets full ties share a rank (1, 2, 2, 4) in order of name, with nobody-played last and unranked', async () => {
    await load(db, [
      tournament({ slug: 'ties', participants: ['Ann', 'ćy', 'Bo', 'Di', 'zed', 'Éva'] }),
      game('ties', '1', 'win', { entry: 1, ...points(20, 60) }, { entry: 4, ...points(0, 40) }),
      game('ties', '2', 'draw', { entry: 2, ...points(10, 50) }, { entry: 3, ...points(10, 50) }),
    ]);
    expect(await ranked('ties')).toStrictEqual([
      '1 Ann 20 1 20 60',
      '2 Bo 10 0 0 50',
      '2 ćy 10 0 0 50',
      '4 Di 0 0 -20 40',
      ' Éva 0 0 0 0',
      ' zed 0 0 0 0',
    ]);
  });

  test('takes 0.1 and 0.2 battle points to be as many as 0.3', async () => {
    await load(db, [
      tournament({ slug: 'tenths', tieBreakers: ['battlePoints'], participants: ['Ann', 'Bo'] }),
      game('tenths', '1', 'loss', { battlePoints: 0.1 }, { battlePoints: 0.3 }),
      game('tenths', '2', 'win', { battlePoints: 0.2 }, { battlePoints: 0 }, { round: 2 }),
    ]);
    expect(await ranked('tenths')).toStrictEqual(['1 Ann 0.3', '1 Bo 0.3']);
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

  test('of placement-swiss has those who play in it, by the battles of that stage alone', async () => {
    const stage = 'placement-swiss';
    await load(db, [
      tournament({
        slug: 'two-boards',
        stages: [swiss(), swiss({ id: stage, name: 'Placement' })],
        participants: ['Ann', 'Bo', 'Cy'],
      }),
      game('two-boards', '1', 'win', { entry: 1, ...points(20, 60) }, { entry: 3, ...points(0, 40) }),
      game('two-boards', '2', 'win', { entry: 3, ...points(15, 30) }, { entry: 2, ...points(5, 10) }, { stage }),
    ]);
    expect(await ranked('two-boards', stage)).toStrictEqual(['1 Cy 15 1 20 30', '2 Bo 5 0 -20 10']);
    expect(await ranked('two-boards')).toStrictEqual(['1 Ann 20 1 20 60', '2 Cy 0 0 -20 40', ' Bo 0 0 0 0']);
  });
});

test('a group board has every group at once, ordered by group, and rank restarts at 1 in each', async () => {
  const group = (name: string, group: string) => ({ name, group });
  const points = (battlePoints: number) => ({ battlePoints });
  await load(db, [
    tournament({
      slug: 'groups',
      groups: true,
      stages: [swiss({ name: 'Group Stage' })],
      participants: [
        group('Ann', 'Group B'),
        group('Bo', 'Group A'),
        group('Cy', 'Group B'),
        group('Di', 'Group A'),
        group('Ed', 'Group A'),
      ],
    }),
    game('groups', '1', 'win', { entry: 1, ...points(20) }, { entry: 3, ...points(0) }),
    game('groups', '2', 'win', { entry: 4, ...points(12) }, { entry: 2, ...points(8) }),
  ]);
  const selection = 'stage { stageId name } rows { group rank name battlePoints participant { name group } }';
  const row = (group: string, rank: number | null, name: string, battlePoints: number) => ({
    group,
    rank,
    name,
    battlePoints,
    participant: { name, group },
  });
  expect(await board('groups', selection)).toStrictEqual({
    stage: { stageId: 'swiss', name: 'Group Stage' },
    rows: [
      row('Group A', 1, 'Di', 12),
      row('Group A', 2, 'Bo', 8),
      row('Group A', null, 'Ed', 0),
      row('Group B', 1, 'Ann', 20),
      row('Group B', 2, 'Cy', 0),
    ],
  });
});
