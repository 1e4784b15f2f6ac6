import { beforeEach, describe, expect, test } from 'vitest';
import { exportLines } from '../../src/bundle/export.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, knockout, load, standings, swiss, tournament } from '../support/world.js';

let app: TestApp;
const db = await openTestDb();
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

describe('the stages of a tournament', () => {
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
