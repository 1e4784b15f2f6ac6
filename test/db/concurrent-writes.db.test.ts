import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { examine } from '../../src/db/doctor.js';
import type { Sql } from '../../src/db/sql.js';
import { emptyDb, openTestDb, skipOnEmbedded } from '../support/database.js';
import { battle, casual, club, load, player, tournament } from '../support/world.js';

const embedded = skipOnEmbedded('it has one connection, so nothing is written at once there');
describe.skipIf(embedded)('what is stored twice says the same in both places', () => {
  let db: Db;
  beforeAll(async () => {
    db = await openTestDb();
  });
  beforeEach(async () => {
    await emptyDb(db);
    await load(db, [
      ...['c-1', 'c-2', 'c-3'].map((slug) => club({ slug })),
      ...['p-1', 'p-2', 'p-3', 'p-4'].map((id) => player(id, { name: 'Ann' })),
      tournament({
        club: 'c-1',
        participants: [{ playerId: 'p-1', club: 'c-1' }, { name: 'Ann', club: 'c-1' }, 'Ann', { playerId: 'p-4' }],
      }),
      battle('b-1'),
      battle('b-2'),
      casual('b-3', { club: 'c-1', sides: [{ playerId: 'p-2' }, { name: 'Ann' }] }),
    ]);
    await db.sql.query(`DELETE FROM "battle_side" WHERE "battle_id" = 'b-2' AND "position" = 2`);
  });

  const WRITES = {
    'another club for a participant': [`UPDATE "participant" SET "club_slug" = 'c-2' WHERE "entry" = 1`],
    'another club for the opponent': [`UPDATE "participant" SET "club_slug" = 'c-3' WHERE "entry" = 2`],
    'another player for a participant': [`UPDATE "participant" SET "player_id" = 'p-2' WHERE "entry" = 1`],
    'another club for the tournament': [`UPDATE "tournament" SET "club_slug" = 'c-3'`],
    'a new battle': [
      `INSERT INTO "battle" ("id", "tournament_slug", "stage_id", "battle_size")
       VALUES ('b-9', 'spring-clash', 'swiss', 1)`,
      `INSERT INTO "battle_side" ("battle_id", "position", "participant_id")
       SELECT 'b-9', "entry", "id" FROM "participant" WHERE "entry" < 3`,
    ],
    'a new casual battle': [
      `INSERT INTO "battle" ("id", "date", "battle_size") VALUES ('b-8', '2026-08-01', 1)`,
      `INSERT INTO "battle_side" ("battle_id", "position", "player_id", "name")
       VALUES ('b-8', 1, 'p-1', 'Ann'), ('b-8', 2, 'p-2', 'Ann')`,
    ],
    'a missing side': [
      `INSERT INTO "battle_side" ("battle_id", "position", "participant_id")
       SELECT 'b-2', 2, "id" FROM "participant" WHERE "entry" = 4`,
    ],
    "a player's first battle": [
      `INSERT INTO "battle" ("id", "date", "tournament_slug", "stage_id", "battle_size")
       VALUES ('b-7', '2026-08-01', 'spring-clash', 'swiss', 1)`,
      `INSERT INTO "battle_side" ("battle_id", "position", "participant_id", "faction")
       SELECT 'b-7', "entry" - 2, "id", 'Rats' FROM "participant" WHERE "entry" IN (3, 4)`,
    ],
    'another faction for a side': [
      `UPDATE "battle_side" SET "faction" = 'Newts' WHERE "battle_id" = 'b-1' AND "position" = 1`,
    ],
    'archived battles': [`UPDATE "battle" SET "archived" = true`],
    'another day for the battles': [`UPDATE "battle" SET "date" = '2026-05-02'`],
    'another name for the players': [`UPDATE "player" SET "name" = 'Ann Lee'`],
    'a removal': [`UPDATE "player" SET "removed" = true WHERE "id" = 'p-1'`],
    'a new organiser': [
      `INSERT INTO "tournament_organizer" ("tournament_slug", "player_id") VALUES ('spring-clash', 'p-1')`,
    ],
    'a new participant': [
      `INSERT INTO "participant" ("tournament_slug", "entry", "player_id", "name", "club_slug")
       VALUES ('spring-clash', 7, 'p-3', 'Ann', 'c-3')`,
    ],
    'a tournament no longer published': [`UPDATE "tournament" SET "published" = false`],
    'another name for the clubs': [`UPDATE "club" SET "name" = 'Guild'`],
    'one side less': [`DELETE FROM "battle_side" WHERE "battle_id" = 'b-1' AND "position" = 1`],
    'another club for the casual battle': [`UPDATE "battle" SET "club_slug" = 'c-2' WHERE "id" = 'b-3'`],
  };
  const names = Object.keys(WRITES) as (keyof typeof WRITES)[];
  const isLong = process.env.PROPERTIES === 'long';
  const third = Math.floor(Math.random() * 3);
  /** Pairs in one order, each name first as often as second, of which a third is tried each time; in the long form all. */
  const pairs = names.flatMap((first, at) =>
    names
      .map((second, other) => ({ first, second, steps: other - at }))
      .filter(({ steps }) => steps !== 0 && (isLong || (steps % 2 === 0) === steps > 0))
      .map(({ first, second }) => [first, second] as const)
      .filter((_, nth) => isLong || (at + nth) % 3 === third),
  );

  test.each(pairs)('after %s while %s is under way', async (second, first) => {
    await atOnce(db, WRITES[first], WRITES[second]);
    expect((await examine(db, false)).findings).toStrictEqual([]);
  });

  test('two sides that contradict each other, written at once, are not both accepted', async () => {
    await db.sql.query(`INSERT INTO "battle" ("id", "battle_size") VALUES ('b-4', 1)`);
    const win = (position: number) =>
      `INSERT INTO "battle_side" ("battle_id", "position", "name", "outcome") VALUES ('b-4', ${position}, 'Ann', 'win')`;
    await expect(atOnce(db, [win(1)], [win(2)])).rejects.toThrow(
      'battle b-4: the outcomes of the two sides must be win and loss, or both draw, or both empty',
    );
  });
});

/** The second transaction writes before the first has committed, unless it has to wait for that commit. */
async function atOnce(db: Db, first: string[], second: string[]): Promise<void> {
  const end = new AbortController();
  let other: Promise<unknown> = Promise.resolve();
  await db.sql.transaction(async (one) => {
    await run(one, first);
    let pid = 0;
    other = db.sql.transaction(async (two) => {
      [{ pid }] = (await two.query(`SELECT pg_backend_pid() AS "pid"`)) as [{ pid: number }];
      await run(two, second);
    });
    const ended = () => end.abort();
    other.then(ended, ended);
    while (!end.signal.aborted && !(await waits(one, pid)));
  });
  await other;
}

async function run(sql: Sql, statements: string[]) {
  for (const statement of statements) await sql.query(statement);
}

async function waits(sql: Sql, pid: number): Promise<boolean> {
  const rows = await sql.query(`SELECT FROM pg_locks WHERE "pid" = $1 AND NOT "granted"`, [pid]);
  return rows.length > 0;
}
