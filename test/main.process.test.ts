import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { atFileEnd } from './support/file-end.js';
import { freePort } from './support/free-port.js';
import { errorResponse, serverThatAnswers } from './support/postgres-stand-in.js';
import {
  type AtTheEnd,
  addressOf,
  build,
  exists,
  linesOf,
  newDataDir,
  type Running,
  run,
  said,
  start,
  temporaryFolder,
} from './support/process.js';
import { takenPort } from './support/taken-port.js';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });
beforeAll(build);

const DEMO = { headers: { authorization: 'Bearer svc_v1_demo' } };
const NOT_FOUND = { error: { status: 404, message: 'There is nothing at this address', code: 'NOT_FOUND' } };

type Service = Running & { base: string };

/** Starts the service and waits for its banner. */
async function serve(env: Record<string, string>, cwd?: string, atTheEnd?: AtTheEnd): Promise<Service> {
  const running = start('main.js', { env: { PORT: '0', ...env }, ...(cwd && { cwd }) }, atTheEnd);
  return { ...running, base: await addressOf(running) };
}

async function answerOf(response: Response) {
  const { status, headers } = response;
  return {
    status,
    type: headers.get('content-type'),
    asks: headers.get('www-authenticate'),
    body: await response.json(),
  };
}

describe('on the embedded database', () => {
  let dataDir: string;
  let first: Service;
  let greeting: ReturnType<typeof linesOf>;
  let answers: Awaited<ReturnType<typeof answerOf>>[];
  let end: Awaited<ReturnType<Running['end']>>;
  beforeAll(async () => {
    dataDir = join(await temporaryFolder(atFileEnd), 'new', 'data');
    first = await serve({ DATA_DIR: dataDir }, undefined, atFileEnd);
    greeting = linesOf(first);
    answers = [
      await answerOf(await fetch(`${first.base}/api/v1/tournaments`)),
      await answerOf(await fetch(`${first.base}/api/v1/nowhere`, DEMO)),
    ];
    end = await first.end('SIGTERM');
  });

  test('the first start says what takes long, loads the demo world, and says where everything is', () => {
    expect(first.base).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(greeting).toStrictEqual([
      { level: 'info', msg: `Creating the embedded database in ${dataDir} (once, a few seconds) ...` },
      { level: 'info', msg: 'Loading the demo world (once, a few seconds) ...' },
      {
        level: 'info',
        address: first.base,
        data: `folder ${dataDir}`,
        demoWorld: true,
        msg: 'Battle results gateway is ready',
      },
    ]);
  });

  test('without a key the answer is a 401, with one at an unknown address a 404, both in the one error shape', () => {
    const type = 'application/json; charset=utf-8';
    expect(answers).toStrictEqual([
      {
        status: 401,
        type,
        asks: 'Bearer',
        body: { error: { status: 401, message: 'Missing or invalid Authorization header', code: 'UNAUTHORIZED' } },
      },
      { status: 404, type, asks: null, body: NOT_FOUND },
    ]);
  });

  test('SIGTERM ends it in order, with the folder free and the last use of a key written', async () => {
    expect(end).toStrictEqual({ code: 0, signal: null });
    expect(await readdir(dataDir)).toStrictEqual(['battle-results-gateway.txt', 'pg']);
    const { stdout } = await run('cli/keys.js', ['list'], { env: { DATA_DIR: dataDir } });
    expect(stdout).toMatch(/^1 +Demo +\.\.\.demo +active +default +\S+ \S+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}never$/m);
  });

  test('the next start, from anywhere, has the data without a word, even after a SIGKILL', async () => {
    const killed = await serve({ DATA_DIR: dataDir });
    await killed.end('SIGKILL');
    const next = await serve({ DATA_DIR: 'data', NODE_ENV: 'production' }, dirname(dataDir));
    expect(linesOf(next)).toMatchObject([{ address: next.base, data: `folder ${dataDir}` }]);
    expect((await answerOf(await fetch(`${next.base}/nowhere`, DEMO))).body).toStrictEqual(NOT_FOUND);

    // While it has the data, another start is refused and says by whom, and a command goes through it.
    const refused = said(
      1,
      `The data in ${dataDir} is in use by process ${next.pid}. Stop that process first, ` +
        'or set DATA_DIR to another folder, or use a PostgreSQL with DATABASE_URL.\n',
    );
    expect(await run('main.js', [], { env: { DATA_DIR: dataDir, PORT: '0' } })).toStrictEqual(refused);
    const { stdout } = await run('cli/export.js', ['-'], { env: { DATA_DIR: dataDir } });
    const demo = await run('cli/demo.js', []);
    expect(stdout.split('\n').length).toBe(demo.stdout.split('\n').length);
    expect((await answerOf(await fetch(`${next.base}/nowhere`, DEMO))).status).toBe(404);
    expect(await next.end('SIGINT')).toStrictEqual({ code: 0, signal: null });
  });
});

test('with DEMO_WORLD=false the database stays empty, and says so; a misspelt setting is warned of', async () => {
  const dataDir = await newDataDir();
  const service = await serve({ DATA_DIR: dataDir, DEMO_WORLD: 'false', SITE_NAMES: 'x' });
  expect(linesOf(service)).toMatchObject([
    { level: 'warn', msg: 'SITE_NAMES is set, but it is not a setting; did you mean SITE_NAME?' },
    { demoWorld: false },
  ]);
  expect(service.text()).not.toContain('demo world');
  expect((await answerOf(await fetch(`${service.base}/api/v1/tournaments`, DEMO))).body).toStrictEqual({
    error: { status: 401, message: 'Invalid API key', code: 'UNAUTHORIZED' },
  });
  await service.end('SIGTERM');
  const { code, stdout } = await run('cli/export.js', ['-'], { env: { DATA_DIR: dataDir } });
  expect({ code, stdout }).toStrictEqual({ code: 0, stdout: '' });
});

describe('what cannot be started exits with 1 and a message, and opens nothing', () => {
  const refusal = async (env: Record<string, string>) => {
    const dataDir = join(await temporaryFolder(), 'data');
    const outcome = await run('main.js', [], { env: { DATA_DIR: dataDir, PORT: '0', ...env } });
    expect(await exists(dataDir)).toBe(false);
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
    return outcome.stderr;
  };

  test('a wrong environment, with all of its problems', async () => {
    expect(await refusal({ PORT: '-1', DATABASE_URL: 'mysql://ann:s3cret@db.example/', SITE_URL: 'here' })).toBe(
      `The environment has problems:
  PORT must be a whole number from 0 to 65535, not "-1"
  DATABASE_URL must be an address that starts with postgres:// or postgresql://
  SITE_URL must be an address that starts with http:// or https://
`,
    );
  });

  const FREE = 'Set HOST and PORT (for metrics METRICS_PORT) to an address of this machine that is free.\n';

  test.each(['PORT', 'METRICS_PORT'])('a %s in use', async (name) => {
    const port = await takenPort();
    expect(await refusal({ [name]: String(port) })).toBe(
      `listen EADDRINUSE: address already in use 127.0.0.1:${port}. ${FREE}`,
    );
  });

  test('one port for the service and for metrics', async () => {
    const port = String(await freePort());
    expect(await refusal({ PORT: port, METRICS_PORT: port })).toBe(
      `listen EADDRINUSE: address already in use 127.0.0.1:${port}. ${FREE}`,
    );
  });

  test.each(['HOST', 'METRICS_HOST'])('a %s that is no address', async (name) => {
    const said = await refusal({ METRICS_PORT: '0', [name]: 'not-an-address' });
    expect(said).toMatch(/^getaddrinfo \w+ not-an-address\. /);
    expect(said).toContain(FREE);
  });

  test.each([
    ['password', '28P01', 'password authentication failed for user "ann"'],
    ['database', '3D000', 'database "battles" does not exist'],
  ])('a wrong %s of a PostgreSQL, at once', async (_, code, said) => {
    const port = await serverThatAnswers(errorResponse(code, said));
    expect(await refusal({ DATABASE_URL: `postgresql://ann:s3cret@127.0.0.1:${port}/battles` })).toBe(
      `Cannot use PostgreSQL database "battles" at 127.0.0.1:${port}: ${said}. ` +
        'Check DATABASE_URL and that the server is running.\n',
    );
  });

  test('a DATA_DIR that holds something else', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'thesis.txt'), 'ten years of work');
    expect(await refusal({ DATA_DIR: folder })).toBe(
      `DATA_DIR ${folder} holds files that are not this service's (thesis.txt). ` +
        'Nothing was touched. Set DATA_DIR to a new or empty folder.\n',
    );
    expect(await readdir(folder)).toStrictEqual(['thesis.txt']);
  });
});
