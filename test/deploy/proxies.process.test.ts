// The examples in deploy/ with a real nginx and a real Caddy in front of the service, or of two, seen by clients of several addresses.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAccountKey } from '../../src/db/keys.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { freePort } from '../support/free-port.js';
import { addressOf, build, newDataDir, run, start, temporaryFolder } from '../support/process.js';
import { redisServer, skipWithoutRedisServer } from '../support/redis-server.js';
import { club, load } from '../support/world.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });
beforeAll(() => build());

const FIVE_MINUTES_MS = 300_000;
/** A PostgreSQL server for several services of one database. */
const SERVER = process.env.TEST_DATABASE_URL;
const noServers = skipWithoutRedisServer() || SERVER === undefined;
const example = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const has = (program: string, flag: string) => spawnSync(program, [flag]).error === undefined;

/** An example in front of other services than its own; the lines for several are comments. */
const inFrontOf = (site: string, [first = '', second]: readonly string[]) =>
  (second === undefined ? site : site.replace(/# (?=(server|to|health_\w+|lb_\w+) )/g, ''))
    .replaceAll('127.0.0.1:4000', first)
    .replaceAll('127.0.0.1:4001', second ?? '');

/** How to start each program in the foreground with its example, on another port and in front of other services. */
const PROXIES = {
  nginx(folder: string, port: number, services: readonly string[], change: (site: string) => string) {
    const site = inFrontOf(change(example('nginx.conf')), services).replace('listen 80', `listen 127.0.0.1:${port}`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const main = `daemon off; pid ${folder}/pid; events {} http { access_log off; ${temporary.join(' ')} ${site} }`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    return ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  },
  caddy(folder: string, port: number, services: readonly string[]) {
    const site = inFrontOf(example('Caddyfile'), services).replace('results.example', `http://127.0.0.1:${port}`);
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n}\n${site}`);
    return ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
  },
};

/** A proxy that is behind another one: it adds to what that says, and passes on the rest. */
const PASSING_ON = (site: string) =>
  site.replace('$remote_addr', '$proxy_add_x_forwarded_for').replace(/^.*X-Forwarded-(Proto|Host).*$/gm, '');

const missing = [...(has('nginx', '-v') ? [] : ['nginx']), ...(has('caddy', 'version') ? [] : ['caddy'])];
if (missing.length > 0) console.log(`Not tried, because it is not installed: ${missing.join(', ')}`);

/** Asks from an address of its own, so that it counts as another visitor. */
async function ask(url: string, from: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [response] = await once(get(url, { localAddress: from, headers, agent: false }), 'response');
  return response;
}

/** Returns the address of a proxy in front of services, or of another proxy, once it answers. */
async function startProxy(
  name: keyof typeof PROXIES,
  services: readonly string[],
  change = (site: string) => site,
): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const [program = '', ...args] = PROXIES[name](folder, port, services, change);
  const proxy: ChildProcess = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  onTestFinished(async () => {
    if (proxy.kill()) await once(proxy, 'exit');
  });
  const address = `127.0.0.1:${port}`;
  await vi.waitFor(() => ask(`http://${address}/health/live`, '127.0.0.1'), { timeout: 20_000, interval: 100 });
  return address;
}

/** The service with the proxy in front of it, or with two. */
async function startBehind(name: keyof typeof PROXIES, { twice = false } = {}) {
  const env = {
    DATA_DIR: await newDataDir(),
    PORT: '0',
    TRUST_PROXY: twice ? '2' : 'true',
    SITE_RATE_LIMIT: '20',
    NODE_ENV: 'production',
  };
  const { stdout } = await run('cli/keys.js', ['create', 'Test'], { env });
  const key = { authorization: `Bearer ${stdout.trim()}` };
  const service = new URL(await addressOf(start('main.js', { env: { ...env, DEMO_WORLD: 'false' } })));
  const behind = twice ? await startProxy(name, [service.host], PASSING_ON) : service.host;
  const url = `http://${await startProxy(name, [behind])}`;
  const follow = () => ask(`${url}/api/v1/changes?since=now`, '127.0.0.1', { ...key, accept: 'text/event-stream' });
  return { env, key, url, follow };
}

/** A database of a test's own on the PostgreSQL server of the tests, with `budget` as the limit of a second key. */
async function newDatabase(budget: number) {
  const url = new URL(SERVER ?? '');
  const name = `gateway_proxies_${randomBytes(4).toString('hex')}`;
  const onServer = async (statement: string) => {
    const admin = new pg.Client(SERVER);
    await admin.connect();
    await admin.query(statement).finally(() => admin.end());
  };
  await onServer(`CREATE DATABASE "${name}"`);
  onTestFinished(() => onServer(`DROP DATABASE "${name}" WITH (FORCE)`));
  url.pathname = `/${name}`;
  const db = await openPostgres(url.href, 2, () => undefined);
  onTestFinished(() => db.close());
  await migrate(db);
  const [free, poor] = await Promise.all(
    [0, budget].map((rateLimit) => createAccountKey(db.sql, `limit ${rateLimit}`, { rateLimit })),
  );
  return { db, url: url.href, free: { authorization: `Bearer ${free}` }, poor: { authorization: `Bearer ${poor}` } };
}

/** Follows clubs as EventSource does: where a stream ends, another goes on after its last event. */
function followClubs(url: string, headers: Record<string, string>) {
  const told: string[] = [];
  const [over, problems] = [new AbortController(), [] as unknown[]];
  let streams = 0;
  let last = '';
  let retryMs = 0;
  async function follow() {
    const after = { ...headers, accept: 'text/event-stream', ...(last && { 'last-event-id': last }) };
    const response = await fetch(`${url}/api/v1/changes?since=now`, { headers: after, signal: over.signal });
    if (response.status !== 200) problems.push(response.status);
    streams += 1;
    let rest = '';
    const decoder = new TextDecoder();
    for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
      const events = (rest + decoder.decode(piece, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) {
        last = /^id: (.+)$/m.exec(event)?.[1] ?? last;
        retryMs = Number(/^retry: (.+)$/m.exec(event)?.[1] ?? retryMs);
        told.push(...[...event.matchAll(/"id":"(c-\d+)"/g)].map(([, id = '']) => id));
      }
    }
  }
  const following = (async () => {
    for (; !over.signal.aborted; await sleep(retryMs))
      await follow().catch((error) => over.signal.aborted || problems.push(error));
  })();
  const leave = async () => {
    over.abort();
    await following;
  };
  onTestFinished(leave);
  return { told, problems, streams: () => streams, leave };
}

/** A flood of one address is refused, whatever it says that its address is, and another is served. */
async function expectToTellAddressesApart(url: string): Promise<void> {
  const flood = await Promise.all(
    Array.from({ length: 60 }, (_, at) => ask(`${url}/clubs`, '127.0.0.2', { 'x-forwarded-for': `203.0.113.${at}` })),
  );
  const statuses = new Set(flood.map(({ statusCode }) => statusCode));
  for (const response of flood) response.resume();
  expect(statuses).toContain(429);
  const other = await ask(`${url}/clubs`, '127.0.0.3');
  other.resume();
  expect(other.statusCode).toBe(200);
}

test.skipIf(missing.includes('nginx') && !process.env.REQUIRE_PROXIES)(
  'behind a balancer that is behind a content delivery network, clients are told apart, and links are of the outer one',
  async () => {
    const { url } = await startBehind('nginx', { twice: true });
    const page = await text(await ask(`${url}/`, '127.0.0.1'));
    expect(page).toContain(`<link rel="canonical" href="${url}/"`);
    await expectToTellAddressesApart(url);
  },
);

describe.each(['nginx', 'caddy'] as const)('%s', (name) => {
  const isSkipped = missing.includes(name) && !process.env.REQUIRE_PROXIES;
  test.skipIf(isSkipped)('hands on addresses, answers and pages', async () => {
    const { key, url } = await startBehind(name);
    const rest = await ask(`${url}/api/v1/tournaments`, '127.0.0.1', key);
    expect([rest.statusCode, JSON.parse(await text(rest))]).toStrictEqual([200, { data: [], next: null }]);
    const page = await ask(`${url}/`, '127.0.0.1');
    expect([page.statusCode, await text(page)]).toStrictEqual([
      200,
      expect.stringContaining(`<link rel="canonical" href="${url}/"`),
    ]);

    await expectToTellAddressesApart(url);
  });

  test.skipIf(isSkipped || noServers)(
    'in front of two services: restarting both loses no request, a stream goes on at the other, a budget is one',
    async () => {
      const budget = 300;
      const { db, url: databaseUrl, free, poor } = await newDatabase(budget);
      const env = {
        DATABASE_URL: databaseUrl,
        REDIS_URL: (await redisServer()).url,
        TRUST_PROXY: 'true',
        SHUTDOWN_DELAY: name === 'caddy' ? '5' : '0',
      };
      const startOn = async (port: number) => {
        const service = start('main.js', { env: { ...env, PORT: `${port}`, NODE_ENV: 'production' } });
        await addressOf(service);
        return service;
      };
      const ports = [await freePort(), await freePort()];
      const services = await Promise.all(ports.map(startOn));
      const url = `http://${await startProxy(
        name,
        ports.map((port) => `127.0.0.1:${port}`),
      )}`;

      let written = 0;
      const write = () => {
        written += 1;
        return load(db, [club({ slug: `c-${written}` })]);
      };
      // The first import into an empty database would end what follows.
      await load(db, [club({ slug: 'a' })]);
      const follower = followClubs(url, free);
      await vi.waitUntil(() => follower.streams() === 1, { timeout: 20_000 });
      await sleep(500);
      const sent = { requests: 0, others: [] as unknown[] };
      let restarted = false;
      const body = JSON.stringify({ query: '{ clubs { nodes { slug } } }' });
      const document = { method: 'POST', headers: { ...free, 'content-type': 'application/json' }, body };
      const client = async () => {
        for (; !restarted; await sleep(50)) {
          for (const [path, init] of [
            ['/api/v1/clubs', { headers: free }],
            ['/clubs', {}],
            ['/graphql', document],
          ] as const) {
            const { status } = await fetch(url + path, init).catch((error) => ({ status: error.cause ?? error }));
            sent.requests += 1;
            if (status !== 200) sent.others.push([path, status]);
          }
        }
      };
      const clients = [client(), client(), client()];
      for (const [at, port] of ports.entries()) {
        await write();
        expect(await services[at]?.end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
        await write();
        services[at] = await startOn(port);
      }
      await write();
      await vi.waitUntil(() => follower.told.includes(`c-${written}`), { timeout: 20_000 });
      restarted = true;
      await Promise.all(clients);
      expect(sent.others).toStrictEqual([]);
      expect(follower.told).toStrictEqual(Array.from({ length: written }, (_, at) => `c-${at + 1}`));
      expect(follower.problems).toStrictEqual([]);
      expect(follower.streams()).toBeGreaterThan(1);
      await follower.leave();

      // Each service alone would answer 300.
      const answers: number[] = [];
      for (let at = 0; at < 45; at += 1) {
        const some = await Promise.all(
          Array.from({ length: 10 }, () => fetch(`${url}/api/v1/clubs`, { headers: poor })),
        );
        answers.push(...some.map(({ status }) => status));
      }
      expect(new Set(answers)).toStrictEqual(new Set([200, 429]));
      console.log(`${name}: ${sent.requests} requests over two restarts, ${follower.streams()} streams`);
    },
    300_000,
  );

  test.skipIf(isSkipped || process.env.FAULTS !== 'long')(
    'keeps a stream open for five minutes',
    async () => {
      const { env, follow } = await startBehind(name);
      const stream = await follow();
      const heard: { at: number; text: string }[] = [];
      stream.on('data', (chunk: Buffer) => heard.push({ at: performance.now(), text: String(chunk) }));
      await sleep(FIVE_MINUTES_MS);
      const gaps = heard.slice(1).map(({ at }, index) => at - (heard[index]?.at ?? 0));
      expect(Math.max(...gaps)).toBeLessThan(20_000);
      expect(stream.destroyed).toBe(false);
      const stdin = '{"type":"club","slug":"north","name":"North"}\n';
      expect(await run('cli/import.js', ['-'], { env, stdin })).toMatchObject({ code: 0 });
      await vi.waitFor(() => expect(heard.some(({ text }) => text.includes('north'))).toBe(true), 10_000);
      const gapSeconds = Math.round(Math.max(...gaps) / 1000);
      console.log(`${name}: ${heard.length} pieces in five minutes, at most ${gapSeconds} s apart`);
      stream.destroy();
    },
    400_000,
  );
});
