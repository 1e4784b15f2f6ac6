// The common base of all streams, on a real socket: what they send, their limits and their end.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ApiError, errors } from '../../src/errors.js';
import type { Call } from '../../src/http/call.js';
import { callOf } from '../../src/http/call.js';
import type { Handler } from '../../src/http/handler.js';
import { refusalReply, responseOf } from '../../src/http/reply.js';
import { CLIENT_LIMITS, createHttpServer, type HttpServerOptions } from '../../src/http/server.js';
import type { Sink } from '../../src/http/stream.js';
import { createWatch } from '../../src/observe/watch.js';
import { comeBack, sse, takesEvents } from '../../src/streams/sse.js';
import { createStreams, FOLLOWED_MAX, type StreamSource, type StreamsOptions } from '../../src/streams/streams.js';
import { listening } from '../support/listening.js';

const FIRST = sse({ event: 'news', id: '1', data: 'first' });
const BEAT = sse({ event: 'beat', data: '' });

/** A stream that sends what the test gives it. */
function createChannel() {
  const sinks = new Set<Sink>();
  let left = 0;
  const live: StreamSource = {
    start(sink) {
      sinks.add(sink);
      sink.send(FIRST);
      return () => {
        sinks.delete(sink);
        left += 1;
      };
    },
    beat: () => BEAT,
    last: (error) => (error ? sse({ event: 'bye', data: error.message }) : comeBack()),
  };
  const say = (bytes: Uint8Array<ArrayBuffer>) => {
    for (const sink of sinks) sink.send(bytes);
  };
  return { live, sinks, say, left: () => left };
}

const LIMITS = { inAll: 100, perKey: 3, perAddress: 2 };

async function open(options: Partial<StreamsOptions> = {}, server: HttpServerOptions = {}) {
  const channel = createChannel();
  const revoked = new Set<number>();
  const streams = createStreams({
    limits: LIMITS,
    clientIpOf: (call) => call.header('x-address') ?? 'unknown',
    async expectKey(call) {
      if (revoked.has(call.keyId ?? 0)) throw errors.invalidKey();
    },
    ...options,
  });
  onTestFinished(() => streams.close());
  const handler: Handler = {
    replyAtOnce: () => null,
    async reply(call: Call) {
      const key = call.header('x-key');
      call.keyId = key === null ? null : Number(key);
      const reply = streams.open(call, channel.live);
      // Simulates work between opening the stream and sending the head.
      const pause = call.header('x-pause');
      if (pause) await sleep(Number(pause));
      return reply;
    },
    refuse: (error) => refusalReply(error instanceof ApiError ? error : errors.internal('none'), 'rest', null),
  };
  const refusing: Handler = {
    ...handler,
    reply: (call) => handler.reply(call).catch((error) => handler.refuse(error, call)),
  };
  const url = await listening(createHttpServer(refusing, server));
  return { channel, revoked, streams, url, handler: refusing };
}

/** Collects what has arrived on one connection so far. */
function reader(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port, hostname } = new URL(url);
  const socket: Socket = connect(Number(port), hostname).setEncoding('utf8');
  const lines = Object.entries({ host: 'gateway.test', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} / HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const seen = { text: '', closed: false };
  socket.on('data', (part) => {
    seen.text += part;
  });
  socket.on('close', () => {
    seen.closed = true;
  });
  const saw = (text: string | RegExp) => expect.poll(() => seen.text).toMatch(text);
  const status = async () => {
    await saw('\r\n\r\n');
    return Number(seen.text.split(' ')[1]);
  };
  return { socket, seen, saw, status };
}

/** Collects rejections without a handler, which the service logs, until the test ends. */
function rejections(): unknown[] {
  const collected: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => collected.push(error));
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  });
  return collected;
}

test('an event is what EventSource reads: each line of its data by itself', () => {
  expect(Buffer.from(sse({ id: '7', event: 'next', data: 'a\nb', retry: 9 })).toString()).toBe(
    'retry: 9\nevent: next\nid: 7\ndata: a\ndata: b\n\n',
  );
});

test('who names the media type, among others or alone, takes events', () => {
  const takers = ['text/event-stream', 'application/json, Text/Event-Stream;q=0.5'];
  const others = ['*/*', 'text/event-streams', 'application/json', 'text/event-stream;q=0', 'text/event-stream; q=0.0'];
  expect([null, ...takers, ...others].filter(takesEvents)).toStrictEqual(takers);
});

test('head, first event and news come as they are sent, and nothing on the way may gather or keep them', async () => {
  const { url, channel, streams } = await open();
  const { seen, saw } = reader(url);
  await saw('data: first');
  const head = seen.text.split('\r\n\r\n')[0]?.toLowerCase() ?? '';
  for (const line of [
    'content-type: text/event-stream; charset=utf-8',
    'cache-control: no-store, no-transform',
    'x-accel-buffering: no',
    'vary: accept',
    'access-control-allow-origin: *',
    'transfer-encoding: chunked',
  ]) {
    expect(head.split('\r\n')).toContain(line);
  }
  channel.say(sse({ data: 'second' }));
  await saw('data: second');
  expect(streams.size()).toBe(1);
});

test('HEAD has the head alone, and opens nothing', async () => {
  const { url, streams } = await open();
  const { seen, saw } = reader(url, { connection: 'close' }, 'HEAD');
  await saw(/^HTTP\/1\.1 200 OK/);
  await expect.poll(() => seen.closed).toBe(true);
  expect([seen.text.split('\r\n\r\n')[1], streams.size()]).toStrictEqual(['', 0]);
});

test('who leaves is forgotten, and makes room', async () => {
  const { url, streams, channel } = await open();
  const readers = [1, 2, 3].map(() => reader(url, { 'x-key': '7' }));
  await expect.poll(() => streams.size()).toBe(3);
  expect(await reader(url, { 'x-key': '7' }).status()).toBe(429);
  readers[0]?.socket.destroy();
  await expect.poll(() => streams.size()).toBe(2);
  expect([channel.left(), channel.sinks.size]).toStrictEqual([1, 2]);
  expect(await reader(url, { 'x-key': '7' }).status()).toBe(200);
});

test('of one key, of one address without a key, and in all there are no more than the limits say', async () => {
  const { url, streams } = await open({ limits: { inAll: 6, perKey: 3, perAddress: 2 } });
  for (const key of ['1', '1', '1']) await reader(url, { 'x-key': key }).saw('first');
  const byKey = reader(url, { 'x-key': '1' });
  expect(await byKey.status()).toBe(429);
  await byKey.saw('This key has 3 streams open, which is the limit; close one first');
  for (const address of ['a', 'a']) await reader(url, { 'x-address': address }).saw('first');
  const byAddress = reader(url, { 'x-address': 'a' });
  expect(await byAddress.status()).toBe(429);
  await byAddress.saw('This address has 2 streams open');
  await reader(url, { 'x-address': 'b' }).saw('first');
  const inAll = reader(url, { 'x-address': 'c' });
  expect(await inAll.status()).toBe(503);
  await inAll.saw(/retry-after: 5\r\n/i);
  await inAll.saw('Too many streams are open on this server; try again in a moment');
  expect(streams.size()).toBe(6);
});

test('one key follows no more different queries and feeds than 500, each with as many streams as it likes', async () => {
  const { streams } = await open({ limits: { inAll: 2_000, perKey: 1_000, perAddress: 1_000 } });
  const follow = (what: string, keyId: number | null = 1) =>
    streams.countWaiting(Object.assign(callOf(new Request('http://gateway.test/')), { keyId }), () => undefined, what);
  const releases = Array.from({ length: FOLLOWED_MAX }, (_, at) => follow(`query ${at}`));
  const refused =
    'This key follows 500 different queries and change feeds, which is the limit; close those of one first';
  expect(() => follow('another')).toThrow(refused);
  const again = follow('query 1');
  follow('another', 2);
  for (let at = 0; at <= FOLLOWED_MAX; at += 1) follow(`page ${at}`, null);
  releases[1]?.();
  expect(() => follow('another')).toThrow(refused);
  again();
  follow('another');
});

test('of many who come at once no more are let in, and who leaves before it begins is forgotten', async () => {
  const { url, streams } = await open({ beginMs: 600 });
  const readers = Array.from({ length: 8 }, () => reader(url, { 'x-key': '7', 'x-pause': '100' }));
  const statuses = await Promise.all(readers.map(({ status }) => status()));
  expect(statuses.toSorted()).toStrictEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  expect(streams.size()).toBe(3);
  const hasty = reader(url, { 'x-key': '8', 'x-pause': '200' });
  await sleep(100);
  hasty.socket.destroy();
  const others = [1, 2].map(() => reader(url, { 'x-key': '8' }));
  for (const { saw } of others) await saw('first');
  expect(await reader(url, { 'x-key': '8' }).status()).toBe(429);
  await expect.poll(() => reader(url, { 'x-key': '8' }).status(), { timeout: 10_000, interval: 500 }).toBe(200);
});

test('each has its beat, by one timer for all of them, which ends with the last', async () => {
  const { url, streams } = await open({ beatMs: 300 });
  const readers = [1, 2].map(() => reader(url));
  for (const { saw } of readers) await saw(/(event: beat\ndata: \n\n.*){2}/s);
  for (const { socket } of readers) socket.destroy();
  await expect.poll(() => streams.size()).toBe(0);
});

test('one whose beat fails is cut off, and this is reported; the others have theirs', async () => {
  const { url, channel, streams } = await open({ beatMs: 300 });
  const reported = rejections();
  const { beat } = channel.live;
  const readers = [1, 2, 3].map((key) => reader(url, { 'x-key': String(key) }));
  for (const { saw } of readers) await saw('first');
  channel.live.beat = () => {
    channel.live.beat = beat;
    throw new Error('no beat');
  };
  await expect.poll(() => streams.size()).toBe(2);
  await expect.poll(() => readers.filter(({ seen }) => seen.closed).length).toBe(1);
  expect(reported).toStrictEqual([new Error('no beat')]);
  const others = readers.filter(({ seen }) => !seen.closed);
  for (const { saw } of others) await saw(/(event: beat\ndata: \n\n.*){2}/s);
});

test('it outlives the time that an answer has', async () => {
  const { url, channel } = await open({}, { limits: { ...CLIENT_LIMITS, answerTimeout: 200 } });
  const readers = [1, 2].map((key) => reader(url, { 'x-key': String(key) }));
  for (const { saw } of readers) await saw('first');
  await sleep(400);
  channel.say(sse({ data: 'late' }));
  for (const { saw } of readers) await saw('late');
});

test('a reader that takes nothing is cut off; the others notice nothing', async () => {
  const ended: [status: number, cut: boolean][] = [];
  const watch = createWatch({ write: (_call, status, _ms, cut) => void ended.push([status, cut]) });
  const { url, channel, streams } = await open({}, { watch });
  const slow = reader(url);
  const quick = reader(url);
  for (const { saw } of [slow, quick]) await saw('first');
  slow.socket.pause();
  const long = sse({ data: 'x'.repeat(100_000) });
  for (let times = 0; streams.size() === 2 && times < 500; times += 1) {
    channel.say(long);
    await sleep(5);
  }
  expect(streams.size()).toBe(1);
  channel.say(sse({ data: 'still here' }));
  await quick.saw('still here');
  expect(ended).toStrictEqual([[499, true]]);
});

test('its line is written when it ends, with as long as it lasted', async () => {
  const ended: [status: number, ms: number, cut: boolean, streamed: boolean][] = [];
  const watch = createWatch({
    write: (call, status, ms, cut) => void ended.push([status, ms, cut, call.streamed]),
  });
  const { url } = await open({}, { watch });
  const { saw, socket } = reader(url);
  await saw('first');
  await sleep(300);
  expect(ended).toStrictEqual([]);
  socket.destroy();
  await expect.poll(() => ended).toHaveLength(1);
  expect(ended[0]).toStrictEqual([200, expect.any(Number), false, true]);
  expect(ended[0]?.[1]).toBeGreaterThan(290);
});

test('a key that no longer works ends its streams, with the reason, and no others', async () => {
  const { url, revoked, streams } = await open();
  const readers = ['1', '1', '2'].map((key) => reader(url, { 'x-key': key }));
  for (const { saw } of readers) await saw('first');
  revoked.add(1);
  await streams.recheckKeys();
  await readers[0]?.saw(/event: bye\ndata: Invalid API key\n\n\r\n0\r\n\r\n$/);
  await readers[1]?.saw('Invalid API key');
  expect(streams.size()).toBe(1);
  await readers[2]?.saw(/first\n\n\r\n$/);
});

test('nor does a stream or a waiting request outlive a key that stopped working before it began', async () => {
  const { url, revoked, streams } = await open();
  revoked.add(1);
  const { saw } = reader(url, { 'x-key': '1' });
  await saw(/event: bye\ndata: Invalid API key\n\n\r\n0\r\n\r\n$/);
  const call = Object.assign(callOf(new Request('http://gateway.test/')), { keyId: 1 });
  await new Promise<void>((end) => void streams.countWaiting(call, end));
});

test('when it cannot be found out whether a key works, that is asked again', async () => {
  let isDown = true;
  const expectKey = async () => {
    throw isDown ? new Error('no database') : errors.invalidKey();
  };
  const { url, streams } = await open({ expectKey });
  const { saw } = reader(url, { 'x-key': '1' });
  await saw('first');
  await streams.recheckKeys();
  expect(streams.size()).toBe(1);
  isDown = false;
  await expect.poll(() => streams.size(), { timeout: 5_000 }).toBe(0);
});

test('and no more often than that, however often something is said of keys meanwhile', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const expectKey = async () => {
    asked += 1;
    throw new Error('no database');
  };
  const streams = createStreams({ limits: LIMITS, clientIpOf: () => 'unknown', expectKey });
  streams.countWaiting(Object.assign(callOf(new Request('http://gateway.test/')), { keyId: 1 }), () => undefined);
  for (let times = 0; times < 5; times += 1) await streams.recheckKeys();
  asked = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(10);
});

test('when the service stops, all are sent away to come back somewhere else, also who does not listen', async () => {
  const { url, streams, channel } = await open();
  const polite = reader(url);
  const deaf = reader(url);
  for (const { saw } of [polite, deaf]) await saw('first');
  deaf.socket.pause();
  const toDeaf = [...channel.sinks][1];
  const taken = () => Promise.race([toDeaf?.drained().then(() => true), sleep(200, false)]);
  while (await taken()) toDeaf?.send(sse({ data: 'x'.repeat(50_000) }));
  streams.close();
  await polite.saw(/retry: \d+\n\n\r\n0\r\n\r\n$/);
  await expect.poll(() => streams.size(), { timeout: 5_000 }).toBe(0);
  const late = reader(url);
  expect(await late.status()).toBe(503);
  await late.saw('The service is not ready');
});

test('the same as a Response: read, left, cut when too slow', async () => {
  const { handler, channel, streams } = await open();
  const get = async () => {
    const response = responseOf(await handler.reply(callOf(new Request('http://gateway.test/'))));
    const stream = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    return { response, read: async () => (await stream?.read())?.value, stream };
  };
  const one = await get();
  expect(await one.read()).toBe(FIRST.toString());
  channel.say(sse({ data: 'second' }));
  expect(await one.read()).toBe('data: second\n\n');
  await one.stream?.cancel();
  await expect.poll(() => streams.size()).toBe(0);

  const slow = responseOf(await handler.reply(callOf(new Request('http://gateway.test/'))));
  for (let times = 0; times < 10; times += 1) channel.say(sse({ data: 'x'.repeat(100_000) }));
  expect(streams.size()).toBe(0);
  await expect(slow.text()).rejects.toThrow('too slow');
});
