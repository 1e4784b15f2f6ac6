// A request that does not end is given up in time.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createTestApp } from '../support/app.js';
import { openTestDb, skipOnEmbedded } from '../support/database.js';
import { holdTables } from '../support/held-tables.js';
import { statementsOf } from '../support/statements.js';
import { club, load } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const db = await openTestDb();
await load(db, [club()]);

const MESSAGE = 'This took too long and was cancelled; try again in a moment, or ask for less';
const CLUB = '/api/v1/clubs/northern-legion';
const QUERY = `/graphql?query=${encodeURIComponent('{ clubs { nodes { slug } } }')}`;
const PAGE = `/graphql?documentId=ClubPage&variables=${encodeURIComponent('{"slug":"northern-legion"}')}`;

/** Runs `work` while statements on clubs are blocked; on the embedded database all are. */
const whileHeld = <Result>(work: () => Promise<Result>) =>
  db.sql.transaction(async (holder) => {
    await holder.query('LOCK TABLE "club"');
    return work();
  });

describe.each([true, false])('a request that takes too long, with answers remembered: %s', (remember) => {
  test('is given up with a 504 in the form of its endpoint', async () => {
    const app = await createTestApp(db, { remember, config: { requestTimeoutMs: 500, statementTimeoutMs: 60_000 } });
    // Makes the key known without an answer to any of the requests.
    await app.get('/api/v1/nowhere');
    const given = await whileHeld(() =>
      Promise.all(
        [CLUB, QUERY, PAGE].map(async (path) => {
          const response = await app.get(path);
          return [response.status, response.headers.get('retry-after'), await response.json()];
        }),
      ),
    );
    const graphql = [504, '5', { errors: [{ message: MESSAGE, extensions: { code: 'UNAVAILABLE' } }] }];
    expect(given).toStrictEqual([
      [504, '5', { error: { status: 504, message: MESSAGE, code: 'UNAVAILABLE' } }],
      graphql,
      graphql,
    ]);
    for (const path of [CLUB, QUERY, PAGE]) expect((await app.get(path)).status).toBe(200);
  });
});

describe.skipIf(skipOnEmbedded('a statement cannot be held up there'))('a request that was given up', () => {
  test.each(['with its length', 'in chunks'])('sends no further statement, its body sent %s', async (how) => {
    const app = await createTestApp(db, { config: { requestTimeoutMs: 500, statementTimeoutMs: 60_000 } });
    const { url } = await serveHttp(app);
    const text = JSON.stringify({ query: '{ club(slug: "northern-legion") { name tournaments { totalCount } } }' });
    const ask = () =>
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json' },
        body: how === 'in chunks' ? new Blob([text]).stream() : text,
        duplex: 'half',
      } as RequestInit);
    expect((await statementsOf(ask)).length).toBeGreaterThan(1);
    const lock = await holdTables(db, ['club']);
    expect((await ask()).status).toBe(504);
    const sent = await statementsOf(async () => {
      await lock.release();
      await sleep(300);
    });
    expect(sent).toStrictEqual([]);
  });
});
