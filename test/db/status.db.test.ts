import { expect, test } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { readMigrations } from '../../src/db/migrate.js';
import { readStatus } from '../../src/db/status.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { openEmptyDb } from '../support/empty-database.js';
import { recomputeNow } from '../support/ratings.js';
import { ratedEvent, richWorld } from '../support/rich-world.js';
import { soon } from '../support/soon.js';
import { load, tournament } from '../support/world.js';

const db = await openTestDb();

test('counts, keys, the feed and what is pending are those of the data', async () => {
  await db.sql.transaction((sql) => createAccountKey(sql, 'Ann', { rateLimit: 500 }));
  await load(db, richWorld);
  await load(db, [tournament({ slug: 'hidden', published: false, status: 'planned' })]);
  const { data, keys, migrations, bytes } = await readStatus(db);
  expect(data).toMatchObject({
    counts: {
      tournaments: { published: 1, unpublished: 1 },
      players: { present: 1, removed: 1 },
      clubs: 1,
      battles: 3,
      battlePacks: 1,
    },
    ratings: { upToDate: false },
    places: { upToDate: false },
  });
  expect(data?.feed.lastWrite).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(data?.feed.versions).toBe(2);
  expect(keys).toMatchObject([{ account: 'Ann', state: 'active', lastUsedAt: null, rateLimit: 500 }]);
  expect(migrations.pending).toStrictEqual([]);
  expect(bytes).toBeGreaterThan(1_000_000);
  await recomputeNow(db);
  expect((await readStatus(db)).data).toMatchObject({ ratings: { upToDate: true }, places: { upToDate: true } });
});

test('ratings go to today at most, although their weeks end on Sundays', async () => {
  const today = new Date().toISOString().slice(0, 10);
  await load(
    db,
    ratedEvent.map((record) => (record.type === 'battle' ? { ...record, date: today } : record)),
  );
  await recomputeNow(db);
  expect((await readStatus(db)).data?.ratings.lastDay).toBe(today);
});

test('services on PostgreSQL are counted by their feeds', async () => {
  const before = (await readStatus(db)).services;
  await createTestApp(db, { remember: true });
  await soon(async () =>
    expect((await readStatus(db)).services).toStrictEqual(
      db.embedded ? null : { processes: (before?.processes ?? 0) + 1, since: expect.any(String) },
    ),
  );
});

test('a database without tables says so', async () => {
  const [empty] = await openEmptyDb();
  const { data, keys, migrations } = await readStatus(empty);
  expect({ data, keys, applied: migrations.applied }).toStrictEqual({ data: null, keys: [], applied: 0 });
  expect(migrations.pending).toStrictEqual((await readMigrations()).map(({ name }) => name));
});
