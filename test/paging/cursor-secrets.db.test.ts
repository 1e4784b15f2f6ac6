import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type App, createApp } from '../../src/app/app.js';
import { readCursorSecrets } from '../../src/db/cursor-secret.js';
import { createAccountKey } from '../../src/db/keys.js';
import { NOTICE_MS, rotateSecrets } from '../../src/paging/cursor-secrets.js';
import { cursorLifeMs } from '../../src/paging/page.js';
import { SITE_URL, withoutFeed } from '../support/app.js';
import { emptyDb, openTestDb } from '../support/database.js';
import { soon } from '../support/soon.js';
import { load, tournament } from '../support/world.js';

const db = await openTestDb();
const lifetimeMs = 3_600_000;
const lifetime = { lifetimeMs, now: () => now };
let now: number;
let authorization: string;
let apps: App[];

beforeEach(async () => {
  // The secrets are read at an interval; nothing else here depends on one.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  now = Date.parse('2026-11-15T12:00:00Z');
  await emptyDb(db);
  await load(db, [tournament(), tournament({ slug: 'second' })]);
  authorization = `Bearer ${await createAccountKey(db.sql, 'Test')}`;
  apps = await Promise.all([open(), open()]);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const app of apps) await app.close();
});

const open = (cursorSecret: string | null = null, cursorLifetimeMs = lifetimeMs) =>
  createApp({
    config: { siteUrl: SITE_URL, cursorSecret, cursorLifetimeMs },
    db: withoutFeed(db),
    log: console.error,
    now: lifetime.now,
  });
const ask = (app: App | undefined, address: string) =>
  app?.fetch(new Request(address, { headers: { authorization } })) as Promise<Response>;
const nextOf = async (app: App | undefined): Promise<string> =>
  (await (await ask(app, 'http://gateway.test/api/v1/tournaments?limit=1')).json()).next;
const statuses = (address: string) => Promise.all(apps.map(async (app) => (await ask(app, address)).status));

/** Advances the time until the new secret signs; by then all running processes have read it. */
async function passNotice() {
  const before = await nextOf(apps[0]);
  now += NOTICE_MS;
  await vi.advanceTimersByTimeAsync(NOTICE_MS);
  await soon(async () => {
    for (const app of apps) expect(await nextOf(app)).not.toBe(before);
  });
}

test("processes on one database take each other's cursors", async () => {
  expect(await statuses(await nextOf(apps[0]))).toStrictEqual([200, 200]);
  expect(await readCursorSecrets(db.sql)).toHaveLength(1);
});

test('a new secret signs only when every process has read it, and no cursor breaks', async () => {
  const before = await nextOf(apps[0]);
  await rotateSecrets(db.sql, lifetime);
  // A process that starts now knows the new secret; those that run do not yet.
  apps.push(await open());
  expect(await nextOf(apps[2])).toBe(before);
  await passNotice();
  const after = await nextOf(apps[2]);
  expect(await nextOf(apps[0])).toBe(after);
  expect(await statuses(before)).toStrictEqual([200, 200, 200]);
  expect(await statuses(after)).toStrictEqual([200, 200, 200]);
});

test('the secret before is accepted until the last cursor it signed has expired', async () => {
  // This process issues cursors with a longer lifetime, so that only the end of their secret can invalidate them.
  const patient = await open(null, 100 * lifetimeMs);
  const before = await nextOf(patient);
  await patient.close();
  await rotateSecrets(db.sql, lifetime);
  await passNotice();
  now += cursorLifeMs(lifetimeMs);
  expect(await statuses(before)).toStrictEqual([200, 200]);
  now += 1;
  expect(await statuses(before)).toStrictEqual([400, 400]);
});

test('a cursor of the change feed works as long as its secret, and is then told from one that is made up', async () => {
  const first = await ask(apps[0], 'http://gateway.test/api/v1/changes?limit=1');
  const { next } = await first.json();
  await rotateSecrets(db.sql, lifetime);
  await passNotice();
  now += cursorLifeMs(lifetimeMs);
  expect(await statuses(next)).toStrictEqual([200, 200]);
  now += 1;
  const refused = await ask(apps[0], next);
  expect([refused.status, (await refused.json()).error]).toMatchObject([
    410,
    { code: 'GONE', message: expect.stringMatching(/start over without since$/) },
  ]);
  const cursor = new URL(next).searchParams.get('since') ?? '';
  const document = `{ changes(since: "${cursor}") { upToDate } }`;
  const address = `http://gateway.test/graphql?query=${encodeURIComponent(document)}`;
  expect((await ask(apps[0], address)).status).toBe(410);
  // Another listing never had it, and a cursor of today's secret that was tampered with is invalid.
  expect(await statuses(`http://gateway.test/api/v1/tournaments?cursor=${cursor}`)).toStrictEqual([400, 400]);
  const { next: newer } = await (await ask(apps[0], 'http://gateway.test/api/v1/changes?limit=1')).json();
  expect(await statuses(newer)).toStrictEqual([200, 200]);
  expect(await statuses(`${newer}AAAA`)).toStrictEqual([400, 400]);
  // As they were when they did not name their secret.
  const unnamed = Buffer.concat([Buffer.alloc(16), Buffer.alloc(6, 0xff), Buffer.alloc(60)]).toString('base64url');
  expect(await statuses(`http://gateway.test/api/v1/changes?since=${unnamed}`)).toStrictEqual([410, 410]);
});

test('a secret that nobody accepts any more goes with the next rotation', async () => {
  const [first] = await readCursorSecrets(db.sql);
  await rotateSecrets(db.sql, lifetime);
  now += NOTICE_MS + cursorLifeMs(lifetimeMs);
  await rotateSecrets(db.sql, lifetime);
  expect(await readCursorSecrets(db.sql)).toHaveLength(3);
  now += 1;
  await rotateSecrets(db.sql, lifetime);
  const left = await readCursorSecrets(db.sql);
  expect(left).toHaveLength(3);
  expect(left).not.toContainEqual(first);
  expect(await statuses(await nextOf(apps[0]))).toStrictEqual([200, 200]);
});

test('of the secrets that the operator gave, the first signs and all are accepted', async () => {
  apps.push(await open('old'), await open('old,new'), await open('new,old'));
  const [, , one, both, turned] = apps;
  expect(await nextOf(both)).toBe(await nextOf(one));
  const next = await nextOf(turned);
  expect(await statuses(next)).toStrictEqual([400, 400, 400, 200, 200]);
});
