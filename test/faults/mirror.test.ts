// A copy that is maintained over HTTP follows random writes of every kind while the service is killed, PostgreSQL is
// killed, connections are cut at any byte and a dump is restored. Afterwards it equals what the service publishes, byte
// for byte.
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { Mirror } from '../../docs/mirror.js';
import { BundleError } from '../../src/bundle/problem.js';
import { createAccountKey } from '../../src/db/keys.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { SITE_URL } from '../support/app.js';
import { closedPort } from '../support/postgres-stand-in.js';
import { addressOf, build, type Running, start } from '../support/process.js';
import { published } from '../support/published.js';
import { oneOfEachWrite, type Write } from '../support/random-write.js';
import { battle, casual, club, load, player, tournament } from '../support/world.js';
import { startAgain } from '../support/written-world.js';
import { isLong } from './long.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { describeOnPostgres, newDataFolder, run, whenOver } from './postgres-programs.js';

/** In each, every fault happens once. */
const ROUNDS = isLong ? 16 : 1;
const IMPORT_MS = isLong ? 60_000 : 3_000;
const CUT_AFTER_BYTES_MAX = 30_000;
const PATIENCE_MS = 20_000;
/** Error codes of a constraint or a trigger. */
const REFUSED = /^23/;
const toFailure = (error: unknown) => error as Error & { code?: string };

describeOnPostgres('a copy kept over HTTP', () => {
  let primary: Primary;
  let db: Awaited<ReturnType<typeof openPostgres>>;
  let service: Running;
  let port: number;
  let direct: string;
  let key: string;

  beforeAll(async () => {
    await build();
    primary = await createPrimary();
    db = await openPostgres(primary.url, 4, () => undefined);
    whenOver(() => db.close());
    await migrate(db);
    await startAgain(db);
    key = await createAccountKey(db.sql, 'Mirror');
    port = await closedPort();
    await startService();
  }, 120_000);

  async function startService(): Promise<void> {
    const env = { DATABASE_URL: primary.url, PORT: String(port), HOST: '127.0.0.1', RATE_LIMIT: '0', SITE_URL };
    service = start('main.js', { env }, whenOver);
    direct = await addressOf(service);
  }

  /** A proxy that cuts each connection after a random number of response bytes. */
  async function startCutting(): Promise<string> {
    const proxy = createServer((near) => {
      const far = connect(port, '127.0.0.1');
      let left = 1 + Math.floor(Math.random() * CUT_AFTER_BYTES_MAX);
      const end = () => {
        near.destroy();
        far.destroy();
      };
      for (const socket of [near, far]) socket.on('error', end).on('close', end);
      near.pipe(far);
      far.on('data', (bytes) => {
        near.write(bytes.subarray(0, left));
        left -= bytes.length;
        if (left <= 0) near.end(end);
      });
    });
    const own = await closedPort();
    await new Promise<void>((resolve) => proxy.listen(own, '127.0.0.1', resolve));
    whenOver(async () => void proxy.close());
    return `http://127.0.0.1:${own}`;
  }

  const get = (path: string) => fetch(direct + path, { headers: { authorization: `Bearer ${key}` } });

  /** Retries until PostgreSQL is back. Writes that it rejects, which can happen after many random ones, are dropped. */
  async function write({ statements }: Write): Promise<void> {
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(100)) {
      const failure = await db.sql
        .transaction(async (sql) => {
          for (const statement of statements) await sql.query(statement);
        })
        .then(() => null, toFailure);
      if (failure === null || REFUSED.test(failure.code ?? '')) return;
      if (Date.now() > end) throw failure;
    }
  }

  async function restoreDump(between: () => Promise<void>): Promise<void> {
    const dump = join(await newDataFolder(), 'dump');
    await run('pg_dump', ['-d', primary.url, '-Fc', '-f', dump]);
    await between();
    // Like an operator, stops the service so that nothing else uses the database.
    await service.end('SIGTERM');
    await run('pg_restore', ['-d', primary.url, '--clean', '--if-exists', '--single-transaction', dump]);
    await startService();
  }

  const FAULTS: Record<string, () => Promise<void>> = {
    'the service is killed': async () => {
      await service.end('SIGKILL');
      await startService();
    },
    'PostgreSQL is killed': async () => {
      await primary.kill();
      await primary.start();
    },
    'PostgreSQL is stopped without tidying up': async () => {
      await primary.stop('immediate');
      await primary.start();
    },
    'a dump is restored': () =>
      restoreDump(() => write({ what: 'lost', statements: [`UPDATE "club" SET "city" = 'Lost with the restore'`] })),
    'a bundle is imported': () =>
      load(db, [
        club({ slug: 'c-2' }),
        player('p-9'),
        tournament({ slug: 't-9', participants: ['One', 'Two'] }),
        battle('b-9', { tournament: 't-9' }),
        casual('b-10', { sides: [{ playerId: 'p-9' }, { name: 'Somebody' }] }),
      ]).catch((error) => {
        // Such as a bundle with a player who has been removed meanwhile.
        if (!(error instanceof BundleError)) throw error;
      }),
  };

  test('is what is published, whatever fails meanwhile', async () => {
    const following = new AbortController();
    const mirror = new Mirror(await startCutting(), key);
    const follow = async () => {
      while (!following.signal.aborted)
        await mirror.step(1, following.signal).catch((error) => {
          if (!following.signal.aborted) throw error;
        });
    };
    const followed = follow();
    let writes = 0;
    const samples = fc.sample(oneOfEachWrite, { numRuns: ROUNDS });
    for (const round of samples) {
      const faults = Object.entries(FAULTS);
      for (const [at, each] of round.entries()) {
        await write(each);
        writes += 1;
        const fault = at % 12 === 5 ? faults.splice(Math.floor(Math.random() * faults.length), 1)[0] : undefined;
        if (fault) console.log(fault[0]);
        await fault?.[1]();
      }
    }
    // A write that is certainly reported after all earlier ones.
    await write({ what: 'the last', statements: [`INSERT INTO "club" ("slug", "name") VALUES ('last', 'Last')`] });
    await expect.poll(() => mirror.copy.has('club/last'), { timeout: 30_000 }).toBe(true);
    const all = await published(db, { get });
    const differing = () =>
      [...new Set([...mirror.copy.keys(), ...Object.keys(all)])].filter((id) => mirror.copy.get(id) !== all[id]);
    await expect.poll(differing, { timeout: 15_000 }).toStrictEqual([]);
    following.abort();
    await followed;
    console.log(`A copy followed ${writes} writes, ${mirror.copy.size} things are as published.`);
  }, 1_800_000);

  test('has what others write within a second while a long import runs', async () => {
    const mirror = new Mirror(direct, key);
    while (!(await mirror.step()));
    const lags: number[] = [];
    await db.sql.transaction(async (sql) => {
      const end = Date.now() + IMPORT_MS;
      for (let n = 0; Date.now() < end; n += 1) {
        await sql.query(`INSERT INTO "battle" ("id", "battle_size") VALUES ('import-${n}', 1)`);
        await db.sql.query(`INSERT INTO "club" ("slug", "name") VALUES ('other-${n}', 'Other ${n}')`);
        const committed = performance.now();
        while (!mirror.copy.has(`club/other-${n}`)) await mirror.step(1);
        lags.push(performance.now() - committed);
        expect([...mirror.copy.keys()].filter((id) => id.startsWith('battle/import'))).toStrictEqual([]);
        await sleep(100);
      }
    });
    while (!mirror.copy.has('battle/import-0')) await mirror.step(1);
    expect(lags.length).toBeGreaterThan(5);
    expect(Math.max(...lags)).toBeLessThan(1_000);
    console.log(`Others' changes came within ${Math.max(...lags).toFixed(0)} ms.`);
  }, 120_000);
});
