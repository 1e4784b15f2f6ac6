// The service on a Patroni cluster whose primary is killed under constant reads and writes.
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { Mirror } from '../../docs/mirror.js';
import { closedPort } from '../support/postgres-stand-in.js';
import { addressOf, build, start } from '../support/process.js';
import { type Got, startClients, tally } from './clients.js';
import { createPatroniCluster, hasPatroni, type PatroniCluster } from './patroni-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';
import { createWitness, type Witness } from './witness.js';

const CLIENTS = 8;
const KILLS = 5;
/** How long after the promotion a request may still be refused. */
const BACK_MS = 1_500;

if (!hasPatroni) console.log('Skipped for want of Patroni and etcd: a Patroni cluster (packages patroni, etcd-server)');

describe.skipIf(!hasPatroni)('on a Patroni cluster', () => {
  describeOnPostgres('whose primary is killed', () => {
    let cluster: PatroniCluster;
    let witness: Witness;
    let address: string;
    beforeAll(async () => {
      await build();
      cluster = await createPatroniCluster();
      witness = await createWitness(cluster.url);
      whenOver(() => witness.close());
      const env = {
        NODE_ENV: 'production',
        DATABASE_URL: cluster.url,
        PORT: String(await closedPort()),
        RATE_LIMIT: '0',
        LOG_LEVEL: 'info',
        STATEMENT_TIMEOUT_MS: '1500',
      };
      address = await addressOf(start('main.js', { env }, whenOver));
    }, 240_000);

    /** Follows the change feed as an integrator does, until it is stopped. */
    function follow() {
      const mirror = new Mirror(address, witness.authorization.replace('Bearer ', ''));
      const stopping = new AbortController();
      const following = (async () => {
        while (!stopping.signal.aborted) await mirror.step(5, stopping.signal).catch(() => undefined);
      })();
      return {
        mirror,
        async stop() {
          stopping.abort();
          await following;
        },
      };
    }

    async function writeUntil(isOver: () => boolean): Promise<void> {
      for (; !isOver(); await sleep(20)) await witness.write();
    }

    test(`only 503 and 504 meanwhile, then full service; nothing stale, nothing lost (${KILLS} times)`, async () => {
      const follower = follow();
      for (let time = 1; time <= KILLS; time += 1) {
        await cluster.whole();
        const clients = startClients(address, witness, CLIENTS);
        let over = false;
        const writing = writeUntil(() => over);
        await sleep(1_000);
        const primary = await cluster.primary();
        const killedAt = Date.now();
        await primary.kill();
        const next = await cluster.primary();
        const promotedAt = Date.now();
        await sleep(5_000);
        over = true;
        await writing;
        await clients.stop();
        const got = clients.got.toSorted((one, other) => one.at - other.at);
        expect(clients.problems.slice(0, 10)).toStrictEqual([]);
        expect(
          Object.keys(tally(got)).filter((status) => !['200', '304', '503', '504'].includes(status)),
        ).toStrictEqual([]);
        const lastRefused = got.findLast(({ status }) => status >= 500)?.at ?? 0;
        console.log(
          `${primary.name} killed, ${next.name} promoted after ${promotedAt - killedAt} ms; first answer ` +
            `${firstServed(got, promotedAt) - promotedAt} ms, full service ${lastRefused - promotedAt} ms after that: ${JSON.stringify(tally(got))}`,
        );
        expect(lastRefused - promotedAt).toBeLessThan(BACK_MS);
        expect(got.filter(({ at }) => at > promotedAt + BACK_MS)).not.toHaveLength(0);
        primary.start();
      }
      await expect.poll(() => witness.write()).toBe(true);
      // The copy of the follower is what the service publishes, and that is what was written last.
      await expect
        .poll(async () => JSON.parse(follower.mirror.copy.get('club/northern-legion') ?? '{}').data?.members)
        .toBe(witness.last());
      await follower.stop();
    }, 600_000);
  });
});

/** When the first request was sent that was served after this time. */
function firstServed(got: readonly Got[], after: number): number {
  return got.find(({ at, status }) => at >= after && status < 400)?.at ?? Number.NaN;
}
