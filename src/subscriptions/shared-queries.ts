// The followed queries: each is notified of changes, and dropped some time after its last follower has left.
import type { Feed } from '../invalidation/feed.js';
import type { SharedQuery } from './shared-query.js';

export type SharedQueries = {
  /** Returns the query with this key, created if necessary. */
  of(key: string, create: () => SharedQuery): SharedQuery;
  close(): void;
};

/** How often queries are re-run while the feed is not live, and how long one is kept without followers. */
const TEND_MS = 5_000;
const IDLE_MS = 20_000;

export function createSharedQueries(feed: Pick<Feed, 'isLive' | 'subscribe'>): SharedQueries {
  const queries = new Map<string, SharedQuery>();
  let tending: NodeJS.Timeout | null = null;

  feed.subscribe((changed) => {
    const all = changed === null || changed.has('*');
    for (const query of queries.values()) {
      if (all || query.topics.some((topic) => changed.has(topic))) query.outdate();
    }
  });

  function tend(): void {
    const isLive = feed.isLive();
    for (const [key, query] of queries) {
      const since = query.idleSince();
      if (since !== null && performance.now() - since > IDLE_MS) queries.delete(key);
      else if (!isLive) query.outdate();
    }
    if (queries.size === 0) close();
  }

  function close(): void {
    if (tending) clearInterval(tending);
    tending = null;
  }

  return {
    of(key, create) {
      const query = queries.get(key) ?? create();
      queries.set(key, query);
      tending ??= setInterval(tend, TEND_MS).unref();
      return query;
    },
    close,
  };
}
