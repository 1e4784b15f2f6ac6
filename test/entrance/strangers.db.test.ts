// Callers without a key or with an invented one, and keys that send far too many requests: others must still be served.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { createKey } from '../../src/key.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { openTestDb, skipOnEmbedded } from '../support/database.js';
import { statementWaits, WAITING } from '../support/held-tables.js';
import { statementsOf } from '../support/statements.js';
import { club, load } from '../support/world.js';
import { serveHttp } from '../tool-pages/serve.js';

const CLUBS = 40;
const db = await openTestDb();
await load(
  db,
  Array.from({ length: CLUBS }, (_, at) => club({ slug: `club-${at}` })),
);

type Ask = (path: string, key?: string, init?: RequestInit) => Promise<number>;

/** A service on a real port, with a caller whose key has been used before and is therefore cached. */
async function open(config: { maxConcurrent: number; maxQueueMs: number }): Promise<{ app: TestApp; ask: Ask }> {
  const app = await createTestApp(db, { remember: true, config });
  const { url } = await serveHttp(app);
  const ask: Ask = async (path, key = app.key, init = {}) => {
    const response = await fetch(url + path, { ...init, headers: { authorization: `Bearer ${key}` } });
    await response.arrayBuffer();
    return response.status;
  };
  await untilKnown(() => ask('/api/v1/clubs/club-0'));
  return { app, ask };
}

const untilKnown = (view: () => Promise<unknown>) =>
  vi.waitUntil(async () => (await statementsOf(view)).length === 0, { timeout: 20_000 });

describe('a key that floods', () => {
  test('leaves the others their share: each of their requests is answered', async () => {
    // So many cannot all be answered within this, and on a slow machine it is still longer than some take.
    const { ask } = await open({ maxConcurrent: 2, maxQueueMs: 1_000 });
    const other = await createAccountKey(db.sql, 'Other');
    expect(await ask('/api/v1/clubs/club-0', other)).toBe(200);
    let done = false;
    const counts = new Map<number, number>();
    let asked = 0;
    const flood = async () => {
      while (!done) {
        asked += 1;
        // A caller's own document is not remembered, so each request needs the database.
        const status = await ask(`/graphql?query={clubs(first:${1 + (asked % 100)}){nodes{slug}}}`);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (status === 503) await sleep(100);
      }
    };
    const flooding = Array.from({ length: 600 }, flood);
    const answers: number[] = [];
    try {
      await vi.waitUntil(() => counts.has(503), { timeout: 30_000 });
      for (let at = 1; at <= 5; at += 1) answers.push(await ask(`/api/v1/clubs/club-${at}`, other));
    } finally {
      done = true;
      await Promise.all(flooding);
    }
    expect(answers).toStrictEqual(Array(5).fill(200));
    expect(counts.get(200)).toBeGreaterThan(0);
  }, 60_000);
});

describe('keys that were made up', () => {
  test('do not crowd out customers, and are refused', async () => {
    const { ask } = await open({ maxConcurrent: 1, maxQueueMs: 20 });
    const strangers = Promise.all(Array.from({ length: 200 }, () => ask('/api/v1/clubs/club-1', createKey())));
    const answers: number[] = [];
    for (let at = 1; at <= 20; at += 1) answers.push(await ask(`/api/v1/clubs/club-${at}`));
    expect(answers).toStrictEqual(Array(20).fill(200));
    expect((await strangers).filter((status) => status !== 401 && status !== 503)).toStrictEqual([]);
  }, 60_000);
});

describe.skipIf(skipOnEmbedded('a statement cannot be held up there'))('while a lookup of keys hangs', () => {
  test('customers are served, pages shown, and two strangers at most wait at the database', async () => {
    const { ask } = await open({ maxConcurrent: 1, maxQueueMs: 200 });
    await untilKnown(() => ask('/developers'));
    const { strangers } = await db.sql.transaction(async (holder) => {
      await holder.query('LOCK TABLE "api_key"');
      const strangers = Promise.all(Array.from({ length: 40 }, () => ask('/api/v1/clubs/club-1', createKey())));
      await statementWaits(db);
      for (let at = 21; at <= 30; at += 1) expect(await ask(`/api/v1/clubs/club-${at}`)).toBe(200);
      expect(await ask('/developers')).toBe(200);
      expect((await db.sql.query(WAITING)).length).toBeLessThanOrEqual(2);
      return { strangers };
    });
    const statuses = await strangers;
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 401 && status !== 503)).toStrictEqual([]);
  });
});
