// Pages that are being watched. When something a page is made of has changed it is made once more, once for all who watch
// it, and if its bytes are others they are told so. Their addresses share what it costs to make it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Feed } from '../changes/feed.js';
import { ApiError, errorBody } from '../errors.js';
import type { Call } from '../http/call.js';
import type { Sink } from '../http/stream.js';
import { handOut } from '../streams/hand-out.js';
import { splitCost } from '../streams/shared-cost.js';
import { type Bytes, comeBack, sse } from '../streams/sse.js';
import type { Live } from '../streams/streams.js';

export type WatchedPage = {
  /** The same for all who watch the same page. */
  key: string;
  topics: readonly string[];
  /** As it is known to be. */
  hash: string;
  /** Makes it again, or has it made already. */
  make(): Promise<{ hash: string; cost: number }>;
};

export type WatchedOptions = {
  feed: Pick<Feed, 'subscribe' | 'isLive'>;
  /** Charges the call for what was last done for it; a 429 when nothing is left. */
  pay(call: Call): ApiError | null;
  /** What a visitor may use in a minute; 0 when there is no limit. */
  budget: number;
};

type Watched = WatchedPage & {
  readers: Map<Sink, Call>;
  busy: boolean;
  stale: boolean;
  again: NodeJS.Timeout | null;
};

/** After an outage, or when there was no room. */
const AGAIN_MS = 1_000;
/** How often pages are made while nothing is heard of changes. */
const TEND_MS = 5_000;
/** What changes in quick succession is one change. */
const PACE_MS = 100;
/** What making one page again may take of a visitor's budget, whatever changes: who looks at one never runs out of it. */
const SHARE_OF_BUDGET = 0.5;
const MINUTE_MS = 60_000;
const BEAT = sse({ event: 'beat', data: '' });
/** There is no such page any more. */
const GONE = { hash: 'gone', cost: 1 };

export function createWatchedPages(options: WatchedOptions): (page: WatchedPage, call: Call) => Live {
  const { feed, pay, budget } = options;
  const pages = new Map<string, Watched>();
  feed.subscribe((changed) => {
    const all = changed === null || changed.has('*');
    for (const page of pages.values()) if (all || page.topics.some((topic) => changed.has(topic))) void look(page);
  });

  let tending: NodeJS.Timeout | null = null;

  function tend(): void {
    if (!feed.isLive()) for (const page of pages.values()) void look(page);
    if (pages.size > 0 || !tending) return;
    clearInterval(tending);
    tending = null;
  }

  async function look(page: Watched): Promise<void> {
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

  async function tell(page: Watched, hash: string): Promise<void> {
    if (hash === page.hash) return;
    page.hash = hash;
    const bytes = told(hash);
    await handOut([...page.readers.keys()], (reader) => reader.send(bytes));
  }

  /** By address, however many there are behind it: a board that many watch costs next to nothing. */
  function share(page: Watched, cost: number): void {
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
      reader.send(over(error));
      reader.end();
    }
  }

  const paceOf = (part: number) =>
    budget === 0 ? PACE_MS : Math.max(PACE_MS, (part / (budget * SHARE_OF_BUDGET)) * MINUTE_MS);

  function again(page: Watched): void {
    page.again ??= setTimeout(() => {
      page.again = null;
      void look(page);
    }, AGAIN_MS).unref();
  }

  return (wanted, call) => ({
    start(sink) {
      const page = pages.get(wanted.key) ?? { ...wanted, readers: new Map(), busy: false, stale: false, again: null };
      pages.set(wanted.key, page);
      tending ??= setInterval(tend, TEND_MS).unref();
      page.readers.set(sink, call);
      sink.send(told(page.hash));
      // Something may have changed since it was asked for and before it was watched.
      if (page.readers.size === 1 || page.hash !== wanted.hash) void look(page);
      return () => {
        page.readers.delete(sink);
        if (page.readers.size === 0 && pages.get(wanted.key) === page) pages.delete(wanted.key);
      };
    },
    beat: () => BEAT,
    last: (error) => (error ? over(error) : comeBack()),
  });
}

/** Why it is ended, and when there is something left again: a browser comes back by itself then. */
function over(error: ApiError): Bytes {
  const seconds = Number(error.headers['retry-after'] ?? 1);
  return sse({ event: 'end', data: JSON.stringify(errorBody(error)), retry: seconds * 1_000 });
}

const addressesOf = ({ readers }: Watched) => new Set([...readers.values()].map(({ visitor }) => visitor));

const told = (hash: string) => sse({ event: 'change', data: hash });

/** Nothing will come of asking again. */
const isGone = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
