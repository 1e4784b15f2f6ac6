import type { BundleRecord } from '@battle-results/bundle-format/record';
import { describe, expect, test } from 'vitest';
import { replay } from '../../research/predictions/replay.js';
import { predictionOf } from '../../src/ratings/prediction.js';
import { type RatedBattle, ratingBefore } from '../../src/ratings/replay.js';
import { mondayOf, weekOf } from '../../src/ratings/week.js';
import { createTestApp, SITE_URL } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { recomputeNow } from '../support/ratings.js';
import { battle, club, load, player, result, tournament } from '../support/world.js';

const db = await openTestDb();

/** Ann beats all others, Bo all but Ann, and so on; Eve has only one battle, and Fay none. */
const NAMES = ['ann', 'bo', 'cid', 'dan'];
const played: (RatedBattle<string> & { date: string })[] = [];
for (let round = 0; round < 20; round += 1) {
  for (const [at, first] of NAMES.entries()) {
    for (const second of NAMES.slice(at + 1)) {
      const date = mondayOf(weekOf('2026-01-05') + round);
      played.push({ date, week: weekOf(date), first, second, score: (at + round) % 7 === 0 ? 0.5 : 1 });
    }
  }
}
played.push({ date: '2026-06-04', week: weekOf('2026-06-04'), first: 'eve', second: 'dan', score: 1 });

const ENTRIES = [...NAMES, 'eve', 'fay'];
const records: BundleRecord[] = [
  ...ENTRIES.map((id) => player(id, { name: id.toUpperCase() })),
  club({ slug: 'c-1' }),
  tournament({ participants: ENTRIES.map((playerId) => ({ playerId, club: playerId === 'cid' ? 'c-1' : null })) }),
  ...played.map(({ date, first, second, score }, at) =>
    battle(`b-${String(at).padStart(3, '0')}`, {
      date,
      sides: result(score === 1 ? 'win' : 'draw', [
        // Margins differ, and say nothing to ratings.
        { entry: ENTRIES.indexOf(first) + 1, faction: first === 'bo' ? 'Tidewrought' : null, battlePoints: at % 21 },
        { entry: ENTRIES.indexOf(second) + 1, battlePoints: 20 - (at % 21) },
      ]),
    }),
  ),
];

const weeks = [...replay(played)];
const last = new Map(weeks.flatMap(({ rows }) => rows).map((row) => [row.player, row]));

await load(db, records);
await recomputeNow(db);
const app = await createTestApp(db);

const data = async (query: string) => {
  const { body } = await app.graphql(query);
  expect(body.errors).toBeUndefined();
  return body.data;
};

describe('a player', () => {
  test.each([...NAMES, 'eve'])('has the rating that the pure code has, whatever the battle points: %s', async (id) => {
    const { value, deviation } = ratingBefore(last, id, weekOf('2026-06-04') + 1);
    const { player } = await data(`{ player(id: "${id}") { rating { value deviation provisional asOf } } }`);
    expect(player.rating).toStrictEqual({ value, deviation, provisional: deviation > 110, asOf: '2026-06-07' });
  });

  test('has a history, the newest week first, page by page and from the end', async () => {
    const rows = weeks
      .flatMap(({ rows: all }) => all)
      .filter(({ player }) => player === 'dan')
      .map(({ week, value, deviation, battles }) => ({ week: mondayOf(week), value, deviation, battles }))
      .reverse();
    const read: object[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const cursor = after === null ? '' : `, after: "${after}"`;
      const { player } = await data(`{ player(id: "dan") {
        ratingHistory(first: 6${cursor}) { totalCount nextCursor nodes { week value deviation battles } } } }`);
      expect(player.ratingHistory.totalCount).toBe(rows.length);
      read.push(...player.ratingHistory.nodes);
      after = player.ratingHistory.nextCursor;
      more = after !== null;
    }
    expect(read).toStrictEqual(rows);
    const { player } = await data(`{ player(id: "dan") { ratingHistory(last: 2) { nodes { week } } } }`);
    expect(player.ratingHistory.nodes).toStrictEqual(rows.slice(-2).map(({ week }) => ({ week })));
  });
});

describe('ratings', () => {
  const listed = async (args = '') =>
    (await data(`{ ratings${args} { nodes { publicId rating { place provisional } } } }`)).ratings.nodes.map(
      ({ publicId, rating }: { publicId: string; rating: { place: number } }) => `${rating.place} ${publicId}`,
    );

  test('are in order of strength, without who is provisional or unrated', async () => {
    expect(await listed()).toStrictEqual(['1 ann', '2 bo', '3 cid', '4 dan']);
  });

  test('of a club or a faction keep their places among all', async () => {
    expect(await listed('(club: "c-1")')).toStrictEqual(['3 cid']);
    expect(await listed('(faction: "tidewrought")')).toStrictEqual(['2 bo']);
    expect(await listed('(faction: "none")')).toStrictEqual([]);
  });

  test('never show who was removed, not even before places are made anew', async () => {
    await db.sql.query(`UPDATE "player" SET "removed" = true WHERE "id" = 'bo'`);
    const before = await listed();
    await recomputeNow(db);
    const after = await listed();
    await db.sql.query(`UPDATE "player" SET "removed" = false, "name" = 'BO' WHERE "id" = 'bo'`);
    await recomputeNow(db);
    expect(before.map((each: string) => each.slice(2))).toStrictEqual(['ann', 'cid', 'dan']);
    expect(after).toStrictEqual(['1 ann', '2 cid', '3 dan']);
    expect(await listed()).toHaveLength(4);
  });

  test('by REST, with the method and how well it predicted', async () => {
    const judged = predictionOf(weeks.map(({ predictions }) => predictions));
    const rounded = (x = Number.NaN) => Math.round(x * 1e6) / 1e6;
    const { value, deviation } = ratingBefore(last, 'ann', weekOf('2026-06-04') + 1);
    const body = await (await app.get('/api/v1/ratings?limit=1')).json();
    expect(body).toStrictEqual({
      data: [{ player: 'ANN', playerId: 'ann', place: 1, value, deviation, asOf: '2026-06-07' }],
      next: expect.stringContaining('/api/v1/ratings?limit=1&cursor='),
      method: {
        name: 'glicko2-2',
        url: `${SITE_URL}/method#ratings-glicko2-2`,
        asOf: '2026-06-07',
        upToDate: true,
        prediction: {
          battles: judged?.battles,
          since: mondayOf(judged?.since ?? 0),
          logLoss: rounded(judged?.glicko2),
          elo: rounded(judged?.elo),
          even: rounded(Math.LN2),
        },
      },
    });
  });
});

test('a remembered answer with a rating is forgotten when it changes, and others are not', async () => {
  const remembering = await createTestApp(db, { remember: true });
  const ask = async (path: string) => (await remembering.get(path)).text();
  const before = await ask('/api/v1/ratings');
  await db.sql.query(`UPDATE "battle" SET "archived" = true WHERE "id" = 'b-000'`);
  // Until ratings are recomputed they are those of before, and the answer says so.
  await expect.poll(() => ask('/api/v1/ratings')).toBe(before.replace('"upToDate":true', '"upToDate":false'));
  expect(await (await remembering.get('/ratings', { accept: 'text/html' })).text()).toContain(
    'the newest results are not included yet',
  );
  await recomputeNow(db);
  await expect.poll(() => ask('/api/v1/ratings')).toContain('"upToDate":true');
  expect(await ask('/api/v1/ratings')).not.toBe(before);
  await db.sql.query(`UPDATE "battle" SET "archived" = false WHERE "id" = 'b-000'`);
  await recomputeNow(db);
  await expect.poll(() => ask('/api/v1/ratings')).toBe(before);
});
