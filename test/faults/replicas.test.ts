// One process of the service over a real primary and a real standby.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.js';
import { club, load } from '../support/world.js';
import { isLong } from './long.js';
import { createCluster } from './postgres-cluster.js';
import { describeOnPostgres, newDataFolder, whenOver } from './postgres-programs.js';
import { type PostgresServer, startServer } from './postgres-server.js';
import { FORGETFUL, MAX_LAG_MS, openPair, openWithReplica, type Pair, readsOn } from './with-standby.js';

describeOnPostgres('a standby to read from', () => {
  let pair: Pair;
  /** `app` remembers its answers; `forgetful` queries the database every time. */
  let app: TestApp;
  let forgetful: TestApp;
  beforeAll(async () => {
    // A query that conflicts with replay is cancelled at once.
    pair = await openPair({ max_standby_streaming_delay: '0' });
    await load(pair.db, [club({ slug: 'c-1' })]);
    app = await createTestApp(pair.db, { remember: true });
    forgetful = await createTestApp(pair.db, FORGETFUL);
    for (const one of [app, forgetful]) whenOver(() => one.close());
    await pair.standby.caughtUp();
  }, 60_000);

  const CLUB = '/api/v1/clubs/c-1';
  const soon = (work: () => unknown) => vi.waitFor(work, { timeout: 10_000, interval: 10 });
  const description = async (from: TestApp) => {
    const { data } = (await (await from.get(CLUB)).json()) as { data: { description: string } };
    return data.description;
  };
  const describeClub = (text: string) => pair.primary.query('UPDATE "club" SET "description" = $1', [text]);

  /** Number of reads on each server while `work` runs. */
  async function readsWhile(work: () => Promise<unknown>): Promise<{ primary: number; standby: number }> {
    const servers = [pair.primary, pair.standby] as const;
    const before = await Promise.all(servers.map(readsOn));
    await work();
    const [primary = 0, standby = 0] = await Promise.all(servers.map(readsOn));
    return { primary: primary - (before[0] ?? 0), standby: standby - (before[1] ?? 0) };
  }

  const isReadFrom = () =>
    soon(async () => {
      const reads = await readsWhile(() => forgetful.get(CLUB));
      expect([reads.primary, reads.standby > 0]).toStrictEqual([0, true]);
    });

  /** Messages for the operator while `work` runs. */
  async function toldWhile(work: () => Promise<unknown>): Promise<string[]> {
    const before = pair.told.length;
    await work();
    return pair.told.slice(before).map((line) => line.replace(/.* is (left out|read from)/, '$1'));
  }

  test('answers come from it, on both APIs, and none from the primary', async () => {
    await isReadFrom();
    const reads = await readsWhile(async () => {
      for (let time = 0; time < 5; time += 1) {
        expect((await forgetful.get(CLUB)).status).toBe(200);
        expect((await forgetful.graphql('{ clubs { nodes { slug } } }')).body).toMatchObject({
          data: { clubs: { nodes: [{ slug: 'c-1' }] } },
        });
      }
    });
    expect(reads.primary).toBe(0);
    expect(reads.standby).toBeGreaterThanOrEqual(10);
  });

  test('while it lacks a change the answer is not read from it, and so is never remembered wrong', async () => {
    await describeClub('before');
    await soon(async () => expect(await description(app)).toBe('before'));
    await isReadFrom();
    await pair.standby.pause();
    for (const text of ['one', 'two', 'three']) {
      await describeClub(text);
      await soon(async () => expect(await description(app)).toBe(text));
    }
    await pair.standby.resume();
    await pair.standby.caughtUp();
    expect(await description(app)).toBe('three');
    await isReadFrom();
  });

  test('it is left out when it lags too much, and taken back when it has caught up, with a line for each', async () => {
    await isReadFrom();
    const left = await toldWhile(async () => {
      await pair.standby.pause();
      await describeClub('four');
      await soon(() => expect(pair.told.at(-1)).toContain('left out'));
      expect((await readsWhile(() => forgetful.get(CLUB))).standby).toBe(0);
      expect(await description(forgetful)).toBe('four');
    });
    expect(left).toStrictEqual([`left out as a replica: it is more than ${MAX_LAG_MS} ms behind`]);
    const back = await toldWhile(async () => {
      await pair.standby.resume();
      await isReadFrom();
    });
    expect(back).toStrictEqual(['read from, as a replica']);
  });

  test('what is not a standby of the primary is never read from', async () => {
    const told: string[] = [];
    const data = await newDataFolder();
    await createCluster(data);
    const stranger = await startServer(data, {});
    for (const url of [pair.primary.url, stranger.url]) {
      const app = await createTestApp(
        await openWithReplica(pair.primary.url, url, (line) => told.push(line)),
        FORGETFUL,
      );
      whenOver(() => app.close());
      expect((await app.get(CLUB)).status).toBe(200);
      expect((await readsWhile(() => app.get(CLUB))).primary).toBeGreaterThan(0);
    }
    expect(told.map((line) => line.replace(/.*left out as a replica: /, ''))).toStrictEqual([
      'it is not a standby',
      'function newest_number() does not exist',
    ]);
  });

  /** Statuses that clients get which send requests constantly while `fault` happens. */
  async function answersDuring(fault: () => Promise<void>): Promise<Map<number, number>> {
    const statuses = new Map<number, number>();
    let over = false;
    const client = async () => {
      while (!over) {
        const { status } = await forgetful.get(CLUB);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: 8 }, client);
    await sleep(200);
    await fault();
    over = true;
    await Promise.all(clients);
    return statuses;
  }

  test('a statement that it cancels in order to go on is asked of the primary, and the client sees nothing', async () => {
    const { primary, standby } = pair;
    // For one role, reading the table is slow on the standby.
    await primary.query(`
      CREATE ROLE "slow" LOGIN;
      GRANT SELECT ON ALL TABLES IN SCHEMA "public" TO "slow";
      CREATE POLICY "slow" ON "club" USING (CASE WHEN pg_is_in_recovery() THEN pg_sleep(60) IS NOT NULL ELSE true END);
      ALTER TABLE "club" ENABLE ROW LEVEL SECURITY`);
    await standby.caughtUp();
    const replica = new URL(standby.url);
    replica.username = 'slow';
    const slow = await createTestApp(await openWithReplica(primary.url, replica.href, () => undefined), FORGETFUL);
    whenOver(() => slow.close());
    const underWay = `SELECT FROM pg_stat_activity WHERE "usename" = 'slow' AND "wait_event" = 'PgSleep'`;
    // On a busy machine the primary answers the first ones, because the position of the standby is reported too late.
    const answers: Promise<Response>[] = [];
    await soon(async () => {
      answers.push(slow.get(CLUB));
      await sleep(100);
      expect(await standby.query(underWay)).not.toStrictEqual([]);
    });
    await primary.query('BEGIN; LOCK TABLE "club"; COMMIT');
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  });

  const faults: [string, (standby: PostgresServer) => Promise<void>, (standby: PostgresServer) => Promise<void>][] = [
    ['killed', (standby) => standby.kill(), (standby) => standby.start()],
    ['stopped', (standby) => standby.stop('fast'), (standby) => standby.start()],
    ['frozen', (standby) => standby.freeze(), async (standby) => standby.thaw()],
  ];
  test.each(faults)(
    '%s under load: no client sees an error, and it is used again when it is back',
    async (_how, fault, mend) => {
      await isReadFrom();
      for (let time = 0; time < (isLong ? 5 : 1); time += 1) {
        const told = await toldWhile(async () => {
          const statuses = await answersDuring(async () => {
            await fault(pair.standby);
            await soon(() => expect(pair.told.at(-1)).toContain('left out'));
            await sleep(500);
            await mend(pair.standby);
            await soon(() => expect(pair.told.at(-1)).toContain('read from'));
            await sleep(200);
          });
          expect([...statuses.keys()]).toStrictEqual([200]);
        });
        expect(told.map((line) => line.split(':')[0])).toStrictEqual([
          'left out as a replica',
          'read from, as a replica',
        ]);
        await isReadFrom();
      }
    },
  );

  test('without the primary nothing is read from it: what is not remembered is a 503', async () => {
    await isReadFrom();
    await pair.primary.stop('fast');
    await soon(async () => expect((await forgetful.get(CLUB)).status).toBe(503));
    await soon(async () => expect((await forgetful.get('/health/ready')).status).toBe(503));
    await pair.primary.start();
    await isReadFrom();
  });

  test('once promoted it is a database of its own, and no longer read from', async () => {
    await isReadFrom();
    const told = await toldWhile(async () => {
      await pair.standby.query('SELECT pg_promote()');
      await soon(() => expect(pair.told.at(-1)).toContain('left out'));
    });
    expect(told).toStrictEqual(['left out as a replica: it is not a standby']);
    const reads = await readsWhile(() => forgetful.get(CLUB));
    expect([reads.primary > 0, reads.standby]).toStrictEqual([true, 0]);
  });
});
