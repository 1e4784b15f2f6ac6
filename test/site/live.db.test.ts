// The stream that reports changes of a page.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { LIVE } from '../../src/site/assets.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { statementsOf } from '../support/statements.js';
import { battle, load, player, tournament } from '../support/world.js';

const db = await openTestDb();
const running = (slug: string) =>
  tournament({ slug, name: slug, status: 'ongoing', participants: [{ playerId: 'ann' }, { playerId: 'bo' }] });
await load(db, [player('ann'), player('bo'), running('one'), running('other'), battle('b-1', { tournament: 'one' })]);
const app = await createTestApp(db, { remember: true });

const visit = (path: string, headers = {}) =>
  app.fetch(new Request(`http://gateway.test${path}`, { headers: { accept: 'text/html', ...headers } }));

/** Collects what is sent from now on. */
async function watch(page: string, by = visit) {
  const response = await by(`/live?page=${encodeURIComponent(page)}`, { accept: 'text/event-stream' });
  expect([response.status, response.headers.get('content-type')]).toStrictEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  onTestFinished(() => reader.cancel());
  const told: string[] = [];
  void (async () => {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
      told.push(
        ...[
          ...Buffer.from(value ?? [])
            .toString()
            .matchAll(/^data: (.+)$/gm),
        ].map(([, data = '']) => data),
      );
    }
  })().catch(() => undefined);
  await vi.waitUntil(() => told.length > 0, { timeout: 20_000 });
  return told;
}

const tagOf = async (page: string) => ((await visit(page)).headers.get('etag') ?? '').replaceAll('"', '');
const rename = (slug: string, name: string) =>
  db.sql.query('UPDATE tournament SET name = $2 WHERE slug = $1', [slug, name]);

test('tells the tag of the page at once, and again when its bytes are others, by one run for all who watch it', async () => {
  const page = '/tournaments/one';
  const [first, second, beside] = [await watch(page), await watch(page), await watch('/tournaments/other')];
  const before = await tagOf(page);
  expect([first, second]).toStrictEqual([[before], [before]]);
  const statements = await statementsOf(async () => {
    await rename('one', 'Renamed');
    await vi.waitUntil(() => first.length > 1 && second.length > 1, { timeout: 20_000 });
    await sleep(100);
  });
  const after = await tagOf(page);
  expect(after).not.toBe(before);
  expect([first, second]).toStrictEqual([
    [before, after],
    [before, after],
  ]);
  expect(beside).toHaveLength(1);
  // A page reads its organisers with one statement, so this counts how often it was made.
  expect(statements.filter((text) => text.includes('"tournament_organizer"'))).toHaveLength(1);
});

test('is silent when something has changed that the page does not show', async () => {
  const told = await watch('/tournaments/one');
  await rename('one', 'Once more');
  await vi.waitUntil(() => told.length > 1, { timeout: 20_000 });
  await db.sql.query(`UPDATE tournament SET name = name WHERE slug = 'one'`);
  await sleep(300);
  expect(told).toHaveLength(2);
});

test('tells that a page has gone, as it tells of any change', async () => {
  const told = await watch('/battles/b-1');
  await db.sql.query(`UPDATE tournament SET published = false WHERE slug = 'one'`);
  await vi.waitUntil(() => told.length > 1, { timeout: 20_000 });
  expect(told.at(-1)).toBe('gone');
});

test.each<[path: string, status: number, message: string]>([
  ['/live', 400, 'page must be the path of a page'],
  ['/live?page=https://elsewhere.example/', 400, 'page must be the path of a page'],
  ...[
    '',
    'tournaments/one',
    '//victim.test/tournaments/one',
    '/\t/victim.test/tournaments/one',
    '/\\victim.test/',
    '////',
  ].map((page): [string, number, string] => [
    `/live?page=${encodeURIComponent(page)}`,
    400,
    'page must be the path of a page',
  ]),
  ['/live?page=/players', 404, 'There is nothing at this address'],
  ['/live?page=/tournaments/nothing', 404, 'Tournament not found'],
])('%s is refused', async (path, status, message) => {
  const response = await visit(path);
  expect([response.status, await response.json()]).toMatchObject([status, { error: { message } }]);
});

test('the module takes at most 2.1 kB on its way', async () => {
  const sent = async () => {
    const response = await visit(LIVE.path, { 'accept-encoding': 'br' });
    expect(response.headers.get('content-encoding')).toBe('br');
    return (await response.arrayBuffer()).byteLength;
  };
  // It is compressed after it was first sent.
  await vi.waitFor(async () => expect(await sent()).toBeLessThanOrEqual(2_100), { timeout: 10_000 });
});

describe('making a page again', () => {
  beforeAll(() => db.sql.query('UPDATE tournament SET published = true'));

  test('ends no stream, however often the page changes, and happens every 100 ms at most', async () => {
    const told = await watch('/tournaments/one');
    const start = performance.now();
    for (let at = 0; performance.now() - start < 3_000; at += 1) {
      await rename('one', `Often ${at}`);
      await sleep(20);
    }
    expect(app.streams.size()).toBeGreaterThan(0);
    expect(told.length).toBeGreaterThan(1);
    // It was told what the page was before the first change, too.
    expect(told.length - 2).toBeLessThanOrEqual((performance.now() - start) / 100);
  });
});
