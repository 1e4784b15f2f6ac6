// A database that does not answer in time: a statement that waits. A server that hangs silently is in under-load.
import { beforeAll, expect, test } from 'vitest';
import { importBundle } from '../../src/bundle/import.js';
import { createAccountKey } from '../../src/db/keys.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { club, load } from '../support/world.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';
import { until } from './postgres-server.js';

const TOO_LONG = 'This took too long and was cancelled; try again in a moment, or ask for less';
const STATEMENT_TIMEOUT_MS = 300;

describeOnPostgres('a slow database', () => {
  let primary: Primary;
  let db: Awaited<ReturnType<typeof openPostgres>>;
  let app: TestApp;
  beforeAll(async () => {
    primary = await createPrimary();
    db = await openPostgres(primary.url, 4, () => undefined, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    whenOver(() => db.close());
    await migrate(db);
    await load(db, [club()]);
    // By itself a request waits longer, and so would this test.
    app = await createTestApp(db, { config: { requestTimeoutMs: 3_000 } });
    whenOver(() => app.close());
    await createAccountKey(db.sql, 'Test');
  }, 60_000);

  const CLUB = '/api/v1/clubs/northern-legion';
  const QUERY = '{ club(slug: "northern-legion") { name } }';

  test('a statement that waits too long is a 504, and the rest is served', async () => {
    await db.sql.transaction(async (holder) => {
      await holder.query('LOCK TABLE "club"');
      const response = await app.get(CLUB);
      expect([response.status, response.headers.get('retry-after'), await response.json()]).toStrictEqual([
        504,
        '5',
        { error: { status: 504, message: TOO_LONG, code: 'UNAVAILABLE' } },
      ]);
      const { status, body } = await app.graphql(QUERY);
      expect([status, body.data, body.errors]).toStrictEqual([
        504,
        { club: null },
        [
          {
            message: TOO_LONG,
            path: ['club'],
            locations: [{ line: 1, column: 3 }],
            extensions: { code: 'UNAVAILABLE' },
          },
        ],
      ]);
      expect((await app.get('/api/v1/tournaments')).status).toBe(200);
    });
    expect((await app.get(CLUB)).status).toBe(200);
  });

  test('a transaction may take as long as it takes, and its connection is limited again afterwards', async () => {
    const slept = db.sql.transaction((sql) => sql.query(`SELECT pg_sleep(2)::text AS "slept"`));
    expect(await slept).toStrictEqual([{ slept: '' }]);
    const statements = Array.from({ length: 4 }, () => db.sql.query('SELECT pg_sleep(2)'));
    const outcomes = await Promise.allSettled(statements);
    expect(outcomes.map(({ status }) => status)).toStrictEqual(Array(4).fill('rejected'));
  });

  test('so may an import that has to wait for somebody', async () => {
    let importing: Promise<unknown> = Promise.resolve();
    await db.sql.transaction(async (holder) => {
      await holder.query('LOCK TABLE "club"');
      importing = importBundle(db, one(`{"type":"club","slug":"late","name":"Late"}`));
      await until(async () => (await primary.query(WAITING_FOR_LONG)).length > 0);
    });
    await importing;
    expect((await app.get('/api/v1/clubs/late')).status).toBe(200);
  });
});

const WAITING_FOR_LONG = `SELECT FROM pg_stat_activity WHERE "wait_event_type" = 'Lock'
  AND now() - "query_start" > interval '${2 * STATEMENT_TIMEOUT_MS} milliseconds'`;

async function* one(text: string) {
  yield { line: 1, text };
}
