import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createContext, type Services } from '../../src/graphql/builder/context.js';
import { findStandings } from '../../src/graphql/read/find-standings.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { battle, knockout, load, result, standings, swiss, tournament } from '../support/world.js';

const PARTICIPANTS = ['Ann', 'Bo'];
const waiting = { stage: 'knockout', roundNumber: 1, round: 'Final', table: 1, players: [] };
const paired = { ...waiting, players: [1, 2] };
const placementSwiss = swiss({ id: 'placement-swiss', name: 'Everybody Else' });
const swissBattle = (slug: string) => battle(`${slug}-swiss`, { tournament: slug, sides: result('win') });

let db: Db;
let app: TestApp;
beforeAll(async () => {
  db = await openTestDb();
  await load(db, [
    tournament({ slug: 'planned', status: 'planned', stages: [swiss(), knockout()] }),
    tournament({
      slug: 'swiss-under-way',
      stages: [swiss(), knockout()],
      participants: PARTICIPANTS,
      bracketMatches: [waiting],
    }),
    swissBattle('swiss-under-way'),
    tournament({
      slug: 'knockout-paired',
      stages: [swiss(), knockout(), placementSwiss],
      participants: PARTICIPANTS,
      bracketMatches: [paired],
    }),
    swissBattle('knockout-paired'),
    tournament({
      slug: 'last-stage-fought',
      stages: [swiss(), knockout(), placementSwiss],
      participants: PARTICIPANTS,
      bracketMatches: [paired],
    }),
    battle('fought', { tournament: 'last-stage-fought', stage: 'placement-swiss' }),
    tournament({
      slug: 'finished',
      status: 'finished',
      stages: [standings(), swiss(), knockout()],
      participants: PARTICIPANTS,
      bracketMatches: [paired],
    }),
    tournament({
      slug: 'finished-without-final-table',
      status: 'finished',
      stages: [swiss(), knockout()],
      participants: PARTICIPANTS,
    }),
    swissBattle('finished-without-final-table'),
    tournament({ slug: 'finished-without-stages', status: 'finished', stages: [], participants: PARTICIPANTS }),
    tournament({ slug: 'no-stages', status: 'planned', stages: [] }),
    tournament({ slug: 'only-final-table', status: 'ongoing', stages: [standings()] }),
    tournament({ slug: 'hidden', published: false }),
  ]);
  app = await createTestApp(db);
});

const BODY = `__typename
  ... on Board { stage { stageId name type } }
  ... on Bracket { stage { stageId name type } }`;
const STANDINGS = `query ($slug: String!, $stage: String) {
  standings(tournament: $slug, stage: $stage) { ${BODY} }
}`;
const NESTED = `query ($slug: String!) { tournament(slug: $slug) { standings { ${BODY} } } }`;

describe('the standings, when no stage is asked for', () => {
  const SWISS = { __typename: 'Board', stage: { stageId: 'swiss', name: 'Swiss Stage', type: 'board' } };
  const KNOCKOUT = { __typename: 'Bracket', stage: { stageId: 'knockout', name: 'Knockout', type: 'bracket' } };
  const PLACEMENT = {
    __typename: 'Board',
    stage: { stageId: 'placement-swiss', name: 'Everybody Else', type: 'board' },
  };
  const FINAL = { __typename: 'Board', stage: { stageId: 'standings', name: 'Final Standings', type: 'board' } };

  test.each([
    ['planned', 'the first stage', SWISS],
    ['swiss-under-way', 'not a knockout whose players are still unknown', SWISS],
    ['knockout-paired', 'a knockout as soon as a match has its players', KNOCKOUT],
    ['last-stage-fought', 'the last stage in order that has a battle', PLACEMENT],
    ['finished', 'the final standings', FINAL],
    ['finished-without-final-table', 'the final standings, although the record does not name them', FINAL],
    ['finished-without-stages', 'the final standings, although there is no other stage', FINAL],
  ])('of %s: %s', async (slug, _, expected) => {
    const { status, body } = await app.graphql(STANDINGS, { slug });
    expect([status, body.errors, body.data]).toStrictEqual([200, undefined, { standings: expected }]);
    const nested = await app.graphql(NESTED, { slug });
    expect(nested.body.data.tournament.standings).toStrictEqual(expected);
  });
});

describe('the standings are not found', () => {
  const expectNotFound = async (variables: Record<string, unknown>, message: string) => {
    const { status, body } = await app.graphql(STANDINGS, variables);
    expect({ status, data: body.data, errors: body.errors }).toStrictEqual({
      status: 404,
      data: { standings: null },
      errors: [
        { message, locations: [{ line: 2, column: 3 }], path: ['standings'], extensions: { code: 'NOT_FOUND' } },
      ],
    });
  };

  test.each([
    ['no-stages', null],
    ['no-stages', 'swiss'],
    ['only-final-table', null],
    ['only-final-table', 'standings'],
  ])('of a tournament without a stage yet: %s, asked for %s', (slug, stage) =>
    expectNotFound({ slug, stage }, 'This tournament has no standings yet'),
  );

  test.each([
    ['swiss-under-way', 'groups', "Unknown stage 'groups'. This tournament has: swiss, knockout"],
    ['swiss-under-way', '', "Unknown stage ''. This tournament has: swiss, knockout"],
    ['swiss-under-way', 'Swiss', "Unknown stage 'Swiss'. This tournament has: swiss, knockout"],
    [
      'knockout-paired',
      'standings',
      "Unknown stage 'standings'. This tournament has: swiss, knockout, placement-swiss",
    ],
    ['finished', 'x', "Unknown stage 'x'. This tournament has: swiss, knockout, standings"],
    ['finished-without-final-table', 'x', "Unknown stage 'x'. This tournament has: swiss, knockout, standings"],
    ['finished-without-stages', 'swiss', "Unknown stage 'swiss'. This tournament has: standings"],
  ])('of a stage the tournament does not have, and the message lists those it has: %s, %s', (slug, stage, message) =>
    expectNotFound({ slug, stage }, message),
  );

  test.each(['nowhere', 'hidden', '\0'])('of a tournament that does not exist or is not published: %j', (slug) =>
    expectNotFound({ slug }, 'Tournament not found'),
  );
});

test.each(['swiss', 'knockout', null])(
  'are computed once in an operation, however often they are asked for: %s',
  async (stage) => {
    const operation = () => createContext({ modelsOn: db.modelsOn } as Services, db, { siteUrl: '', keysOnly: false });
    const context = operation();
    const asked = await findStandings(context, 'swiss-under-way', stage, null);
    expect(asked).not.toBeNull();
    expect(await findStandings(context, 'swiss-under-way', stage, null)).toBe(asked);
    expect(await findStandings(operation(), 'swiss-under-way', stage, null)).not.toBe(asked);
  },
);

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
