// For whoever starts, balances and replaces processes: whether this one runs, and whether it should be sent requests.
// Nothing is said beyond that, for anybody may ask.
import type { Feed } from '../changes/feed.js';
import type { Db } from '../db/client.js';
import { isMigrated } from '../db/migrate.js';
import { shared } from '../db/shared.js';
import { errors } from '../errors.js';
import { jsonResponse } from '../http/json-response.js';

const LIVE_PATH = '/health/live';
const READY_PATH = '/health/ready';
export const HEALTH_PATHS = [LIVE_PATH, READY_PATH];

/** However often it is asked for, the database is asked once in this time. */
const SHARED_MS = 1_000;
const PATIENCE_MS = 1_000;

export type Health = {
  /** Null when something else is asked for; throws when the service is not ready. */
  fetch(request: Request): Promise<Response | null>;
};

export function createHealth(db: Pick<Db, 'sql'>, feed: Pick<Feed, 'isLive'>, stopping: AbortSignal | null): Health {
  const isServing = lasting(canServe(db, feed), SHARED_MS);
  return {
    async fetch({ method, url }) {
      const { pathname } = new URL(url);
      if ((method !== 'GET' && method !== 'HEAD') || !HEALTH_PATHS.includes(pathname)) return null;
      if (pathname === LIVE_PATH) return status('live');
      if (stopping?.aborted || !(await isServing())) throw errors.notReady();
      return status('ready');
    },
  };
}

function status(text: string): Response {
  return jsonResponse({ status: text }, { headers: { 'cache-control': 'no-store' } });
}

/**
 * Without the feed nothing is remembered and all is asked anew, which is slower but as true. With it, a database that
 * does not answer in time has only too much to do: the feed heard from it a moment ago.
 */
function canServe(db: Pick<Db, 'sql'>, feed: Pick<Feed, 'isLive'>): () => Promise<boolean> {
  const hasAnswered = shared(() => isMigrated(db).catch(() => false));
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS, 'late');
    });
    const answer = await Promise.race([hasAnswered(), late]);
    clearTimeout(timer);
    return answer === 'late' ? feed.isLive() : answer;
  };
}

/** One question at a time, whose answer is good for a while. */
function lasting(ask: () => Promise<boolean>, ms: number): () => Promise<boolean> {
  let answer: Promise<boolean> | null = null;
  const forget = () => {
    answer = null;
  };
  return () => {
    if (answer) return answer;
    answer = ask();
    void answer.then(() => setTimeout(forget, ms).unref());
    return answer;
  };
}
