// Waits until something has been written.
import type { Feed } from './feed.js';

export type News = {
  /** How often something was told until now. */
  heard(): number;
  /** Resolves once more was told than that, or when it is not known whether there was, or after `ms`. */
  after(heard: number, ms: number, signal?: AbortSignal): Promise<void>;
};

/** While the feed is not live no change is notified: then it is time to look. */
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
