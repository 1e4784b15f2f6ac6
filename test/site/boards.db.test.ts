// Boards on the pages of a tournament.
import { beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { battle, EMPTY_LIST, knockout, load, result, swiss, tournament } from '../support/world.js';

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
      const shown = [/>Battle points</, />Victory points /].map((each) => each.test(html));
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

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
const SWISS = '/tournaments/spring-clash/swiss';

test('a round is after itself once it is played out: until then no link leads there, and the board says that it is being played', async () => {
  const rounds = async (path = SWISS) =>
    textOf(/<nav class="rounds".*?<\/nav>/s.exec(await page(path))?.[0] ?? '')
      .trim()
      .replace('After round ', '');
  const heading = async (round: number) =>
    textOf(/<h2>.*?<\/h2>/s.exec(await page(`${SWISS}?round=${round}`))?.[0] ?? '').trim();
  const event = (participants = ['Ann', 'Bo', 'Cy', 'Di']) =>
    tournament({ stages: [swiss({ rounds: 5 })], participants });
  const won = (id: string, round: number, [one, other]: [number, number] = [1, 2]) =>
    battle(id, { round, sides: result('win', [{ entry: one }, { entry: other }]) });
  await load(db, [event(), won('b-1', 1), won('b-2', 1, [3, 4])]);
  expect(await rounds()).toBe('');
  await load(db, [battle('b-3', { round: 2 }), won('b-4', 2, [3, 4])]);
  expect(await rounds()).toBe('1 round 2 being played');
  expect(await rounds(`${SWISS}?round=1`)).toBe('1 round 2 being played');
  const headings = await Promise.all([1, 2, 5].map(heading));
  expect(headings).toStrictEqual(
    ['after round 1', 'while round 2 is being played', 'before round 5'].map((when) => `Swiss Stage ${when}`),
  );
  const chart = async () => textOf(/After round<.*?<\/tr>/s.exec(await page())?.[0] ?? '');
  expect(await chart()).toMatch(/^After round +1 +now $/);
  await load(db, [won('b-3', 2)]);
  expect([await rounds(), await chart()]).toStrictEqual(['1 2 now', expect.stringMatching(/^After round +1 +2 $/)]);
});

test('an empty board says how many have signed up and what comes', async () => {
  const participants = Array.from({ length: 12 }, (_, at) => `Player ${at}`);
  await load(db, [tournament({ status: 'planned', groups: true, participants })]);
  for (const path of ['/tournaments/spring-clash', SWISS]) {
    expect(textOf(await page(path))).toContain(
      '12 players are signed up; this board begins when its first round is paired.',
    );
  }
});

test('a player who has dropped out has a badge on boards', async () => {
  await load(db, [
    tournament({ participants: ['Ann', { name: 'Bo', dropped: true }] }),
    battle('b-1', { sides: result('win') }),
  ]);
  for (const path of ['/tournaments/spring-clash', SWISS]) {
    expect((await page(path)).match(/<bdi>\w+<\/bdi> <span class="pill dropped">/g)).toStrictEqual([
      '<bdi>Bo</bdi> <span class="pill dropped">',
    ]);
  }
});

test('what is not drawn of a bracket takes one line: of all, or of each match', async () => {
  const match = (roundNumber: number, table: number, players: number[] = []) => ({
    stage: 'knockout',
    roundNumber,
    round: roundNumber === 1 ? 'Semi-final' : 'Final',
    table,
    players,
  });
  const event = (...drawn: number[][]) =>
    tournament({
      stages: [knockout()],
      participants: ['Ann', 'Bo', 'Cy', 'Di'],
      bracketMatches: [match(1, 1, drawn[0]), match(1, 2, drawn[1]), match(2, 1)],
    });
  for (const path of ['/tournaments/spring-clash', '/tournaments/spring-clash/knockout']) {
    await load(db, [event()]);
    const undrawn = await page(path);
    expect(textOf(undrawn)).toContain('Not drawn yet: Semi-final (2 matches), Final.');
    expect(undrawn).not.toContain('class="match"');
    await load(db, [event([1, 4], [2, 3])]);
    expect((await page(path)).match(/<li class="open">.*?<\/li>/g)).toStrictEqual([
      '<li class="open">Winners of Semi-final 1 and 2</li>',
    ]);
  }
});

test('factions of which each is played as often as the others are a sentence, and no bars', async () => {
  const playing = (...factions: string[]) =>
    factions.map((faction, at) => ({ name: `Player ${at}`, list: { ...EMPTY_LIST, faction } }));
  await load(db, [tournament({ participants: playing('Gravemarch', 'Ashen Choir') })]);
  const equal = await page();
  expect(textOf(equal)).toContain('2 factions, 1 player each: Ashen Choir, Gravemarch');
  expect(equal).not.toContain('class="bars"');
  await load(db, [tournament({ participants: playing('Gravemarch', 'Ashen Choir', 'Gravemarch') })]);
  expect(await page()).toContain('class="bars"');
});
