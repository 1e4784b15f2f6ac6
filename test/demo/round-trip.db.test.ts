import { expect, test } from 'vitest';
import { type BundleRecord, recordSchemas } from '../../src/bundle/record.js';
import { demoWorld, WORLD_DAY } from '../../src/demo/world.js';
import { exportAll, importAll } from '../support/bundle.js';
import { emptyDb, openTestDb } from '../support/database.js';

const db = await openTestDb();

test('the demo world makes the round trip, and nothing about it is doubtful', async () => {
  const world = [...demoWorld(WORLD_DAY)];
  const doubts: unknown[] = [];
  await importAll(db, world, { onDoubt: (doubt) => doubts.push(doubt) });
  expect(doubts).toStrictEqual([]);
  const lines = await exportAll(db);
  expect(lines.map((line) => JSON.parse(line))).toStrictEqual(sorted(world));
  // Deleting and rewriting everything takes too long in the embedded database.
  if (!db.embedded) await emptyDb(db);
  await importAll(db, lines);
  expect(await exportAll(db)).toStrictEqual(lines);
}, 180_000);

/** Records in the order of an export. */
function sorted(world: BundleRecord[]): BundleRecord[] {
  const types = Object.keys(recordSchemas);
  const keyOf = (record: BundleRecord) => ('slug' in record ? record.slug : 'id' in record ? record.id : record.name);
  const bytes = (record: BundleRecord) => Buffer.from(keyOf(record));
  return world.toSorted(
    (one, two) => types.indexOf(one.type) - types.indexOf(two.type) || Buffer.compare(bytes(one), bytes(two)),
  );
}
