// Pages that are being watched. When a topic of a page changes, the page is rendered once for all its readers, and they
// are notified if its bytes differ. The visitors' addresses share the cost of rendering it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Feed } from '../changes/feed.js';
import { ApiError, errorBody } from '../errors.js';
import type { Call } from '../http/call.js';
import type { Sink } from '../http/stream.js';
import { handOut } from '../streams/hand-out.js';
import { splitCost } from '../streams/shared-cost.js';
import { type Bytes, comeBack, sse } from '../streams/sse.js';
import type { StreamSource } from '../streams/streams.js';

export type WatchedPage = {
  /** Identical for all readers of the same page. */
  key: string;
  topics: readonly string[];
  /** Hash of the last known bytes. */
  hash: string;
  /** Renders the page, or takes the remembered answer. */
  make(): Promise<{ hash: string; cost: number }>;
};

export type WatchedOptions = {
  feed: Pick<Feed, 'subscribe' | 'isLive'>;
  /** Charges the call its current cost; returns a 429 when the budget is used up. */
  pay(call: Call): ApiError | null;
  /** Budget of a visitor per minute; 0 means no limit. */
  budget: number;
};

type FollowedPage = WatchedPage & {
  readers: Map<Sink, Call>;
  busy: boolean;
  stale: boolean;
  again: NodeJS.Timeout | null;
};

/** Delay before a retry after an outage or an overload. */
const AGAIN_MS = 1_000;
/** How often pages are rendered while the change feed is down. */
const TEND_MS = 5_000;
/** Minimum pause between two renders; changes in the meantime are coalesced. */
const PACE_MS = 100;
/** Share of a visitor's budget that one page may use, however often it changes: watching it never exhausts it. */
const SHARE_OF_BUDGET = 0.5;
const MINUTE_MS = 60_000;
const BEAT = sse({ event: 'beat', data: '' });
/** Stands for a page that no longer exists. */
const GONE = { hash: 'gone', cost: 1 };

export function createWatchedPages(options: WatchedOptions): (page: WatchedPage, call: Call) => StreamSource {
  const { feed, pay, budget } = options;
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
      const made = await page.make().catch((error) => (isGone(error) ? GONE : null));
      const part = (made?.cost ?? 0) / Math.max(1, addressesOf(page).size);
      if (made === null) again(page);
      else {
        await tell(page, made.hash);
        share(page, made.cost);
      }
      await sleep(paceOf(part), undefined, { ref: false });
    }
    page.busy = false;
  }

  async function tell(page: FollowedPage, hash: string): Promise<void> {
    if (hash === page.hash) return;
    page.hash = hash;
    const bytes = changeEvent(hash);
    await handOut([...page.readers.keys()], (reader) => reader.send(bytes));
  }

  /** The cost is split by address, however many readers are behind one: a popular board costs next to nothing. */
  function share(page: FollowedPage, cost: number): void {
    const { readers } = page;
    const owedBy = splitCost(cost, addressesOf(page));
    const refused = new Map<string | null, ApiError | null>();
    for (const [reader, call] of readers) {
      if (!refused.has(call.visitor)) {
        call.cost = owedBy(call.visitor);
        refused.set(call.visitor, pay(call));
      }
      const error = refused.get(call.visitor);
      if (!error) continue;
      readers.delete(reader);
      reader.send(endEvent(error));
      reader.end();
    }
  }

  const paceOf = (part: number) =>
    budget === 0 ? PACE_MS : Math.max(PACE_MS, (part / (budget * SHARE_OF_BUDGET)) * MINUTE_MS);

  function again(page: FollowedPage): void {
    page.again ??= setTimeout(() => {
      page.again = null;
      void refresh(page);
    }, AGAIN_MS).unref();
  }

  return (wanted, call) => ({
    start(sink) {
      const page = pages.get(wanted.key) ?? { ...wanted, readers: new Map(), busy: false, stale: false, again: null };
      pages.set(wanted.key, page);
      tending ??= setInterval(tend, TEND_MS).unref();
      page.readers.set(sink, call);
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

const addressesOf = ({ readers }: FollowedPage) => new Set([...readers.values()].map(({ visitor }) => visitor));

const changeEvent = (hash: string) => sse({ event: 'change', data: hash });

/** A client error other than 429: a retry would fail too. */
const isGone = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
