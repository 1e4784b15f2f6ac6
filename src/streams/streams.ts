// All open streams of this process: limited in number, each with a heartbeat that shows its reader that it is alive,
// and ended when its key no longer works or the service stops.
import type { Config } from '../config.js';
import { ApiError, errors } from '../errors.js';
import type { Call } from '../http/call.js';
import { createReply, type Reply } from '../http/reply.js';
import type { Sink } from '../http/stream.js';
import { type Bytes, COMMENT, SSE_HEADERS } from './sse.js';

/** The content of a stream. */
export type StreamSource = {
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
  open(call: Call, live: StreamSource, headers?: Record<string, string>): Reply;
  /** Throws a 429 or a 503 when there are too many. */
  expectRoom(call: Call): void;
  /** Counts a waiting request as a stream until the result is called; `end` is called when it must stop waiting. */
  countWaiting(call: Call, end: () => void): () => void;
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

type Open = { call: Call; sink: Sink; live: StreamSource };

const BEAT_MS = 15_000;
/** Number of groups that beat in turn, so that writing to all streams at once does not block the event loop. */
const BEAT_GROUPS = 60;
/** How long a reader has to receive the final bytes, or the rest of what ends, before it is cut off. */
const LAST_MS = 1_000;
/** How long a place is reserved for an admitted stream: it starts immediately, or its client has left. */
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
  const beatGroups = Array.from({ length: BEAT_GROUPS }, () => new Set<Open>());
  const owners = new Map<string, Set<Open>>();
  /** Streams admitted but not started, by owner: many may arrive at once. */
  const reserved = new Map<string, number>();
  let reservedInAll = 0;
  let size = 0;
  let turn = 0;
  let beating: NodeJS.Timeout | null = null;
  let willRecheck = false;
  let closed = false;

  const ownerOf = (call: Call) => (call.keyId === null ? `address ${clientIpOf(call)}` : `key ${call.keyId}`);

  function refuseTooMany(call: Call): void {
    if (closed) throw errors.notReady();
    if (size + reservedInAll >= limits.inAll) throw errors.noRoomForStream();
    const [who, max] =
      call.keyId === null ? (['address', limits.perAddress] as const) : (['key', limits.perKey] as const);
    const owner = ownerOf(call);
    if ((owners.get(owner)?.size ?? 0) + (reserved.get(owner) ?? 0) >= max) throw errors.tooManyStreams(who, max);
  }

  /** Reserves a place until the returned function is called, or until it is late. */
  function reserve(call: Call): () => void {
    const owner = ownerOf(call);
    const count = (by: number) => {
      const left = (reserved.get(owner) ?? 0) + by;
      if (left > 0) reserved.set(owner, left);
      else reserved.delete(owner);
      reservedInAll += by;
    };
    let isReserved = true;
    const release = () => {
      clearTimeout(late);
      if (isReserved) count(-1);
      isReserved = false;
    };
    const late = setTimeout(release, beginMs).unref();
    count(1);
    return release;
  }

  /** One timer serves all streams. */
  function beat(): void {
    turn = (turn + 1) % BEAT_GROUPS;
    for (const open of beatGroups[turn] ?? []) void sendBeat(open);
  }

  function add(open: Open): void {
    const owner = ownerOf(open.call);
    const owned = owners.get(owner) ?? new Set();
    owners.set(owner, owned.add(open));
    const mates = beatGroups[turn];
    mates?.add(open);
    size += 1;
    beating ??= setInterval(beat, beatMs / BEAT_GROUPS).unref();
    let stop: (() => void) | null = null;
    let gone = false;
    open.sink.onClose(() => {
      gone = true;
      owned.delete(open);
      if (owned.size === 0) owners.delete(owner);
      mates?.delete(open);
      size -= 1;
      if (size === 0 && beating) {
        clearInterval(beating);
        beating = null;
      }
      stop?.();
    });
    stop = open.live.start(open.sink);
    if (gone) stop();
    // The key may have stopped working while the first answer was read.
    void recheckKeys([owned]);
  }

  async function recheckKeys(ofOwners = [...owners.values()]): Promise<void> {
    let unknown = false;
    for (const owned of ofOwners) {
      const [first] = owned;
      if (!first || first.call.keyId === null) continue;
      const refused = await expectKey(first.call).then(() => null, toError);
      if (refused?.status === 401) for (const open of owned) finish(open, refused);
      else if (refused) unknown = true;
    }
    // Schedules one retry, however often this is called during an outage.
    if (!unknown || closed || willRecheck) return;
    willRecheck = true;
    setTimeout(() => {
      willRecheck = false;
      void recheckKeys();
    }, AGAIN_MS).unref();
  }

  return {
    open(call, live, headers = {}) {
      refuseTooMany(call);
      // HEAD gets only the headers, and no stream is started.
      const release = call.method === 'HEAD' ? () => undefined : reserve(call);
      const start = (sink: Sink) => {
        release();
        add({ call, sink, live });
      };
      return createReply(200, { ...HEADERS, ...headers }, { start });
    },
    expectRoom: refuseTooMany,
    countWaiting(call, end) {
      refuseTooMany(call);
      let release = () => {};
      const onClose = (listener: () => void) => {
        release = listener;
      };
      const sink = { send() {}, drained: () => Promise.resolve(), isDrained: () => true, end, cut: end, onClose };
      add({ call, sink, live: WAITING });
      return () => release();
    },
    size: () => size,
    recheckKeys,
    close() {
      closed = true;
      const all = [...owners.values()].flatMap((owned) => [...owned]);
      for (const open of all) finish(open, null);
      setTimeout(() => {
        for (const { sink } of all) sink.cut();
      }, LAST_MS).unref();
    },
  };
}

function finish({ sink, live }: Open, error: ApiError | null): void {
  const bytes = live.last(error);
  if (bytes === null) return;
  sink.send(bytes);
  sink.end();
}

/** Asynchronous, so that what goes wrong with one stream, which is then cut off, leaves the others alone. */
async function sendBeat({ sink, live }: Open): Promise<void> {
  try {
    sink.send(live.beat());
  } catch (error) {
    sink.cut();
    throw error;
  }
}

/** Any other failure means that the key could not be checked, which is retried. */
const toError = (error: unknown) => (error instanceof ApiError ? error : errors.unreachable());
