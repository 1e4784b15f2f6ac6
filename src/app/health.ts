// Health checks for supervisors and load balancers: whether this process runs, and whether it should be sent requests.
// They reveal nothing else, because they need no key.

import type { Db } from '../db/client.js';
import { isMigrated } from '../db/migrate.js';
import { singleFlight } from '../db/single-flight.js';
import { errors } from '../errors.js';
import { within } from '../helpers/within.js';
import { type Endpoint, publicEndpoint } from '../http/endpoint.js';
import { jsonReply } from '../http/reply.js';
import type { Feed } from '../invalidation/feed.js';

/** However often readiness is checked, the database is queried at most once in this time. */
const SHARED_MS = 1_000;
const PATIENCE_MS = 1_000;

export type HealthOptions = {
  db: Pick<Db, 'sql'>;
  feed: Pick<Feed, 'isLive'>;
  stopping: AbortSignal | null;
};

export function healthEndpoints({ db, feed, stopping }: HealthOptions): Endpoint[] {
  const isServing = lasting(canServe(db, feed), SHARED_MS);
  const endpoint = (path: string, status: () => Promise<string>) =>
    publicEndpoint(path, async () => jsonReply(200, { 'cache-control': 'no-store' }, { status: await status() }));
  return [
    endpoint('/health/live', async () => 'live'),
    endpoint('/health/ready', async () => {
      if (stopping?.aborted || !(await isServing())) throw errors.notReady();
      return 'ready';
    }),
  ];
}

/**
 * Without the feed nothing is remembered and every answer is read from the database, which is slower but correct. With
 * it, a database that does not answer in time is only overloaded: the feed heard from it a moment ago.
 */
function canServe(db: Pick<Db, 'sql'>, feed: Pick<Feed, 'isLive'>): () => Promise<boolean> {
  const hasAnswered = singleFlight(() => isMigrated(db).catch(() => false));
  return () => within(PATIENCE_MS, hasAnswered(), () => feed.isLive());
}

/** Runs `ask` once at a time, and reuses its answer for `ms`. */
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
