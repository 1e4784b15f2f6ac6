import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAccountKey, listKeys, setKeyActive, writeLastUsed } from '../../src/db/keys.js';
import { readHead, readNews } from '../../src/db/log/read-news.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { createFeed, type Feed } from '../../src/invalidation/feed.js';
import { emptyDb, openTestDb, skipOnEmbedded, untilLocked, urlOf } from '../support/database.js';
import { battle, battlePack, casual, club, load, player, tournament } from '../support/world.js';

const db = await openTestDb();
let feed: Feed;
let heard: (string[] | null)[] = [];
beforeAll(async () => {
  feed = createFeed(db.changes);
  feed.subscribe((tags) => heard.push(tags && [...tags].sort()));
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

/** Returns all tags reported for a write. */
async function heardOf(write: () => Promise<unknown>): Promise<string[]> {
  heard = [];
  await write();
  await quiet();
  return [...new Set(heard.flatMap((tags) => tags ?? ['anything']))].sort();
}

const quiet = () => feed.reach(Number.POSITIVE_INFINITY);

const sql = (statement: string) => () => db.sql.query(statement);

describe('whoever writes, it is told', () => {
  test.each([
    [
      'a battle',
      `UPDATE "battle" SET "scenario" = 'x' WHERE "id" = 'b-1'`,
      'battle battle:b-1 club:c-1 club:c-2 player:p-1 player:p-2 tournament:t-1',
    ],
    [
      'a casual battle',
      `UPDATE "battle" SET "scenario" = 'x' WHERE "id" = 'b-2'`,
      'battle battle:b-2 club:c-2 player:p-1 player:p-3',
    ],
    [
      'one side of a battle',
      `UPDATE "battle_side" SET "drops" = 1 WHERE "battle_id" = 'b-2' AND "position" = 1`,
      'battle battle:b-2 club:c-2 player:p-1 player:p-3',
    ],
    [
      'a deleted battle',
      `DELETE FROM "battle" WHERE "id" = 'b-2'`,
      'battle battle:b-2 club:c-2 facets facets:player player:p-1 player:p-3',
    ],
    ['a club', `UPDATE "club" SET "members" = 5 WHERE "slug" = 'c-1'`, 'club club:c-1'],
    [
      'a tournament',
      `UPDATE "tournament" SET "name" = 'x'`,
      'facets facets:tournament search tournament tournament:t-1',
    ],
    [
      'a tournament that moves to another club',
      `UPDATE "tournament" SET "club_slug" = 'c-2'`,
      'battle battle:b-1 club:c-1 club:c-2 player:p-1 player:p-2 tournament tournament:t-1',
    ],
    ['a stage', `UPDATE "stage" SET "name" = 'x'`, 'tournament tournament:t-1'],
    [
      'a participant',
      `UPDATE "participant" SET "dropped" = true WHERE "entry" = 1`,
      'player:p-1 tournament tournament:t-1',
    ],
    [
      'a renamed player, wherever the name stands',
      `UPDATE "player" SET "name" = 'x' WHERE "id" = 'p-2'`,
      'battle battle:b-1 club:c-1 club:c-2 facets facets:player player player:p-1 player:p-2 search tournament tournament:t-1',
    ],
    [
      'a tournament published or not, whose battles come and go everywhere',
      `UPDATE "tournament" SET "published" = false`,
      'anything',
    ],
    ['a battle pack', `UPDATE "battle_pack" SET "scores_objectives" = true`, 'anything'],
    ['a table emptied', `TRUNCATE "bracket_match"`, 'anything'],
    ['nothing, when no row was changed', `UPDATE "battle" SET "scenario" = 'x' WHERE "id" = 'none'`, ''],
  ])('%s', async (_what, statement, tags) => {
    expect((await heardOf(sql(statement))).join(' ')).toBe(tags);
  });

  test('keys that are made and deactivated, not that they were used', async () => {
    expect(await heardOf(() => createAccountKey(db.sql, 'Somebody'))).toStrictEqual(['key']);
    const id = (await listKeys(db.prisma))[0]?.id ?? 0;
    expect(await heardOf(() => setKeyActive(db.prisma, id, false))).toStrictEqual(['key']);
    expect(await heardOf(() => writeLastUsed(db.sql, new Map([[id, Date.now()]])))).toStrictEqual([]);
  });

  test('a transaction with thousands of notes says that anything may have changed', async () => {
    const tags = await heardOf(
      sql(`INSERT INTO "club" ("slug", "name") SELECT 'c' || n, 'C' FROM generate_series(1, 5000) n`),
    );
    expect(tags).toStrictEqual(['anything']);
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
    'club',
    'club:c-2',
  ]);
  const told = await heardOf(async () => {
    hold();
    await slow;
  });
  expect(told).toStrictEqual(['club', 'club:c-1']);
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
  'a writer with an old snapshot, who hides what others may have added to, says everything: %s',
  async (level) => {
    const told = await heardOf(() =>
      db.sql.transaction(async (transaction) => {
        await transaction.query(`SET TRANSACTION ISOLATION LEVEL ${level}`);
        await transaction.query(`UPDATE "tournament" SET "published" = false`);
      }),
    );
    expect(told).toStrictEqual(['anything']);
    expect(await notesSince((await readHead(db.sql)) - 1)).toStrictEqual(['everything ']);
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
  expect(told).toStrictEqual(['club', 'club:c-1']);
});

async function notesSince(n: number): Promise<string[]> {
  const rows = await db.sql.query<{ note: string }>(
    `SELECT concat_ws(' ', "kind", "key") AS "note" FROM "note" JOIN "log" USING ("tx") WHERE "n" > $1 ORDER BY "n", 1`,
    [n],
  );
  return rows.map(({ note }) => note);
}

test('what is old is taken away, but for the last note of each record', async () => {
  const before = await readHead(db.sql);
  const write = (members: number) => db.sql.query(`UPDATE "club" SET "members" = ${members} WHERE "slug" = 'c-1'`);
  for (const members of [11, 12]) await write(members);
  const then = await readHead(db.sql);
  await write(13);
  await db.sql.query(`UPDATE "setting" SET "value" = "value"`);
  const head = await readHead(db.sql);
  await db.changes.prune(before, then);
  expect(await notesSince(before)).toStrictEqual(['club c-1', 'setting ']);
  await db.changes.prune(then, head);
  expect(await notesSince(0)).toStrictEqual(['everything ', 'club c-1']);
  const numbers = await db.sql.query<{ n: number }>(`SELECT "n"::int FROM "log" ORDER BY "n"`);
  expect(numbers.slice(1)).toStrictEqual([{ n: head - 1 }, { n: head }]);
});

test.skipIf(skipOnEmbedded('there it never has a time limit'))(
  'what is old is taken away although that takes longer than a request may',
  async () => {
    const other = await openPostgres(await urlOf(db), 2, console.log, { statementTimeoutMs: 100 });
    onTestFinished(() => other.close());
    const before = await readHead(db.sql);
    await createAccountKey(db.sql, 'Somebody');
    const head = await readHead(db.sql);
    let pruned: Promise<void> | undefined;
    await db.sql.transaction(async (sql) => {
      await sql.query('SELECT FROM "note" FOR UPDATE');
      pruned = other.changes.prune(0, head);
      pruned.catch(() => undefined);
      await untilLocked(db);
      await sleep(300);
    });
    await pruned;
    expect(await notesSince(before)).toStrictEqual([]);
  },
);

test.skipIf(skipOnEmbedded('it has one connection'))(
  'while a writer leaves its transaction open, no more is read than what is new',
  async () => {
    const others = `DO $$ BEGIN FOR n IN 1..10000 LOOP PERFORM note('import', ARRAY['mark-' || n]); COMMIT; END LOOP; END $$`;
    let plan = '';
    const explained = {
      async query(statement: string, values?: unknown[]) {
        if (!statement.startsWith('SELECT log_head'))
          plan = JSON.stringify(await db.sql.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`, values));
        return [{ head: 0 }] as never;
      },
    };
    await db.sql.transaction(async (open) => {
      await open.query(`SELECT note('import', ARRAY['mark-open'])`);
      await db.sql.script(others);
      const head = await readHead(db.sql);
      await db.sql.query('ANALYZE "note", "log"');
      await db.sql.query(`SELECT note('import', ARRAY['mark-new'])`);
      expect(await readNews(db.sql, head)).toMatchObject({ head: head + 1, imports: 1 });
      await readNews(explained, head);
    });
    const leftOut = [...plan.matchAll(/"Rows Removed by [^"]*":\s*(\d+)/g)].map(([, rows]) => Number(rows));
    expect(leftOut.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(1_000);
  },
);
