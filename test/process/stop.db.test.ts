import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { createAccountKey } from '../../src/db/keys.js';
import { openTestDb, skipOnEmbedded, untilLocked, urlOf } from '../support/database.js';
import { type Answered, type Failed, keepAliveClient } from '../support/keep-alive-client.js';
import { addressOf, build, linesOf, start } from '../support/process.js';
import { load, tournament } from '../support/world.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const REMEMBERED = { path: '/api/v1/tournaments' };
const ASKED_ANEW = { path: '/graphql', body: { query: '{ tournaments { nodes { name stages { id } } } }' } };
const LOCKED = { path: '/graphql', body: { query: '{ tournaments { nodes { slug } } }' } };

describe.skipIf(skipOnEmbedded('a lock there would be one in the same process'))('told to stop', () => {
  let db: Db;
  let key: string;
  let url: string;
  beforeAll(async () => {
    await build();
    db = await openTestDb();
    await load(db, [tournament()]);
    key = await createAccountKey(db.sql, 'Test');
    url = await urlOf(db);
  });

  async function serve(env: Record<string, string> = {}) {
    const service = start('main.js', { env: { DATABASE_URL: url, PORT: '0', NODE_ENV: 'production', ...env } });
    const base = await addressOf(service);
    const client = () => {
      const made = keepAliveClient(base, key);
      onTestFinished(made.close);
      return made;
    };
    return { ...service, base, client };
  }

  /** Runs `work` while a request waits for a table lock that `work` can release; resolves with the results of both. */
  async function whileWaiting<Result>(
    service: Awaited<ReturnType<typeof serve>>,
    work: (letGo: () => void) => Promise<Result>,
  ): Promise<[Answered | Failed, Result]> {
    let letGo = () => {};
    const gone = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let waiting: Promise<Answered | Failed> | undefined;
    let result: Promise<Result> | undefined;
    await db.sql.transaction(async (sql) => {
      await sql.script('LOCK TABLE "tournament" IN ACCESS EXCLUSIVE MODE');
      waiting = service.client().ask(LOCKED);
      await untilLocked(db);
      result = work(letGo);
      await Promise.race([gone, result]);
    });
    return Promise.all([waiting as Promise<Answered | Failed>, result as Promise<Result>]);
  }

  test('under load, nothing that came in is lost, cut or reset', async () => {
    const service = await serve();
    const answered: Answered[] = [];
    const failed: Failed[] = [];
    const clients = Array.from({ length: 24 }, async (_, index) => {
      const { ask } = service.client();
      for (;;) {
        const answer = await ask(index % 2 ? REMEMBERED : ASKED_ANEW);
        if ('status' in answer) answered.push(answer);
        else return void failed.push(answer);
      }
    });
    const codes = new Set<string>();
    let came = 0;
    const comers = Array.from({ length: 12 }, async () => {
      for (;;) {
        const { ask, close } = keepAliveClient(service.base, key);
        const answer = await ask(REMEMBERED);
        close();
        if ('code' in answer) return void codes.add(answer.code);
        answered.push(answer);
        came += 1;
      }
    });
    await vi.waitFor(() => expect(Math.min(answered.length / 3, came)).toBeGreaterThan(100), 30_000);
    const end = service.end('SIGTERM');
    await Promise.all([...clients, ...comers]);
    expect(await end).toStrictEqual({ code: 0, signal: null });
    expect(new Set(answered.map(({ status }) => status))).toStrictEqual(new Set([200]));
    for (const { body } of answered) expect(() => JSON.parse(body)).not.toThrow();

    // Each client ended when it could no longer connect, never on an existing connection.
    expect(failed.filter(({ reused }) => reused)).toStrictEqual([]);
    expect([...codes]).toStrictEqual(['ECONNREFUSED']);
    const requests = linesOf(service).filter(({ msg }) => msg === 'request');
    expect(requests.filter(({ cut }) => cut)).toStrictEqual([]);
    expect(requests.map(({ id }) => id).sort()).toStrictEqual(answered.map(({ id }) => id).sort());
  });

  test('during SHUTDOWN_DELAY it is not ready, and takes requests that are the last on their connection', async () => {
    const service = await serve({ SHUTDOWN_DELAY: '2' });
    const ready = () => service.client().ask({ path: '/health/ready' });
    expect(await ready()).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
    await service.client().ask(REMEMBERED);
    const end = service.end('SIGTERM');
    await service.saw(/Stopping/);
    expect(await ready()).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '1' } });
    for (const asked of [REMEMBERED, ASKED_ANEW]) {
      expect(await service.client().ask(asked)).toMatchObject({ status: 200, headers: { connection: 'close' } });
    }
    expect(await end).toStrictEqual({ code: 0, signal: null });
    expect(await ready()).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('it ends in SHUTDOWN_TIMEOUT whatever hangs, and says so', async () => {
    const service = await serve({ SHUTDOWN_TIMEOUT: '1' });
    const [answer, end] = await whileWaiting(service, () => service.end('SIGTERM'));
    expect(answer).toMatchObject({ code: 'ECONNRESET' });
    expect(end).toStrictEqual({ code: 1, signal: null });
    expect(service.text()).toContain('Stopping took too long');
  });

  test('told again it ends at once, unless that comes so soon that it is the same signal', async () => {
    const service = await serve({ SHUTDOWN_TIMEOUT: '3600' });
    const [, end] = await whileWaiting(service, async () => {
      process.kill(service.pid, 'SIGINT');
      process.kill(service.pid, 'SIGTERM');
      await service.saw(/Stopping/);
      await sleep(1_500);
      return service.end('SIGTERM');
    });
    expect(end).toStrictEqual({ code: 1, signal: null });
    expect(service.text().match(/Second signal/g)).toHaveLength(1);
  });

  test('a client that asked for a tunnel and does not close its end when it is refused does not keep it', async () => {
    const service = await serve({ SHUTDOWN_TIMEOUT: '8' });
    const { hostname, port } = new URL(service.base);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }).setEncoding('utf8');
    onTestFinished(() => void socket.destroy());
    const refused = once(socket, 'data');
    socket.on('error', () => undefined).write('CONNECT x.test:80 HTTP/1.1\r\nHost: x.test\r\n\r\n');
    expect((await refused)[0]).toMatch(/^HTTP\/1.1 405 /);
    expect(await service.end('SIGTERM')).toStrictEqual({ code: 0, signal: null });
  });

  test('what was begun is answered, as the last on its connection; streams are ended politely and do not keep it, nor do a reader who does not listen and a connection that asks for nothing', async () => {
    const service = await serve({ SHUTDOWN_TIMEOUT: '30' });
    const query = encodeURIComponent('subscription { tournament(slug: "spring-clash") { name } }');
    const { hostname, port } = new URL(service.base);
    const open = () => {
      const socket = connect(Number(port), hostname).setEncoding('utf8');
      onTestFinished(() => void socket.destroy());
      const seen = { text: '' };
      socket
        .on('error', () => undefined)
        .on('data', (part) => {
          seen.text += part;
        });
      socket.write(
        `GET /graphql?query=${query} HTTP/1.1\r\nHost: x.test\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${key}\r\n\r\n`,
      );
      return { socket, seen };
    };
    const silent = connect(Number(port), hostname);
    onTestFinished(() => void silent.destroy());
    const [one, deaf] = [open(), open()];
    for (const { seen } of [one, deaf]) await vi.waitFor(() => expect(seen.text).toContain('event: next'), 10_000);
    deaf.socket.pause();
    const start = performance.now();
    const [answer, end] = await whileWaiting(service, async (letGo) => {
      const ended = service.end('SIGTERM');
      await service.saw(/Stopping/);
      letGo();
      return ended;
    });
    expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
    expect(end).toStrictEqual({ code: 0, signal: null });
    expect(performance.now() - start).toBeLessThan(20_000);
    expect(one.seen.text).toMatch(/retry: \d+\n\n\r\n0\r\n\r\n$/);
    const lines = linesOf(service).filter(({ msg }) => msg === 'request');
    expect(lines.map(({ status, cut }) => [status, cut])).toStrictEqual(Array(3).fill([200, undefined]));
  });
});
