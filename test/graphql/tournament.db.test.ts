import { beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, club, load, result, standings, swiss, tournament } from '../support/world.js';

let app: TestApp;
const db = await openTestDb();
beforeEach(async () => {
  await emptyDb(db);
  app = await createTestApp(db);
});

const ask = async (selection: string, slug = 'spring-clash') => {
  const { body } = await app.graphql(`query ($slug: String!) { tournament(slug: $slug) { ${selection} } }`, { slug });
  expect(body.errors).toBeUndefined();
  return body.data.tournament;
};

describe('a tournament', () => {
  test('leads to its club, its participants, its battles and, once finished, its winner', async () => {
    await load(db, [
      club(),
      tournament({
        status: 'finished',
        club: 'northern-legion',
        stages: [swiss(), standings()],
        participants: ['Ann', 'Bo'],
      }),
      battle('b-1', { sides: result('loss') }),
    ]);
    expect(
      await ask(`organizer { slug name } participants { nodes { name } } battles { nodes { id: battleId winnerName } }
        winner { rank name } standings { ... on Board { stage { stageId } } }`),
    ).toStrictEqual({
      organizer: { slug: 'northern-legion', name: 'Northern Legion' },
      participants: { nodes: [{ name: 'Ann' }, { name: 'Bo' }] },
      battles: { nodes: [{ id: 'b-1', winnerName: 'Bo' }] },
      winner: { rank: 1, name: 'Bo' },
      standings: { stage: { stageId: 'standings' } },
    });
  });

  test('names everybody in first place as winners, and none if the best place is not the first', async () => {
    const placed = (...places: (number | null)[]) =>
      ['Cy', 'Ann', 'Bo'].map((name, at) => ({ name, finalPlacement: places[at] ?? null }));
    await load(db, [
      tournament({ status: 'finished', participants: placed(1, 3, 1) }),
      tournament({ slug: 'third', status: 'finished', participants: placed(4, 3, 5) }),
    ]);
    expect(await ask('winner { name } winners { rank name }')).toStrictEqual({
      winner: { name: 'Bo' },
      winners: [
        { rank: 1, name: 'Bo' },
        { rank: 1, name: 'Cy' },
      ],
    });
    expect(await ask('winner { name } winners { name }', 'third')).toStrictEqual({ winner: null, winners: [] });
  });

  test.each(['planned', 'ongoing'] as const)('has no winner while %s', async (status) => {
    await load(db, [
      tournament({ status, stages: [swiss(), standings()], participants: ['Ann', 'Bo'] }),
      battle('b-1', { sides: result('win') }),
    ]);
    expect(await ask('winner { name } winners { name }')).toStrictEqual({ winner: null, winners: [] });
  });

  test('has no winner if it finished without a result', async () => {
    await load(db, [tournament({ status: 'finished', participants: ['Ann', 'Bo'] }), battle('b-1')]);
    expect(await ask('winner { name } winners { name }')).toStrictEqual({ winner: null, winners: [] });
  });

  test('has null standings, and its participants no board row, while it has no stages', async () => {
    await load(db, [tournament({ status: 'planned', stages: [], participants: ['Ann'] })]);
    expect(
      await ask('standings { __typename } winner { name } participants { nodes { boardRow { rank } } }'),
    ).toStrictEqual({ standings: null, winner: null, participants: { nodes: [{ boardRow: null }] } });
  });
});
