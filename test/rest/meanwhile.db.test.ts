import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { SITE_URL } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { createDocumentedApp } from '../support/documented.js';
import { load } from '../support/world.js';
import { listingWorld } from './listing-world.js';

const db = await openTestDb();
let authorization: string;
beforeAll(async () => {
  authorization = `Bearer ${await createAccountKey(db.sql, 'Test')}`;
});

/** A page of participants is one statement, and their rows another; what is taken away between them is not there. */
test('participants taken away between two statements leave an empty page', async () => {
  await load(db, listingWorld);
  let statements = 0;
  const meanwhile: Db = {
    ...db,
    sql: {
      ...db.sql,
      async often(statement, values) {
        const rows = await db.sql.often<never>(statement, values);
        statements += 1;
        if (statements === 1) {
          await db.sql.script(`DELETE FROM "battle"; DELETE FROM "tournament" WHERE "slug" = 'spring-clash'`);
        }
        return rows;
      },
    },
  };
  const service = await createDocumentedApp({
    config: { siteUrl: SITE_URL, cursorSecret: 'test', cursorLifetimeMs: 1000 },
    db: meanwhile,
    log: console.error,
  });
  const path = '/api/v1/tournaments/spring-clash/participants';
  const response = await service.fetch(new Request(`http://gateway.test${path}`, { headers: { authorization } }));
  expect([response.status, await response.json()]).toStrictEqual([200, { data: [], next: null }]);
  await service.close();
});
