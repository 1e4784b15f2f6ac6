import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportLines } from '../../src/bundle/export.js';
import type { Db } from '../../src/db/client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { knockout, load, standings, swiss, tournament } from '../support/world.js';

let db: Db;
let app: TestApp;
beforeAll(async () => {
  db = await openTestDb();
});
beforeEach(async () => {
  await emptyDb(db);
  app = await createTestApp(db);
});

const stages = async (selection: string, slug = 'spring-clash') => {
  const { body } = await app.graphql(`query ($slug: String!) { tournament(slug: $slug) { stages { ${selection} } } }`, {
    slug,
  });
  expect(body.errors).toBeUndefined();
  return body.data.tournament.stages;
};

const placementSwiss = swiss({ id: 'placement-swiss', name: 'Everybody Else', rounds: 2 });
const thirdPlace = { id: 'placement-3', name: 'Third Place', type: 'bracket', rounds: 1 } as const;
const fifthToEighth = { id: 'placement-5-8', name: 'Places 5 to 8', type: 'bracket', rounds: 2 } as const;

describe('the stages of a tournament', () => {
  test('come in the order they run, each with id, name, type, rounds, and players on the knockout only', async () => {
    await load(db, [
      tournament({
        status: 'finished',
        stages: [swiss(), knockout(), thirdPlace, fifthToEighth, placementSwiss, standings()],
      }),
    ]);
    expect(await stages('id name type rounds players')).toStrictEqual([
      { id: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 3, players: null },
      { id: 'knockout', name: 'Knockout', type: 'bracket', rounds: 2, players: 4 },
      { id: 'placement-3', name: 'Third Place', type: 'bracket', rounds: 1, players: null },
      { id: 'placement-5-8', name: 'Places 5 to 8', type: 'bracket', rounds: 2, players: null },
      { id: 'placement-swiss', name: 'Everybody Else', type: 'board', rounds: 2, players: null },
      { id: 'standings', name: 'Final Standings', type: 'board', rounds: null, players: null },
    ]);
  });

  test('follow the organiser, not the id: a tournament may run them in another order', async () => {
    await load(db, [tournament({ stages: [placementSwiss, knockout(), swiss()] })]);
    expect(await stages('id')).toStrictEqual([{ id: 'placement-swiss' }, { id: 'knockout' }, { id: 'swiss' }]);
  });

  test.each([
    ['planned', ['swiss', 'knockout']],
    ['ongoing', ['swiss', 'knockout']],
    ['finished', ['swiss', 'knockout', 'standings']],
  ] as const)(
    'while %s: standings exists only once the tournament has finished, and goes last',
    async (status, ids) => {
      await load(db, [tournament({ status, stages: [standings(), swiss(), knockout()] })]);
      expect(await stages('id')).toStrictEqual(ids.map((id) => ({ id })));
    },
  );

  test('are only those the tournament is set up for', async () => {
    await load(db, [tournament({ stages: [swiss()] })]);
    expect(await stages('id')).toStrictEqual([{ id: 'swiss' }]);
  });

  test.each([[[]], [[swiss()]], [[swiss(), knockout()]]])(
    'end with the final standings once finished, also when the record does not name them: %j',
    async (recorded) => {
      await load(db, [tournament({ status: 'finished', stages: recorded, participants: ['Ann'] })]);
      expect(await stages('id name type rounds players standings { ... on Board { rows { name } } }')).toMatchObject([
        ...recorded.map(({ id }) => ({ id })),
        {
          id: 'standings',
          name: 'Final Standings',
          type: 'board',
          rounds: null,
          players: null,
          standings: { rows: [{ name: 'Ann' }] },
        },
      ]);
    },
  );

  test('are exported as recorded: a final table that is only derived is not written into the record', async () => {
    await load(db, [tournament({ status: 'finished', stages: [swiss()] })]);
    const lines: string[] = [];
    await exportLines(db, async (some) => void lines.push(...some));
    expect(lines.map((line) => JSON.parse(line).stages.map(({ id }: { id: string }) => id))).toStrictEqual([['swiss']]);
  });

  test('carry the same id under different names in different tournaments', async () => {
    await load(db, [
      tournament({ slug: 'one', stages: [swiss({ name: 'Swiss Stage' })] }),
      tournament({ slug: 'two', groups: true, stages: [swiss({ name: 'Group Stage' })] }),
      tournament({ slug: 'three', stages: [swiss({ name: 'Die Vorrunde, 3 Runden' })] }),
    ]);
    const selection = 'id name standings { ... on Board { stage { id name type } } }';
    for (const [slug, name] of [
      ['one', 'Swiss Stage'],
      ['two', 'Group Stage'],
      ['three', 'Die Vorrunde, 3 Runden'],
    ] as const) {
      expect(await stages(selection, slug)).toStrictEqual([
        { id: 'swiss', name, standings: { stage: { id: 'swiss', name, type: 'board' } } },
      ]);
    }
  });

  test('each lead to their own standings, a board or a bracket by type', async () => {
    await load(db, [tournament({ status: 'finished', stages: [swiss(), knockout(), standings()] })]);
    const selection = 'id standings { __typename ... on Board { stage { id } } ... on Bracket { stage { id } } }';
    expect(await stages(selection)).toStrictEqual([
      { id: 'swiss', standings: { __typename: 'Board', stage: { id: 'swiss' } } },
      { id: 'knockout', standings: { __typename: 'Bracket', stage: { id: 'knockout' } } },
      { id: 'standings', standings: { __typename: 'Board', stage: { id: 'standings' } } },
    ]);
  });
});

test('the rounds of a tournament are those of every stage together, the merged final standings not counted', async () => {
  const all = [swiss({ rounds: 5 }), knockout({ rounds: 3 }), thirdPlace, placementSwiss, standings()];
  await load(db, [tournament({ status: 'finished', stages: all }), tournament({ slug: 'ongoing', stages: all })]);
  const { body } = await app.graphql('{ tournaments { nodes { slug rounds } } }');
  expect(body.data.tournaments.nodes).toStrictEqual([
    { slug: 'spring-clash', rounds: 11 },
    { slug: 'ongoing', rounds: 11 },
  ]);
});
