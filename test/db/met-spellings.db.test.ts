// Spellings that a faction has because they were met under its slug, not because its record says so.

import type { BundleRecord } from '@battle-results/bundle-format/record';
import { beforeEach, expect, test } from 'vitest';
import { examine } from '../../src/db/doctor.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, load, result, tournament } from '../support/world.js';

const db = await openTestDb();

const record = (aliases: string[] = []): BundleRecord => ({
  type: 'faction',
  slug: 'storm-hide',
  name: 'Storm Hide',
  aliases,
});

/** The same faction in two tournaments, each of which writes it in its own way. */
beforeEach(async () => {
  await emptyDb(db);
  for (const [at, faction] of ['Storm Hide', 'Storm-Hide'].entries()) {
    await load(db, [
      tournament({ slug: `t-${at}`, participants: ['Ann', 'Bo'] }),
      battle(`b-${at}`, { tournament: `t-${at}`, sides: result('win', [{ faction }, { faction: 'Tidewrought' }]) }),
    ]);
  }
  expect(await spellings()).toStrictEqual(['storm hide', 'storm-hide']);
});

async function spellings(): Promise<string[]> {
  const rows = await db.sql.query<{ spelling: string }>(
    `SELECT s."spelling" FROM "faction_spelling" s JOIN "faction" f ON f."id" = s."faction_id"
     WHERE f."slug" = 'storm-hide' ORDER BY s."spelling"`,
  );
  return rows.map(({ spelling }) => spelling);
}

test('they stay when it gets a record, and when the record changes', async () => {
  await load(db, [record()]);
  expect(await spellings()).toStrictEqual(['storm hide', 'storm-hide']);
  await load(db, [record(['Hides'])]);
  expect(await spellings()).toStrictEqual(['hides', 'storm hide', 'storm-hide']);
  await load(db, [record()]);
  expect(await spellings()).toStrictEqual(['storm hide', 'storm-hide']);
  expect((await examine(db, false)).findings).toStrictEqual([]);
});

test('where they are played is counted anew when it is deleted', async () => {
  await load(db, [record()]);
  await db.sql.query(`DELETE FROM "faction" WHERE "slug" = 'storm-hide'`);
  expect(await spellings()).toStrictEqual(['storm hide', 'storm-hide']);
  expect((await examine(db, false)).findings).toStrictEqual([]);
});

test('all factions are met again when they are truncated', async () => {
  await load(db, [record()]);
  await db.sql.query(`TRUNCATE "faction" CASCADE`);
  expect(await spellings()).toStrictEqual(['storm hide', 'storm-hide']);
  expect((await examine(db, false)).findings).toStrictEqual([]);
});
