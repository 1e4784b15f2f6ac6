// All streams that are open in this process: no more than there is room for, each with a beat by which its reader knows
// that it lives, ended when its key no longer works or when the service stops.
import type { StreamLimits } from '../config.js';
import { ApiError, errors } from '../errors.js';
import type { Call } from '../http/call.js';
import { createReply, type Reply } from '../http/reply.js';
import type { Sink } from '../http/stream.js';
import { type Bytes, COMMENT, SSE_HEADERS } from './sse.js';

/** What is sent. */
export type Live = {
  /** Sends whatever there is from now on; what it gives is called when the reader has gone. */
  start(sink: Sink): () => void;
  /** That there is nothing new. */
  beat(): Bytes;
  /** The last words: why it is ended, or null when the service stops and the client should come again. */
  last(error: ApiError | null): Bytes;
};

export type Streams = {
  /** Throws a 429 or a 503 when there are too many. */
  open(call: Call, live: Live, headers?: Record<string, string>): Reply;
  /** Throws a 429 or a 503 when there are too many. */
  expectRoom(call: Call): void;
  /** Counts a request that waits among them, until what it gives is called; `end` is called when it should wait no longer. */
  hold(call: Call, end: () => void): () => void;
  /** How many there are. */
  size(): number;
  /** Ends those whose key no longer works. */
  recheckKeys(): Promise<void>;
  /** Ends all, and lets none in again. */
  close(): void;
};

export type StreamsOptions = {
  limits: StreamLimits;
  /** Whom a stream without a key is counted to. */
  addressOf(call: Call): string;
  /** Throws a 401 if the key of the call no longer works. */
  expectKey(call: Call): Promise<unknown>;
  beatMs?: number;
};

type Open = { call: Call; sink: Sink; live: Live };

const BEAT_MS = 15_000;
/** They beat in turn, so that others are not kept waiting by all of them at once. */
const TURNS = 60;
/** How long a reader has to take the last words. */
const LAST_MS = 1_000;
/** How long a place is kept for one that has been let in: it begins at once, or its client has left. */
const BEGIN_MS = 5_000;
/** After how long it is asked again whether keys work, when that could not be found out. */
const AGAIN_MS = 1_000;

/** Nothing is sent to one that waits. */
const WAITING: Live = { start: () => () => undefined, beat: () => COMMENT, last: () => COMMENT };

const HEADERS: Record<string, string> = {
  ...SSE_HEADERS,
  'cache-control': 'no-store, no-transform',
  vary: 'Accept',
  // A proxy would gather what is to be seen at once.
  'x-accel-buffering': 'no',
};

export function createStreams({ limits, addressOf, expectKey, beatMs = BEAT_MS }: StreamsOptions): Streams {
  const turns = Array.from({ length: TURNS }, () => new Set<Open>());
  const owners = new Map<string, Set<Open>>();
  /** Let in and not begun: many may come at once. */
  const reserved = new Map<string, number>();
  let reservedInAll = 0;
  let size = 0;
  let turn = 0;
  let beating: NodeJS.Timeout | null = null;
  let willRecheck = false;
  let closed = false;

  const ownerOf = (call: Call) => (call.keyId === null ? `address ${addressOf(call)}` : `key ${call.keyId}`);

  function refuseTooMany(call: Call): void {
    if (closed) throw errors.notReady();
    if (size + reservedInAll >= limits.inAll) throw errors.noRoomForStream();
    const [who, max] =
      call.keyId === null ? (['address', limits.perAddress] as const) : (['key', limits.perKey] as const);
    const owner = ownerOf(call);
    if ((owners.get(owner)?.size ?? 0) + (reserved.get(owner) ?? 0) >= max) throw errors.tooManyStreams(who, max);
  }

  /** Until what it gives is called. */
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
    const late = setTimeout(release, BEGIN_MS).unref();
    count(1);
    return release;
  }

  /** One timer for all of them. */
  function beat(): void {
    turn = (turn + 1) % TURNS;
    for (const { sink, live } of turns[turn] ?? []) sink.send(live.beat());
  }

  function add(open: Open): void {
    const owner = ownerOf(open.call);
    const owned = owners.get(owner) ?? new Set();
    owners.set(owner, owned.add(open));
    const mates = turns[turn];
    mates?.add(open);
    size += 1;
    beating ??= setInterval(beat, beatMs / TURNS).unref();
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
  }

  async function recheckKeys(): Promise<void> {
    let unknown = false;
    for (const owned of [...owners.values()]) {
      const [first] = owned;
      if (!first || first.call.keyId === null) continue;
      const refused = await expectKey(first.call).then(() => null, toError);
      if (refused?.status === 401) for (const open of owned) finish(open, refused);
      else if (refused) unknown = true;
    }
    // Once, however often it is asked during an outage.
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
      // Of HEAD only the head is sent, and nothing begins.
      const release = call.method === 'HEAD' ? () => undefined : reserve(call);
      const start = (sink: Sink) => {
        release();
        add({ call, sink, live });
      };
      return createReply(200, { ...HEADERS, ...headers }, { start });
    },
    expectRoom: refuseTooMany,
    hold(call, end) {
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
  sink.send(live.last(error));
  sink.end();
}

/** What is not known of a key now is asked again. */
const toError = (error: unknown) => (error instanceof ApiError ? error : errors.unreachable());
