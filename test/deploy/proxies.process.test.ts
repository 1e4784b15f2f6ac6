// The examples in deploy/ with a real nginx and a real Caddy in front of the service, seen by clients of two addresses.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../support/free-port.js';
import { addressOf, build, newDataDir, run, start, temporaryFolder } from '../support/process.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });
beforeAll(() => build());

const FIVE_MINUTES_MS = 300_000;
const example = (name: string) => readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
const has = (program: string, flag: string) => spawnSync(program, [flag]).error === undefined;

/** How to start each program in the foreground with its example, on another port and in front of another service. */
const PROXIES = {
  nginx(folder: string, port: number, service: string, change: (site: string) => string) {
    const site = change(example('nginx.conf'))
      .replace('listen 80', `listen 127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:4000', service);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const main = `daemon off; pid ${folder}/pid; events {} http { access_log off; ${temporary.join(' ')} ${site} }`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    return ['nginx', '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  },
  caddy(folder: string, port: number, service: string) {
    const site = example('Caddyfile')
      .replace('results.example', `http://127.0.0.1:${port}`)
      .replaceAll('127.0.0.1:4000', service);
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

/** Returns the address of a proxy in front of a service, or of another proxy. */
async function startProxy(
  name: keyof typeof PROXIES,
  service: string,
  change = (site: string) => site,
): Promise<string> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const [program = '', ...args] = PROXIES[name](folder, port, service, change);
  const proxy: ChildProcess = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  onTestFinished(async () => {
    if (proxy.kill()) await once(proxy, 'exit');
  });
  return `127.0.0.1:${port}`;
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
  const behind = twice ? await startProxy(name, service.host, PASSING_ON) : service.host;
  const url = `http://${await startProxy(name, behind)}`;
  await vi.waitFor(() => ask(`${url}/health/live`, '127.0.0.1'), { timeout: 20_000, interval: 100 });
  const follow = () => ask(`${url}/api/v1/changes?since=now`, '127.0.0.1', { ...key, accept: 'text/event-stream' });
  return { env, key, url, follow };
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
  test.skipIf(isSkipped)('hands on addresses, answers, pages and streams', async () => {
    const { key, url, follow } = await startBehind(name);
    const rest = await ask(`${url}/api/v1/tournaments`, '127.0.0.1', key);
    expect([rest.statusCode, JSON.parse(await text(rest))]).toStrictEqual([200, { data: [], next: null }]);
    const page = await ask(`${url}/`, '127.0.0.1');
    expect([page.statusCode, await text(page)]).toStrictEqual([
      200,
      expect.stringContaining(`<link rel="canonical" href="${url}/"`),
    ]);

    const stream = await follow();
    const [first] = await once(stream, 'data');
    expect(String(first)).toMatch(/^(:|event|retry|id|data)/);
    stream.destroy();

    await expectToTellAddressesApart(url);
  });

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
