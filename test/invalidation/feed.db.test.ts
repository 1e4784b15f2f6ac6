import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readChanges } from '../../src/db/changes.js';
import { createAccountKey, listKeys, setKeyActive, writeLastUsed } from '../../src/db/keys.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { createFeed, type Feed } from '../../src/invalidation/feed.js';
import { emptyDb, openTestDb, skipOnEmbedded, untilLocked, urlOf } from '../support/database.js';
import { soon } from '../support/soon.js';
import { battle, battlePack, casual, club, load, player, tournament } from '../support/world.js';

const db = await openTestDb();
let feed: Feed;
let heard: (string[] | null)[] = [];
beforeAll(async () => {
  feed = createFeed(db.changes);
  feed.subscribe((topics) => heard.push(topics && [...topics].sort()));
  await feed.opened;
});
afterAll(() => feed.close());

beforeEach(async () => {
  await emptyDb(db);
  await load(db, [
    ...['c-1', 'c-2'].map((slug) => club({ slug })),
    ...['p-1', 'p-2', 'p-3'].map((id) => player(id)),
    battlePack(),
    tournament({ slug: 't-1', club: 'c-1', participants: [{ playerId: 'p-1', club: 'c-2' }, { playerId: 'p-2' }] }),
    battle('b-1', { tournament: 't-1' }),
    casual('b-2', { club: 'c-2', sides: [{ playerId: 'p-1' }, { playerId: 'p-3' }] }),
  ]);
  await quiet();
  heard = [];
});

/** Returns all topics reported for a write. */
async function heardOf(write: () => Promise<unknown>): Promise<string[]> {
  heard = [];
  await write();
  await quiet();
  return [...new Set(heard.flatMap((topics) => topics ?? ['everything']))].sort();
}

let marks = 0;

/** Resolves once all that was committed before is told: a mark that is committed after it is told with it or later. */
async function quiet(): Promise<void> {
  marks += 1;
  const mark = `mark:${marks}`;
  await db.sql.query('SELECT tell_change(ARRAY[$1])', [mark]);
  await vi.waitUntil(() => heard.some((topics) => topics?.includes(mark)), { timeout: 20_000, interval: 2 });
  heard = heard.map((topics) => topics?.filter((topic) => topic !== mark) ?? null);
}

const sql = (statement: string) => () => db.sql.query(statement);

describe('whoever writes, it is told', () => {
  test.each([
    [
      'a battle',
      `UPDATE "battle" SET "scenario" = 'x' WHERE "id" = 'b-1'`,
      'battle:b-1 battles club:c-1 club:c-2 player:p-1 player:p-2 tournament:t-1',
    ],
    [
      'a casual battle',
      `UPDATE "battle" SET "scenario" = 'x' WHERE "id" = 'b-2'`,
      'battle:b-2 battles club:c-2 player:p-1 player:p-3',
    ],
    [
      'one side of a battle',
      `UPDATE "battle_side" SET "drops" = 1 WHERE "battle_id" = 'b-2' AND "position" = 1`,
      'battle:b-2 battles club:c-2 player:p-1 player:p-3',
    ],
    [
      'a deleted battle',
      `DELETE FROM "battle" WHERE "id" = 'b-2'`,
      'battle:b-2 battles club:c-2 facets:player player:p-1 player:p-3',
    ],
    ['a club', `UPDATE "club" SET "members" = 5 WHERE "slug" = 'c-1'`, 'club:c-1 clubs'],
    ['a tournament', `UPDATE "tournament" SET "name" = 'x'`, 'facets:tournament search tournament:t-1 tournaments'],
    [
      'a tournament that moves to another club',
      `UPDATE "tournament" SET "club_slug" = 'c-2'`,
      'battles club:c-1 tournament:t-1 tournaments',
    ],
    ['a stage', `UPDATE "stage" SET "name" = 'x'`, 'tournament:t-1 tournaments'],
    [
      'a participant',
      `UPDATE "participant" SET "dropped" = true WHERE "entry" = 1`,
      'player:p-1 tournament:t-1 tournaments',
    ],
    [
      'a renamed player, wherever the name stands',
      `UPDATE "player" SET "name" = 'x' WHERE "id" = 'p-2'`,
      'battle:b-1 battles club:c-1 club:c-2 facets:player player:p-1 player:p-2 players search tournament:t-1 tournaments',
    ],
    [
      'a tournament published or not, whose battles come and go everywhere',
      `UPDATE "tournament" SET "published" = false`,
      '* facets:player search tournament:t-1 tournaments',
    ],
    ['a battle pack', `UPDATE "battle_pack" SET "scores_objectives" = true`, '*'],
    ['a table emptied', `TRUNCATE "bracket_match"`, '* settings'],
    ['nothing, when no row was changed', `UPDATE "battle" SET "scenario" = 'x' WHERE "id" = 'none'`, ''],
  ])('%s', async (_what, statement, topics) => {
    expect((await heardOf(sql(statement))).join(' ')).toBe(topics);
  });

  test('keys that are made and deactivated, not that they were used', async () => {
    expect(await heardOf(() => createAccountKey(db.sql, 'Somebody'))).toStrictEqual(['keys']);
    const id = (await listKeys(db.prisma))[0]?.id ?? 0;
    expect(await heardOf(() => setKeyActive(db.prisma, id, false))).toStrictEqual(['keys']);
    expect(await heardOf(() => writeLastUsed(db.sql, new Map([[id, Date.now()]])))).toStrictEqual([]);
  });

  test('a statement over many rows says that everything may have changed', async () => {
    const topics = await heardOf(
      sql(`INSERT INTO "club" ("slug", "name") SELECT 'c' || n, 'C' FROM generate_series(1, 500) n`),
    );
    expect(topics).toStrictEqual(['*', 'search']);
  });
});

test('nothing is told before it is committed, and nothing that is taken back', async () => {
  const told = heardOf(() =>
    db.sql
      .transaction(async (transaction) => {
        await transaction.query(`UPDATE "club" SET "members" = 7`);
        throw new Error('no');
      })
      .catch(() => undefined),
  );
  expect(await told).toStrictEqual([]);
});

const needsSecond = skipOnEmbedded('a second writer needs a second connection');

test.skipIf(needsSecond)('slow writers are not passed over, and hold nobody up', async () => {
  let hold: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const slow = db.sql.transaction(async (transaction) => {
    await transaction.query(`UPDATE "club" SET "members" = 8 WHERE "slug" = 'c-1'`);
    await held;
  });
  expect(await heardOf(sql(`UPDATE "club" SET "members" = 9 WHERE "slug" = 'c-2'`))).toStrictEqual([
    'club:c-2',
    'clubs',
  ]);
  const told = await heardOf(async () => {
    hold();
    await slow;
  });
  expect(told).toStrictEqual(['club:c-1', 'clubs']);
});

test.skipIf(needsSecond)(
  'a lost connection is noticed at once, and everything is to be forgotten when it is back',
  async () => {
    heard = [];
    await db.sql.query(`SELECT pg_terminate_backend("pid") FROM pg_stat_activity
    WHERE "application_name" LIKE '% feed' AND "datname" = current_database()`);
    await vi.waitUntil(() => !feed.isLive(), { timeout: 10_000, interval: 1 });
    await db.sql.query(`UPDATE "club" SET "members" = 10`);
    await vi.waitUntil(() => feed.isLive(), { timeout: 20_000, interval: 10 });
    expect(heard).toStrictEqual([null]);
  },
);

test.each(['REPEATABLE READ', 'SERIALIZABLE'])(
  'a writer with an old snapshot, who cannot know whom it concerns, says everything: %s',
  async (level) => {
    const told = await heardOf(() =>
      db.sql.transaction(async (transaction) => {
        await transaction.query(`SET TRANSACTION ISOLATION LEVEL ${level}`);
        await transaction.query(`UPDATE "battle" SET "scenario" = 'x' WHERE "id" = 'b-1'`);
      }),
    );
    expect(told).toStrictEqual(['*']);
  },
);

test('a writer needs no rights on the feed', async () => {
  const role = `feed_writer_${process.pid}`;
  await db.sql.script(`CREATE ROLE ${role}; GRANT SELECT, UPDATE ON "club" TO ${role}`);
  const told = await heardOf(() =>
    db.sql.transaction(async (transaction) => {
      await transaction.query(`SET LOCAL ROLE ${role}`);
      await transaction.query(`UPDATE "club" SET "members" = 12 WHERE "slug" = 'c-1'`);
    }),
  );
  await db.sql.script(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
  expect(told).toStrictEqual(['club:c-1', 'clubs']);
});

test('what is old is taken away', async () => {
  let snapshot = '';
  // A long transaction of another client of the same server can delay this.
  await soon(async () => {
    ({ snapshot } = await readChanges(db.sql, null));
    await db.changes.prune(snapshot);
    expect(await db.sql.query(`SELECT FROM "change"`)).toHaveLength(0);
  });
  await db.sql.query(`UPDATE "club" SET "members" = 11 WHERE "slug" = 'c-1'`);
  await db.changes.prune(snapshot);
  expect(await db.sql.query(`SELECT DISTINCT "topic" FROM "change" ORDER BY "topic"`)).toStrictEqual([
    { topic: 'club:c-1' },
    { topic: 'clubs' },
  ]);
});

test.skipIf(skipOnEmbedded('there it never has a time limit'))(
  'what is old is taken away although that takes longer than a request may',
  async () => {
    const other = await openPostgres(await urlOf(db), 2, console.log, { statementTimeoutMs: 100 });
    onTestFinished(() => other.close());
    let snapshot = '';
    await soon(async () => {
      ({ snapshot } = await readChanges(db.sql, null));
      const [row] = await db.sql.query<{ isOld: boolean }>(
        `SELECT bool_and("transaction" < pg_snapshot_xmin($1::pg_snapshot)) AS "isOld" FROM "change"`,
        [snapshot],
      );
      expect(row?.isOld).toBe(true);
    });
    let pruned: Promise<void> | undefined;
    await db.sql.transaction(async (sql) => {
      await sql.query('SELECT FROM "change" FOR UPDATE');
      pruned = other.changes.prune(snapshot);
      pruned.catch(() => undefined);
      await untilLocked(db);
      await sleep(300);
    });
    await pruned;
    expect(await db.sql.query(`SELECT FROM "change"`)).toHaveLength(0);
  },
);

test.skipIf(skipOnEmbedded('it has one connection'))(
  'while a writer leaves its transaction open, no more is read than what is new',
  async () => {
    const others = `DO $$ BEGIN FOR n IN 1..10000 LOOP PERFORM tell_change(ARRAY['mark:' || n]); COMMIT; END LOOP; END $$`;
    let plan = '';
    const explained = {
      async query(statement: string, values?: unknown[]) {
        plan = JSON.stringify(await db.sql.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, values));
        return [{}] as never;
      },
    };
    await db.sql.transaction(async (open) => {
      await open.query(`SELECT tell_change(ARRAY['mark:open'])`);
      await db.sql.script(others);
      await db.sql.query('ANALYZE "change"');
      const { snapshot } = await readChanges(db.sql, null);
      await db.sql.query(`SELECT tell_change(ARRAY['mark:new'])`);
      expect(await readChanges(db.sql, snapshot)).toMatchObject({ topics: ['mark:new'] });
      await readChanges(explained, snapshot);
    });
    const leftOut = [...plan.matchAll(/"Rows Removed by [^"]*":\s*(\d+)/g)].map(([, rows]) => Number(rows));
    expect(leftOut.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(1_000);
  },
);
