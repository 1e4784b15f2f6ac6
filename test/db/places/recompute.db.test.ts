import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { bringUpToDate, type Recomputed } from '../../../src/db/derived/up-to-date.js';
import { examine } from '../../../src/db/doctor.js';
import { storeKey } from '../../../src/db/keys.js';
import { createTestApp, type TestApp } from '../../support/app.js';
import { emptyDb, openTestDb } from '../../support/database.js';
import { oneOfEachWrite } from '../../support/random-write.js';
import { runs } from '../../support/runs.js';
import { battle, load, result, swiss, tournament } from '../../support/world.js';
import { startAgain, tryWrite } from '../../support/written-world.js';

vi.setConfig({ testTimeout: 180_000 });

const db = await openTestDb();
let app: TestApp;
beforeEach(async () => {
  await emptyDb(db);
  await db.sql.query(`DELETE FROM "place_stale"`);
  app = await createTestApp(db);
});

async function deriveNow(): Promise<number[]> {
  const done: Recomputed[] = [];
  await bringUpToDate(db, { onRecomputed: (recomputed) => done.push(recomputed) });
  return done.flatMap((each) => (each.of === 'places' ? each.tournaments : []));
}

type Sign = { name: string; place: number | null; finalPlacement: number | null; boardRow: { rank: number } | null };

type Shown = { slug: string; status: string; winners: { name: string }[]; participants: { nodes: Sign[] } };

async function signUps(): Promise<Record<string, Sign[]>> {
  const { body } = await app.graphql(`{ tournaments(first: 10) { nodes { slug status winners { name }
    participants(first: 20) { nodes { name place finalPlacement boardRow { rank } } } } } }`);
  expect(body.errors).toBeUndefined();
  const nodes = body.data.tournaments.nodes as Shown[];
  const finished = nodes.filter(({ status }) => status === 'finished');
  for (const { status, participants } of nodes) {
    if (status !== 'finished') for (const { place } of participants.nodes) expect(place).toBeNull();
  }
  return Object.fromEntries(finished.map(({ slug, winners, participants }) => [slug, ranked(winners, participants)]));
}

/** Without a result and without a recorded place there is no winner, and ranks are no places. */
function ranked(winners: Shown['winners'], { nodes }: Shown['participants']): Sign[] {
  const isDecided = winners.length > 0 || nodes.some(({ finalPlacement }) => finalPlacement !== null);
  return isDecided ? nodes : nodes.map((each) => ({ ...each, boardRow: null }));
}

/** Finished, with places that nobody has recorded. */
const world = [
  tournament({ status: 'finished', stages: [swiss()], participants: ['Ann', 'Bo', 'Cy'] }),
  battle('b-1', { sides: result('loss') }),
];

test('a tournament that finished without a result gives no places', async () => {
  await load(db, [world[0] ?? tournament(), battle('b-1')]);
  await deriveNow();
  expect((await signUps())['spring-clash']?.map(({ place }) => place)).toStrictEqual([null, null, null]);
});

test('whatever is written, places are those of the final standings, and statistics count them', async () => {
  let placed = 0;
  await fc.assert(
    fc.asyncProperty(oneOfEachWrite, fc.infiniteStream(fc.nat(3)), async (writes, pauses) => {
      await startAgain(db);
      await storeKey(db.sql, 'Test', app.key);
      await db.sql.query(`UPDATE "tournament" SET "status" = 'finished', "published" = true`);
      for (const write of writes) {
        await tryWrite(db, write);
        // Several writes share one run.
        if (pauses.next().value > 0) continue;
        await deriveNow();
        for (const [slug, all] of Object.entries(await signUps())) {
          const shown = all.map(({ name, place }) => `${name} ${place}`);
          expect(shown, `${slug}: ${write.what}`).toStrictEqual(
            all.map((each) => `${each.name} ${each.boardRow?.rank ?? null}`),
          );
          placed += all.filter(({ place, finalPlacement }) => place !== null && finalPlacement === null).length;
        }
      }
      await deriveNow();
      expect(await examine(db, false)).toStrictEqual({ findings: [], pending: false });
    }),
    { numRuns: runs(4) },
  );
  expect(placed).toBeGreaterThan(0);
});

test('a place that was recorded stays what it was, and one that was not is derived beside it', async () => {
  await load(db, [
    tournament({
      status: 'finished',
      stages: [swiss()],
      participants: ['Ann', 'Bo', { name: 'Cy', finalPlacement: 1 }, 'Di'],
    }),
    battle('b-1', { sides: result('loss') }),
  ]);
  await deriveNow();
  expect((await signUps())['spring-clash']).toMatchObject([
    { name: 'Ann', finalPlacement: null, place: 3 },
    { name: 'Bo', finalPlacement: null, place: 2 },
    { name: 'Cy', finalPlacement: 1, place: 1 },
    { name: 'Di', finalPlacement: null, place: null },
  ]);
});

test('the greatest place that can be recorded keeps no other tournament from its places', async () => {
  const finished = { status: 'finished' as const, stages: [swiss()] };
  await load(db, [
    tournament({ ...finished, participants: ['Ann', { name: 'Bo', finalPlacement: 2_147_483_647 }] }),
    battle('b-1', { sides: result('win') }),
    tournament({ ...finished, slug: 'other', participants: ['Cy', 'Di'] }),
    battle('b-2', { tournament: 'other', sides: result('win') }),
  ]);
  await deriveNow();
  expect(await signUps()).toMatchObject({
    'spring-clash': [
      { name: 'Ann', place: null, boardRow: { rank: null } },
      { name: 'Bo', place: 2_147_483_647 },
    ],
    other: [
      { name: 'Cy', place: 1 },
      { name: 'Di', place: 2 },
    ],
  });
});

test('a faction has won what its players have won, recorded or not', async () => {
  await load(db, [
    tournament({ status: 'finished', stages: [swiss()], participants: ['Ann', 'Bo'] }),
    battle('b-1', {
      sides: [
        { entry: 1, outcome: 'loss', faction: 'Elves' },
        { entry: 2, outcome: 'win', faction: 'Orcs' },
      ],
    }),
  ]);
  await deriveNow();
  const { body } = await app.graphql('{ statistics { factions { faction { name } eventWins topPlaces { value } } } }');
  expect(body.data.statistics.factions).toMatchObject([
    { faction: { name: 'Elves' }, eventWins: 0, topPlaces: { value: 1 } },
    { faction: { name: 'Orcs' }, eventWins: 1, topPlaces: { value: 1 } },
  ]);
});

test('only what was touched is derived anew, and nothing when nothing was', async () => {
  await load(db, [...world, tournament({ slug: 'other', status: 'finished', participants: ['Ann'] })]);
  expect(await deriveNow()).toStrictEqual([2]);
  expect(await deriveNow()).toStrictEqual([]);
  await db.sql.query(`UPDATE "battle" SET "archived" = true`);
  expect(await deriveNow()).toStrictEqual([1]);
});

test('a tournament that finishes in the same transaction as its last battle is not missed', async () => {
  await load(db, [
    tournament({ status: 'ongoing', stages: [swiss()], participants: ['Ann', 'Bo'] }),
    battle('b-1', { sides: result('win') }),
  ]);
  await deriveNow();
  await db.sql.transaction(async (sql) => {
    await sql.query(
      `UPDATE "battle_side" SET "outcome" = CASE "position" WHEN 1 THEN 'loss' ELSE 'win' END::"outcome"`,
    );
    await sql.query(`UPDATE "tournament" SET "status" = 'finished'`);
  });
  await deriveNow();
  expect((await signUps())['spring-clash']).toMatchObject([{ place: 2 }, { place: 1 }]);
});

test('places of another method are all derived anew', async () => {
  await load(db, world);
  await deriveNow();
  await db.sql.query(`UPDATE "setting" SET "value" = 'older' WHERE "key" = 'places-method'`);
  await db.sql.query(`UPDATE "derived_place" SET "place" = 9`);
  expect(await deriveNow()).toStrictEqual([1]);
  expect((await signUps())['spring-clash']).toMatchObject([{ place: 2 }, { place: 1 }, { place: null }]);
});

test('truncation is noticed', async () => {
  await load(db, world);
  await deriveNow();
  await db.sql.query(`TRUNCATE "battle" CASCADE`);
  await deriveNow();
  expect((await signUps())['spring-clash']).toMatchObject([{ place: null }, { place: null }, { place: null }]);
});
