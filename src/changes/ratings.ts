// Keeps ratings up to date: when something they depend on has changed, and when the service starts, a thread recomputes
// them. Every process starts such a thread, and they take turns: the first does the work, and the others find it done.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/client.js';
import { type RatingsThread, startRatingsThread } from '../db/ratings/thread.js';
import { mondayOf } from '../ratings/week.js';
import type { Feed } from './feed.js';
import { createWakeup } from './wakeup.js';

/** Debounce: changes within this time are one run. */
const GATHER_MS = 300;
/** Retry delay after a failure, which is most often an outage. */
const AGAIN_MS = 5_000;

export type RatingsLog = {
  debug(message: string): void;
  info(message: string): void;
  warn(fields: object, message: string): void;
};

export type RatingsKeeper = {
  /** Aborts a run in progress: the next process that starts repeats it. */
  close(): Promise<void>;
};

export function keepRatings(
  db: Pick<Db, 'sql' | 'directUrl'>,
  feed: Pick<Feed, 'subscribe'>,
  log: RatingsLog,
): RatingsKeeper {
  const wakeup = createWakeup();
  const closing = new AbortController();
  const { signal } = closing;
  let thread: RatingsThread | null = null;

  async function run(): Promise<void> {
    const start = performance.now();
    thread = startRatingsThread(db);
    for (const { since, weeks, battles } of await thread.done) {
      const from = since === null ? 'all weeks' : weeks === 0 ? 'places' : `weeks from ${mondayOf(since)} on`;
      // A running tournament causes such a run after every result, so those are logged as debug.
      log[since === null ? 'info' : 'debug'](
        `Ratings: ${from}, ${battles} battles, in ${Math.round(performance.now() - start)} ms`,
      );
    }
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await wakeup.next(null);
      await sleep(GATHER_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await run().catch(async (error) => {
        if (signal.aborted) return;
        log.warn({ err: error }, `Ratings could not be brought up to date. Next try in ${AGAIN_MS / 1000} s.`);
        await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
        wakeup.wake();
      });
    }
  }

  feed.subscribe((topics) => {
    if (topics === null || topics.has(STALE) || topics.has('*')) wakeup.wake();
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

/** Topic of the triggers that note stale ratings. */
const STALE = 'ratings:stale';
