// A change that commits while the pages of an earlier, larger one are read: it is told right after them, and until then
// nothing says that this is all there is.
import { beforeEach, expect, test } from 'vitest';
import { storeKey } from '../../src/db/keys.js';
import { openTestApp } from '../support/app.js';
import { soon } from '../support/soon.js';
import { startAgain } from '../support/written-world.js';

const BATTLES = 600;
const LIMIT = 20;
const { app, db } = await openTestApp([], { remember: true, documented: false });

type Page = { data: { id: string }[]; next: string; upToDate: boolean };

beforeEach(async () => {
  await startAgain(db);
  await storeKey(db.sql, 'Test', app.key);
  await soon(() => expect(app.feed.isLive()).toBe(true));
  // A stream of the test before may have found the key missing, which is remembered until this is heard of.
  await soon(async () => expect((await app.get('/api/v1/clubs', headers)).status).toBe(200));
});

const write = (statement: string) => db.sql.query(statement);
const addBattles = () =>
  write(`INSERT INTO "battle" ("id", "battle_size") SELECT 'bulk-' || n, 1 FROM generate_series(1, ${BATTLES}) AS n`);
const addClub = () => write(`INSERT INTO "club" ("slug", "name") VALUES ('late', 'Late')`);
const headers = { authorization: `Bearer ${app.key}` };

async function page(query: string): Promise<Page> {
  return (await app.get(`/api/v1/changes?${query}`, headers)).json();
}

const sinceOf = ({ next }: Page) => `since=${new URL(next).searchParams.get('since')}`;

/** Reads pages until one is up to date; `meanwhile` is called after the first. */
async function walk(query: string, meanwhile: () => Promise<unknown>): Promise<Page[]> {
  const pages = [await page(query)];
  await meanwhile();
  for (let last = pages[0]; last && !last.upToDate; last = pages.at(-1)) {
    pages.push(await page(`${query.replace(/(^|&)since=[^&]*/, '')}&${sinceOf(last)}`));
  }
  return pages;
}

const idsOf = (pages: Page[]) => pages.flatMap(({ data }) => data.map(({ id }) => id));

test('a walk over everything is up to date only with what was written during it', async () => {
  expect(idsOf(await walk('limit=4', addClub))).toContain('late');
});

test('a walk over changes is up to date only with what was written during it', async () => {
  const since = sinceOf(await page('since=now'));
  await write(`UPDATE "player" SET "name" = 'Everybody'`);
  const pages = await walk(`limit=2&${since}`, addClub);
  expect(idsOf(pages).at(-1)).toBe('late');
  expect(pages.slice(0, -1).map(({ upToDate }) => upToDate)).not.toContain(true);
});

test('what was written during a walk and was not asked for does not prolong it', async () => {
  const since = sinceOf(await page('kind=player&since=now'));
  await write(`UPDATE "player" SET "name" = 'Everybody'`);
  const pages = await walk(`limit=3&kind=player&${since}`, addClub);
  expect(pages.map(({ data }) => data.length)).toStrictEqual([3, 1]);
});

test('a request that waits is answered with it, if the last page of the earlier change is empty', async () => {
  const asked = 'kind=club,player&limit=4';
  const since = sinceOf(await page(`${asked}&since=now`));
  await write(`UPDATE "player" SET "name" = 'Everybody'`);
  const whole = await page(`${asked}&${since}`);
  expect([whole.data.length, whole.upToDate]).toStrictEqual([4, false]);
  await addClub();
  await soon(async () => expect((await app.get('/api/v1/clubs/late', headers)).status).toBe(200));
  const waited = await page(`${asked}&wait=20&${sinceOf(whole)}`);
  expect(idsOf([waited])).toStrictEqual(['late']);
});

const DOCUMENT = `subscription ($since: String) { changes(since: $since, first: ${LIMIT}) {
  nodes { key } next upToDate } }`;

const STREAMS: Record<string, (since: string) => Request> = {
  'of events': (since) =>
    new Request(`http://gateway.test/api/v1/changes?limit=${LIMIT}&since=${since}`, {
      headers: { ...headers, accept: 'text/event-stream' },
    }),
  'of lines': (since) =>
    new Request(`http://gateway.test/api/v1/changes?limit=${LIMIT}&wait=20&since=${since}`, {
      headers: { ...headers, accept: 'application/x-ndjson' },
    }),
  'of a subscription': (since) =>
    new Request('http://gateway.test/graphql', {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query: DOCUMENT, variables: { since } }),
    }),
};

test.each(Object.entries(STREAMS))('a stream %s tells of it within moments', { timeout: 20_000 }, async (_, ask) => {
  const now = sinceOf(await page('since=now')).slice('since='.length);
  const leaving = new AbortController();
  const response = await app.fetch(new Request(ask(now), { signal: leaving.signal }));
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const until = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      const part = await reader?.read();
      if (!part || part.done) throw new Error(`It ended with ${text.slice(-500)}`);
      text += part.value;
    }
  };
  await until(/"upToDate":true/);
  await addBattles();
  await until(/"bulk-/);
  await addClub();
  await until(/"late"/);
  leaving.abort();
});
