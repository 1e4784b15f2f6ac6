// Two databases that differ by one hidden tournament cannot be told apart: not by a page, a route, an export, a query, a
// page of the change feed or an event of a stream, whatever is written to that tournament.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { type Followed, followed } from '../subscriptions/follow.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb, skipOnEmbedded } from '../support/database.js';
import { AT_ONE_MOMENT } from '../support/nothing-stale.js';
import { recomputeNow } from '../support/ratings.js';
import { battle, EMPTY_LIST, load, result, swiss, tournament } from '../support/world.js';
import { startAgain } from '../support/written-world.js';

const skip = skipOnEmbedded('it compares two databases');

type Side = { db: Db; app: TestApp };
type Pair = readonly [Side, Side];

/** By its slug it sorts between visible ones, and its participants, clubs and factions are those of others too. */
const HIDDEN = 't-1-hidden';
const hidden = () =>
  tournament({
    slug: HIDDEN,
    name: 'Hidden Clash',
    published: false,
    status: 'finished',
    club: 'c-1',
    country: 'Sweden',
    city: 'Hiddentown',
    battlePack: 'Plain Pack',
    organizers: ['p-2'],
    stages: [swiss()],
    participants: [
      { playerId: 'p-1', club: 'c-2', list: { ...EMPTY_LIST, faction: 'Hiddenfolk' } },
      { playerId: 'p-3' },
      'Nobody Else',
    ],
  });
const hiddenBattle = (id: string) =>
  battle(id, { tournament: HIDDEN, date: '2026-05-01', sides: result('win', [{ faction: 'Hiddenfolk' }, {}]) });

const WRITES: Record<string, (db: Db) => Promise<unknown>> = {
  'a battle': (db) => load(db, [hiddenBattle('b-hidden-2')]),
  'a name': ({ sql }) => sql.query(`UPDATE "tournament" SET "name" = 'Other' WHERE "slug" = '${HIDDEN}'`),
  'a score': ({ sql }) => sql.query(`UPDATE "battle_side" SET "battle_points" = 9 WHERE "battle_id" = 'b-1-hidden'`),
  'another club': ({ sql }) => sql.query(`UPDATE "tournament" SET "club_slug" = 'c-2' WHERE "slug" = '${HIDDEN}'`),
  'another player': ({ sql }) =>
    sql.query(`UPDATE "participant" SET "player_id" = 'p-4' WHERE "tournament_slug" = '${HIDDEN}' AND "entry" = 2`),
  'fewer battles': ({ sql }) => sql.query(`DELETE FROM "battle" WHERE "id" = 'b-hidden-2'`),
};

async function openPair(): Promise<Pair> {
  const open = async (): Promise<Side> => {
    const db = await openTestDb();
    await startAgain(db);
    const app = await createTestApp(db, { ...AT_ONE_MOMENT, remember: true });
    return { db, app };
  };
  const [plain, other] = [await open(), await open()];
  await load(other.db, [hidden(), hiddenBattle('b-1-hidden')]);
  return [plain, other];
}

/** Brings what is derived up to date, and lets the services learn of all that was written. */
async function settled(pair: Pair): Promise<void> {
  for (const { db } of pair) await recomputeNow(db);
  await sleep(300);
  expect(pair.map(({ app }) => app.feed.isLive())).toStrictEqual([true, true]);
}

/** What differs between two requests anyway. */
const OF_THE_REQUEST = /^(date|server-timing|x-request-id|ratelimit.*|connection|keep-alive)$/i;

async function face({ app }: Side, path: string): Promise<string> {
  const response = await app.get(path);
  const headers = [...response.headers].filter(([name]) => !OF_THE_REQUEST.test(name));
  return [response.status, ...headers.map((each) => each.join(': ')), await response.text()].join('\n');
}

/** Addresses of the service in an answer, but not those of the feed, whose cursors are places in a log. */
function linksIn(text: string, from: string): string[] {
  const found = [...text.matchAll(/(?:href|src|action)="([^"#]+)|"(https:\/\/battles\.example\/[^"#]*)/g)];
  return found
    .map(([, link, url = '']) => new URL((link ?? url).replaceAll('&amp;', '&'), `https://battles.example${from}`))
    .filter(({ host, pathname }) => host === 'battles.example' && !/^\/(api\/v1\/changes|live)/.test(pathname))
    .map(({ pathname, search }) => pathname + search);
}

const STARTS = [
  ...[
    '/',
    '/sitemap.xml',
    '/feed.xml',
    '/tournaments.ics',
    '/ratings',
    '/factions',
    '/players',
    '/clubs',
    '/tournaments',
  ],
  ...['hidden', 'Hiddenfolk', 'Nobody', 'sweden', 'Other'].flatMap((q) => [
    `/search?q=${q}`,
    `/api/v1/search?q=${q}`,
    `/tournaments?text=${q}`,
    `/players?text=${q}`,
    `/factions?text=${q}`,
  ]),
  ...['tournaments', 'clubs', 'tournaments?limit=1', 'clubs?limit=1', 'tournaments?country=sweden'].map(
    (p) => `/api/v1/${p}`,
  ),
  ...[1, 2, 3, 4].flatMap((n) => [`/api/v1/users/p-${n}`, `/api/v1/users/p-${n}/battles?limit=1`]),
  ...[1, 2, 3].flatMap((n) => ['', '/tournaments', '/battles'].map((rest) => `/api/v1/clubs/c-${n}${rest}`)),
  ...[HIDDEN, 't-none'].flatMap((slug) =>
    ['', '/standings', '/participants', '/battles'].map((rest) => `/api/v1/tournaments/${slug}${rest}`),
  ),
  ...[`/tournaments/${HIDDEN}`, `/tournaments/${HIDDEN}/players`, '/battles/b-1-hidden', '/api/v1/battles/b-1-hidden'],
];

const DOCUMENT = `{
  tournaments(first: 100) { totalCount nodes { slug participants(first: 50) { totalCount nodes { name } } } }
  players(first: 100) { totalCount nodes { publicId name battles(first: 50) { totalCount } } }
  clubs(first: 100) { totalCount nodes { slug tournaments(first: 50) { totalCount } } }
  factions(first: 100) { totalCount nodes { slug name } }
  locations { country city tournaments clubs }
  statistics { tournaments battles }
}`;

async function expectEqualFaces(pair: Pair): Promise<number> {
  const [plain, other] = pair;
  const addresses = new Set(STARTS);
  for (const address of addresses) {
    const expected = await face(plain, address);
    expect(await face(other, address), address).toBe(expected);
    if (addresses.size < 400) for (const link of linksIn(expected, address)) addresses.add(link);
  }
  const asked = await Promise.all(pair.map(({ app }) => app.graphql(DOCUMENT)));
  expect(asked[1]).toStrictEqual(asked[0]);
  return addresses.size;
}

const FILTERS = [
  '',
  'kind=battle',
  'kind=tournament,player',
  'club=c-1',
  'club=c-1&kind=battle',
  'club=c-2',
  'player=p-1',
  'tournament=t-1',
];

type FeedPage = { data: object[]; next: string; upToDate: boolean };

/** Pages of the feed until it is up to date, and the cursor after them. */
async function pagesOf({ app }: Side, query: string): Promise<{ pages: object[]; next: string }> {
  const pages: object[] = [];
  let address = `/api/v1/changes?${query}`;
  for (;;) {
    const page: FeedPage = await (await app.get(address)).json();
    pages.push({ data: page.data, upToDate: page.upToDate });
    const { pathname, search } = new URL(page.next);
    address = pathname + search;
    if (page.upToDate) return { pages, next: address };
  }
}

test.skipIf(skip)(
  'whatever is asked, read from the feed or followed',
  async () => {
    const pair = await openPair();
    await settled(pair);
    expect(await expectEqualFaces(pair)).toBeGreaterThan(120);

    const at = new Map<string, [string, string]>();
    for (const filter of FILTERS) {
      for (const limit of [1, 100]) {
        const query = `${filter}&limit=${limit}`;
        const [a, b] = [await pagesOf(pair[0], query), await pagesOf(pair[1], query)];
        expect(b.pages, query).toStrictEqual(a.pages);
        at.set(query, [a.next, b.next]);
      }
    }

    const events = { accept: 'text/event-stream' };
    const streams: Followed[][] = await Promise.all(
      pair.map(async ({ app }) => [
        await followed(await app.get('/api/v1/changes?since=now', events)),
        await followed(await app.get('/api/v1/changes?since=now&club=c-1', events)),
        ...(await Promise.all(
          [
            '/',
            '/tournaments',
            '/tournaments/t-1',
            '/clubs/c-1',
            '/clubs/c-2',
            '/players/p-1',
            '/players/p-3',
            '/ratings',
          ].map(async (page) => followed(await app.get(`/live?page=${page}`, events))),
        )),
        await followed(
          await app.post({ query: 'subscription { changes(since: "now") { nodes { key } next upToDate } }' }, events),
        ),
        await followed(
          await app.post({ query: 'subscription { club(slug: "c-1") { tournaments { nodes { slug } } } }' }, events),
        ),
      ]),
    );
    await sleep(300);
    const sent = () =>
      streams.map((of) => of.map((stream) => stream.text().replaceAll(/event: beat.*?\n\n|:\n\n/gs, '')));
    const before = sent();

    for (const [what, write] of Object.entries(WRITES)) {
      await write(pair[1].db);
      await settled(pair);
      for (const [query, addresses] of at) {
        for (const [nth, side] of pair.entries()) {
          const page: FeedPage = await (await side.app.get(addresses[nth] ?? '')).json();
          expect(page, `${query} after ${what}`).toMatchObject({ data: [], upToDate: true });
          // A cursor that moves says that something was written.
          const { pathname, search } = new URL(page.next);
          expect(pathname + search, `${query} after ${what}`).toBe(addresses[nth]);
        }
      }
    }
    await expectEqualFaces(pair);
    await sleep(1_000);
    expect(sent()).toStrictEqual(before);

    // A write that is visible comes alike, however much was hidden before it.
    for (const { db } of pair) await db.sql.query(`UPDATE "club" SET "city" = 'York' WHERE "slug" = 'c-1'`);
    await settled(pair);
    for (const [query, [a, b]] of at) {
      const [left, right] = await Promise.all([
        pagesOf(pair[0], a.split('?')[1] ?? ''),
        pagesOf(pair[1], b.split('?')[1] ?? ''),
      ]);
      expect(right.pages, query).toStrictEqual(left.pages);
    }
    await sleep(1_000);
    const later = sent();
    const isNews = (nth: number) => (later[nth] ?? []).map((text, at) => text !== before[nth]?.[at]);
    expect(isNews(1)).toStrictEqual(isNews(0));
    expect(isNews(0).filter(Boolean).length).toBeGreaterThanOrEqual(3);
  },
  120_000,
);
