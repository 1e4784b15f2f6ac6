// A place at the gate is taken once per request: with a single one, a request that held it and asked for another would
// wait for itself, and be refused. Nothing is remembered, so each needs its place.
import { expect, test, vi } from 'vitest';
import { schema } from '../../src/graphql/schema/schema.js';
import { urlPathOf } from '../../src/rest/route-answer.js';
import { readRoutes } from '../../src/rest/routes.js';
import { graphiqlSettings } from '../../src/tool-pages/graphiql/settings.js';
import { DEMO_PAGES, DEMO_PROGRAMS } from '../site/demo-pages.js';
import { followed } from '../subscriptions/follow.js';
import { createTestApp } from '../support/app.js';
import { openDemoDb } from '../support/demo-database.js';

const db = await openDemoDb();
const ONE_PLACE = { documented: false, config: { maxConcurrent: 1, maxQueueMs: 200 } };
const app = await createTestApp(db, ONE_PLACE);
const { pages, live, routes: documents } = graphiqlSettings(true);

const NOT_PERSISTED = 'Welcome';
const EVENTS = { accept: 'text/event-stream' };
const routes = readRoutes(schema).map((route) => urlPathOf(route, route.example));
const page = (path: string) => `/live?page=${encodeURIComponent(path)}`;

test.each(routes)('not for %s', async (path) => {
  expect((await app.get(path)).status).toBe(200);
});

test.each([...Object.values(DEMO_PAGES), ...Object.keys(DEMO_PROGRAMS), '/graphql', '/docs', '/developers'])(
  'not for %s',
  async (path) => {
    expect((await app.get(path, { authorization: '', accept: 'text/html' })).status).toBe(200);
  },
);

test.each([...pages, ...documents])('not for the document $name', async ({ name, query, variables }) => {
  const given = variables ? JSON.parse(variables) : {};
  expect(await app.graphql(query, given)).toMatchObject({ status: 200, body: { data: {} } });
  const byName = await app.graphql({ documentId: name }, given);
  expect(byName.status).toBe(name === NOT_PERSISTED ? 404 : 200);
});

test.each([
  ...live.map(({ query, variables }) => `/graphql?${new URLSearchParams({ query, variables })}`),
  '/api/v1/changes?since=now',
  page('/tournaments/autumn-open-2026'),
])('not for the stream %s', async (path) => {
  const stream = await followed(await app.get(path, EVENTS));
  expect(stream.status).toBe(200);
  await expect.poll(() => stream.text()).toContain('data: ');
  await stream.leave();
});

test('not when they are read again', { timeout: 60_000 }, async () => {
  const app = await createTestApp(db, { ...ONE_PLACE, remember: true });
  await vi.waitUntil(() => app.feed.isLive(), { timeout: 20_000 });
  const query = `subscription { tournament(slug: "autumn-open-2026") { name } }`;
  const paths = [
    `/graphql?${new URLSearchParams({ query })}`,
    '/api/v1/changes?since=now&include=body',
    page('/tournaments/autumn-open-2026'),
  ];
  const streams: Awaited<ReturnType<typeof followed>>[] = [];
  for (const path of paths) streams.push(await followed(await app.get(path, EVENTS)));
  const data = () => streams.map(({ text }) => text().match(/^data: ./gm)?.length);
  await expect.poll(data).toStrictEqual([1, 1, 1]);
  await db.sql.query(`UPDATE "tournament" SET "name" = 'Autumn' WHERE "slug" = 'autumn-open-2026'`);
  await expect.poll(data).toStrictEqual([2, 2, 2]);
});
