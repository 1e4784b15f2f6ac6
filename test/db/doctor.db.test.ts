import { beforeAll, expect, test, vi } from 'vitest';
import { examine } from '../../src/db/doctor.js';
import { openTestDb } from '../support/database.js';
import { recomputeNow } from '../support/ratings.js';
import { ratedEvent, richWorld } from '../support/rich-world.js';
import { battle, load, result } from '../support/world.js';

vi.setConfig({ testTimeout: 240_000 });

const db = await openTestDb();

beforeAll(async () => {
  await load(db, [...richWorld, ...ratedEvent]);
  await recomputeNow(db);
});

/** Statements that no trigger notices. */
async function behindTriggers(writes: Record<string, string>): Promise<void> {
  const tables = Object.keys(writes);
  const switched = (how: string) => tables.map((table) => `ALTER TABLE "${table}" ${how} TRIGGER USER`);
  await db.sql.script([...switched('DISABLE'), ...Object.values(writes), ...switched('ENABLE')].join(';\n'));
}

test('what triggers and the service have derived is what is derived anew', async () => {
  expect(await examine(db, false)).toStrictEqual({ findings: [], pending: false });
});

test('whatever differs is found, left alone until it is to be repaired, and then as it was', async () => {
  const sizes = () => db.sql.query(`SELECT * FROM "tournament_size" ORDER BY 1`);
  const before = await sizes();
  const writes = {
    battle_side: `UPDATE "battle_side" SET "newest" = '' WHERE "battle_id" = 'b-1'`,
    participant: `UPDATE "participant" SET "name" = 'Other' WHERE "player_id" = 'p-3'`,
    tournament_organizer: `UPDATE "tournament_organizer" SET "name" = 'Other'`,
    search_word: `INSERT INTO "search_word" VALUES ('club', 'gone', 1, 'gone', 'x', ' gone ')`,
    tournament_facet: `DELETE FROM "tournament_facet" WHERE "facet" = 'faction elves'`,
    tournament_size: `UPDATE "tournament_size" SET "players" = 99`,
    player_facet: `INSERT INTO "player_facet" VALUES ('p-1', 'faction none')`,
    player_activity: `UPDATE "player_activity" SET "battles" = 7`,
    club_battle: `DELETE FROM "club_battle" WHERE "battle_id" = 'b-3'`,
    counted_battle: `UPDATE "counted_battle" SET "first_score" = 0`,
    tournament_statistics: `UPDATE "tournament_statistics" SET "players" = 99`,
    derived_place: `UPDATE "derived_place" SET "place" = 5`,
    rating: `UPDATE "rating" SET "value" = 1`,
    player_rating: `DELETE FROM "player_rating" WHERE "player_id" = 'p-4'`,
  };
  await behindTriggers(writes);
  const broken = await sizes();
  const { findings, pending } = await examine(db, false);
  expect(pending).toBe(false);
  expect(findings.map(({ table }) => table)).toEqual(expect.arrayContaining(Object.keys(writes)));
  expect(findings).toContainEqual({ table: 'search_word', rows: 1 });
  expect(await sizes()).toStrictEqual(broken);

  expect((await examine(db, true)).findings).toStrictEqual(findings);
  expect(await examine(db, false)).toStrictEqual({ findings: [], pending: false });
  expect(await sizes()).toStrictEqual(before);
});

test('what the service has yet to compute is not taken for wrong', async () => {
  await load(db, [battle('b-8', { tournament: 'finished', round: 2, sides: result('loss') })]);
  expect(await examine(db, false)).toStrictEqual({ findings: [], pending: true });
  await recomputeNow(db);
  await db.sql.query(`UPDATE "rating_state" SET "method" = 'earlier'`);
  await db.sql.query(`UPDATE "player_rating" SET "value" = 1`);
  expect(await examine(db, false)).toStrictEqual({ findings: [], pending: true });
});
