import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportLines } from '../../src/bundle/export.js';
import type { Db } from '../../src/db/client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, knockout, load, standings, swiss, tournament } from '../support/world.js';

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
    expect(await stages('stageId name type rounds players')).toStrictEqual([
      { stageId: 'swiss', name: 'Swiss Stage', type: 'board', rounds: 3, players: null },
      { stageId: 'knockout', name: 'Knockout', type: 'bracket', rounds: 2, players: 4 },
      { stageId: 'placement-3', name: 'Third Place', type: 'bracket', rounds: 1, players: null },
      { stageId: 'placement-5-8', name: 'Places 5 to 8', type: 'bracket', rounds: 2, players: null },
      { stageId: 'placement-swiss', name: 'Everybody Else', type: 'board', rounds: 2, players: null },
      { stageId: 'standings', name: 'Final Standings', type: 'board', rounds: null, players: null },
    ]);
  });

  test('follow the organiser, not the id: a tournament may run them in another order', async () => {
    await load(db, [tournament({ stages: [placementSwiss, knockout(), swiss()] })]);
    expect(await stages('stageId')).toStrictEqual([
      { stageId: 'placement-swiss' },
      { stageId: 'knockout' },
      { stageId: 'swiss' },
    ]);
  });

  test.each([
    ['planned', ['swiss', 'knockout']],
    ['ongoing', ['swiss', 'knockout']],
    ['finished', ['swiss', 'knockout', 'standings']],
  ] as const)(
    'while %s: standings exists only once the tournament has finished, and goes last',
    async (status, ids) => {
      await load(db, [tournament({ status, stages: [standings(), swiss(), knockout()] })]);
      expect(await stages('stageId')).toStrictEqual(ids.map((stageId) => ({ stageId })));
    },
  );

  test('are only those the tournament is set up for', async () => {
    await load(db, [tournament({ stages: [swiss()] })]);
    expect(await stages('stageId')).toStrictEqual([{ stageId: 'swiss' }]);
  });

  test.each([[[]], [[swiss()]], [[swiss(), knockout()]]])(
    'end with the final standings once finished, also when the record does not name them: %j',
    async (recorded) => {
      await load(db, [tournament({ status: 'finished', stages: recorded, participants: ['Ann'] })]);
      expect(
        await stages('stageId name type rounds players standings { ... on Board { rows { name } } }'),
      ).toMatchObject([
        ...recorded.map(({ id }) => ({ stageId: id })),
        {
          stageId: 'standings',
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
    const selection = 'stageId name standings { ... on Board { stage { stageId name type } } }';
    for (const [slug, name] of [
      ['one', 'Swiss Stage'],
      ['two', 'Group Stage'],
      ['three', 'Die Vorrunde, 3 Runden'],
    ] as const) {
      expect(await stages(selection, slug)).toStrictEqual([
        { stageId: 'swiss', name, standings: { stage: { stageId: 'swiss', name, type: 'board' } } },
      ]);
    }
  });

  test('have an id that no stage of another tournament has, the same wherever the stage is met', async () => {
    const alike = { stages: [swiss()], participants: ['Ann', 'Bo'] };
    await load(db, [tournament({ slug: 'one', ...alike }), tournament({ slug: 'two', ...alike })]);
    await load(db, [battle('b-1', { tournament: 'one' })]);
    const selection = 'id standings { ... on Board { stage { id } } }';
    const [[one], [two]] = await Promise.all([stages(selection, 'one'), stages(selection, 'two')]);
    expect(one.id).not.toBe(two.id);
    expect(one.standings.stage).toStrictEqual({ id: one.id });
    const { body } = await app.graphql('{ battle(id: "b-1") { stage { id } } }');
    expect(body.data.battle.stage).toStrictEqual({ id: one.id });
    expect(Buffer.from(one.id, 'base64url').toString()).toBe('Stage:one/swiss');
  });

  test('each lead to their own standings, a board or a bracket by type', async () => {
    await load(db, [tournament({ status: 'finished', stages: [swiss(), knockout(), standings()] })]);
    const selection =
      'stageId standings { __typename ... on Board { stage { stageId } } ... on Bracket { stage { stageId } } }';
    expect(await stages(selection)).toStrictEqual([
      { stageId: 'swiss', standings: { __typename: 'Board', stage: { stageId: 'swiss' } } },
      { stageId: 'knockout', standings: { __typename: 'Bracket', stage: { stageId: 'knockout' } } },
      { stageId: 'standings', standings: { __typename: 'Board', stage: { stageId: 'standings' } } },
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
