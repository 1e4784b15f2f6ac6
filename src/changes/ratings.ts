// Keeps ratings true: when something they are made of has changed, and when the service starts, they are brought up to date in
// a thread. Of many processes each starts one, and they take turns; the first does the work, and the others find it done.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/client.js';
import { type RatingsThread, startRatingsThread } from '../db/ratings/thread.js';
import { mondayOf } from '../ratings/week.js';
import type { Feed } from './feed.js';
import { createTurn } from './turn.js';

/** What changes within this time is one run. */
const GATHER_MS = 300;
/** After a failure, which is most often an outage. */
const AGAIN_MS = 5_000;

export type RatingsLog = {
  debug(message: string): void;
  info(message: string): void;
  warn(fields: object, message: string): void;
};

export type RatingsKeeper = {
  /** Abandons a run that is under way: the next process that starts does it. */
  close(): Promise<void>;
};

export function keepRatings(
  db: Pick<Db, 'sql' | 'directUrl'>,
  feed: Pick<Feed, 'subscribe'>,
  log: RatingsLog,
): RatingsKeeper {
  const turn = createTurn();
  const closing = new AbortController();
  const { signal } = closing;
  let thread: RatingsThread | null = null;

  async function run(): Promise<void> {
    const start = performance.now();
    thread = startRatingsThread(db);
    for (const { since, weeks, battles } of await thread.done) {
      const from = since === null ? 'all weeks' : weeks === 0 ? 'places' : `weeks from ${mondayOf(since)} on`;
      // After every result of a running tournament there are some.
      log[since === null ? 'info' : 'debug'](
        `Ratings: ${from}, ${battles} battles, in ${Math.round(performance.now() - start)} ms`,
      );
    }
  }

  async function keep(): Promise<void> {
    while (!signal.aborted) {
      await turn.next(null);
      await sleep(GATHER_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      await run().catch(async (error) => {
        if (signal.aborted) return;
        log.warn({ err: error }, `Ratings could not be brought up to date. Next try in ${AGAIN_MS / 1000} s.`);
        await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
        turn.wake();
      });
    }
  }

  feed.subscribe((topics) => {
    if (topics === null || topics.has(STALE) || topics.has('*')) turn.wake();
  });
  // What was out of date before the feed was heard.
  turn.wake();
  const kept = keep();
  return {
    async close() {
      closing.abort();
      turn.wake();
      await thread?.stop();
      await kept;
    },
  };
}

/** Told by the triggers that note what is out of date. */
const STALE = 'ratings:stale';
