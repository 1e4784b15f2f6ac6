import { describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { battle, load, result, swiss, tournament } from '../support/world.js';

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
    expect((await board('in-all', 'rankedBy')).rankedBy).toStrictEqual(['opponentsWins', 'opponentsBattlePoints']);
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
