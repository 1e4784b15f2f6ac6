// The end of what can be followed, read once for all who have come to it, however many and wherever they began.
import type { News } from '../changes/news.js';
import { handOut } from './hand-out.js';
import { pause } from './pause.js';
import { SHARED_COST, splitCost } from './shared-cost.js';
import { createTurns } from './turns.js';

/** A page that was read, by which a stream knows where it stands. */
export type FollowedPage = {
  isEmpty: boolean;
  /** Where the next begins. */
  cursor: string;
  upToDate: boolean;
  /** What was heard of before it was read. */
  heard: number;
  /** When its reading began and was over, by the steady clock. */
  began: number;
  ended: number;
};

export type Place = Omit<FollowedPage, 'isEmpty'>;

/** Without what the page holds. */
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
  /** It is slow, and goes on by itself. */
  leave(): void;
  /** For so much. */
  take(page: Page, cost: number): void;
  fail(error: unknown): void;
};

export type Tail<Page> = {
  /** From now on every page, until what it gives is called; null if something between might be passed over. */
  join(place: Place, reader: TailReader<Page>): (() => void) | null;
  /** Resolves once it has come to what was heard of until then, or is over. */
  reached(heard: number, signal: AbortSignal): Promise<void>;
};

export type TailOptions<Page> = {
  /** The next page, and what it cost; each time it is tried in the lane of another key. */
  read(cursor: string, nextKey: () => number | null, signal: AbortSignal): Promise<{ page: Page; cost: number }>;
  news: News;
  /** No client follows it any more, or it cannot be read. */
  onOver(): void;
};

/** What is written within this time is one page. */
export const GATHER_MS = 100;
/** Longer than a stream goes without a beat. */
export const LONG_MS = 600_000;

export function createTail<Page extends FollowedPage>(
  start: Place,
  { read, news, onOver }: TailOptions<Page>,
): Tail<Page> {
  const readers = new Set<TailReader<Page>>();
  const nextKey = createTurns(readers);
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

  /** To each it is an answer that is remembered, or nothing at all; what reading it cost beyond that they share. */
  async function giveAll(page: Page, cost: number): Promise<void> {
    const price = page.isEmpty ? 0 : SHARED_COST;
    // Who comes meanwhile stands behind this page.
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
   * What began to be read after this place was reached shows all that was to be seen here. It may then be told again of what
   * was not heard of before it was read; and of nothing too late, unless the next page is being read already, which may be
   * older.
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
