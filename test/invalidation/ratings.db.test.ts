import { afterAll, expect, test, vi } from 'vitest';
import { examine } from '../../src/db/doctor.js';
import { keepDerived } from '../../src/invalidation/derived.js';
import { createFeed } from '../../src/invalidation/feed.js';
import { openTestDb } from '../support/database.js';
import { ratedWorld } from '../support/rated-world.js';
import { soon } from '../support/soon.js';
import { load } from '../support/world.js';

const db = await openTestDb();
const heard = new Set<string>();
const said: string[] = [];

await load(db, ratedWorld);
const feed = createFeed(db.changes);
feed.subscribe((tags) => {
  for (const tag of tags ?? []) heard.add(tag);
});
await feed.opened;
const keeper = keepDerived(db, feed, { debug: console.debug, info: (line) => said.push(line), warn: console.error });
afterAll(async () => {
  await keeper.close();
  await feed.close();
});

const untilTrue = () =>
  vi.waitFor(async () => expect(await examine(db, false)).toStrictEqual({ findings: [], pending: false }), {
    timeout: 20_000,
    interval: 500,
  });

test('what was out of date when the service starts is brought up to date', async () => {
  await untilTrue();
  const line = expect.stringMatching(/^Ratings: all weeks, 29 battles, in \d+ ms$/);
  await soon(() => expect(said).toStrictEqual([line]));
});

test('and so is what changes later; whose rating it is, is told', async () => {
  heard.clear();
  await db.sql.query(`UPDATE "battle" SET "archived" = true WHERE "id" = 'b-29'`);
  await untilTrue();
  await vi.waitFor(() => expect([...heard]).toContain('rating'), { timeout: 20_000 });
  expect([...heard].filter((tag) => tag.startsWith('rating')).sort()).toStrictEqual([
    'rating',
    'rating:p-5',
    'rating:p-6',
  ]);
});

test('ratings of hundreds are told as those of many', async () => {
  await db.sql.query(`INSERT INTO "player" ("id", "name") SELECT 'many-' || n, 'Many' FROM generate_series(1, 250) n`);
  heard.clear();
  await db.sql.script(`
    INSERT INTO "participant" ("tournament_slug", "entry", "player_id", "name")
    SELECT 't-3', 100 + n, 'many-' || n, 'Many' FROM generate_series(1, 250) n;
    INSERT INTO "battle" ("id", "date", "tournament_slug", "stage_id", "battle_size")
    SELECT 'many-' || n, '2026-03-20', 't-3', 'swiss', 1 FROM generate_series(1, 125) n;
    INSERT INTO "battle_side" ("battle_id", "position", "participant_id", "outcome")
    SELECT 'many-' || (p."entry" + 1 - 100) / 2, 2 - p."entry" % 2, p."id", 'draw' FROM "participant" p
    WHERE p."entry" > 100`);
  await untilTrue();
  await vi.waitFor(() => expect([...heard]).toContain('rating:*'), { timeout: 20_000 });
  expect([...heard].filter((tag) => tag.startsWith('rating:'))).toStrictEqual(['rating:*']);
});
