// One key that follows many queries on one tournament: how much a change, or opening all of them at once, makes run.
import { beforeAll, expect, test, vi } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load, tournament } from '../support/world.js';
import { followed } from './follow.js';

const STREAMS = 40;
/** One, where each ends before the next begins: a busy machine begins few in a turn of the event loop. */
const TWO_AT_MOST = [1, 2];
/** The gate of the service; that of the tests lets everybody wait. */
const AS_BY_DEFAULT = { maxQueueMs: 500, maxConcurrent: 8 };
let inProgress = 0;
let most = 0;
let reads = 0;
const db = await openTestDb(async (text, send) => {
  // The write may end after the reads that it causes have begun.
  if (!/"(tournament|mark)"/.test(text) || text.startsWith('UPDATE')) return send();
  if (text.includes('"tournament"')) reads += 1;
  inProgress += 1;
  most = Math.max(most, inProgress);
  try {
    return await send();
  } finally {
    inProgress -= 1;
  }
});
beforeAll(() => load(db, [tournament({ name: 'Before' })]));

test('a change makes two of them run at a time, until all have been sent', { timeout: 60_000 }, async () => {
  const app = await createTestApp(db, { remember: true });
  await vi.waitUntil(() => app.feed.isLive(), { timeout: 20_000 });
  const streams = [];
  for (let at = 0; at < STREAMS; at += 1) {
    const query = `subscription S${at} { tournament(slug: "spring-clash") { a${at}: name } }`;
    streams.push(await followed(await app.post({ query }, { accept: 'text/event-stream' })));
  }
  for (const stream of streams) await stream.until(1);
  await new Promise((resolve) => setTimeout(resolve, 500));
  most = 0;
  await db.sql.query(`UPDATE "tournament" SET "name" = 'After'`);
  for (const stream of streams) await stream.until(2);
  expect(most).toBeLessThanOrEqual(2);
  expect(streams.every(({ results }) => JSON.stringify(results.at(-1)).includes('After'))).toBe(true);
});

test('of change feeds at most two pages are read at a time, when they are opened and at a change', {
  timeout: 60_000,
}, async () => {
  const app = await createTestApp(db, { remember: true, documented: false, config: AS_BY_DEFAULT });
  await vi.waitUntil(() => app.feed.isLive(), { timeout: 20_000 });
  await app.get('/api/v1/clubs');
  most = 0;
  const sizes = Array.from({ length: STREAMS }, (_, at) => at + 1);
  const news = (limit: number) => `/api/v1/changes?since=now&limit=${limit}`;
  const query = (first: number) =>
    `subscription { changes(since: "now", first: ${first}) { next upToDate nodes { key } } }`;
  const waiting = sizes.map((limit) => app.get(`${news(limit)}&wait=50`));
  const opened = await Promise.all(
    sizes.flatMap((size) => [
      app.get(news(size), { accept: 'text/event-stream' }),
      app.get(`${news(size)}&wait=50`, { accept: 'application/x-ndjson' }),
      app.post({ query: query(size) }, { accept: 'text/event-stream' }),
    ]),
  );
  expect(new Set(opened.map(({ status }) => status))).toStrictEqual(new Set([200]));
  const streams = await Promise.all(opened.map(followed));
  await expect.poll(() => app.streams.size()).toBe(4 * STREAMS);
  expect(TWO_AT_MOST).toContain(most);
  most = 0;
  await db.sql.query(`UPDATE "tournament" SET "name" = 'Again'`);
  await vi.waitUntil(() => streams.every(({ text }) => text().includes('"spring-clash"')), { timeout: 20_000 });
  const pages = await Promise.all(waiting.map(async (answer) => (await answer).json()));
  expect(pages.every(({ data }) => data[0].id === 'spring-clash')).toBe(true);
  expect(TWO_AT_MOST).toContain(most);
});

test('equal ones that are opened all at once are read once, and none is refused', { timeout: 60_000 }, async () => {
  const app = await createTestApp(db, { remember: true });
  await vi.waitUntil(() => app.feed.isLive(), { timeout: 20_000 });
  await app.get('/api/v1/clubs');
  reads = 0;
  const query = 'subscription { tournament(slug: "spring-clash") { name status } }';
  const opened = await Promise.all(
    Array.from({ length: 700 }, () => app.post({ query }, { accept: 'text/event-stream' })),
  );
  const streams = await Promise.all(opened.map(followed));
  expect(new Set(streams.map(({ status }) => status))).toStrictEqual(new Set([200]));
  for (const stream of streams) await stream.until(1);
  expect(new Set(streams.map(({ results }) => JSON.stringify(results[0].data))).size).toBe(1);
  await (await followed(await app.post({ query }, { accept: 'text/event-stream' }))).until(1);
  expect(reads).toBe(1);
});

test('so it is if the first of them leaves at once; and equal mistakes are each told', {
  timeout: 60_000,
}, async () => {
  const app = await createTestApp(db, { remember: true, config: AS_BY_DEFAULT });
  await vi.waitUntil(() => app.feed.isLive(), { timeout: 20_000 });
  const query = 'subscription { tournament(slug: "spring-clash") { status name } }';
  const leaving = new AbortController();
  const open = (body: object, signal: AbortSignal | null = null) =>
    app.fetch(
      new Request('http://gateway.test/graphql', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${app.key}`,
          accept: 'text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
        signal,
      }),
    );
  await app.get('/api/v1/clubs');
  reads = 0;
  const first = open({ query }, leaving.signal);
  const others = Promise.all(Array.from({ length: 700 }, () => open({ query })));
  leaving.abort();
  await first;
  expect(new Set((await others).map(({ status }) => status))).toStrictEqual(new Set([200]));
  expect(reads).toBe(1);
  for (const response of await others) await response.body?.cancel();

  const wrong = await Promise.all(Array.from({ length: 700 }, () => open({ query: 'subscription { nothing }' })));
  expect(new Set(wrong.map(({ status }) => status))).toStrictEqual(new Set([200]));
});

test('different ones that are opened all at once wait for their turn, and none is refused', {
  timeout: 60_000,
}, async () => {
  const app = await createTestApp(db, { remember: true, config: AS_BY_DEFAULT });
  await vi.waitUntil(() => app.feed.isLive(), { timeout: 20_000 });
  await app.get('/api/v1/clubs');
  most = 0;
  const opened = await Promise.all(
    Array.from({ length: 400 }, (_, at) =>
      app.post(
        { query: `subscription { tournament(slug: "spring-clash") { b${at}: name } }` },
        { accept: 'text/event-stream' },
      ),
    ),
  );
  expect(new Set(opened.map(({ status }) => status))).toStrictEqual(new Set([200]));
  expect(most).toBeLessThanOrEqual(2);
  for (const { body } of opened) await body?.cancel();
});
