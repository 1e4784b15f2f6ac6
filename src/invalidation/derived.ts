// Keeps what our own code derives up to date, ratings and final places: when something they depend on has changed, and
// when the service starts, a thread recomputes them. Every process starts such a thread, and they take turns: the first
// does the work, and the others find it done.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/client.js';
import { type DerivedThread, startDerivedThread } from '../db/derived/thread.js';
import type { Recomputed } from '../db/derived/up-to-date.js';
import { mondayOf } from '../ratings/week.js';
import type { Feed } from './feed.js';
import { createWakeup } from './wakeup.js';

/** Debounce: changes within this time are one run. */
const GATHER_MS = 300;
/** Retry delay after a failure, which is most often an outage. */
const AGAIN_MS = 5_000;

type DerivedLog = {
  debug(message: string): void;
  info(message: string): void;
  warn(fields: object, message: string): void;
};

type DerivedKeeper = {
  /** Aborts a run in progress: the next process that starts repeats it. */
  close(): Promise<void>;
};

export function keepDerived(
  db: Pick<Db, 'sql' | 'directUrl'>,
  feed: Pick<Feed, 'subscribe'>,
  log: DerivedLog,
  onRun: (result: 'done' | 'failed', ms: number) => void = () => undefined,
): DerivedKeeper {
  const wakeup = createWakeup();
  const closing = new AbortController();
  const { signal } = closing;
  let thread: DerivedThread | null = null;

  async function run(): Promise<void> {
    const start = performance.now();
    thread = startDerivedThread(db);
    const ended = (result: 'done' | 'failed') => {
      if (!signal.aborted) onRun(result, performance.now() - start);
    };
    thread.done.then(
      () => ended('done'),
      () => ended('failed'),
    );
    for (const recomputed of await thread.done) {
      const { level, what } = described(recomputed);
      log[level](`${what}, in ${Math.round(performance.now() - start)} ms`);
    }
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await wakeup.next(null);
      await sleep(GATHER_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await run().catch(async (error) => {
        if (signal.aborted) return;
        log.warn(
          { err: error },
          `Ratings and places could not be brought up to date. Next try in ${AGAIN_MS / 1000} s.`,
        );
        await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
        wakeup.wake();
      });
    }
  }

  feed.subscribe((tags) => {
    if (tags === null || tags.has('stale')) wakeup.wake();
  });
  // Covers what became stale before the feed was subscribed to.
  wakeup.wake();
  const kept = keep();
  return {
    async close() {
      closing.abort();
      wakeup.wake();
      await thread?.stop();
      await kept;
    },
  };
}

/** A running tournament causes a run after every result, so short ones are logged as debug. */
function described(recomputed: Recomputed): { level: 'info' | 'debug'; what: string } {
  if (recomputed.of === 'places') {
    const { tournaments } = recomputed;
    return { level: tournaments > MANY ? 'info' : 'debug', what: `Places: ${tournaments} tournaments` };
  }
  const { since, weeks, battles } = recomputed;
  const from = since === null ? 'all weeks' : weeks === 0 ? 'places' : `weeks from ${mondayOf(since)} on`;
  return { level: since === null ? 'info' : 'debug', what: `Ratings: ${from}, ${battles} battles` };
}

const MANY = 10;
