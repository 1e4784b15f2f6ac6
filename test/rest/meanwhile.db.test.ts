import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { SITE_URL } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { createDocumentedApp } from '../support/documented.js';
import { load, player } from '../support/world.js';
import { listingWorld } from './listing-world.js';

const db = await openTestDb();
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${await createAccountKey(db.sql, 'Test')}`;
});

test.each([
  ['/api/v1/tournaments/spring-clash', 'Tournament'],
  ['/api/v1/tournaments/spring-clash/standings', 'Tournament'],
  ['/api/v1/tournaments/spring-clash/participants', 'Tournament'],
  ['/api/v1/tournaments/spring-clash/battles', 'Tournament'],
  ['/api/v1/clubs/other-club', 'Club'],
  ['/api/v1/clubs/other-club/tournaments', 'Club'],
  ['/api/v1/clubs/other-club/battles', 'Club'],
  ['/api/v1/users/p-9/battles', 'Player'],
  ['/api/v1/battles/b-1', 'Battle'],
] as const)('%s: taken away between the check and the reading, it is a 404', async (path, what) => {
  await load(db, [...listingWorld, player('p-9')]);
  const GONE = {
    Tournament: `DELETE FROM "battle"; DELETE FROM "tournament" WHERE "slug" = 'spring-clash'`,
    Club: `DELETE FROM "club" WHERE "slug" = 'other-club'`,
    Player: `DELETE FROM "player" WHERE "id" = 'p-9'`,
    Battle: `DELETE FROM "battle" WHERE "id" = 'b-1'`,
  };
  const isCheck = (statement: string) => statement.startsWith(`SELECT FROM "${what.toLowerCase()}"`);
  const meanwhile: Db = {
    ...db,
    sql: {
      ...db.sql,
      async query(statement, values) {
        const rows = await db.sql.query<never>(statement, values);
        if (isCheck(statement)) await db.sql.script(GONE[what]);
        return rows;
      },
    },
  };
  const service = await createDocumentedApp({
    config: { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1000 },
    db: meanwhile,
    log: console.error,
  });
  const response = await service.fetch(new Request(`http://gateway.test${path}`, { headers: { authorization } }));
  expect([response.status, await response.json()]).toStrictEqual([
    404,
    { error: { status: 404, message: `${what} not found`, code: 'NOT_FOUND' } },
  ]);
  await service.close();
});
