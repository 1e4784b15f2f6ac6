// The effect of migrations on data that an earlier release stored.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { DbError } from '../../src/db/db-error.js';
import { bringUpToDate } from '../../src/db/derived/up-to-date.js';
import { migrate } from '../../src/db/migrate.js';
import { createTestApp } from '../support/app.js';
import { openEmptyDb } from '../support/empty-database.js';

vi.setConfig({ testTimeout: 120_000 });

const MIGRATIONS = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url));

/** A database in its state before the migration of this name. */
async function openBefore(migration: string): Promise<Db> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of await readdir(MIGRATIONS)) {
    if (name < migration) await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true });
  }
  const [db] = await openEmptyDb();
  await migrate(db, pathToFileURL(`${folder}/`));
  return db;
}

const battleWith = (points: number) => `
  INSERT INTO "battle" ("id", "battle_size") VALUES ('b', 2000);
  INSERT INTO "battle_side" ("battle_id", "position", "name", "battle_points") VALUES ('b', 1, 'Ann', ${points}), ('b', 2, 'Bo', 20)`;

test('battle points with more decimals than can be added exactly become what boards have shown', async () => {
  const db = await openBefore('20261116000100');
  await db.sql.script(battleWith(0.1 + 0.2));
  await migrate(db);
  expect(await db.sql.query(`SELECT "battle_points" AS "points" FROM "battle_side" ORDER BY "position"`)).toStrictEqual(
    [{ points: 0.3 }, { points: 20 }],
  );
});

test('battle points beyond what can be added exactly stop the migration, which leaves everything as it was', async () => {
  const db = await openBefore('20261116000100');
  await db.sql.script(battleWith(1e12));
  await expect(migrate(db)).rejects.toThrow(
    /20261116000100_battle_points.*Rows of battle_side against battle_side_battle_points: b 1\. Everything is as it was/,
  );
  expect(await db.sql.query(`SELECT "battle_points" AS "points" FROM "battle_side" ORDER BY "position"`)).toStrictEqual(
    [{ points: 1e12 }, { points: 20 }],
  );
});

test('names stored before are in the alphabetical order of today', async () => {
  const db = await openBefore('20261116000200');
  await db.sql.script(`
    INSERT INTO "club" ("slug", "name") VALUES ('o-1', 'O’Neil'), ('o-2', 'O''Neil');
    INSERT INTO "player" ("id", "name") VALUES ('p-1', 'ԱՐԱՄ');
    INSERT INTO "tournament" ("slug", "name", "battle_size") VALUES ('t', 'T', 2000);
    INSERT INTO "tournament_organizer" ("tournament_slug", "player_id") VALUES ('t', 'p-1');
    INSERT INTO "participant" ("tournament_slug", "entry", "player_id") VALUES ('t', 1, 'p-1')`);
  await migrate(db);
  const keys = async (table: string) =>
    (await db.sql.query<{ key: string }>(`SELECT "alphabetical" AS "key" FROM "${table}" ORDER BY 1`)).map(
      ({ key }) => key,
    );
  expect(await keys('club')).toStrictEqual(["o'neil\u0001o-1", "o'neil\u0001o-2"]);
  expect(await keys('tournament_organizer')).toStrictEqual(['արամ\u0001p-1']);
  expect(await keys('participant')).toStrictEqual(['արամ\u0001000001']);
});

test('a blank name, which stands in several tables, stops the migration with the rows of each', async () => {
  const db = await openBefore('20261116000520');
  await db.sql.script(`
    INSERT INTO "player" ("id", "name") VALUES ('p-1', ' '), ('p-2', 'Ann');
    INSERT INTO "tournament" ("slug", "name", "battle_size") VALUES ('t', 'T', 2000);
    INSERT INTO "participant" ("tournament_slug", "entry", "player_id") VALUES ('t', 1, 'p-1'), ('t', 2, 'p-2');
    INSERT INTO "battle" ("id", "battle_size") VALUES ('b', 2000);
    INSERT INTO "battle_side" ("battle_id", "position", "player_id") VALUES ('b', 1, 'p-2'), ('b', 2, 'p-1')`);
  const [participant] = await db.sql.query<{ id: number }>(`SELECT "id" FROM "participant" WHERE "player_id" = 'p-1'`);
  const error: unknown = await migrate(db).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DbError);
  expect((error as DbError).message).toContain(
    'Rows of player against player_name: p-1. ' +
      `Rows of participant against participant_name: ${participant?.id}. ` +
      'Rows of battle_side against battle_side_name: b 2. Everything is as it was.',
  );
  expect((error as DbError).message).toContain('The migration 20261116000520_bounds does not fit the data');
  await db.sql.script(`UPDATE "player" SET "name" = 'Bo' WHERE "id" = 'p-1'`);
  expect(await migrate(db)).toContain('20261116000520_bounds');
});

test('players removed before have the text of their lists emptied, and nothing else of them', async () => {
  const db = await openBefore('20261116000500');
  const army = { faction: 'Skaven', subFaction: 'Moulder', points: 2000, battleTacticCards: ['Gnaw'] };
  const listOf = (text: string) => ({ ...army, text });
  const list = (text: string) => `'${JSON.stringify(listOf(text))}'`;
  await db.sql.script(`
    INSERT INTO "player" ("id", "name", "removed") VALUES ('gone', NULL, true), ('here', 'Bo', false);
    INSERT INTO "tournament" ("slug", "name", "battle_size") VALUES ('t', 'T', 2000);
    INSERT INTO "participant" ("tournament_slug", "entry", "player_id", "list")
      VALUES ('t', 1, 'gone', ${list('Rats of Ann')}), ('t', 2, 'here', ${list('Rats of Bo')});
    INSERT INTO "battle" ("id", "battle_size") VALUES ('b', 2000);
    INSERT INTO "battle_side" ("battle_id", "position", "player_id", "list")
      VALUES ('b', 1, 'gone', ${list('Rats of Ann')}), ('b', 2, 'here', ${list('Rats of Bo')})`);
  await migrate(db);
  const listsIn = (table: string) => db.sql.query(`SELECT "player_id" AS "player", "list" FROM "${table}" ORDER BY 1`);
  const lists = [
    { player: 'gone', list: listOf('') },
    { player: 'here', list: listOf('Rats of Bo') },
  ];
  expect(await listsIn('participant')).toStrictEqual(lists);
  expect(await listsIn('battle_side')).toStrictEqual(lists);
});

test('the change feed goes on with the versions that there were', async () => {
  const db = await openBefore('20261120000200');
  await db.sql.query(`INSERT INTO "club" ("slug", "name") VALUES ('c-1', 'One'), ('c-2', 'Two')`);
  await migrate(db);
  const app = await createTestApp(db, { documented: false });
  const page = async (since: string) => (await app.get(`/api/v1/changes?kind=club&since=${since}`)).json();
  const sinceOf = ({ next }: { next: string }) => new URL(next).searchParams.get('since') ?? '';
  const now = sinceOf(await page('now'));
  expect(await page(now)).toMatchObject({ data: [], upToDate: true });
  await db.sql.query(`UPDATE "club" SET "city" = 'York' WHERE "slug" = 'c-2'`);
  expect((await page(now)).data).toMatchObject([{ id: 'c-2' }]);
});

test('places that nobody had recorded are derived after the upgrade', async () => {
  const db = await openBefore('20261120000100');
  await db.sql.script(`
    INSERT INTO "tournament" ("slug", "name", "battle_size", "published", "status") VALUES ('t', 'T', 2000, true, 'finished');
    INSERT INTO "stage" ("tournament_slug", "id", "name", "type", "rounds", "position") VALUES ('t', 'swiss', 'Swiss', 'board', 1, 1);
    INSERT INTO "participant" ("tournament_slug", "entry", "name") VALUES ('t', 1, 'Ann'), ('t', 2, 'Bo');
    INSERT INTO "battle" ("id", "battle_size", "tournament_slug", "stage_id") VALUES ('b', 2000, 't', 'swiss');
    INSERT INTO "battle_side" ("battle_id", "position", "participant_id", "outcome", "faction")
      SELECT 'b', "entry", "id", CASE "entry" WHEN 1 THEN 'loss' ELSE 'win' END::"outcome", 'Orcs' FROM "participant"`);
  await migrate(db);
  await bringUpToDate(db);
  expect(
    await db.sql.query(`SELECT p."name", d."place", (SELECT regexp_replace(encode("field", 'hex'), '(.{8}).{8}', '\\1', 'g') FROM "tournament_statistics") AS "field"
      FROM "derived_place" d JOIN "participant" p ON p."id" = d."participant_id" ORDER BY 2`),
  ).toStrictEqual([
    { name: 'Bo', place: 1, field: '0000000200000006' },
    { name: 'Ann', place: 2, field: '0000000200000006' },
  ]);
});

test('names of players removed before leave the order by battles', async () => {
  const db = await openBefore('20261120000300');
  await db.sql.script(`
    INSERT INTO "player" ("id", "name") VALUES ('gone', 'Zebedee Quill'), ('here', 'Bo');
    UPDATE "player" SET "name" = NULL, "removed" = true WHERE "id" = 'gone'`);
  await migrate(db);
  expect(await db.sql.query(`SELECT "player_id" AS "id" FROM "player_activity"`)).toStrictEqual([{ id: 'here' }]);
});

test('factions that were several because of white space are one', async () => {
  const db = await openBefore('20261121000400');
  await db.sql.script(`
    INSERT INTO "club" ("slug", "name") VALUES ('c', 'C');
    INSERT INTO "player" ("id", "name") VALUES ('ann', 'Ann'), ('bo', 'Bo');
    INSERT INTO "faction" ("slug", "name") VALUES ('tidewrought', 'Tide  Wrought');
    INSERT INTO "tournament" ("slug", "name", "battle_size", "published", "club_slug") VALUES ('t', 'T', 2000, true, 'c');
    INSERT INTO "stage" ("tournament_slug", "id", "name", "type", "rounds", "position") VALUES ('t', 'swiss', 'Swiss', 'board', 1, 1);
    INSERT INTO "participant" ("tournament_slug", "entry", "player_id") VALUES ('t', 1, 'ann'), ('t', 2, 'bo')`);
  for (const [at, [first, second]] of [
    ['C++', 'Tide Wrought'],
    [' C++ ', 'Tide  Wrought'],
  ].entries()) {
    await db.sql.script(`
      INSERT INTO "battle" ("id", "battle_size", "tournament_slug", "stage_id") VALUES ('b-${at}', 2000, 't', 'swiss');
      INSERT INTO "battle_side" ("battle_id", "position", "participant_id", "player_id", "outcome", "faction")
        SELECT 'b-${at}', "entry", "id", "player_id", CASE "entry" WHEN 1 THEN 'win' ELSE 'loss' END::"outcome",
          CASE "entry" WHEN 1 THEN '${first}' ELSE '${second}' END FROM "participant"`);
  }
  expect(await db.sql.query(`SELECT "slug" FROM "faction"`)).toHaveLength(4);
  await migrate(db);
  const app = await createTestApp(db, { documented: false });
  const { body } = await app.graphql(`{
    statistics { factions { faction { name } winRate { n } } }
    tournaments(faction: "c++") { nodes { slug } } players(faction: "c++") { nodes { publicId } }
    battles(club: "c", faction: "c++") { nodes { id } } }`);
  const [cpp, tide] = [{ faction: { name: 'C++' } }, { faction: { name: 'Tide  Wrought' } }];
  expect(body.data).toMatchObject({
    statistics: { factions: [cpp, tide].map((each) => ({ ...each, winRate: { n: 2 } })) },
    ...{ tournaments: { nodes: [{ slug: 't' }] }, players: { nodes: [{ publicId: 'ann' }] } },
  });
  expect(body.data.battles.nodes).toHaveLength(2);
});
