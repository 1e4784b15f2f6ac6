// The simulated demo tournament, seen through the public API, behaves like any other.

import type { TournamentRecord } from '@battle-results/bundle-format/record';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { course, PLAYED_SLUG } from '../../src/demo/course.js';
import { loadDemoWorld } from '../../src/demo/load.js';
import { createDemoPlay } from '../../src/demo/play.js';
import { demoWorld } from '../../src/demo/world.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { importAll } from '../support/bundle.js';
import { openTestDb } from '../support/database.js';
import { openDemoDb } from '../support/demo-database.js';
import { club } from '../support/world.js';

let db: Db;
let app: TestApp;
beforeAll(async () => {
  db = await openDemoDb();
  app = await createTestApp(db);
}, 180_000);

const PATH = '/api/v1/tournaments/autumn-open-2026';

const AT_A_GLANCE = `{
  tournament(slug: "autumn-open-2026") { status
    board: standings(stage: "swiss") { ... on Board { rows { name rank battlePoints } } }
    bracket: standings(stage: "knockout") { ... on Bracket { matches { players { name } winner { name } } } } }
  battles(tournament: "autumn-open-2026", stage: "swiss", round: 2) { nodes { battleId winner: winnerName } } }`;

const told = async (path: string) => (await app.get(path)).text();

test('a whole cycle: pairings, results one by one, a correction, the bracket, the end, and the same beginning', {
  timeout: 240_000,
}, async () => {
  const play = await createDemoPlay(db);
  const others = await Promise.all(Array.from({ length: 3 }, () => createDemoPlay(db)));
  await play.step();
  const beginning = [await told(`${PATH}/standings?stage=swiss`), await told(`${PATH}/battles?limit=100`)];
  const paired = JSON.parse(beginning[1] ?? '').data as { winner: string | null; round: number }[];
  expect(paired.map(({ winner, round }) => [winner, round])).toStrictEqual(paired.map(() => [null, 1]));
  expect(paired.length).toBeGreaterThan(10);
  const seen = {
    board: new Set<string>(),
    bracket: new Set<string>(),
    status: new Set<string>(),
    slip: new Set<string>(),
  };
  for (let n = 1; n < play.entries; n += 1) {
    expect(await play.step()).toBe(true);
    if (n === 1) expect(await Promise.all(others.map(({ step }) => step()))).toStrictEqual([false, false, false]);
    const { data } = (await app.graphql(AT_A_GLANCE)).body;
    seen.status.add(data.tournament.status);
    seen.board.add(JSON.stringify(data.tournament.board));
    seen.bracket.add(JSON.stringify(data.tournament.bracket));
    const slip = data.battles.nodes.find(({ battleId }: { battleId: string }) => battleId.endsWith('-r2-t3'));
    if (slip?.winner) seen.slip.add(slip.winner);
  }
  expect([...seen.status]).toStrictEqual(['ongoing', 'finished']);
  expect(seen.board.size).toBeGreaterThan(70);
  expect(seen.bracket.size).toBeGreaterThanOrEqual(8);
  expect(seen.slip.size).toBe(2);
  await play.step();
  expect([await told(`${PATH}/standings?stage=swiss`), await told(`${PATH}/battles?limit=100`)]).toStrictEqual(
    beginning,
  );
  // A process that is gone is replaced by exactly one of the others.
  await db.sql.query(
    `UPDATE "setting" SET "value" = jsonb_set("value"::jsonb, '{until}', '0')::text WHERE "key" = 'demo-play'`,
  );
  const taken = await Promise.all(others.map(({ step }) => step()));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await play.step()).toBe(false);
  // The simulated results are removed with the demo world, and the simulation ends.
  await importAll(db, [club()], { replaceDemo: true });
  expect(await db.sql.query('SELECT FROM battle')).toHaveLength(0);
  expect(await play.step()).toBe(false);
});

test('one process plays; another takes over, even if the clock of the database is set back', async () => {
  const own = await openTestDb();
  await loadDemoWorld(own, { world: demoWorld('2028-02-29') });
  const days = () =>
    own.sql.query(`SELECT start_date::text, end_date::text FROM tournament WHERE slug = $1`, [PLAYED_SLUG]);
  expect(await days()).toStrictEqual([{ start_date: '2028-02-25', end_date: '2028-02-27' }]);
  const [one, other] = [await createDemoPlay(own), await createDemoPlay(own)];
  expect([await one.step(), await other.step()]).toStrictEqual([true, false]);
  const later = `jsonb_build_object('until', (value::jsonb->>'until')::float8 + 86400000)`;
  await own.sql.query(`UPDATE setting SET value = (value::jsonb || ${later})::text WHERE key = 'demo-play'`);
  expect(await other.step()).toBe(true);
  // It stays on the days on which the demo world was loaded with it.
  expect(await days()).toStrictEqual([{ start_date: '2028-02-25', end_date: '2028-02-27' }]);
  const played = `SELECT DISTINCT date::text FROM battle WHERE tournament_slug = $1`;
  expect(await own.sql.query(played, [PLAYED_SLUG])).toStrictEqual([{ date: '2028-02-25' }]);
}, 180_000);

test('who runs it is the same from the first pairing to the end', () => {
  const organizers = course().map((moment) => (moment.get(PLAYED_SLUG) as TournamentRecord).organizers);
  expect(new Set(organizers.map((each) => JSON.stringify(each))).size).toBe(1);
});

test('a database with data of its own is refused', async () => {
  await expect(createDemoPlay(await openTestDb())).rejects.toThrow(
    'DEMO_PLAY plays the demo world, which this database does not hold.',
  );
  const other = await openDemoDb();
  const play = await createDemoPlay(other);
  expect(await play.step()).toBe(true);
  await other.sql.query(
    `INSERT INTO battle (id, tournament_slug, stage_id, round, battle_size) VALUES ('mine', 'autumn-open-2026', 'swiss', 1, 2000)`,
  );
  await expect(play.step()).rejects.toThrow('holds data of your own beside it');
  expect(await other.sql.query(`SELECT FROM battle WHERE id = 'mine'`)).toHaveLength(1);
  await other.sql.query(`DELETE FROM battle WHERE id = 'mine'`);
  await other.sql.query(`INSERT INTO club (slug, name) VALUES ('mine', 'Mine')`);
  await expect(createDemoPlay(other)).rejects.toThrow('holds data of your own beside it');
}, 180_000);
