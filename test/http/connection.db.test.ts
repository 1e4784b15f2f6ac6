// Clients that stop reading, pipeline, reset or vanish, over raw sockets: each costs its own connection, and nothing is
// left of it.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAccountKey, setAccountActive } from '../../src/db/keys.js';
import { PIECES_MAX } from '../../src/http/bounded-message.js';
import type { Call } from '../../src/http/call.js';
import { PIPELINED_MAX } from '../../src/http/connection.js';
import { LoopQueue } from '../../src/http/loop-queue.js';
import { CLIENT_LIMITS, createHttpServer, type HttpServerOptions } from '../../src/http/server.js';
import { createKey } from '../../src/key.js';
import { createTestApp, type TestAppOptions } from '../support/app.js';
import { openTestDb } from '../support/database.js';
import { heard } from '../support/heard.js';
import { listening } from '../support/listening.js';
import { runs } from '../support/runs.js';
import { statementsOf } from '../support/statements.js';
import { club, load, tournament } from '../support/world.js';

const SOON = { timeout: 20_000, interval: 20 };
/** A page of so many that a connection's buffers cannot hold it forty times. */
const MANY = Array.from({ length: 400 }, (_, at) => `${'Maximilian '.repeat(15)}${at}`);

const db = await openTestDb();
await load(db, [
  club(),
  tournament({ slug: 'short', status: 'ongoing' }),
  tournament({ slug: 'long', participants: MANY }),
]);

async function serve(options: TestAppOptions = {}, server: HttpServerOptions = {}) {
  const app = await createTestApp(db, { remember: true, documented: false, ...options });
  await vi.waitUntil(() => app.feed.isLive(), SOON);
  const begun = new Set<Call>();
  const watch = {
    begin: (call: Call) => void begun.add(call),
    within: <Result>(_call: Call, work: () => Result) => work(),
    opened() {},
    end: (call: Call) => void begun.delete(call),
  };
  const http = createHttpServer(app, { watch, laneOf: app.laneOf, ...server });
  const url = await listening(http);
  const { host, port } = new URL(url);
  const connections = () => new Promise<number>((resolve) => http.getConnections((_error, count) => resolve(count)));
  const get = (path: string, key = '') =>
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: */*\r\n${key && `Authorization: Bearer ${key}\r\n`}\r\n`;
  function open(): Socket {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    return socket;
  }
  const left = async () => ({ requests: begun.size, places: app.places.inUse(), connections: await connections() });
  const last = { headers: { connection: 'close' } };
  const ready = async () => (await fetch(`${url}/health/ready`, last)).status;
  return { app, http, url, host, get, open, left, ready };
}

const NOTHING = { requests: 0, places: 0, connections: 0 };

test('a reader of a remembered page that stops reading is disconnected, and the others are served', async () => {
  const { url, get, open, left, ready } = await serve({}, { limits: { ...CLIENT_LIMITS, answerTimeout: 300 } });
  const page = '/tournaments/long/swiss';
  const accepting = { headers: { accept: '*/*', 'accept-encoding': 'identity' } };
  const see = () => fetch(url + page, accepting).then((response) => response.text());
  await vi.waitUntil(async () => (await statementsOf(see)).length === 0, SOON);
  for (const phone of [open(), open(), open()]) {
    phone.pause();
    // As many as fill the buffers of the network, a few at a time.
    const fill = async () => {
      if ((await left()).requests === 0) phone.write(get(page).repeat(4));
      return (await left()).requests === 1;
    };
    await vi.waitUntil(fill, SOON);
    await vi.waitUntil(async () => (await left()).requests === 0, SOON);
  }
  expect([await ready(), (await see()).length > 150_000]).toStrictEqual([200, true]);
});

test('a body that nobody reads is passed over, and the next request on the connection is answered', async () => {
  const { app, host, url, get, open } = await serve();
  const path = '/api/v1/tournaments';
  const see = () => fetch(url + path, { headers: { accept: '*/*', authorization: `Bearer ${app.key}` } });
  await vi.waitUntil(async () => (await statementsOf(async () => (await see()).text())).length === 0, SOON);
  const socket = open();
  const withBody = get(path, app.key).replace('\r\n\r\n', '\r\nContent-Length: 1000000\r\n\r\n');
  socket.write(withBody + 'x'.repeat(1_000_000));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect((await heard(socket)).match(/HTTP\/1.1 \d+/g)).toStrictEqual(['HTTP/1.1 200', 'HTTP/1.1 401']);
});

test('requests behind a stream close its connection, and count for nothing afterwards', async () => {
  const { get, open, left, ready } = await serve({ config: { requestsMax: 20 } });
  for (let round = 0; round < 5; round += 1) {
    const socket = open();
    socket.write(get('/live?page=/tournaments/short') + get('/health/live').repeat(PIPELINED_MAX));
    expect(await heard(socket)).not.toContain('{"status":"live"}');
  }
  await expect.poll(left, SOON).toStrictEqual(NOTHING);
  expect(await ready()).toBe(200);
});

test('pipelined requests are answered in order, one at a time', async () => {
  const { app, get, open, left } = await serve();
  const socket = open();
  const paths = ['/api/v1/tournaments/short', '/health/live', '/api/v1/clubs/northern-legion', '/robots.txt'];
  const last = get('/', app.key).replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  socket.write(paths.map((path) => get(path, app.key)).join('') + last);
  let most = 0;
  const watching = setInterval(async () => {
    most = Math.max(most, (await left()).requests);
  }, 0);
  const text = await heard(socket);
  clearInterval(watching);
  const order = ['"slug":"short"', '"status":"live"', '"slug":"northern-legion"', 'User-agent'].map((each) =>
    text.indexOf(each),
  );
  expect(order).toStrictEqual(order.toSorted((a, b) => a - b));
  expect([order.includes(-1), text.match(/HTTP\/1.1 200 OK/g)?.length]).toStrictEqual([false, 5]);
  expect(most).toBeLessThanOrEqual(1);
});

test('a request that waits for its turn is answered before one to CONNECT ends the connection', async () => {
  vi.spyOn(LoopQueue.prototype, 'isFree').mockReturnValue(false);
  onTestFinished(() => void vi.restoreAllMocks());
  const { http, host, get, open, left } = await serve();
  let listeners = 0;
  http.on('connect', (_request, socket) => {
    listeners = socket.listenerCount('error');
  });
  const socket = open();
  socket.write(`${get('/health/live')}CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n${'x'.repeat(1_000_000)}`);
  expect((await heard(socket)).match(/HTTP\/1.1 \d+/g)).toStrictEqual(['HTTP/1.1 200']);
  expect(listeners).toBe(1);
  await expect.poll(left, SOON).toStrictEqual(NOTHING);
});

test('a client that pipelines too much is disconnected, and the rest of what it sent costs nothing', async () => {
  const { app, http, get, open, left } = await serve();
  let parsed = 0;
  http.on('request', () => {
    parsed += 1;
  });
  const socket = open();
  socket.write(get('/api/v1/tournaments', app.key) + get('/health/live').repeat(500));
  expect(await heard(socket)).toBe('');
  await expect.poll(left, SOON).toStrictEqual(NOTHING);
  expect(parsed).toBeLessThanOrEqual(PIPELINED_MAX + 2);
});

describe('of many requests that arrive at once', () => {
  /** A service whose requests take two milliseconds each to begin, and the last characters of their addresses. */
  async function slow() {
    const begun: string[] = [];
    const watch = {
      within: <Result>(_call: Call, work: () => Result) => work(),
      opened() {},
      end() {},
      begin(call: Call) {
        begun.push(call.header('x-forwarded-for')?.at(-1) ?? '');
        const end = performance.now() + 2;
        while (performance.now() < end);
      },
    };
    const served = await serve({ config: { trustProxy: 1 } }, { watch });
    const ask = (socket: Socket, address: string, key = '') =>
      socket.write(served.get('/health/live', key).replace('\r\n\r\n', `\r\nX-Forwarded-For: ${address}\r\n\r\n`));
    return { ...served, begun, ask };
  }

  test('those of all addresses are begun in turn', async () => {
    const { begun, ask, open, left } = await slow();
    const sockets = Array.from({ length: 41 }, open);
    await expect.poll(async () => (await left()).connections, SOON).toBe(41);
    for (const [at, socket] of sockets.entries()) ask(socket, at < 40 ? '192.0.2.1' : '192.0.2.2');
    await vi.waitUntil(() => begun.length === 41, SOON);
    expect(begun.indexOf('2')).toBeLessThan(20);
  });

  describe('the one of', () => {
    async function placeOf(key: string, { begun, ask, open, left }: Awaited<ReturnType<typeof slow>>) {
      const sockets = Array.from({ length: 41 }, open);
      await expect.poll(async () => (await left()).connections, SOON).toBe(41);
      begun.length = 0;
      for (const [at, socket] of sockets.entries())
        ask(socket, `192.0.2.${at === 40 ? 'x' : at}`, at === 40 ? key : '');
      await vi.waitUntil(() => begun.length === 41, SOON);
      return begun.indexOf('x');
    }
    const statusOf = async (url: string, key: string) => {
      const headers = { authorization: `Bearer ${key}`, connection: 'close' };
      return (await fetch(`${url}/api/v1/tournaments/short`, { headers })).status;
    };
    const isKnown = async (url: string, key: string) =>
      (await statementsOf(async () => expect(await statusOf(url, key)).toBe(200))).length === 0;

    test('a key that has worked does not wait for those of all addresses', async () => {
      const served = await slow();
      await vi.waitUntil(() => isKnown(served.url, served.app.key), SOON);
      expect(await placeOf(served.app.key, served)).toBeLessThan(20);
    });

    test('a key that was made up does', async () => {
      const served = await slow();
      const invented = createKey();
      expect(await statusOf(served.url, invented)).toBe(401);
      expect(await placeOf(invented, served)).toBeGreaterThan(30);
    });

    test('a key that no longer works does, too', async () => {
      const served = await slow();
      const key = await createAccountKey(db.sql, 'Gone');
      await vi.waitUntil(() => isKnown(served.url, key), SOON);
      await setAccountActive(db.prisma, 'Gone', false);
      await vi.waitUntil(async () => (await statusOf(served.url, key)) === 401, SOON);
      expect(await placeOf(key, served)).toBeGreaterThan(30);
    });
  });

  test('none is begun before the connections that wait are accepted', async () => {
    const { begun, ask, open } = await slow();
    for (let at = 0; at < 40; at += 1) ask(open(), '192.0.2.1');
    ask(open(), '192.0.2.2');
    await vi.waitUntil(() => begun.length === 41, SOON);
    expect(begun.indexOf('2')).toBeLessThan(20);
  });
});

test('of many large bodies that arrive at once, few are parsed in the same turn of the event loop', async () => {
  const { app, http, host, open } = await serve({ config: { maxQueueMs: 60_000, rateLimit: 1_000_000 } });
  const names = Array.from({ length: 5_000 }, (_, at) => `"name${at}":${at}`).join();
  const body = `{"query":"{__typename}","variables":{${names}}`;
  const fields = [`Host: ${host}`, `Authorization: Bearer ${app.key}`, 'Content-Type: application/json'];
  const head = ['POST /graphql HTTP/1.1', ...fields, `Content-Length: ${body.length}`, '', ''].join('\r\n');
  let [begun, answered] = [0, 0];
  http.on('request', (_request, response) => {
    begun += 1;
    response.once('finish', () => {
      answered += 1;
    });
  });
  const sockets = Array.from({ length: 60 }, open);
  for (const socket of sockets) socket.write(head + body.slice(0, -1));
  await vi.waitUntil(() => begun === 60, SOON);
  await sleep(200);
  for (const socket of sockets) socket.write(body.slice(-1));
  let most = 0;
  for (let before = 0; answered < 60; before = answered) {
    await turn();
    most = Math.max(most, answered - before);
  }
  expect(most).toBeLessThan(20);
});

describe('a body in more than a thousand tiny pieces costs its connection', () => {
  const pieces = (count: number, piece: string) => `${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(count);
  const chunked = (head: string) => head.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n');
  const post = (text: string) =>
    chunked(text.replace('GET', 'POST').replace('\r\n', '\r\nContent-Type: application/json\r\n'));

  test.each(['/graphql', '/nowhere', '/health/live'])('at %s, whether or not it is read', async (path) => {
    const { app, get, open, left } = await serve();
    const socket = open();
    socket.write(post(get(path, app.key)) + pieces(PIECES_MAX + 1, ' '));
    await heard(socket);
    await expect.poll(left, SOON).toStrictEqual(NOTHING);
  });

  test('but longer ones do not, nor fewer', async () => {
    const { app, get, open } = await serve();
    const socket = open();
    const query = '{"query": "{ clubs { nodes { name } } }"}';
    const last = get('/health/live').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    const whole = (text: string) => `${post(get('/graphql', app.key))}${text}0\r\n\r\n`;
    const long = pieces(1_400, ' '.repeat(65)) + pieces(1, query);
    socket.write(whole(long) + whole(pieces(PIECES_MAX - 1, ' ') + pieces(1, query)) + last);
    expect((await heard(socket)).match(/HTTP\/1.1 \d+/g)).toStrictEqual(Array(3).fill('HTTP/1.1 200'));
  });
});

test('what is no HTTP is not the answer to the request before it', async () => {
  const { app, get, open } = await serve();
  const socket = open();
  socket.write(`${get('/api/v1/tournaments', app.key)}this is not HTTP\r\n\r\n`);
  expect(await heard(socket)).not.toContain('400 Bad Request');
});

test('after a body that is too large, in chunks, the next request on the connection is answered', async () => {
  const { app, host, get, open } = await serve();
  const socket = open().setEncoding('utf8');
  let text = '';
  socket.on('data', (part) => {
    text += part;
  });
  const head = `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${app.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  socket.write(`${head}30d40\r\n${'a'.repeat(200_000)}\r\n0\r\n\r\n`);
  await vi.waitUntil(() => text.includes('The request is larger than'), SOON);
  socket.write(get('/api/v1/tournaments', app.key));
  await vi.waitUntil(() => text.includes('HTTP/1.1 200 OK'), SOON);
});

test.each(['/live?page=/tournaments/short', '/api/v1/changes?since=now&wait=60'])(
  'a client that closes in the middle of a request behind %s is noticed',
  async (path) => {
    const { app, get, open, left } = await serve();
    const socket = open();
    socket.write(get(path, app.key));
    await vi.waitUntil(() => app.streams.size() === 1, SOON);
    socket.write('GET / H');
    await sleep(50);
    socket.destroy();
    await expect.poll(() => app.streams.size(), { timeout: 5_000, interval: 20 }).toBe(0);
    await expect.poll(left, SOON).toStrictEqual(NOTHING);
  },
);

test('a request to upgrade is answered, as the last on its connection', async () => {
  const { app, get, open } = await serve();
  const socket = open();
  const upgrade = get('/api/v1/tournaments', app.key).replace(
    '\r\n\r\n',
    '\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  );
  socket.write(upgrade + get('/health/live'));
  expect(await heard(socket)).toMatch(/^HTTP\/1.1 200 OK\r\n(.*\r\n)*connection: close\r\n/i);
});

describe('places', () => {
  const post = (host: string, key: string) =>
    `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n`;

  test('a key that sends no bodies holds half of them, others are served, and it is refused in seconds', async () => {
    const { app, url, host, open, left, ready } = await serve({ config: { requestsMax: 20 } });
    const other = await createAccountKey(db.sql, 'Other');
    const ask = async (key: string) => {
      const headers = { authorization: `Bearer ${key}`, connection: 'close' };
      return (await fetch(`${url}/api/v1/tournaments/short`, { headers })).status;
    };
    await ask(app.key);
    await ask(other);
    const sockets = Array.from({ length: 60 }, open);
    const answers = sockets.map(heard);
    for (const socket of sockets) socket.write(post(host, app.key));
    await vi.waitUntil(async () => (await left()).places === 10, SOON);
    expect([await ask(other), await ready()]).toStrictEqual([200, 200]);
    const later = answers.slice(0, 10).map(async (answer) => (await answer).split('\r\n')[0]);
    expect(new Set(await Promise.all(later))).toStrictEqual(new Set(['HTTP/1.1 408 Request Timeout']));
    for (const socket of sockets) socket.destroy();
    await expect.poll(left, SOON).toStrictEqual(NOTHING);
  });

  test('one that waited for a change is refused if its key has its share by then', async () => {
    const { app, url } = await serve({ config: { requestsMax: 4 } });
    const waiting = fetch(`${url}/api/v1/changes?since=now&wait=50`, {
      headers: { authorization: `Bearer ${app.key}` },
    });
    await vi.waitUntil(() => app.streams.size() === 1, SOON);
    expect(app.places.inUse()).toBe(0);
    const [{ id } = { id: 0 }] = await db.sql.query<{ id: number }>('SELECT max("id") AS "id" FROM "api_key"');
    const taken = [app.places.take(`key ${id}`), app.places.take(`key ${id}`)];
    await db.sql.query(`UPDATE "club" SET "city" = 'York'`);
    expect((await waiting).status).toBe(503);
    for (const place of taken) place?.release();
    expect(app.places.inUse()).toBe(0);
  });

  test('without a key they count to the address, as the proxy gives it', async () => {
    const { app, url, host, open, left } = await serve({ config: { requestsMax: 20, trustProxy: 1 } });
    const from = (address: string) =>
      fetch(`${url}/tournaments/short`, { headers: { 'x-forwarded-for': address, 'cache-control': 'no-cache' } });
    const taken = Array.from({ length: 10 }, () => app.places.take('address 192.0.2.1'));
    expect((await from('192.0.2.1:4711')).status).toBe(503);
    expect((await from('192.0.2.2')).status).toBe(200);
    for (const place of taken) place?.release();
    expect((await from('192.0.2.1')).status).toBe(200);
    const gone = open();
    gone.write(post(host, app.key));
    await vi.waitUntil(async () => (await left()).places === 1, SOON);
    gone.destroy();
    await expect.poll(async () => (await left()).places, SOON).toBe(0);
  });
});

test('nothing is left of clients that open, pipeline, half-close, reset and stall in any order', async () => {
  const { app, get, host, open, left, ready } = await serve(
    { config: { requestsMax: 50 } },
    { limits: { ...CLIENT_LIMITS, answerTimeout: 1_000 } },
  );
  const texts = [
    get('/tournaments/short'),
    get('/tournaments/long/swiss'),
    get('/live?page=/tournaments/short'),
    get('/health/ready'),
    get('/robots.txt').repeat(30),
    get('/api/v1/tournaments', app.key),
    get('/api/v1/changes?wait=5', app.key),
    get('/nowhere'),
    `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${app.key}\r\nContent-Type: application/json\r\nContent-Length: 30\r\n\r\n{"query":`,
    'GET / HT',
    'nonsense\r\n\r\n',
  ];
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...texts).map((text) => ({ write: text })) },
    fc.constantFrom({ act: 'half-close' }, { act: 'reset' }, { act: 'vanish' }, { act: 'stall' }, { act: 'wait' }),
  );
  const scripts = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 8 });
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  await expect.poll(left, SOON).toStrictEqual(NOTHING);
  const before = timers();
  await fc.assert(
    fc.asyncProperty(scripts, async (clients) => {
      const sockets = await Promise.all(
        clients.map(async (steps) => {
          const socket = open();
          for (const step of steps) {
            if (socket.destroyed) break;
            if ('write' in step) socket.write(step.write);
            else if (step.act === 'half-close') socket.end();
            else if (step.act === 'reset') socket.resetAndDestroy();
            else if (step.act === 'vanish') socket.destroy();
            else if (step.act === 'stall') socket.pause();
            else {
              socket.resume();
              await sleep(5);
            }
          }
          return socket;
        }),
      );
      await sleep(10);
      for (const socket of sockets) socket.destroy();
      await expect.poll(left, SOON).toStrictEqual(NOTHING);
    }),
    { numRuns: runs(40) },
  );
  await expect.poll(() => app.streams.size(), SOON).toBe(0);
  await expect.poll(timers, SOON).toBeLessThanOrEqual(before + 2);
  expect(await ready()).toBe(200);
});
