import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, knockout, load, player, result, standings, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
const match = (stage: string, roundNumber: number, round: string, table: number, rest: object = {}) => ({
  stage,
  roundNumber,
  round,
  table,
  players: [],
  ...rest,
});
const place3 = { id: 'placement-3', name: 'Third Place', type: 'bracket', rounds: 1 } as const;
await load(db, [
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
const app = await createTestApp(db);

const matches = async (stage: string, selection: string) => {
  const { body } = await app.graphql(
    `query ($stage: String) {
      standings(tournament: "spring-clash", stage: $stage) { ... on Bracket { stage { stageId name type } matches { ${selection} } } }
    }`,
    { stage },
  );
  expect(body.errors).toBeUndefined();
  return body.data.standings;
};

describe('a bracket', () => {
  test('leads from a match to its two players, the winner and the battle, archived or not', async () => {
    const selection = `players { name playerId player { id: publicId } participant { name } } winner { name playerId }
      battle { id: battleId winner: winnerName }`;
    const { matches: found } = await matches('knockout', selection);
    const ann = { name: 'Ann', playerId: 'p-1', player: { id: 'p-1' }, participant: { name: 'Ann' } };
    const without = (name: string) => ({ name, playerId: null, player: null, participant: { name } });
    expect([found[1], found[2], found[4], found[6]]).toStrictEqual([
      {
        players: [without('Bo'), without('Removed player')],
        winner: { name: 'Removed player', playerId: null },
        battle: { id: 'q-2', winner: 'Removed player' },
      },
      { players: [without('Flo'), without('Ed')], winner: { name: 'Ed', playerId: null }, battle: null },
      {
        players: [ann, without('Gus')],
        winner: { name: 'Ann', playerId: 'p-1' },
        battle: { id: 's-1', winner: 'Ann' },
      },
      { players: [], winner: null, battle: null },
    ]);
  });
});

type Placements = Record<string, number>;

/** Cy wins the final against Ann, Di the match for third place against Bo; Eve played the Swiss rounds only. */
const event = (slug: string, placements: Placements = {}) => {
  const match = (stage: string, roundNumber: number, table: number, players: number[], winner: number) => ({
    stage,
    roundNumber,
    round: `Round ${roundNumber}`,
    table,
    players,
    winner,
  });
  const points = (entry: number, battlePoints: number, victoryPoints: number) => ({
    entry,
    battlePoints,
    victoryPoints,
  });
  const game = (id: string, stage: string, first: object, second: object) =>
    battle(`${slug}-${id}`, { tournament: slug, stage, sides: result('win', [first, second]) });
  return [
    tournament({
      slug,
      status: 'finished',
      stages: [
        swiss(),
        knockout(),
        { id: 'placement-3', name: 'Third Place', type: 'bracket', rounds: 1 },
        standings(),
      ],
      participants: ['Ann', 'Bo', 'Cy', 'Di', 'Eve', 'Fay'].map((name) => ({
        name,
        finalPlacement: placements[name] ?? null,
      })),
      bracketMatches: [
        match('knockout', 1, 1, [1, 4], 1),
        match('knockout', 1, 2, [2, 3], 3),
        match('knockout', 2, 1, [1, 3], 3),
        match('placement-3', 1, 1, [4, 2], 4),
      ],
    }),
    game('1', 'swiss', points(5, 20, 60), points(1, 0, 40)),
    game('2', 'swiss', points(2, 20, 60), points(3, 0, 40)),
    game('3', 'knockout', points(3, 20, 55), points(1, 0, 45)),
  ];
};

describe('the final standings', () => {
  beforeAll(async () => {
    await load(db, [
      ...event('none-recorded'),
      ...event('all-recorded', { Fay: 1, Eve: 2, Di: 3, Cy: 3, Bo: 5, Ann: 6 }),
      ...event('some-recorded', { Bo: 1, Eve: 2 }),
    ]);
  });

  const rows = async (slug: string, selection: string) => {
    const { body } = await app.graphql(
      `query ($slug: String!) { standings(tournament: $slug) { ... on Board { stage { stageId } rows { ${selection} } } } }`,
      { slug },
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.standings.stage).toStrictEqual({ stageId: 'standings' });
    return body.data.standings.rows;
  };
  const ranked = async (slug: string) =>
    (await rows(slug, 'rank name')).map(({ rank, name }: { rank: number; name: string }) => `${rank} ${name}`);

  test('where no final placement was recorded, merge knockout, placement brackets and Swiss', async () => {
    expect(await ranked('some-recorded')).toStrictEqual(['1 Bo', '2 Eve', '3 Cy', '4 Ann', '5 Di', 'null Fay']);
  });
});
