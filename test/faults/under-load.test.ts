// The service as an operator runs it, under constant reads and writes while its database fails: some 503s, but never a
// wrong or stale answer.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { closedPort } from '../support/postgres-stand-in.js';
import { build, type Running, start } from '../support/process.js';
import { type Clients, type Got, startClients, tally } from './clients.js';
import { isLong } from './long.js';
import { createPrimary, type Primary } from './postgres-cluster.js';
import { describeOnPostgres, whenOver } from './postgres-programs.js';
import { until } from './postgres-server.js';
import { createWitness, type Witness } from './witness.js';

const CLIENTS = 8;
const SERVED = new Set([200, 304]);
const REFUSED = new Set([503, 504]);

describeOnPostgres('under load', () => {
  let primary: Primary;
  let witness: Witness;
  let gateway: Running;
  let address: string;
  beforeAll(async () => {
    await build();
    primary = await createPrimary();
    witness = await createWitness(primary.url);
    whenOver(() => witness.close());
    const port = String(await closedPort());
    const env = {
      NODE_ENV: 'production',
      DATABASE_URL: primary.url,
      PORT: port,
      RATE_LIMIT: '0',
      LOG_LEVEL: 'error',
      STATEMENT_TIMEOUT_MS: '1500',
    };
    gateway = start('main.js', { env }, whenOver);
    address = `http://127.0.0.1:${port}`;
    await until(() =>
      fetch(`${address}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  }, 60_000);

  let clients: Clients;
  beforeEach(() => {
    clients = startClients(address, witness, CLIENTS);
  });

  /** Writes at short intervals for this long. */
  async function writeFor(ms: number): Promise<void> {
    for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) await witness.write();
  }

  /** Stops the clients and returns the responses, after checking that no problem occurred. */
  async function outcome(): Promise<Got[]> {
    await clients.stop();
    expect(clients.problems.slice(0, 10)).toStrictEqual([]);
    expect(clients.got.filter(({ status }) => !SERVED.has(status) && !REFUSED.has(status))).toStrictEqual([]);
    expect(process.kill(gateway.pid, 0)).toBe(true);
    return clients.got.toSorted((one, other) => one.at - other.at);
  }

  test.each<[string, () => Promise<void>]>([
    ['killed', () => primary.kill()],
    ...(isLong ? [['stopped', () => primary.stop('immediate')] as [string, () => Promise<void>]] : []),
  ])(
    'a database that is %s and started again: only 503s meanwhile, then full service',
    async (how, stop) => {
      await writeFor(1_500);
      await stop();
      const gone = Date.now();
      await writeFor(isLong ? 10_000 : 2_500);
      await primary.start();
      const back = Date.now();
      await writeFor(4_500);
      const got = await outcome();
      // Leaves a moment for requests that were sent before.
      const meanwhile = got.filter(({ at }) => at > gone + 500 && at < back - 1_500);
      expect([...new Set(meanwhile.map(({ status }) => status))]).toStrictEqual([503]);
      const lastRefused = got.findLast(({ status }) => REFUSED.has(status))?.at ?? 0;
      console.log(
        `database ${how}: ${JSON.stringify(tally(got))}, full service ${lastRefused - back} ms after its return`,
      );
      expect(got.filter(({ at }) => at > back + 3_000).map(({ status }) => status)).not.toHaveLength(0);
      expect(lastRefused - back).toBeLessThan(3_000);
    },
    60_000,
  );

  test('connections cut again and again, that of the feed among them: nothing stale', async () => {
    const end = Date.now() + (isLong ? 60_000 : 4_000);
    while (Date.now() < end) {
      await writeFor(300);
      await primary.query(`SELECT pg_terminate_backend("pid") FROM pg_stat_activity
        WHERE "application_name" LIKE 'battle-results-gateway%'`);
    }
    await writeFor(1_500);
    const got = await outcome();
    console.log(`connections cut: ${JSON.stringify(tally(got))}`);
    expect(got.filter(({ status }) => SERVED.has(status)).length).toBeGreaterThan(0);
    expect(got.filter(({ at, status }) => at > end + 1_000 && !SERVED.has(status))).toStrictEqual([]);
  }, 120_000);

  test('a database that stands still: everybody is told in time, then full service', async () => {
    await writeFor(1_000);
    await primary.freeze();
    const still = Date.now();
    await sleep(isLong ? 30_000 : 8_000);
    primary.thaw();
    const back = Date.now();
    await writeFor(4_000);
    const got = await outcome();
    // Until then remembered answers may still be given: the last response of the change feed is relied on for so long.
    const meanwhile = got.filter(({ at, ms }) => at > still + 2_000 && at + ms < back);
    const slowest = Math.max(...meanwhile.map(({ ms }) => ms));
    console.log(`database frozen: ${JSON.stringify(tally(meanwhile))} meanwhile, the slowest after ${slowest} ms`);
    expect(meanwhile.filter(({ status }) => !REFUSED.has(status))).toStrictEqual([]);
    // At least one per client: a request waits for up to three seconds, twice that if its key is looked up too.
    expect(meanwhile.length).toBeGreaterThanOrEqual(CLIENTS);
    expect(got.filter(({ at, status }) => at > back + 3_000 && !SERVED.has(status))).toStrictEqual([]);
  }, 90_000);

  test(`mixed load with writes for ${isLong ? 'ten minutes' : 'a while'}: no error, nothing stale, memory flat`, async () => {
    const seconds = isLong ? 600 : 3;
    const resident: number[] = [];
    for (let second = 0; second < seconds; second += 1) {
      await writeFor(1_000);
      resident.push(await residentMegabytes(gateway.pid));
    }
    const got = await outcome();
    const third = Math.floor(seconds / 3);
    const [warm, late] = [median(resident.slice(third, 2 * third)), median(resident.slice(2 * third))];
    console.log(
      `mixed load: ${JSON.stringify(tally(got))} in ${seconds} s, ${warm} MB in the middle, ${late} MB at the end`,
    );
    expect(got.filter(({ status }) => !SERVED.has(status))).toStrictEqual([]);
    // Only the long form gets past the warm-up.
    if (isLong) expect(late).toBeLessThan(warm * 1.15);
  }, 700_000);
});

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_000);
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
