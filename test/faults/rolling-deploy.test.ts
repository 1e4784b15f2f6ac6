// Two releases beside each other on one database, under load: the newer one has a migration that the older one does not know.
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { root } from '../support/build.js';
import { addressOf, build, type Running, start, temporaryFolder } from '../support/process.js';
import { battle, club, load, tournament } from '../support/world.js';
import { isLong } from './long.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';

const REQUESTS = isLong ? 10_000 : 1_000;
/** Of each client, between two requests: as many as possible take long on a busy machine. */
const PAUSE_MS = isLong ? 0 : 20;
const CLIENTS = 4;
const PATHS = ['/api/v1/tournaments', '/api/v1/clubs/northern-legion', '/api/v1/battles/b-1', '/clubs/northern-legion'];
const NEWER = '29990101000000_motto';

type Process = Running & { address: string };

describeOnPostgres('a rolling deploy', () => {
  let primary: Primary;
  let newer: string;
  let headers: Record<string, string>;
  beforeAll(async () => {
    await build();
    primary = await createPrimary();
    const db = await openPostgres(primary.url, 2, () => undefined);
    await migrate(db);
    await load(db, [club({}), tournament({ club: 'northern-legion', participants: ['Ann', 'Bo'] }), battle('b-1', {})]);
    headers = { authorization: `Bearer ${await createAccountKey(db.sql, 'Test')}` };
    await db.close();
    newer = await newerRelease();
  }, 120_000);

  /** This release with one more migration, which adds. */
  async function newerRelease(): Promise<string> {
    const folder = await temporaryFolder(whenOver);
    for (const name of ['package.json', 'prisma', 'dist']) {
      await cp(join(root, name), join(folder, name), { recursive: true });
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'prisma/migrations', NEWER));
    const sql = `ALTER TABLE "club" ADD COLUMN "motto" TEXT; CREATE TABLE "sponsor" ("id" INTEGER PRIMARY KEY);`;
    await writeFile(join(folder, 'prisma/migrations', NEWER, 'migration.sql'), sql);
    return join(folder, 'dist');
  }

  async function startOne(dist?: string): Promise<Process> {
    const env = { DATABASE_URL: primary.url, PORT: '0', RATE_LIMIT: '0', SHUTDOWN_DELAY: '1', MAX_QUEUE_MS: '10000' };
    const running = start('main.js', { env, ...(dist && { dist }) }, whenOver);
    return { ...running, address: await addressOf(running) };
  }

  /** What a load balancer does: asks every 100 ms who is ready, and sends each request to one of those. */
  function balance(all: () => Process[]) {
    let ready: Process[] = all();
    const stopping = new AbortController();
    const looking = (async () => {
      while (!stopping.signal.aborted) {
        const asked = all().map(async (each) => ((await isReady(each)) ? [each] : []));
        ready = (await Promise.all(asked)).flat();
        await sleep(100);
      }
    })();
    let turn = 0;
    return {
      async next(): Promise<Process> {
        for (turn += 1; ; await sleep(20)) {
          const chosen = ready[turn % ready.length];
          if (chosen) return chosen;
        }
      },
      async stop() {
        stopping.abort();
        await looking;
      },
    };
  }

  const isReady = ({ address }: Process) =>
    fetch(`${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );

  test(`loses none of ${REQUESTS} requests, also when an old process starts again after the migration, nor on the way back`, async () => {
    let serving = [await startOne(), await startOne()];
    const balancer = balance(() => serving);
    const expected = await Promise.all(PATHS.map((path) => textOf(serving[0], path)));
    const problems: string[] = [];
    let sent = 0;
    let deployed = false;
    const client = async () => {
      while (!deployed || sent < REQUESTS) {
        const at = sent % PATHS.length;
        sent += 1;
        const text = await textOf(await balancer.next(), PATHS[at] ?? '').catch((error) => `${error.cause ?? error}`);
        if (text !== expected[at]) problems.push(`${PATHS[at]}: ${text.slice(0, 200)}`);
        await sleep(PAUSE_MS);
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);

    /** Starts the new one before the other ends. */
    async function replace(old: Process | undefined, dist?: string): Promise<void> {
      const fresh = await startOne(dist);
      serving = [...serving, fresh];
      await sleep(300);
      expect(await old?.end('SIGTERM')).toMatchObject({ code: 0 });
      serving = serving.filter((each) => each !== old);
    }
    try {
      const [first, second] = serving;
      await replace(first, newer);
      expect(await primary.query(`SELECT "motto" FROM "club"`)).toHaveLength(1);
      // An old one comes up although the newer migration has been applied, and says so.
      await replace(second);
      expect(serving[1]?.text()).toContain(`which serves this one too: it has ${NEWER}`);
      if (isLong) await replace(serving[1], newer);
      // And back: all are old ones, on the newer schema.
      for (const each of isLong ? [...serving] : serving.slice(0, 1)) await replace(each);
    } finally {
      deployed = true;
      await Promise.all(clients);
      await balancer.stop();
    }
    expect(problems.slice(0, 5)).toStrictEqual([]);
    expect(sent).toBeGreaterThanOrEqual(REQUESTS);
    console.log(`a rolling deploy and back: ${sent} requests, ${problems.length} lost`);
  }, 240_000);

  async function textOf(to: Process | undefined, path: string): Promise<string> {
    const response = await fetch(`${to?.address}${path}`, { headers });
    const text = await response.text();
    // The address of the process is part of it.
    return `${response.status} ${text.replaceAll(to?.address ?? '', '')}`;
  }
});
