// Places are switched in while others write: of the two it is never the writer whose transaction is aborted.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bringUpToDate } from '../../../src/db/derived/up-to-date.js';
import { examine } from '../../../src/db/doctor.js';
import { emptyDb, openTestDb, skipOnEmbedded } from '../../support/database.js';
import { battle, load, result, swiss, tournament } from '../../support/world.js';

vi.setConfig({ testTimeout: 180_000 });

const SLUGS = ['a', 'b', 'c'];
const NOW = 'SET CONSTRAINTS ALL IMMEDIATE';
const turned = (slug: string) =>
  `UPDATE "battle_side" SET "outcome" = CASE "outcome" WHEN 'win' THEN 'loss' ELSE 'win' END::"outcome"
   WHERE "battle_id" = 'of-${slug}'`;

const embedded = skipOnEmbedded('it has one connection, so nothing is written at once there');
describe.skipIf(embedded)('a writer is not aborted that', async () => {
  const db = await openTestDb();
  beforeEach(async () => {
    await emptyDb(db);
    const finished = { status: 'finished' as const, stages: [swiss()], participants: ['Ann', 'Bo', 'Cy'] };
    await load(db, [
      ...SLUGS.map((slug) => tournament({ ...finished, slug })),
      ...SLUGS.map((slug) => battle(`of-${slug}`, { tournament: slug, sides: result('loss') })),
    ]);
  });

  test.each<[string, string[], string[]]>([
    ['deletes a battle', [`DELETE FROM "battle" WHERE "id" = 'of-c'`], []],
    [
      'deletes participants',
      [`DELETE FROM "battle" WHERE "id" = 'of-c'`, `DELETE FROM "participant" WHERE "tournament_slug" = 'c'`],
      [],
    ],
    ['renames a tournament', [`UPDATE "tournament" SET "slug" = 'd' WHERE "slug" = 'c'`], []],
    ['has come to the end of one tournament and goes on with another', [turned('c'), NOW], [turned('a')]],
    ['takes a table for itself', ['LOCK TABLE "derived_place"'], [turned('a'), NOW]],
  ])('%s', async (_, before, after) => {
    let derived: Promise<unknown> = Promise.resolve();
    await db.sql.transaction(async (sql) => {
      // Who waits for the other last is aborted; this one notices first, however late it comes.
      await sql.query(`SET LOCAL deadlock_timeout = '10ms'`);
      for (const statement of before) await sql.query(statement);
      derived = bringUpToDate(db);
      await sleep(400);
      for (const statement of after) await sql.query(statement);
    });
    await derived;
    await bringUpToDate(db);
    expect(await examine(db, false)).toStrictEqual({ findings: [], pending: false });
  });
});
