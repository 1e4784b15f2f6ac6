import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startDerivedThread } from '../../../src/db/derived/thread.js';
import { examine } from '../../../src/db/doctor.js';
import { weekOf } from '../../../src/ratings/week.js';
import { emptyDb, openTestDb, skipOnEmbedded, untilLocked } from '../../support/database.js';
import { oneOfEachWrite } from '../../support/random-write.js';
import { ratedWorld } from '../../support/rated-world.js';
import { keptRatings, recomputeNow } from '../../support/ratings.js';
import { runs } from '../../support/runs.js';
import { load } from '../../support/world.js';
import { tryWrite } from '../../support/written-world.js';

vi.setConfig({ testTimeout: 180_000 });

const db = await openTestDb();

async function startAgain() {
  await emptyDb(db);
  await load(db, ratedWorld);
}
beforeEach(startAgain);

/** What is kept is what is computed from the start. */
async function expectTrue(after?: string): Promise<void> {
  expect(await examine(db, false), after).toStrictEqual({ findings: [], pending: false });
}

async function generation(): Promise<number> {
  return (await db.prisma.ratingState.findFirst())?.generation ?? 0;
}

test('whatever is written, made anew from the week that changed it is the same as from the start', async () => {
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, fc.infiniteStream(fc.nat(9)), async (writes, pauses) => {
      await startAgain();
      for (const write of writes) {
        await tryWrite(db, write);
        // Several writes share one run.
        if (pauses.next().value > 0) continue;
        await recomputeNow(db);
        await expectTrue(write.what);
      }
      await recomputeNow(db);
      await expectTrue();
      expect(await db.prisma.ratingStale.count()).toBe(0);
    }),
    { numRuns: runs(4) },
  );
});

test('from the earliest week that was touched, and nothing when nothing was', async () => {
  expect(await recomputeNow(db)).toMatchObject([{ battles: 29 }]);
  expect(await recomputeNow(db)).toStrictEqual([]);
  await db.sql.query(`UPDATE "battle" SET "scenario" = 'x'`);
  expect(await recomputeNow(db)).toStrictEqual([]);
  await db.sql.query(`UPDATE "battle" SET "date" = '2026-03-30' WHERE "id" = 'b-29'`);
  expect(await recomputeNow(db)).toMatchObject([{ since: weekOf('2026-03-19') }]);
  await db.sql.query(`UPDATE "battle" SET "date" = '2025-01-01' WHERE "id" = 'b-29'`);
  expect(await recomputeNow(db)).toMatchObject([{ since: weekOf('2025-01-01'), battles: 29 }]);
});

test('ratings of another method are all made anew', async () => {
  await recomputeNow(db);
  await db.sql.query(`UPDATE "rating_state" SET "method" = 'older'`);
  await db.sql.query(`UPDATE "rating" SET "value" = 1`);
  expect(await recomputeNow(db)).toMatchObject([{ since: null, battles: 29 }]);
  await expectTrue();
});

test('nor does it matter that all of it was taken away', async () => {
  await recomputeNow(db);
  for (const table of ['rating', 'player_rating', 'rating_week', 'rating_state', 'tournament_expectation']) {
    await db.sql.query(`DELETE FROM "${table}"`);
  }
  expect(await recomputeNow(db)).toHaveLength(1);
  await expectTrue();
});

test('in a thread, as the service does', async () => {
  const done = await startDerivedThread(db).done;
  expect(done).toMatchObject([{ of: 'places' }, { of: 'ratings', battles: 29 }]);
  await expectTrue();
});

describe('a run that ends before its time', () => {
  const die = () => {
    throw new Error('the machine is gone');
  };

  /** Expects a run that `end` cuts short to change nothing, and the next run to complete. */
  async function expectUntouched(end: () => Promise<unknown>): Promise<void> {
    await recomputeNow(db);
    const [before, number] = [await keptRatings(db), await generation()];
    await db.sql.query(`DELETE FROM "battle" WHERE "id" IN ('b-1', 'b-25')`);
    await end();
    expect([await keptRatings(db), await generation()]).toStrictEqual([before, number]);
    expect(await recomputeNow(db)).toHaveLength(1);
    expect(await generation()).toBe(number + 1);
    await expectTrue();
  }

  test('with everything staged leaves all as it was, and the next one does it', async () => {
    await expectUntouched(() => expect(recomputeNow(db, die)).rejects.toThrow('the machine is gone'));
  });

  test('because it is told to stop, too', async () => {
    await expectUntouched(() => startDerivedThread(db).stop());
  });

  test.skipIf(skipOnEmbedded('one connection'))('in the midst of the switch, too', async () => {
    await expectUntouched(() =>
      db.sql.transaction(async (holder) => {
        await holder.query('SELECT FROM "rating_state" FOR UPDATE');
        const failing = expect(startDerivedThread(db).done).rejects.toThrow('terminat');
        await untilLocked(db);
        await holder.query(`SELECT pg_terminate_backend("pid") FROM pg_stat_activity
          WHERE "datname" = current_database() AND "query" LIKE '%switch_ratings%' AND "wait_event_type" = 'Lock'`);
        await failing;
      }),
    );
  });
});

test.skipIf(skipOnEmbedded('one process'))(
  'of several processes one does it, and the others find it done',
  async () => {
    const number = await generation();
    const done = await Promise.all([1, 2, 3].map(() => startDerivedThread(db).done));
    expect(done.flat().map(({ of }) => of)).toStrictEqual(['places', 'ratings']);
    expect(await generation()).toBe(number + 1);
  },
);
