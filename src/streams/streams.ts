// All open streams of this process: limited in number, each with a heartbeat that shows its reader that it is alive,
// and ended when its key no longer works or the service stops.
import type { Config } from '../config.js';
import { ApiError, errors } from '../errors.js';
import { getOrMake } from '../helpers/get-or-make.js';
import type { Call } from '../http/call.js';
import { createReply, type Reply } from '../http/reply.js';
import type { Sink } from '../http/stream.js';
import { type Bytes, COMMENT, SSE_HEADERS } from './sse.js';

/** The content of a stream. */
export type StreamSource = {
  /** Key of what its reader follows, if it follows anything. */
  follows?: string | undefined;
  /** Sends from now on; returns a function that is called when the reader has gone. */
  start(sink: Sink): () => void;
  /** Bytes of a heartbeat. */
  beat(): Bytes;
  /**
   * Final bytes: the reason for the end, or for null, which means that the service stops, a request to reconnect. Null
   * if it has an end of its own, which it may still reach.
   */
  last(error: ApiError | null): Bytes | null;
};

export type Streams = {
  /** Throws a 429 or a 503 when there are too many. */
  open(call: Call, content: StreamSource, headers?: Record<string, string>): Reply;
  /** Throws a 429 or a 503 when there are too many. */
  expectRoom(call: Call, follows?: string): void;
  /** Counts a waiting request as a stream until the result is called; `end` is called when it must stop waiting. */
  countWaiting(call: Call, end: () => void, follows?: string): () => void;
  /** Number of open streams. */
  size(): number;
  /** Ends the streams whose key no longer works. */
  recheckKeys(): Promise<void>;
  /** Ends all streams and refuses new ones. */
  close(): void;
};

export type StreamsOptions = {
  limits: Config['streamLimits'];
  /** The address to which a stream without a key is counted. */
  clientIpOf(call: Call): string;
  /** Throws a 401 if the key of the call no longer works. */
  expectKey(call: Call): Promise<unknown>;
  beatMs?: number;
  beginMs?: number;
};

/** `sink` is null until it starts. */
type Open = { call: Call; content: StreamSource; sink: Sink | null; phase: number };

/** Number of different queries and change feeds that a key may follow. */
export const FOLLOWED_MAX = 500;
const BEAT_MS = 15_000;
/** Number of parts that beat one after the other, so that writing to all streams at once does not block the event loop. */
const PHASES = 60;
/** How long a reader has to receive the final bytes, or the rest of what ends, before it is cut off. */
const LAST_MS = 1_000;
/** How long an admitted stream is counted that does not start: it starts immediately, or its client has left. */
const BEGIN_MS = 5_000;
/** Retry delay if keys could not be checked. */
const AGAIN_MS = 1_000;

/** A waiting request is sent nothing. */
const WAITING: StreamSource = { start: () => () => undefined, beat: () => COMMENT, last: () => COMMENT };

const HEADERS: Record<string, string> = {
  ...SSE_HEADERS,
  'cache-control': 'no-store, no-transform',
  vary: 'Accept',
  // Otherwise proxies would buffer events that must arrive immediately.
  'x-accel-buffering': 'no',
};

export function createStreams({
  limits,
  clientIpOf,
  expectKey,
  beatMs = BEAT_MS,
  beginMs = BEGIN_MS,
}: StreamsOptions): Streams {
  /** By key or address. */
  const owners = new Map<string, Set<Open>>();
  let size = 0;
  let phase = 0;
  let checking: NodeJS.Timeout | null = null;
  let isClosed = false;
  const beating = setInterval(beat, beatMs / PHASES).unref();

  const ownerOf = (call: Call) => (call.keyId === null ? `address ${clientIpOf(call)}` : `key ${call.keyId}`);

  function expectRoom(call: Call, follows?: string): void {
    if (isClosed) throw errors.notReady();
    if (size >= limits.inAll) throw errors.noRoomForStream();
    const owned = owners.get(ownerOf(call)) ?? new Set();
    const [who, max] =
      call.keyId === null ? (['address', limits.perAddress] as const) : (['key', limits.perKey] as const);
    if (owned.size >= max) throw errors.tooManyStreams(who, max);
    if (call.keyId === null) return;
    const followed = new Set<string | undefined>();
    for (const { content } of owned) {
      if (content.follows === follows) return;
      followed.add(content.follows);
    }
    if (followed.size >= FOLLOWED_MAX) throw errors.tooManyFollowed(FOLLOWED_MAX);
  }

  /** Counts it until the result is called. */
  function add(open: Open): () => void {
    const owner = ownerOf(open.call);
    const owned = getOrMake(owners, owner, () => new Set<Open>());
    owned.add(open);
    size += 1;
    return () => {
      if (!owned.delete(open)) return;
      if (owned.size === 0) owners.delete(owner);
      size -= 1;
    };
  }

  /** One timer serves all streams. */
  function beat(): void {
    phase = (phase + 1) % PHASES;
    for (const owned of owners.values()) {
      for (const open of owned) if (open.phase === phase) void sendBeat(open);
    }
  }

  function start(open: Open, sink: Sink, remove: () => void): void {
    let stop = () => {};
    let isGone = false;
    open.sink = sink;
    sink.onClose(() => {
      isGone = true;
      remove();
      stop();
    });
    stop = open.content.start(sink);
    if (isGone) stop();
    if (isClosed) finish(open, null);
    // The key may have stopped working while the first answer was read.
    void recheck([open]);
  }

  /** Ends all streams of a key that no longer works. */
  async function recheck(opened: Iterable<Open>): Promise<void> {
    let isUnknown = false;
    for (const { call } of opened) {
      if (call.keyId === null) continue;
      const refused = await expectKey(call).then(() => null, toError);
      if (refused?.status === 401) for (const open of owners.get(ownerOf(call)) ?? []) finish(open, refused);
      else if (refused) isUnknown = true;
    }
    // One retry is scheduled, however often this is called during an outage.
    if (!isUnknown || isClosed || checking) return;
    checking = setTimeout(() => {
      checking = null;
      void recheckKeys();
    }, AGAIN_MS).unref();
  }

  const recheckKeys = () => recheck([...owners.values()].flatMap(([first]) => first ?? []));

  return {
    open(call, content, headers = {}) {
      expectRoom(call, content.follows);
      const open: Open = { call, content, sink: null, phase };
      // HEAD gets only the headers, and no stream is started.
      const remove = call.method === 'HEAD' ? () => undefined : add(open);
      const late = setTimeout(remove, beginMs).unref();
      const begin = (sink: Sink) => {
        clearTimeout(late);
        start(open, sink, remove);
      };
      return createReply(200, { ...HEADERS, ...headers }, { start: begin });
    },
    expectRoom,
    countWaiting(call, end, follows) {
      const open: Open = { call, content: { ...WAITING, follows }, sink: null, phase };
      expectRoom(call, follows);
      const remove = add(open);
      const drained = { drained: () => Promise.resolve(), isDrained: () => true };
      start(open, { ...drained, send() {}, end, cut: end, onClose() {} }, remove);
      return remove;
    },
    size: () => size,
    recheckKeys,
    close() {
      isClosed = true;
      clearInterval(beating);
      const opened = [...owners.values()].flatMap((owned) => [...owned]);
      for (const open of opened) finish(open, null);
      setTimeout(() => {
        for (const { sink } of opened) sink?.cut();
      }, LAST_MS).unref();
    },
  };
}

function finish({ sink, content }: Open, error: ApiError | null): void {
  const bytes = content.last(error);
  if (bytes === null) return;
  sink?.send(bytes);
  sink?.end();
}

/** Asynchronous, so that a failure of one stream, which is then cut off, leaves the others alone. */
async function sendBeat({ sink, content }: Open): Promise<void> {
  try {
    sink?.send(content.beat());
  } catch (error) {
    sink?.cut();
    throw error;
  }
}

/** Any other failure means that the key could not be checked, which is retried. */
const toError = (error: unknown) => (error instanceof ApiError ? error : errors.unreachable());
