import { beforeAll, describe, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { casual, club, load, player, tournament } from '../support/world.js';

const HOUR = 3_600_000;

let db: Db;
let app: TestApp;
let now = Date.parse('2026-05-02T12:00:00Z');
beforeAll(async () => {
  db = await openTestDb();
});

/** `count` clubs c-001, c-002 and so on, in listing order. */
const clubs = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const slug = `c-${String(index + 1).padStart(3, '0')}`;
    return club({ slug, name: slug });
  });

type Page = { slugs: string[]; nextCursor: string | null; totalCount: number };
const page = async (first: number | null, after: string | null = null): Promise<Page> => {
  const { body } = await app.graphql(
    `query ($first: Int, $after: String) {
      clubs(first: $first, after: $after) { nodes { slug } nextCursor totalCount }
    }`,
    { first, after },
  );
  const { nodes, nextCursor, totalCount } = body.data.clubs;
  return { slugs: nodes.map(({ slug }: { slug: string }) => slug), nextCursor, totalCount };
};

describe('a page', () => {
  beforeAll(async () => {
    await emptyDb(db);
    app = await createTestApp(db);
  });

  test('of an empty listing is empty, and the last', async () => {
    expect(await page(null)).toStrictEqual({ slugs: [], nextCursor: null, totalCount: 0 });
  });

  test.each([
    ['fewer entries than the limit', 3, 4, [['c-001', 'c-002', 'c-003']]],
    ['exactly as many as the limit', 3, 3, [['c-001', 'c-002', 'c-003']]],
    ['one more than the limit', 3, 2, [['c-001', 'c-002'], ['c-003']]],
    ['one at a time', 3, 1, [['c-001'], ['c-002'], ['c-003']]],
  ])('of a listing with %s: following nextCursor to the end gives every entry once, in order', async (...row) => {
    const [, count, first, expected] = row;
    await emptyDb(db);
    await load(db, clubs(count));
    app = await createTestApp(db);
    const pages: string[][] = [];
    let after: string | null = null;
    do {
      const { slugs, nextCursor, totalCount }: Page = await page(first, after);
      expect(totalCount).toBe(count);
      pages.push(slugs);
      after = nextCursor;
    } while (after !== null);
    expect(pages).toStrictEqual(expected);
  });

  test('has 20 entries when no size is given and 100 at most', async () => {
    await emptyDb(db);
    await load(db, clubs(101));
    app = await createTestApp(db);
    const all = clubs(101).map(({ slug }) => slug);
    expect((await page(null)).slugs).toStrictEqual(all.slice(0, 20));
    const hundred = await page(100);
    expect(hundred.slugs).toStrictEqual(all.slice(0, 100));
    expect(await page(100, hundred.nextCursor)).toStrictEqual({ slugs: ['c-101'], nextCursor: null, totalCount: 101 });
  });

  test.each([
    [0, 'first must be a positive integer'],
    [-1, 'first must be a positive integer'],
    [101, 'first must not exceed 100'],
  ])('of size %i is refused: %s', async (first, message) => {
    const { status, body } = await app.graphql(`{ clubs(first: ${first}) { nodes { slug } } }`);
    const [error] = body.errors;
    expect([status, error.message, error.extensions.code]).toStrictEqual([400, message, 'BAD_REQUEST']);
    expect(body.data ?? null).toBeNull();
  });
});

describe('a cursor', () => {
  let cursor: string;
  beforeAll(async () => {
    await emptyDb(db);
    await load(db, clubs(4));
    app = await createTestApp(db, { now: () => now, cursorLifetimeMs: 24 * HOUR });
    cursor = (await page(2)).nextCursor ?? '';
  });

  const read = async (after: string) => {
    const { status, body } = await app.graphql('query ($after: String) { clubs(after: $after) { nodes { slug } } }', {
      after,
    });
    if (status === 200) return body.data.clubs.nodes.map(({ slug }: { slug: string }) => slug);
    return [status, body.errors[0].message, body.errors[0].extensions.code];
  };
  const INVALID = [400, 'Invalid after', 'BAD_REQUEST'];

  test('lives as long as it was given, at most an hour longer, and is then "Invalid after"', async () => {
    const start = now;
    now = start + 24 * HOUR;
    expect(await read(cursor)).toStrictEqual(['c-003', 'c-004']);
    now = start + 25 * HOUR + 1;
    expect(await read(cursor)).toStrictEqual(INVALID);
    now = start;
  });

  test('is invalid once tampered with: any character changed, any end cut off, anything added', async () => {
    expect(cursor).toMatch(/^[\w-]{40,}$/);
    const changed = [...cursor].map(
      (letter, at) => cursor.slice(0, at) + (letter === 'A' ? 'B' : 'A') + cursor.slice(at + 1),
    );
    const cut = [...cursor].map((_, at) => cursor.slice(0, at));
    const added = ['A', '=', '==', ' ', '\n', '!', '.', '\0'].flatMap((end) => [cursor + end, end + cursor]);
    const forged = [...changed, ...cut, ...added];
    const aliases = forged.map((_, at) => `a${at}: clubs(after: $c${at}) { nextCursor }`);
    // Sent in batches, because the number of aliases in an operation is limited.
    for (let at = 0; at < forged.length; at += 10) {
      const { body } = await app.graphql(
        `query (${forged.map((_, index) => `$c${index}: String`).slice(at, at + 10)}) { ${aliases.slice(at, at + 10)} }`,
        Object.fromEntries(forged.map((forgery, index) => [`c${index}`, forgery]).slice(at, at + 10)),
      );
      expect(body.errors.map(({ message }: Error) => message)).toStrictEqual(['Invalid after']);
      expect(body.data).toBeUndefined();
    }
  });

  test.each(['', 'garbage', 'é', 'Zm9v', 'c-002', 'null', '2', 'A'.repeat(99)])(
    'is invalid when built by the client: %j',
    async (after) => {
      expect(await read(after)).toStrictEqual(INVALID);
    },
  );

  test('survives the deletion of the entry it was taken from', async () => {
    await db.sql.query(`DELETE FROM "club" WHERE "slug" = 'c-002'`);
    expect(await read(cursor)).toStrictEqual(['c-003', 'c-004']);
  });
});

describe('a cursor works only for the listing, the parent and the filters it was given for', () => {
  beforeAll(async () => {
    await emptyDb(db);
    const sides = [{ playerId: 'p-1' }, { playerId: 'p-2' }] as [object, object];
    await load(db, [
      ...clubs(2),
      player('p-1'),
      player('p-2'),
      ...['b-1', 'b-2', 'b-3'].map((id) => casual(id, { club: 'c-001', date: '2026-05-02', sides })),
      ...['t-1', 't-2', 't-3'].map((slug) =>
        tournament({ slug, club: 'c-001', status: 'finished', startDate: '2026-05-02', participants: ['Ann', 'Bo'] }),
      ),
    ]);
    app = await createTestApp(db);
  });

  const LISTINGS: Record<string, (args: string) => string> = {
    tournaments: (args) => `tournaments(${args}) { nextCursor }`,
    'tournaments by status': (args) => `tournaments(status: finished, ${args}) { nextCursor }`,
    'tournaments from': (args) => `tournaments(from: "2026-05-01", ${args}) { nextCursor }`,
    'tournaments to': (args) => `tournaments(to: "2026-05-03", ${args}) { nextCursor }`,
    clubs: (args) => `clubs(${args}) { nextCursor }`,
    'club tournaments': (args) => `club(slug: "c-001") { tournaments(${args}) { nextCursor } }`,
    'club battles': (args) => `club(slug: "c-001") { battles(${args}) { nextCursor } }`,
    'battles of another club': (args) => `club(slug: "c-002") { battles(${args}) { nextCursor } }`,
    'club battles from': (args) => `club(slug: "c-001") { battles(from: "2026-05-01", ${args}) { nextCursor } }`,
    'player battles': (args) => `player(id: "p-1") { battles(${args}) { nextCursor } }`,
    'battles of another player': (args) => `player(id: "p-2") { battles(${args}) { nextCursor } }`,
    participants: (args) => `tournament(slug: "t-1") { participants(${args}) { nextCursor } }`,
    'participants of another': (args) => `tournament(slug: "t-2") { participants(${args}) { nextCursor } }`,
  };

  test.each(Object.keys(LISTINGS).filter((name) => name !== 'battles of another club'))('%s', async (name) => {
    const given = await app.graphql(`{ ${LISTINGS[name]?.('first: 1')} }`);
    const cursor = JSON.stringify(given.body).match(/"nextCursor":"([^"]+)"/)?.[1];
    expect(cursor).toBeDefined();
    for (const [other, listing] of Object.entries(LISTINGS)) {
      const { status, body } = await app.graphql(`{ ${listing(`first: 2, after: "${cursor}"`)} }`);
      const outcome = body.errors ? `${status} ${body.errors[0].message}` : status;
      expect([other, outcome]).toStrictEqual([other, other === name ? 200 : '400 Invalid after']);
    }
  });
});
