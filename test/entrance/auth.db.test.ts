import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createAccountKey, listKeys, setKeyLimit } from '../../src/db/keys.js';
import type { SqlConnection } from '../../src/db/sql.js';
import { createAuth } from '../../src/entrance/auth.js';
import { createGate } from '../../src/entrance/gate.js';
import { errorBody } from '../../src/errors.js';
import { createCache } from '../../src/invalidation/cache.js';
import { createFeed } from '../../src/invalidation/feed.js';
import { createKey } from '../../src/key.js';
import { withoutFeed } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { soon } from '../support/soon.js';

let key: string;
let id: number;
const db = await openTestDb();
beforeEach(async () => {
  await emptyDb(db);
  key = await createAccountKey(db.sql, 'Ann');
  id = (await listKeys(db.prisma))[0]?.id ?? -1;
});
const INVALID = 'Invalid API key';

/**
 * An auth over the real database that remembers nothing unless it receives changes, and the statements that it has
 * sent.
 */
function openAuth({ changes = withoutFeed(db).changes, maxBytes = 1_000_000 } = {}) {
  const statements: string[] = [];
  const limits: [number, number | null][] = [];
  const sql: SqlConnection = {
    ...db.sql,
    query: (statement, values) => {
      statements.push(statement.trim().split(' ')[0] ?? '');
      return db.sql.query(statement, values);
    },
  };
  const feed = createFeed(changes);
  const auth = createAuth({
    sql,
    working: createCache(feed, { maxBytes, bytesOf: () => 0 }),
    found: createCache(feed, { maxBytes, bytesOf: () => 0 }),
    onLimit: (of, limit) => limits.push([of, limit]),
    gate: createGate({ maxConcurrent: 20, maxQueueMs: 500 }),
    lookupGate: createGate({ maxConcurrent: 20, maxQueueMs: 500 }),
  });
  onTestFinished(async () => {
    await auth.close();
    await feed.close();
  });
  const answer = (authorization: string | null) => auth.keyIdOf(authorization).catch(errorBody);
  return { auth, feed, statements, limits, answer };
}

const refused = (message: string) => ({ error: { status: 401, message, code: 'UNAUTHORIZED' } });

test('the limit that is remembered of a key is told each time it is used, so that a late lookup does not set an old one', async () => {
  const { auth, answer, feed, limits, statements } = openAuth({ changes: db.changes });
  await feed.opened;
  await setKeyLimit(db.prisma, id, 500);
  await soon(async () => {
    await answer(`Bearer ${key}`);
    expect(auth.recall(`Bearer ${key}`)).toBe(id);
  });
  statements.length = 0;
  limits.length = 0;
  await answer(`Bearer ${key}`);
  auth.recall(`Bearer ${key}`);
  expect({ limits, statements }).toStrictEqual({
    limits: [
      [id, 500],
      [id, 500],
    ],
    statements: [],
  });
});

describe('what a request costs', () => {
  test('a missing, foreign or mistyped key costs no SQL statement, any other key one', async () => {
    const { answer, statements } = openAuth();
    for (const header of [null, 'Bearer abc', `Bearer ${key.slice(0, -1)}`, `Bearer ${key.slice(0, -1)}-`]) {
      await answer(header);
    }
    expect(statements).toStrictEqual([]);
    await answer(`Bearer ${key}`);
    expect(statements).toStrictEqual(['SELECT']);
  });

  test('keys that were made up do not drive out one that works', async () => {
    const { answer, feed, statements } = openAuth({ changes: db.changes, maxBytes: 5_000 });
    await feed.opened;
    await answer(`Bearer ${key}`);
    for (let at = 0; at < 20; at += 1) expect(await answer(`Bearer ${createKey()}`)).toStrictEqual(refused(INVALID));
    expect(statements).toHaveLength(21);
    expect(await answer(`Bearer ${key}`)).toBe(id);
    expect(statements).toHaveLength(21);
  });

  test('keys that come at once are looked up together, each with its own result', async () => {
    const { answer, statements } = openAuth();
    const other = await createAccountKey(db.sql, 'Dee');
    const invented = Array.from({ length: 600 }, createKey);
    const answers = await Promise.all([...invented, key, other].map((each) => answer(`Bearer ${each}`)));
    expect(answers.filter((each) => typeof each !== 'number')).toStrictEqual(invented.map(() => refused(INVALID)));
    expect(answers.at(-2)).toBe(id);
    expect(answers.at(-1)).not.toBe(id);
    expect(statements).toStrictEqual(['SELECT', 'SELECT']);
  });

  test('last-used times are written in one statement for all keys when it closes, and never by a request', async () => {
    const other = await createAccountKey(db.sql, 'Bo');
    await createAccountKey(db.sql, 'Cy');
    const { auth, answer, statements } = openAuth();
    for (const each of [key, other, key, other, key]) await answer(`Bearer ${each}`);
    expect(statements).toStrictEqual(Array.from({ length: 5 }, () => 'SELECT'));
    expect((await listKeys(db.prisma)).map(({ lastUsedAt }) => lastUsedAt)).toStrictEqual([null, null, null]);
    await auth.close();
    expect(statements.slice(5)).toStrictEqual(['UPDATE']);
    const times = await db.sql.query(
      `SELECT "account_name", "last_used_at" > now() - interval '1 minute' AS "fresh" FROM "api_key" ORDER BY "id"`,
    );
    expect(times).toStrictEqual([
      { account_name: 'Ann', fresh: true },
      { account_name: 'Bo', fresh: true },
      { account_name: 'Cy', fresh: null },
    ]);
  });

  test('nothing is written when no key was used, nor twice when it closes twice', async () => {
    const { auth, answer, statements } = openAuth();
    await answer('Bearer svc_v1_demo');
    await auth.close();
    expect(statements).toStrictEqual(['SELECT']);
    await answer(`Bearer ${key}`);
    await auth.close();
    await auth.close();
    expect(statements).toStrictEqual(['SELECT', 'SELECT', 'UPDATE']);
  });

  test('a last-used time that cannot be written does not keep the service from closing', async () => {
    const { auth, answer } = openAuth();
    await answer(`Bearer ${key}`);
    await db.sql.script('ALTER TABLE "api_key" RENAME COLUMN "last_used_at" TO "elsewhere"');
    onTestFinished(() => db.sql.script('ALTER TABLE "api_key" RENAME COLUMN "elsewhere" TO "last_used_at"'));
    await expect(auth.close()).resolves.toBeUndefined();
  });
});
