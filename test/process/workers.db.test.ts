import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { openTestDb, skipOnEmbedded, untilLocked, urlOf } from '../support/database.js';
import { atFileEnd } from '../support/file-end.js';
import { addressOf, build, type Running, run, said, start, startLines, workersOf } from '../support/process.js';
import { soon } from '../support/soon.js';
import { takenPort } from '../support/taken-port.js';
import { load, tournament } from '../support/world.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const PATH = '/api/v1/tournaments/spring-clash';

describe.skipIf(skipOnEmbedded('only one process may have it'))('two workers', () => {
  let db: Db;
  let env: Record<string, string>;
  let running: Running;
  let first: number[];
  let served: { base: string; key: string };
  /** One connection per worker, because workers accept connections in turn. */
  let connections: Connection[];
  beforeAll(async () => {
    await build();
    db = await openTestDb();
    await load(db, [tournament({ name: 'Before' })]);
    env = { DATABASE_URL: await urlOf(db), WORKERS: '2', PORT: '0' };
    running = start('main.js', { env }, atFileEnd);
    const base = await addressOf(running);
    first = await workersOf(running);
    const key = await createAccountKey(db.sql, 'Site');
    served = { base, key };
    connections = [connect(base, key), connect(base, key)];
    for (const { ask } of connections) expect((await ask(PATH)).status).toBe(200);
  });
  afterAll(() => {
    for (const { agent } of connections) agent.destroy();
  });

  const answers = () => Promise.all(connections.map(({ ask }) => ask(PATH)));

  test('what both remember is the truth again once somebody has written', async () => {
    // Waits until everything written before has been reported.
    await sleep(500);
    await answers();
    await db.sql.transaction(async (sql) => {
      // The tournament cannot be read now, so these answers are remembered ones.
      await sql.query(`UPDATE "tournament" SET "name" = 'After'`);
      await sql.script('LOCK TABLE "tournament", "api_key" IN ACCESS EXCLUSIVE MODE');
      expect((await answers()).map(({ body }) => body.data.name)).toStrictEqual(['Before', 'Before']);
    });
    await soon(async () => {
      expect((await answers()).map(({ body }) => body.data.name)).toStrictEqual(['After', 'After']);
    });
  });

  test('who follows something is told by either, also at which address the other has the new page', async () => {
    const { base, key } = served;
    const follow = async (path: string) => {
      const agent = new Agent();
      const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
      const [stream] = (await once(get(base + path, { agent, headers }), 'response')) as [IncomingMessage];
      onTestFinished(() => void stream.destroy());
      let told = '';
      stream.setEncoding('utf8').on('data', (part) => {
        told += part;
      });
      await soon(() => expect(told).toContain('data: '));
      return () => told;
    };
    const paths = [
      `/graphql?query=${encodeURIComponent('subscription { tournament(slug: "spring-clash") { name } }')}`,
      '/api/v1/changes?since=now&include=body',
      '/live?page=/tournaments/spring-clash',
    ];
    // Opened one after the other, so that each worker has one of each.
    const streams: (() => string)[] = [];
    for (const path of paths) streams.push(await follow(path), await follow(path));
    await db.sql.query(`UPDATE "tournament" SET "name" = 'Followed'`);
    const [a, b, c, d, e, f] = streams;
    for (const told of [a, b, c, d]) await soon(() => expect(told?.()).toContain('Followed'));
    const tagOf = (told: string | undefined) => told?.match(/^data: (.+)$/gm)?.at(-1);
    await vi.waitUntil(() => (e?.().match(/data: /g)?.length ?? 0) > 1 && tagOf(e?.()) === tagOf(f?.()), {
      timeout: 10_000,
    });
  });

  test('one that is killed is replaced, and the other goes on', async () => {
    const [killed = 0, other = 0] = first;
    process.kill(killed, 'SIGKILL');
    await soon(() => expect(connections.some((connection) => connection.isLost())).toBe(true));
    // Each worker had one of the two connections.
    const [left, ...both] = connections.filter((connection) => !connection.isLost());
    expect(both).toStrictEqual([]);
    expect((await left?.ask(PATH))?.status).toBe(200);
    const [, pid] = await running.saw(/Worker (\d+) has taken its place\./);
    expect(running.text()).toContain(`Worker ${killed} ended (SIGKILL). Another one is started in 0.1 s.`);
    expect((await workersOf(running)).sort()).toStrictEqual([other, Number(pid)].sort());

    // Kills the other one, so that only the new worker is left. A request sent before its end is noticed would be lost.
    process.kill(other, 'SIGKILL');
    await running.saw(new RegExp(`Worker ${other} ended`));
    await soon(() => expect(left?.isLost()).toBe(true));
    expect((await answers()).map(({ status }) => status)).toStrictEqual([200, 200]);
    expect(running.text().match(/Battle results gateway/g)).toHaveLength(1);
  });

  /** Opens six connections, each for one request; returns statuses and errors as they come. */
  function askSix(): (number | string | undefined)[] {
    const outcomes: (number | string | undefined)[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const agent = new Agent();
      onTestFinished(() => agent.destroy());
      get(`${served.base}/health/live`, { agent }, async (response) => {
        await text(response);
        outcomes.push(response.statusCode);
      }).on('error', ({ code }: NodeJS.ErrnoException) => outcomes.push(code));
    }
    return outcomes;
  }

  test('a connection that one was handed but does not accept is closed in time, and it may go on', async () => {
    await soon(() => expect(placesLeft(running)).toBe(0));
    const workers = await workersOf(running);
    const [frozen = 0] = workers;
    process.kill(frozen, 'SIGSTOP');
    const outcomes = askSix();
    await soon(() => expect(outcomes).toStrictEqual([...Array(5).fill(200), 'ECONNRESET']));
    process.kill(frozen, 'SIGCONT');
    const later = askSix();
    await soon(() => expect(later).toStrictEqual(Array(6).fill(200)));
    expect(await workersOf(running)).toStrictEqual(workers);
  });

  test('and at once when that is killed', async () => {
    await soon(() => expect(placesLeft(running)).toBe(0));
    const [frozen = 0] = await workersOf(running);
    process.kill(frozen, 'SIGSTOP');
    const outcomes = askSix();
    // Both take turns: the frozen one is handed one connection, and the other one gets the rest.
    await soon(() => expect(outcomes).toStrictEqual(Array(5).fill(200)));
    process.kill(frozen, 'SIGKILL');
    await soon(() => expect(outcomes).toStrictEqual([...Array(5).fill(200), 'ECONNRESET']));
    await running.saw(new RegExp(`Worker ${frozen} ended \\(SIGKILL\\)`));
    await soon(() => expect(placesLeft(running)).toBe(0));
  });

  test('SIGTERM ends all of them, once what they have begun is answered', async () => {
    const workers = await workersOf(running);
    let answer: Promise<Answer> | undefined;
    let end: ReturnType<Running['end']> | undefined;
    await db.sql.transaction(async (sql) => {
      await sql.script('LOCK TABLE "tournament" IN ACCESS EXCLUSIVE MODE');
      answer = connections[1]?.ask(`${PATH}/battles`);
      await untilLocked(db);
      end = running.end('SIGTERM');
    });
    expect((await answer)?.status).toBe(200);
    expect(await end).toStrictEqual({ code: 0, signal: null });
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  test('what stops the first one is told once and stops the rest', async () => {
    const port = await takenPort();
    expect(await run('main.js', [], { env: { ...env, PORT: String(port) } })).toStrictEqual(
      said(
        1,
        `bind EADDRINUSE 127.0.0.1:${port}. Set HOST and PORT (for metrics METRICS_PORT) to an address of this machine that is free.\n`,
      ),
    );
  });

  test('a port for metrics that is taken is told before any of them starts', async () => {
    const port = await takenPort();
    expect(await run('main.js', [], { env: { ...env, METRICS_PORT: String(port) } })).toStrictEqual(
      said(
        1,
        `listen EADDRINUSE: address already in use 127.0.0.1:${port}. Set HOST and PORT (for metrics METRICS_PORT) to an address of this machine that is free.\n`,
      ),
    );
  });

  test('an exception in the process that keeps them is logged, and ends none of them; if it is killed, none is left behind', async () => {
    const keeper = startLines(
      `import cluster from 'node:cluster';
      import { fileURLToPath } from 'node:url';
      cluster.setupPrimary({ exec: fileURLToPath(dist + 'main.js'), execArgv: [] });
      cluster.once('online', () => { throw new Error('stray') });
      await import(dist + 'main.js');`,
      { env },
    );
    const base = await addressOf(keeper);
    expect(keeper.text()).toMatch(/"message":"stray".*"An exception was not caught"/);
    expect((await fetch(`${base}/health/live`)).status).toBe(200);
    expect(await workersOf(keeper)).toHaveLength(2);
    // The workers inherit standard error, and `end` waits until no process has it open.
    expect(await keeper.end('SIGKILL')).toStrictEqual({ code: null, signal: 'SIGKILL' });
  });
});

/** How many workers have ended and are not replaced yet. */
function placesLeft({ text }: Running): number {
  const count = (what: RegExp) => text().match(what)?.length ?? 0;
  return count(/Worker \d+ ended/g) - count(/has taken its place/g);
}

type Answer = { status: number | undefined; body: { data: { name: string } } };
type Connection = ReturnType<typeof connect>;

/** A keep-alive connection, reopened only after it was lost. */
function connect(base: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${key}` };
  let lost = true;
  return {
    agent,
    isLost: () => lost,
    ask: (path: string) =>
      new Promise<Answer>((resolve, reject) => {
        const request = get(base + path, { agent, headers }, async (response) => {
          resolve({ status: response.statusCode, body: JSON.parse(await text(response)) });
        });
        request.on('error', reject).on('socket', (socket) => {
          if (!lost) return;
          lost = false;
          socket.once('close', () => {
            lost = true;
          });
        });
      }),
  };
}
