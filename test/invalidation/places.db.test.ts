import { afterAll, expect, test } from 'vitest';
import { keepDerived } from '../../src/invalidation/derived.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { soon } from '../support/soon.js';
import { battle, load, player, result, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
const heard = new Set<string>();

await load(db, [
  player('p-ann', { name: 'Ann' }),
  player('p-bo', { name: 'Bo' }),
  tournament({
    status: 'finished',
    stages: [swiss()],
    participants: [{ playerId: 'p-ann' }, { playerId: 'p-bo' }],
  }),
  battle('b-1', { sides: result('win', [{ faction: 'Elves' }, { faction: 'Orcs' }]) }),
]);
const app = await createTestApp(db, { remember: true });
app.feed.subscribe((topics) => {
  for (const topic of topics ?? []) heard.add(topic);
});
const keeper = keepDerived(db, app.feed, { debug: () => {}, info: () => {}, warn: console.error });
afterAll(() => keeper.close());

const text = async (path: string) => (await app.get(path)).text();

test('places nobody recorded come to the pages of players and factions, and follow a correction', async () => {
  await soon(async () => {
    expect(await text('/players/p-ann')).toContain('1st');
    expect(await text('/players/p-bo')).toContain('2nd');
    expect(await text('/api/v1/statistics/factions')).toMatch(/"Elves".*"eventWins":1.*"Orcs".*"eventWins":0/s);
  });
  heard.clear();
  await db.sql.query(
    `UPDATE "battle_side" SET "outcome" = CASE "position" WHEN 1 THEN 'loss' ELSE 'win' END::"outcome"`,
  );
  await soon(async () => {
    expect(await text('/players/p-ann')).toContain('2nd');
    expect(await text('/players/p-bo')).toContain('1st');
    expect(await text('/tournaments/spring-clash/participants')).toMatch(/Ann.*>2<.*Bo.*>1</s);
    expect(await text('/api/v1/statistics/factions')).toMatch(/"Elves".*"eventWins":0.*"Orcs".*"eventWins":1/s);
  });
  expect([...heard]).toEqual(expect.arrayContaining(['stale', 'place', 'tournament:spring-clash']));
});

test('what the organiser has recorded, or not, stays what the specification says', async () => {
  const { data } = JSON.parse(await text('/api/v1/tournaments/spring-clash/participants'));
  expect(data.map(({ finalPlacement }: { finalPlacement: number | null }) => finalPlacement)).toStrictEqual([
    null,
    null,
  ]);
});
