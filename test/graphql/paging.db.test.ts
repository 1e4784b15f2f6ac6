import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { casual, club, load, player, tournament } from '../support/world.js';

const HOUR = 3_600_000;
let app: TestApp;
const now = Date.parse('2026-05-02T12:00:00Z');
const db = await openTestDb();

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
