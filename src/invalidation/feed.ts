// Changes as this process learns of them. Live means that everything committed until a moment ago is known here. When
// the connection is lost or does not respond in time, the feed is not live until it has been reopened, and its
// listeners then drop everything that they remember.
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeReader, ChangeSource, Changes } from '../db/changes.js';
import { within } from '../helpers/within.js';
import { createWakeup } from './wakeup.js';

/** Polling interval without notifications: a connection can die silently. */
const BEAT_MS = 500;
/** A response that takes longer counts as a lost connection. */
const ANSWER_MS = 1_000;
/** How long the state of the last response may be relied on. */
const TRUST_MS = 2_000;
const RECONNECT_MS = 250;
/** A feed that was disconnected for longer starts anew, because the changes it missed may have been pruned. */
const AWAY_MS = 60_000;
const PRUNE_MS = 5 * AWAY_MS;

/** Receives the topics that have changed; null means that anything may have changed. */
export type ChangeListener = (topics: ReadonlySet<string> | null) => void;

export type Feed = {
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
  const notify = (topics: ReadonlySet<string> | null) => {
    for (const listener of listeners) listener(topics);
  };
  const wakeup = createWakeup();
  let reader: ChangeReader | null = null;
  let knownAt = Number.NEGATIVE_INFINITY;
  let heardAt = performance.now();
  let knownAtWall = Number.NEGATIVE_INFINITY;
  let position: string | null = null;
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
    let askedAt = clock();
    const { snapshot, server } = await inTime(reader.read(null));
    position = snapshot;
    notify(null);
    markLive(askedAt);
    first();
    while (!closed && !lost) {
      await wakeup.next(source.remote ? BEAT_MS : null);
      if (closed || lost) return;
      askedAt = clock();
      if (source.remote && askedAt.wall - knownAtWall > AWAY_MS) return;
      const changes: Changes = await inTime(reader.read(position));
      if (changes.server !== server) return;
      position = changes.snapshot;
      if (changes.topics.length > 0) notify(new Set(changes.topics));
      markLive(askedAt);
    }
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
  let old: string | null = null;
  let isPruning = false;
  async function prune(): Promise<void> {
    if (isPruning) return;
    isPruning = true;
    const now = position;
    try {
      if (old !== null) await source.prune(old);
      old = now;
    } catch {
      // The next run is for the same snapshot again: with a later one it would pass over what was superseded before that.
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
    async close() {
      closed = true;
      clearInterval(pruning);
      markLost();
      await running;
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
    throw new Error('The change feed does not answer');
  });
}
