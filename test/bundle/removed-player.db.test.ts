import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportRecords, importAll, problemsOf } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, casual, player, tournament } from '../support/world.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

const list = (text: string) => ({
  ...{ faction: 'Free Folk', subFaction: 'Line', points: 2000, battleTacticCards: ['A'] },
  text,
});
const of = (playerId: string, text: string) => ({ playerId, list: list(text) });
const at = (entry: number, text: string) => ({ entry, list: list(text) });
const ann = player('ann', { name: 'Ann' });
const removed = player('ann', { name: null, removed: true });
const world: BundleRecord[] = [
  ann,
  player('bo'),
  tournament({ participants: [of('ann', "Ann's army"), of('bo', "Bo's army")] }),
  battle('b-1', { sides: [at(1, 'By Ann'), at(2, 'By Bo')] }),
  casual('b-2', { sides: [of('ann', 'Ann again'), { name: 'Cy', list: list('By Cy') }] }),
];

/** The stored texts of all army lists, participants first. */
const texts = async () =>
  (
    await db.sql.query<{ text: string }>(`
      SELECT "list" ->> 'text' AS "text" FROM "participant" UNION ALL SELECT "list" ->> 'text' FROM "battle_side"`)
  )
    .map(({ text }) => text)
    .sort();
const OTHERS = ["Bo's army", 'By Bo', 'By Cy'];
const WITHOUT_ANN = ['', '', '', ...OTHERS];

const written = async (work: () => Promise<unknown>) => {
  const rows = () =>
    db.sql.query(`
    SELECT "xmin"::text AS "by" FROM "participant" UNION ALL SELECT "xmin"::text FROM "battle_side"
    UNION ALL SELECT "xmin"::text FROM "player"`);
  const before = await rows();
  await work();
  return JSON.stringify(await rows()) !== JSON.stringify(before);
};

describe('removal empties the text of the army lists and leaves the rest of them', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['by an import', () => importAll(db, [removed])],
    ['by SQL', () => db.sql.query(`UPDATE "player" SET "removed" = true WHERE "id" = 'ann'`)],
  ])('%s', async (_, remove) => {
    await importAll(db, world);
    expect(await texts()).toStrictEqual(['Ann again', "Ann's army", 'By Ann', ...OTHERS].sort());
    await remove();
    expect(await texts()).toStrictEqual(WITHOUT_ANN);
    expect(await db.prisma.participant.findFirst({ where: { playerId: 'ann' } })).toMatchObject({
      name: null,
      list: list(''),
    });
  });

  test('also of lists that come with or after it, and importing them again writes nothing', async () => {
    const older = [removed, ...world.slice(1)];
    await importAll(db, older);
    expect(await texts()).toStrictEqual(WITHOUT_ANN);
    expect(await written(() => importAll(db, older))).toBe(false);
    expect(await texts()).toStrictEqual(WITHOUT_ANN);
  });

  test('also of lists that are written by SQL, whatever name is written beside them', async () => {
    await importAll(db, [removed, ...world.slice(1)]);
    const text = JSON.stringify(list("Ann's army"));
    await db.sql.query(`UPDATE "participant" SET "list" = $1 WHERE "player_id" = 'ann'`, [text]);
    await db.sql.query(`UPDATE "participant" SET "list" = $1, "name" = 'Ann' WHERE "player_id" = 'ann'`, [text]);
    await db.sql.query(`UPDATE "battle_side" SET "list" = $1 WHERE "player_id" = 'ann'`, [text]);
    await db.sql.query(`DELETE FROM "battle_side"`);
    await db.sql.query(
      `INSERT INTO "battle_side" ("battle_id", "position", "participant_id", "player_id", "name", "list")
       SELECT 'b-1', "entry", "id", NULL::text, 'Ann', $1::jsonb FROM "participant"
       UNION ALL SELECT 'b-2', 1, NULL::int, 'ann', 'Ann', $1::jsonb`,
      [text],
    );
    expect(await texts()).toStrictEqual(['', '', '', "Ann's army", "Bo's army"]);
  });

  test('but not of a living player whose name is still to be filled in', async () => {
    await importAll(db, [ann, tournament()]);
    await db.sql.query(
      `INSERT INTO "participant" ("tournament_slug", "entry", "player_id", "list") VALUES ('spring-clash', 1, 'ann', $1)`,
      [JSON.stringify(list("Ann's army"))],
    );
    expect(await texts()).toStrictEqual(["Ann's army"]);
  });
});

describe('an import that names a removed player as living', () => {
  test('is refused with line and place, and changes nothing', async () => {
    await importAll(db, [removed, ...world.slice(1)]);
    const before = await exportRecords(db);
    expect(await problemsOf(importAll(db, [player('bo', { name: 'Bob' }), ann]))).toStrictEqual([
      'line 2: removed must be true: ann was removed; leave the line out, or add --restore to bring removed players back',
    ]);
    expect(await exportRecords(db)).toStrictEqual(before);
  });

  test('brings the player back when told to, with the lists that it brings', async () => {
    await importAll(db, [removed, ...world.slice(1)]);
    await importAll(db, world.slice(0, 3), { restore: true });
    expect((await exportRecords(db))[0]).toStrictEqual({ type: 'player', id: 'ann', name: 'Ann', removed: false });
    expect(await texts()).toStrictEqual(['', '', "Ann's army", ...OTHERS]);
  });
});

test('no table holds the name of a removed player, so no backup does; who is restored is counted again', async () => {
  const name = 'Zebedee Quill';
  const named = [player('ann', { name }), ...world.slice(1)];
  await importAll(db, named);
  const tables = await db.sql.query<{ table: string }>(
    `SELECT "table_name" AS "table" FROM information_schema.tables
     WHERE "table_schema" = current_schema() AND "table_type" = 'BASE TABLE'`,
  );
  const holding = async () => {
    const found: string[] = [];
    for (const { table } of tables) {
      const rows = await db.sql.query(`SELECT FROM "${table}" t WHERE t::text ILIKE '%quill%' LIMIT 1`);
      if (rows.length > 0) found.push(table);
    }
    return found;
  };
  expect(await holding()).toEqual(expect.arrayContaining(['player', 'participant', 'player_activity', 'search_word']));
  await importAll(db, [removed]);
  expect(await holding()).toStrictEqual([]);
  await importAll(db, [player('ann', { name, removed: false })], { restore: true });
  const activity = () =>
    db.sql.query(`SELECT "battles" FROM "player_activity" WHERE "player_id" = 'ann' AND "busiest" LIKE '%quill%'`);
  expect(await activity()).toStrictEqual([{ battles: 2 }]);
});
