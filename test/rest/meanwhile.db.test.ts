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

/** The way in is one statement, and the page another: what is taken away between them leaves an empty page. */
test.each(['/api/v1/tournaments/spring-clash/participants', '/api/v1/tournaments/spring-clash/battles'])(
  '%s: taken away between two statements, it is an empty page',
  async (path) => {
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
    const response = await service.fetch(new Request(`http://gateway.test${path}`, { headers: { authorization } }));
    expect([response.status, await response.json()]).toStrictEqual([200, { data: [], next: null }]);
    await service.close();
  },
);
