// Subscribers over a standby that lags and catches up in leaps: they never receive an older state than before, and
// finally that of the primary.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { followed } from '../subscriptions/follow.js';
import { createTestApp, withoutFeed } from '../support/app.js';
import { load, tournament } from '../support/world.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';
import { openPair, readsOn } from './with-standby.js';

const WRITES = 40;
const NAME = `/graphql?query=${encodeURIComponent('subscription { tournament(slug: "spring-clash") { name } }')}`;
const PAGE = '/tournaments/spring-clash';
const EVENTS = { accept: 'text/event-stream' };

describeOnPostgres('a standby that comes late', () => {
  test('never gives those who follow something what is older than they were told, and at last what is true', async () => {
    const { standby, db } = await openPair({ recovery_min_apply_delay: '20ms' });
    await load(db, [tournament({ name: 'Name 0', status: 'ongoing' })]);
    const app = await createTestApp(db, { remember: true, documented: false });
    whenOver(() => app.close());
    const subscription = await followed(await app.get(NAME, EVENTS));
    const page = await followed(await app.get(`/live?page=${PAGE}`, EVENTS));
    await subscription.until(1);
    const before = await readsOn(standby);
    for (let at = 1; at <= WRITES; at += 1) {
      await db.sql.query(`UPDATE "tournament" SET "name" = $1`, [`Name ${at}`]);
      if (at % 10 === 5) await standby.pause();
      if (at % 10 === 9) await standby.resume();
      await sleep(Math.random() * 150);
    }
    const told = () => subscription.results.map(({ data }) => Number(data.tournament.name.split(' ')[1]));
    await vi.waitUntil(() => told().at(-1) === WRITES, { timeout: 10_000 });
    expect(told()).toStrictEqual(told().toSorted((a, b) => a - b));
    const tag = async () => (await app.get(PAGE)).headers.get('etag')?.replaceAll('"', '');
    await vi.waitFor(async () => expect(page.events.at(-1)?.data).toBe(await tag()), { timeout: 10_000 });
    expect(await readsOn(standby)).toBeGreaterThan(before);
  }, 120_000);

  test('is not asked while nothing is heard of changes', async () => {
    const { standby, db } = await openPair();
    await load(db, [tournament({ name: 'Name 0', status: 'ongoing' })]);
    const app = await createTestApp(withoutFeed(db));
    whenOver(() => app.close());
    await standby.caughtUp();
    const before = await readsOn(standby);
    await sleep(500);
    for (let time = 0; time < 5; time += 1) expect((await app.get(`/api/v1${PAGE}`)).status).toBe(200);
    const stream = await followed(await app.get(NAME, EVENTS));
    await stream.until(1);
    expect((await app.get(`/live?page=${PAGE}`, EVENTS)).status).toBe(200);
    expect(await readsOn(standby)).toBe(before);
  }, 120_000);
});
