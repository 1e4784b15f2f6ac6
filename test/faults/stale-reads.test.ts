// What is answered while the primary is down and a standby is healthy.
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { soon } from '../support/soon.js';
import { club, load } from '../support/world.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';
import { openPair, openWithReplica, type Pair } from './with-standby.js';

const CLUB = '/api/v1/clubs/c-1';
const QUERY = { query: '{ clubs { nodes { slug } } }' };
/** Longer than a test takes, and short enough to wait for its end. */
const ALLOWED_MS = 600_000;
const SHORT_MS = 3_000;

describeOnPostgres('while the primary is down', () => {
  let pair: Pair;
  /** `app` is allowed to read what may be out of date; `strict` is not, and `brief` only for a moment. */
  let app: TestApp;
  let strict: TestApp;
  let brief: TestApp;
  let tag: string;

  beforeAll(async () => {
    pair = await openPair({}, ALLOWED_MS);
    await load(pair.db, [club({ slug: 'c-1', description: 'before' })]);
    const others = [0, SHORT_MS].map((allowed) =>
      openWithReplica(pair.primary.url, pair.standby.url, () => undefined, null, allowed),
    );
    const dbs = [pair.db, ...(await Promise.all(others))];
    const apps = await Promise.all(dbs.map((db) => createTestApp(db, { remember: true, documented: false })));
    for (const each of apps) whenOver(() => each.close());
    [app, strict, brief] = apps as [TestApp, TestApp, TestApp];
    await pair.standby.caughtUp();
  }, 60_000);

  beforeEach(async () => {
    await pair.primary.start();
    await soon(async () => {
      for (const each of [app, strict, brief]) {
        const answer = await each.get(CLUB);
        expect([answer.status, answer.headers.get('x-data-age')]).toStrictEqual([200, null]);
        tag = answer.headers.get('etag') ?? '';
      }
    });
    expect(tag).not.toBe('');
  });

  const marks = ({ status, headers }: Response) => ({
    status,
    isMarked: headers.get('x-data-age') !== null,
    etag: headers.get('etag'),
    cache: headers.get('cache-control'),
  });
  const STALE = { status: 200, isMarked: true, etag: null, cache: 'no-store' };

  test('reads come from the standby, marked, without an ETag, on all interfaces', async () => {
    await pair.primary.stop('fast');
    await soon(async () => expect(marks(await app.get(CLUB))).toStrictEqual(STALE));
    const answer = await app.get(CLUB, { 'if-none-match': tag });
    expect(marks(answer)).toStrictEqual(STALE);
    expect((await answer.json()).data.description).toBe('before');
    expect(Number(answer.headers.get('x-data-age'))).toBeGreaterThan(0);
    expect(marks(await app.get('/clubs/c-1', { authorization: '' }))).toStrictEqual(STALE);
    const compressed = await app.get('/clubs/c-1', { authorization: '', 'accept-encoding': 'gzip' });
    expect([compressed.status, compressed.headers.get('content-encoding')]).toStrictEqual([200, 'gzip']);
    const document = await app.post(QUERY);
    expect([document.status, document.headers.get('x-data-age') !== null]).toStrictEqual([200, true]);
    expect((await app.get('/health/ready')).status).toBe(200);
    expect((await app.get(CLUB, { authorization: `Bearer ${strict.key.slice(0, -1)}x` })).status).toBe(401);
    expect((await app.get('/api/v1/clubs/none')).status).toBe(404);
  });

  test('not what asks for newer data, nor the change feed; nor anything where it is not allowed', async () => {
    await pair.primary.stop('fast');
    await soon(async () => expect(marks(await app.get(CLUB))).toStrictEqual(STALE));
    expect((await app.get(CLUB, { 'cache-control': 'no-cache' })).status).toBe(503);
    expect((await app.get(CLUB, { 'x-read-after': 'FF/0' })).status).toBe(503);
    expect((await app.get('/api/v1/changes')).status).toBe(503);
    await soon(async () => expect((await strict.get(CLUB)).status).toBe(503));
    await soon(async () => expect((await strict.get('/health/ready')).status).toBe(503));
  });

  test('until the allowance is used up', async () => {
    await pair.primary.stop('fast');
    await soon(async () => expect(marks(await brief.get(CLUB))).toStrictEqual(STALE));
    await soon(async () => expect((await brief.get(CLUB)).status).toBe(503));
    expect(marks(await app.get(CLUB))).toStrictEqual(STALE);
  });

  test('once it is back, answers are current again, and nothing that was stale is remembered', async () => {
    await pair.primary.stop('fast');
    await soon(async () => expect(marks(await app.get(CLUB))).toStrictEqual(STALE));
    await pair.primary.start();
    await pair.primary.query(`UPDATE "club" SET "description" = 'after'`);
    await soon(async () => {
      const answer = await app.get(CLUB);
      expect([answer.headers.get('x-data-age'), (await answer.json()).data.description]).toStrictEqual([null, 'after']);
    });
  });
});
