import { beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { casual, club, load, player, tournament } from '../support/world.js';

let app: TestApp;
const db = await openTestDb();

describe('a cursor works only for the listing, the parent and the filters it was given for', () => {
  beforeAll(async () => {
    const sides = [{ playerId: 'p-1' }, { playerId: 'p-2' }] as [object, object];
    await load(db, [
      club({ slug: 'c-001' }),
      club({ slug: 'c-002' }),
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
