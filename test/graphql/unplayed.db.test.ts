// Byes, walkovers and no-shows, from a bundle to both APIs, the page and back into a bundle.
import { readFileSync } from 'node:fs';
import { type GraphQLObjectType, printSchema } from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { exportLines } from '../../src/bundle/export.js';
import { schema } from '../../src/graphql/schema/schema.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { recomputeNow } from '../support/ratings.js';
import { battle, load, result, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
let app: TestApp;

const BYE = { stage: 'swiss', round: 2, kind: 'bye', outcome: 'win', battlePoints: 12.5, victoryPoints: 30 } as const;

beforeAll(async () => {
  app = await createTestApp(db);
  await load(db, [
    tournament({
      stages: [swiss()],
      participants: [
        { name: 'Ann', unplayed: [{ stage: 'swiss', round: 3, kind: 'noShow' }] },
        { name: 'Bo' },
        { name: 'Cy', unplayed: [BYE] },
      ],
    }),
    battle('b-1', { sides: result('win') }),
  ]);
});

test('count on the board, and are in no list of battles', async () => {
  const { data } = await (await app.get('/api/v1/tournaments/spring-clash/standings')).json();
  const cy = data.find(({ player }: { player: string }) => player === 'Cy');
  expect(cy).toMatchObject({ wins: 1, battlePoints: 12.5, victoryPoints: 30, victoryPointsDiff: 30 });
  const battles = await (await app.get('/api/v1/tournaments/spring-clash/battles')).json();
  expect(battles.data).toHaveLength(1);
});

test('are told by GraphQL and on the page of the players', async () => {
  const { body } = await app.graphql(`{ participants(tournament: "spring-clash") { nodes { name
    unplayed { stage round kind outcome battlePoints victoryPoints } boardRow { unplayed battles } } } }`);
  expect(body.data.participants.nodes).toStrictEqual([
    {
      name: 'Ann',
      unplayed: [{ stage: 'swiss', round: 3, kind: 'noShow', outcome: null, battlePoints: null, victoryPoints: null }],
      boardRow: { unplayed: 1, battles: 1 },
    },
    { name: 'Bo', unplayed: [], boardRow: { unplayed: 0, battles: 1 } },
    { name: 'Cy', unplayed: [BYE], boardRow: { unplayed: 1, battles: 0 } },
  ]);
  const page = await (await app.get('/tournaments/spring-clash/participants')).text();
  expect(page.match(/(bye|no-show|walkover) in round \d/g)).toStrictEqual(['no-show in round 3', 'bye in round 2']);
});

test('are taking part wherever the schema and the documents say who has', () => {
  const said = [printSchema(schema), readFileSync('docs/decisions.md', 'utf8')];
  for (const text of said)
    expect(text).not.toMatch(/player without a battle|players with a battle|last stage with a battle/);
  const described = (type: string, field: string) =>
    (schema.getType(type) as GraphQLObjectType).getFields()[field]?.description;
  for (const [type, field] of [
    ['BoardRow', 'wins'],
    ['TeamBoardRow', 'battlesWon'],
    ['TeamMatchSide', 'battlesWon'],
  ] as const) {
    expect(described(type, field)).toContain('unplayed rounds awarded as a win');
  }
  expect(described('TeamMatchSide', 'score')).toContain('A team without an opponent');
});

test('are in an export, whole', async () => {
  const lines: string[] = [];
  await exportLines(db, async (more) => void lines.push(...more));
  const record = lines.map((line) => JSON.parse(line)).find(({ type }) => type === 'tournament');
  expect(record.participants.map(({ unplayed }: { unplayed: object[] }) => unplayed)).toStrictEqual([
    [{ kind: 'noShow', round: 3, stage: 'swiss', outcome: null, battlePoints: null, victoryPoints: null }],
    [],
    [BYE],
  ]);
});

test('are in the change feed as a change of the tournament', async () => {
  const changes = async (path: string) => (await app.get(path)).json();
  const { next } = await changes('/api/v1/changes?since=now');
  await db.sql.query(`UPDATE "participant" SET "unplayed" = '[]' WHERE "name" = 'Cy'`);
  const { data } = await changes(`/api/v1/changes${new URL(next).search}`);
  expect(data).toMatchObject([{ kind: 'tournament', id: 'spring-clash', deleted: false }]);
});

test('are taking part: of a stage that is then the furthest along, with a rank and a place', async () => {
  const cup = (status: 'ongoing' | 'finished') =>
    tournament({
      ...{ slug: 'cup', status, stages: [swiss(), swiss({ id: 'placement-swiss', name: 'Placement' })] },
      participants: [{ name: 'Ann' }, { name: 'Bo' }, { name: 'Cy', unplayed: [{ ...BYE, stage: 'placement-swiss' }] }],
    });
  await load(db, [cup('ongoing'), battle('cup-1', { tournament: 'cup', sides: result('win') })]);
  const { stage, data } = await (await app.get('/api/v1/tournaments/cup/standings')).json();
  expect([stage.id, data.length]).toStrictEqual(['placement-swiss', 1]);
  expect(data[0]).toMatchObject({ rank: 1, player: 'Cy', wins: 1 });
  await load(db, [cup('finished')]);
  await recomputeNow(db);
  const { body } = await app.graphql('{ participants(tournament: "cup") { nodes { name place } } }');
  expect(body.data.participants.nodes).toStrictEqual([
    { name: 'Ann', place: 2 },
    { name: 'Bo', place: 3 },
    { name: 'Cy', place: 1 },
  ]);
});
