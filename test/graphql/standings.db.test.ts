import { beforeAll, describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.js';
import { battle, knockout, load, result, standings, swiss, tournament } from '../support/world.js';

const { app, db } = await openTestApp([
  tournament({ slug: 'finished-without-stages', status: 'finished', stages: [], participants: ['Ann'] }),
]);

describe('the standings as they stood after a round', () => {
  beforeAll(async () => {
    const game = (round: number, first: number, second: number) =>
      battle(`b-${round}`, {
        round,
        sides: result('win', [
          { entry: first, battlePoints: 20 },
          { entry: second, battlePoints: 0 },
        ]),
      });
    const match = { stage: 'knockout', round: 'Semi-final', roundNumber: 1, table: 1, players: [1, 2], winner: 1 };
    await load(db, [
      tournament({
        status: 'finished',
        stages: [swiss(), knockout(), standings()],
        participants: ['Ann', 'Bo', 'Cy'],
        bracketMatches: [match, { ...match, round: 'Final', roundNumber: 2, players: [1, 3], winner: 3 }],
      }),
      game(1, 1, 2),
      game(2, 2, 3),
      game(3, 2, 1),
      battle('b-no-round', { round: null, sides: result('win', [{ entry: 3, battlePoints: 5 }, { entry: 2 }]) }),
    ]);
  });

  const ask = (throughRound: number, stage: string | null) =>
    app.graphql(
      `query ($throughRound: Int, $stage: String) {
        standings(tournament: "spring-clash", stage: $stage, throughRound: $throughRound) {
          ... on Board { rows { rank name battlePoints } }
          ... on Bracket { matches { round winnerName } }
        }
      }`,
      { throughRound, stage },
    );
  const row = (rank: number | null, name: string, battlePoints: number) => ({ rank, name, battlePoints });

  test.each([
    [1, [row(1, 'Ann', 20), row(2, 'Bo', 0), row(null, 'Cy', 0)]],
    [2, [row(1, 'Ann', 20), row(1, 'Bo', 20), row(3, 'Cy', 0)]],
    [3, [row(1, 'Bo', 40), row(2, 'Ann', 20), row(3, 'Cy', 0)]],
    [99, [row(1, 'Bo', 40), row(2, 'Ann', 20), row(3, 'Cy', 0)]],
  ])('leave later battles out of a board: after round %i', async (throughRound, rows) => {
    expect((await ask(throughRound, 'swiss')).body.data).toStrictEqual({ standings: { rows } });
  });

  test('leave out battles without a round, which the board as it stands has', async () => {
    const { body } = await app.graphql(
      '{ standings(tournament: "spring-clash", stage: "swiss") { ... on Board { rows { rank name battlePoints } } } }',
    );
    expect(body.data.standings.rows).toContainEqual(row(3, 'Cy', 5));
    expect((await ask(9999, 'swiss')).body.data.standings.rows).toContainEqual(row(3, 'Cy', 0));
  });

  test('are those of the first board when no stage is named, although the tournament has finished', async () => {
    expect((await ask(1, null)).body.data.standings).toStrictEqual({
      rows: [row(1, 'Ann', 20), row(2, 'Bo', 0), row(null, 'Cy', 0)],
    });
  });

  test('leave later rounds out of a bracket', async () => {
    expect((await ask(1, 'knockout')).body.data.standings).toStrictEqual({
      matches: [{ round: 'Semi-final', winnerName: 'Ann' }],
    });
  });

  test('are refused where no stage is played in rounds', async () => {
    const { body } = await app.graphql(
      '{ standings(tournament: "finished-without-stages", throughRound: 1) { __typename } }',
    );
    expect(body.errors[0].message).toBe('throughRound needs a stage that is played in rounds, and standings is not');
    const asked = '{ tournament(slug: "finished-without-stages") { standings(throughRound: 1) { __typename } } }';
    expect((await app.graphql(asked)).body.data).toStrictEqual({ tournament: { standings: null } });
  });

  test.each([
    [0, 'swiss', 'throughRound must be a positive integer'],
    [-1, null, 'throughRound must be a positive integer'],
    [1, 'standings', 'throughRound needs a stage that is played in rounds, and standings is not'],
  ])('are refused for round %i of %s', async (throughRound, stage, message) => {
    const { status, body } = await ask(throughRound, stage);
    expect([status, body.errors[0].message, body.errors[0].extensions]).toStrictEqual([
      400,
      message,
      { code: 'BAD_REQUEST' },
    ]);
  });
});

test('of a stage called null there are none, also beside those for which no stage is named', async () => {
  const [none, named] = ['a: standings { __typename }', 'b: standings(stage: "null") { __typename }'];
  for (const fields of [`${none} ${named}`, `${named} ${none}`]) {
    const { body } = await app.graphql(`{ tournament(slug: "spring-clash") { ${fields} } }`);
    expect(body.data).toEqual({ tournament: { a: { __typename: 'Board' }, b: null } });
    expect(body.errors).toMatchObject([{ path: ['tournament', 'b'], extensions: { code: 'NOT_FOUND' } }]);
  }
});
