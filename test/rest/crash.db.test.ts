import { expect, test } from 'vitest';
import { COMMON_HEADERS } from '../../src/http/common-headers.js';
import { createTestApp } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { load } from '../support/world.js';
import { listingWorld } from './listing-world.js';

const db = await openTestDb();
const logged: { message: string; error: unknown }[] = [];
await load(db, listingWorld);
const app = await createTestApp(db, { deps: { log: (message, error) => logged.push({ message, error }) } });

/** The response while the table is renamed. */
async function withoutTable(table: string, method: string, path: string): Promise<Response> {
  await db.sql.query(`ALTER TABLE "${table}" RENAME TO "hidden"`);
  try {
    const headers = { authorization: `Bearer ${app.key}` };
    return await app.fetch(new Request(`http://gateway.test${path}`, { method, headers }));
  } finally {
    await db.sql.query(`ALTER TABLE "hidden" RENAME TO "${table}"`);
  }
}

const BROKEN = [
  ['/api/v1/tournaments', 'tournament'],
  ['/api/v1/tournaments/spring-clash/standings', 'participant'],
  ['/api/v1/clubs/northern-legion/battles', 'club_battle'],
  ['/api/v1/battles/b-1', 'api_key'],
] as const;

test.each(BROKEN)(
  '%s without the table %s is a 500 with an id to find it by, and nothing else',
  async (path, table) => {
    logged.length = 0;
    const response = await withoutTable(table, 'GET', path);
    expect(logged).toHaveLength(1);
    const id = logged[0]?.message.replace(/^error /, '');
    expect(id).toMatch(/^[\w-]{12}-\d+$/);
    expect(String(logged[0]?.error)).toContain(table);
    expect([response.status, await response.json()]).toStrictEqual([
      500,
      {
        error: {
          status: 500,
          message: `Internal error; quote request id ${id}`,
          code: 'INTERNAL_ERROR',
        },
      },
    ]);
    expect(Object.fromEntries(response.headers)).toStrictEqual({
      'content-type': 'application/json; charset=utf-8',
      'content-length': response.headers.get('content-length'),
      ...COMMON_HEADERS,
    });
  },
);

test('HEAD is a 500 without a body, and is logged too', async () => {
  logged.length = 0;
  const response = await withoutTable('stage', 'HEAD', '/api/v1/tournaments');
  expect([response.status, await response.text(), logged.length]).toStrictEqual([500, '', 1]);
});

test('what the caller did wrong is not logged', async () => {
  logged.length = 0;
  for (const path of ['/api/v1/tournaments?limit=0', '/api/v1/clubs/nowhere', '/api/v1/clubs/%ZZ', '/nowhere']) {
    await app.get(path);
  }
  expect(logged).toStrictEqual([]);
});

test('the next request is answered as if nothing had happened', async () => {
  await withoutTable('tournament', 'GET', '/api/v1/tournaments');
  const response = await app.get('/api/v1/tournaments');
  expect([response.status, (await response.json()).data.length]).toStrictEqual([200, 3]);
});
