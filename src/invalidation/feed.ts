// Reads the log of changes for this process. Live means that everything committed until a moment ago is known here. When
// the connection is lost or does not respond in time, the feed is not live until it has been reopened, and its
// listeners then drop everything that they remember, as they do when another mark says that the data may have gone back.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeSource, LogReader } from '../db/log/source.js';
import { within } from '../helpers/within.js';
import { createWakeup } from './wakeup.js';

/** Polling interval without notifications: a connection can die silently. */
const BEAT_MS = 500;
/** A response that takes longer counts as a lost connection. */
const ANSWER_MS = 1_000;
/** How long the state of the last response may be relied on. */
const TRUST_MS = 2_000;
const RECONNECT_MS = 250;
/** A feed that was disconnected for longer starts anew, because notes that it missed may have been deleted. */
const AWAY_MS = 60_000;
const PRUNE_MS = 5 * AWAY_MS;

/**
 * Receives the cache tags of what has changed up to a number of the log; null means that anything may have changed. The
 * number is lower than before if the data went back.
 */
export type ChangeListener = (tags: ReadonlySet<string> | null, head: number, imports?: number) => void;

export type Feed = {
  /** The newest number of the log that the listeners know of. */
  head(): number;
  /** Token of the last mark of the log, null before the first answer. */
  mark(): string | null;
  /** Resolves once the listeners know of a number; with Infinity, of everything committed by now. */
  reach(n: number): Promise<void>;
  isLive(): boolean;
  /** Time since the database last responded. */
  lagMs(): number;
  subscribe(listener: ChangeListener): void;
  /** Resolves once the feed is live, or has failed for the first time. */
  opened: Promise<void>;
  close(): Promise<void>;
};

export function createFeed(source: ChangeSource): Feed {
  const listeners: ChangeListener[] = [];
  const wakeup = createWakeup();
  let reader: LogReader | null = null;
  let knownAt = Number.NEGATIVE_INFINITY;
  let heardAt = performance.now();
  let knownAtWall = Number.NEGATIVE_INFINITY;
  let head = 0;
  let mark: string | null = null;
  let awaited: (() => void)[] = [];
  /** By the next run, all processes know what is numbered up to `to`. */
  let prunable: { from: number; to: number } | null = null;
  let closed = false;
  const inTime: typeof withinTime = source.remote ? withinTime : (answer) => answer;

  const markLive = (at: Clock) => {
    knownAt = at.steady;
    heardAt = at.steady;
    knownAtWall = at.wall;
  };

  const markLost = () => {
    knownAt = Number.NEGATIVE_INFINITY;
    wakeup.wake();
  };

  /** Runs until the connection is lost. */
  async function listen(first: () => void): Promise<void> {
    let lost = false;
    const onLost = () => {
      lost = true;
      markLost();
    };
    const opening = source.open({ onNotice: wakeup.wake, onLost });
    reader = await inTime(opening).catch((error) => {
      // A connection that opens after the timeout must be closed.
      opening.then((late) => late.close()).catch(() => undefined);
      throw error;
    });
    await readOn(reader, null);
    first();
    while (!closed && !lost) {
      await wakeup.next(source.remote ? BEAT_MS : null);
      if (closed || lost) return;
      if (source.remote && Date.now() - knownAtWall > AWAY_MS) return;
      await readOn(reader, head);
    }
  }

  async function readOn(from: LogReader, after: number | null): Promise<void> {
    const [askedAt, reached] = [clock(), awaited];
    awaited = [];
    const news = await inTime(from.read(after)).catch((error) => {
      awaited.push(...reached);
      throw error;
    });
    const isOther = after === null || news.mark !== mark;
    if (news.mark !== mark) prunable = null;
    ({ head, mark } = news);
    if (isOther || head !== after) {
      const tags = isOther || news.tags === null ? null : new Set(news.tags);
      for (const listener of listeners) listener(tags, head, news.imports);
    }
    markLive(askedAt);
    for (const resolve of reached) resolve();
  }

  async function run(first: () => void): Promise<void> {
    while (!closed) {
      await listen(first).catch(() => undefined);
      markLost();
      first();
      await reader?.close().catch(() => undefined);
      reader = null;
      if (!closed) await sleep(RECONNECT_MS, undefined, { ref: false });
    }
  }

  let running: Promise<void> = Promise.resolve();
  const opened = new Promise<void>((resolve) => {
    running = run(resolve);
  });
  let isPruning = false;
  async function prune(): Promise<void> {
    if (isPruning) return;
    isPruning = true;
    const to = head;
    try {
      if (prunable) await source.prune(prunable.from, prunable.to);
      prunable = { from: prunable?.to ?? to, to };
    } catch {
      // The next run is for the same numbers again: with later ones it would pass over what was repeated before them.
    } finally {
      isPruning = false;
    }
  }
  const pruning = setInterval(prune, PRUNE_MS).unref();
  return {
    isLive: () =>
      source.remote
        ? performance.now() - knownAt < TRUST_MS && Date.now() - knownAtWall < TRUST_MS
        : knownAt > Number.NEGATIVE_INFINITY,
    lagMs: () => (source.remote ? performance.now() - heardAt : 0),
    subscribe: (listener) => void listeners.push(listener),
    opened,
    head: () => head,
    mark: () => mark,
    async reach(n) {
      if (n <= head) return;
      // A number that was given out is read by whoever reads from now on.
      const reached = new Promise<void>((resolve) => awaited.push(resolve));
      wakeup.wake();
      await reached;
    },
    async close() {
      closed = true;
      clearInterval(pruning);
      markLost();
      await running;
      for (const resolve of awaited) resolve();
    },
  };
}

/** The monotonic clock stops while the machine sleeps, and the wall clock can be set: neither alone can be trusted. */
type Clock = { steady: number; wall: number };

function clock(): Clock {
  return { steady: performance.now(), wall: Date.now() };
}

function withinTime<Value>(answer: Promise<Value>): Promise<Value> {
  return within(ANSWER_MS, answer, () => {
    throw new Error('The log does not answer');
  });
}
