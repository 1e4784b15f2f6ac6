// Waits for change notifications.
import type { Feed } from './feed.js';

export type News = {
  /** Number of notifications so far. */
  heard(): number;
  /** Resolves once there have been more than `heard` notifications, when the feed is not live, or after `ms`. */
  after(heard: number, ms: number, signal?: AbortSignal): Promise<void>;
};

/** Interval of liveness checks: while the feed is not live no change is notified, so readers must poll. */
const LOOK_MS = 1_000;

export function createNews(feed: Pick<Feed, 'subscribe' | 'isLive'>): News {
  const waiting = new Set<() => void>();
  let times = 0;
  let looking: NodeJS.Timeout | null = null;
  const wakeAll = () => {
    for (const wake of [...waiting]) wake();
  };
  feed.subscribe(() => {
    times += 1;
    wakeAll();
  });
  const look = () => {
    if (!feed.isLive()) wakeAll();
  };
  const stopLooking = () => {
    if (looking) clearInterval(looking);
    looking = null;
  };
  return {
    heard: () => times,
    after: (heard, ms, signal) =>
      new Promise((resolve) => {
        if (times > heard || signal?.aborted) return resolve();
        const wake = () => {
          waiting.delete(wake);
          if (waiting.size === 0) stopLooking();
          clearTimeout(timer);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        waiting.add(wake);
        looking ??= setInterval(look, LOOK_MS).unref();
        signal?.addEventListener('abort', wake);
      }),
  };
}
