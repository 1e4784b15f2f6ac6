// The end of a sequence of pages, read once for all clients that have caught up, wherever they started.
import type { News } from '../invalidation/news.js';
import { handOut } from './hand-out.js';
import { createKeyRotation } from './key-rotation.js';
import { pause } from './pause.js';
import { SHARED_COST, splitCost } from './shared-cost.js';

/** A page that was read, with the stream's position after it. */
export type FollowedPage = {
  isEmpty: boolean;
  /** Cursor of the next page. */
  cursor: string;
  upToDate: boolean;
  /** Number of notifications received before it was read (see `News`). */
  heard: number;
  /** When its read started and ended, by the monotonic clock. */
  began: number;
  ended: number;
};

export type Place = Omit<FollowedPage, 'isEmpty'>;

/** Position of a page without its contents. */
export const placeOf = ({ cursor, upToDate, heard, began, ended }: FollowedPage): Place => ({
  cursor,
  upToDate,
  heard,
  began,
  ended,
});

export type TailReader<Page> = {
  keyId: number | null;
  isSlow(): boolean;
  /** Called if the reader is slow; it then continues on its own. */
  leave(): void;
  /** Receives a page at this cost. */
  take(page: Page, cost: number): void;
  fail(error: unknown): void;
};

export type Tail<Page> = {
  /** Gives the reader every page until the returned function is called; null if it might miss something. */
  join(place: Place, reader: TailReader<Page>): (() => void) | null;
  /** Resolves once the tail has read everything notified up to `heard`, or has ended. */
  reached(heard: number, signal: AbortSignal): Promise<void>;
};

export type TailOptions<Page> = {
  /** Reads the next page and its cost; each attempt runs in the queue of another key. */
  read(cursor: string, nextKey: () => number | null, signal: AbortSignal): Promise<{ page: Page; cost: number }>;
  news: News;
  /** Called when no client follows the tail any more, or it cannot be read. */
  onOver(): void;
};

/** Debounce: everything written within this time is one page. */
export const GATHER_MS = 100;
/** Stands for no limit: far longer than the interval of heartbeats. */
export const LONG_MS = 600_000;

export function createTail<Page extends FollowedPage>(
  start: Place,
  { read, news, onOver }: TailOptions<Page>,
): Tail<Page> {
  const readers = new Set<TailReader<Page>>();
  const nextKey = createKeyRotation(readers);
  const over = new AbortController();
  let waiting = new Set<() => void>();
  let place = start;
  let isReading = false;
  let isRunning = false;

  function wake(): void {
    const woken = waiting;
    waiting = new Set();
    for (const go of woken) go();
  }

  function end(): void {
    over.abort();
    onOver();
    wake();
  }

  async function run(): Promise<void> {
    const { signal } = over;
    while (!signal.aborted) {
      if (place.upToDate) {
        await news.after(place.heard, LONG_MS, signal);
        await pause(GATHER_MS, signal);
      }
      if (signal.aborted) return;
      isReading = true;
      const { page, cost } = await read(place.cursor, nextKey, signal);
      isReading = false;
      place = placeOf(page);
      await giveAll(page, cost);
      wake();
    }
  }

  /** Each reader pays the price of a remembered answer, or nothing for an empty page; the rest of the cost is split. */
  async function giveAll(page: Page, cost: number): Promise<void> {
    const price = page.isEmpty ? 0 : SHARED_COST;
    // Readers that join meanwhile are already past this page.
    const here = [...readers];
    const owedBy = splitCost(
      cost - price,
      here.map(({ keyId }) => keyId),
    );
    await handOut(here, (reader) => {
      if (!readers.has(reader)) return;
      if (reader.isSlow()) reader.leave();
      else reader.take(page, price + owedBy(reader.keyId));
    });
  }

  function fail(error: unknown): void {
    const left = [...readers];
    readers.clear();
    end();
    for (const reader of left) reader.fail(error);
  }

  /**
   * Whether a follower at `other` can join without missing anything. A page whose read started after this place was
   * reached shows everything visible here, so at worst the follower gets changes twice that were not yet notified when
   * it read. While the next page is being read it cannot join, because that page may be older than its own.
   */
  const leadsTo = (other: Place) =>
    other.cursor === place.cursor || (!isReading && other.began > place.ended && other.heard <= place.heard);

  return {
    join(from, reader) {
      if (over.signal.aborted || !leadsTo(from)) return null;
      readers.add(reader);
      if (!isRunning) {
        isRunning = true;
        run().catch((error) => over.signal.aborted || fail(error));
      }
      return () => {
        if (readers.delete(reader) && readers.size === 0) end();
      };
    },
    async reached(heard, signal) {
      while (place.heard < heard && !over.signal.aborted && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const go = () => {
            waiting.delete(go);
            signal.removeEventListener('abort', go);
            resolve();
          };
          waiting.add(go);
          signal.addEventListener('abort', go);
        });
      }
    },
  };
}
