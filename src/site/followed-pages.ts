// Pages that are being watched. When a topic of a page changes, the page is rendered once for all its readers, and they
// are notified if its bytes differ.
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, errorBody } from '../errors.js';
import type { Sink } from '../http/stream.js';
import type { Feed } from '../invalidation/feed.js';
import { handOut } from '../streams/hand-out.js';
import { type Bytes, comeBack, sse } from '../streams/sse.js';
import type { StreamSource } from '../streams/streams.js';

export type WatchedPage = {
  /** Identical for all readers of the same page. */
  key: string;
  topics: readonly string[];
  /** Hash of the last known bytes. */
  hash: string;
  /** Renders the page, or takes the remembered answer; returns its hash. */
  make(): Promise<string>;
};

export type WatchedOptions = { feed: Pick<Feed, 'subscribe' | 'isLive'> };

type FollowedPage = WatchedPage & {
  readers: Set<Sink>;
  busy: boolean;
  stale: boolean;
  again: NodeJS.Timeout | null;
};

/** Delay before a retry after an outage or an overload. */
const AGAIN_MS = 1_000;
/** How often pages are rendered while the change feed is down. */
const TEND_MS = 5_000;
/** Pause between two renders, in which changes are coalesced: longer for a page that takes long, or has to wait. */
const PACE_MS_MIN = 100;
const PACE_MS_MAX = 5_000;
/** A page is rendered for at most a fifth of the time, however often it changes. */
const PAUSE_FOR_EACH_MS = 4;
const BEAT = sse({ event: 'beat', data: '' });
/** Stands for a page that no longer exists. */
const GONE = 'gone';

export function createWatchedPages({ feed }: WatchedOptions): (page: WatchedPage) => StreamSource {
  const pages = new Map<string, FollowedPage>();
  feed.subscribe((changed) => {
    const all = changed === null || changed.has('*');
    for (const page of pages.values()) if (all || page.topics.some((topic) => changed.has(topic))) void refresh(page);
  });

  let tending: NodeJS.Timeout | null = null;

  function tend(): void {
    if (!feed.isLive()) for (const page of pages.values()) void refresh(page);
    if (pages.size > 0 || !tending) return;
    clearInterval(tending);
    tending = null;
  }

  async function refresh(page: FollowedPage): Promise<void> {
    page.stale = true;
    if (page.busy) return;
    page.busy = true;
    while (page.stale && page.readers.size > 0) {
      page.stale = false;
      const began = performance.now();
      const hash = await page.make().catch((error) => (isGone(error) ? GONE : null));
      const pauseMs = PAUSE_FOR_EACH_MS * (performance.now() - began);
      if (hash === null) again(page);
      else await tell(page, hash);
      await sleep(Math.min(Math.max(PACE_MS_MIN, pauseMs), PACE_MS_MAX), undefined, { ref: false });
    }
    page.busy = false;
  }

  async function tell(page: FollowedPage, hash: string): Promise<void> {
    if (hash === page.hash) return;
    page.hash = hash;
    const bytes = changeEvent(hash);
    await handOut([...page.readers], (reader) => reader.send(bytes));
  }

  function again(page: FollowedPage): void {
    page.again ??= setTimeout(() => {
      page.again = null;
      void refresh(page);
    }, AGAIN_MS).unref();
  }

  return (wanted) => ({
    start(sink) {
      const page = pages.get(wanted.key) ?? { ...wanted, readers: new Set(), busy: false, stale: false, again: null };
      pages.set(wanted.key, page);
      tending ??= setInterval(tend, TEND_MS).unref();
      page.readers.add(sink);
      sink.send(changeEvent(page.hash));
      // The page may have changed between the request and the subscription.
      if (page.readers.size === 1 || page.hash !== wanted.hash) void refresh(page);
      return () => {
        page.readers.delete(sink);
        if (page.readers.size === 0 && pages.get(wanted.key) === page) pages.delete(wanted.key);
      };
    },
    beat: () => BEAT,
    last: (error) => (error ? endEvent(error) : comeBack()),
  });
}

/** Says why the stream ends, and after how long the browser should reconnect. */
function endEvent(error: ApiError): Bytes {
  const seconds = Number(error.headers['retry-after'] ?? 1);
  return sse({ event: 'end', data: JSON.stringify(errorBody(error)), retry: seconds * 1_000 });
}

const changeEvent = (hash: string) => sse({ event: 'change', data: hash });

/** A client error other than 429: a retry would fail too. */
const isGone = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
