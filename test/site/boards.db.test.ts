// Boards on the pages of a tournament.
import { beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, load, result, swiss, tournament } from '../support/world.js';

const db = await openTestDb();
let app: TestApp;
beforeEach(async () => {
  await emptyDb(db);
  app = await createTestApp(db);
});

const page = async (path = '/tournaments/spring-clash') => (await app.get(path)).text();
const headings = (html: string) => [...html.matchAll(/<h2>(?:<bdi>)?([^<]+)/g)].map(([, heading]) => heading);

const finished = (participants: NonNullable<Parameters<typeof tournament>[0]>['participants'] = ['Ann', 'Bo']) =>
  tournament({ status: 'finished', stages: [swiss({ name: 'Swiss Stage' })], participants });

test('a board has columns for victory points only if a battle has a value', async () => {
  for (const victoryPoints of [null, 3]) {
    const shown = victoryPoints !== null;
    const sides = result('win', [{ battlePoints: 20 }, { battlePoints: 0, victoryPoints }]);
    await load(db, [finished(), battle('b-1', { sides })]);
    for (const path of ['/tournaments/spring-clash', '/tournaments/spring-clash/swiss']) {
      const html = await page(path);
      expect(html).toContain('Battle points');
      expect([path, /Victory points/.test(html), /Diff</.test(html)]).toStrictEqual([path, shown, shown]);
    }
  }
});

test('a board without battle points has no columns of zeros, on the site and as CSV', async () => {
  const tieBreakers = ['battlePoints', 'wins', 'opponentsBattlePoints', 'opponentsWins'] as const;
  const head = async () => (await (await app.get('/tournaments/spring-clash/swiss.csv')).text()).split('\r\n')[0];
  const scored = (battlePoints: number | null, victoryPoints: number | null) => ({ battlePoints, victoryPoints });
  const scores = (points: number | null, victory: number | null) =>
    result('win', [scored(points, victory), scored(points && 0, victory)]);
  const columns = 'rank,group,player,playerId,faction,battles,wins,draws,losses';
  const ranked = 'ranked by wins';
  for (const [sides, heads, csv] of [
    [scores(null, null), [false, false], `${columns},${ranked},ranked by opponentsWins`],
    [scores(null, 2), [false, true], `${columns},victoryPoints,victoryPointsDiff,${ranked},ranked by opponentsWins`],
    [
      scores(20, null),
      [true, false],
      `${columns},battlePoints,ranked by battlePoints,${ranked},ranked by opponentsBattlePoints,ranked by opponentsWins`,
    ],
  ] as const) {
    await load(db, [{ ...finished(), tieBreakers: [...tieBreakers] }, battle('b-1', { sides })]);
    for (const path of ['/tournaments/spring-clash', '/tournaments/spring-clash/swiss']) {
      const html = await page(path);
      const shown = [/>Battle points</, />Victory points</].map((each) => each.test(html));
      expect([path, shown]).toStrictEqual([path, heads]);
    }
    expect(await head()).toBe(csv);
  }
});

test('a tournament of one stage shows its board once when it has finished', async () => {
  await load(db, [finished(), battle('b-1', { sides: result('win') })]);
  const html = await page();
  expect(headings(html).filter((each) => /Standings|Swiss/.test(each ?? ''))).toStrictEqual(['Final Standings']);
  expect(html).toContain('/tournaments/spring-clash/swiss');
});

test('and twice where the organiser has recorded other places', async () => {
  await load(db, [
    finished([
      { name: 'Ann', finalPlacement: 2 },
      { name: 'Bo', finalPlacement: 1 },
    ]),
    battle('b-1', { sides: result('win') }),
  ]);
  expect(headings(await page()).filter((each) => /Standings|Swiss/.test(each ?? ''))).toStrictEqual([
    'Final Standings',
    'Swiss Stage',
  ]);
});

test('a board of hundreds of players is shown whole, in order', async () => {
  const participants = Array.from({ length: 450 }, (_, at) => `Player ${at + 1_000}`);
  await load(db, [tournament({ status: 'ongoing', stages: [swiss()], participants })]);
  const html = await page('/tournaments/spring-clash/swiss');
  const shown = [...html.matchAll(/<tr data-key="(Player \d+)"/g)].map(([, name]) => name);
  expect(shown).toStrictEqual(participants);
  expect(html).toMatch(/<\/tbody>.*<\/html>\n$/s);
});
