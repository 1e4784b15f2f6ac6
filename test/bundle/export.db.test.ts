import { type BundleRecord, recordSchemas } from '@battle-results/bundle-format/record';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { exportLines } from '../../src/bundle/export.js';
import { arbitraryWorld } from '../support/arbitrary-world.js';
import { exportAll, importAll } from '../support/bundle.js';
import { emptyDb, openTestDb, skipOnEmbedded } from '../support/database.js';
import { richWorld } from '../support/rich-world.js';
import { runs } from '../support/runs.js';
import { battle, club, load, player, tournament } from '../support/world.js';

const db = await openTestDb();
beforeEach(() => emptyDb(db));

test('an export holds what was imported, and its import gives the same export', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryWorld, fc.boolean(), async (world, backwards) => {
      await emptyDb(db);
      await importAll(db, backwards ? world.toReversed() : world);
      const lines = await exportAll(db);
      expect(lines.map((line) => JSON.parse(line))).toStrictEqual(world);
      await emptyDb(db);
      await importAll(db, lines);
      expect(await exportAll(db)).toStrictEqual(lines);
    }),
    // Shrinking a world takes minutes, and the difference says enough.
    { numRuns: runs(30), endOnFailure: true },
  );
}, 180_000);

test('an export says everything, each record in the order of its schema', async () => {
  await load(db, richWorld);
  for (const line of await exportAll(db)) {
    const record = JSON.parse(line) as BundleRecord;
    expect(Object.keys(record)).toStrictEqual(Object.keys(recordSchemas[record.type].properties));
  }
});

test('an export of nothing is empty', async () => {
  expect(await exportAll(db)).toStrictEqual([]);
});

const alone = skipOnEmbedded('it has one connection, which the export holds');
test.skipIf(alone)('an export is one snapshot: what is written meanwhile is not in it', async () => {
  await load(db, [club(), player('p-1'), tournament({ participants: ['Ann', 'Bo'] }), battle('b-1')]);
  const seen: string[] = [];
  await exportLines(db, async (lines) => {
    if (seen.length === 0) await db.sql.query(`DELETE FROM "battle"`);
    seen.push(...lines.map((line) => JSON.parse(line).type));
  });
  expect(seen).toStrictEqual(['club', 'player', 'tournament', 'battle']);
  expect((await exportAll(db)).length).toBe(3);
});
