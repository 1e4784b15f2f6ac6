// A simulated feed: entries are consecutive numbers, a cursor is the number of entries before it, and a page contains
// what exists when the read ends. It uses vitest's fake time.
import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { ApiError, errors } from '../../src/errors.js';
import { type Call, callOf } from '../../src/http/call.js';
import { createNews } from '../../src/invalidation/news.js';
import { awaitPage } from '../../src/streams/await-page.js';
import { createFollowPages } from '../../src/streams/follow-pages.js';
import type { FollowedPage } from '../../src/streams/tail.js';

type Page = FollowedPage & { things: number[] };

const TAKE = 3;
/** The key whose requests are refused for lack of room. */
export const FLOODED = 666;
const toApiError = (error: unknown) => (error instanceof ApiError ? error : errors.internal('none'));

type Waiting = { first?: Partial<Page>; isLeftMeanwhile?: boolean };

export function createWorld() {
  let size = 0;
  let reads = 0;
  let trouble: Error | null = null;
  let tell = () => {};
  const news = createNews({
    isLive: () => true,
    subscribe(listener) {
      tell = () => listener(null);
    },
  });
  const paid: [keyId: number | null, cost: number][] = [];
  const read = async (cursor: string): Promise<Page> => {
    const began = performance.now();
    const heard = news.heard();
    reads += 1;
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 30));
    if (trouble) throw trouble;
    const from = Number(cursor);
    const to = Math.min(size, from + TAKE);
    await new Promise((resolve) => setTimeout(resolve, 1 + Math.random() * 30));
    const things = Array.from({ length: to - from }, (_, at) => from + at);
    const upToDate = things.length < TAKE;
    return {
      things,
      isEmpty: to === from,
      cursor: String(to),
      upToDate,
      heard,
      began,
      ended: performance.now(),
    };
  };
  const followPages = createFollowPages<Page>({
    news,
    toApiError,
    pay(call) {
      paid.push([call.keyId, call.cost]);
      return null;
    },
  });

  const pages = {
    key: 'all',
    async read(at: string, call: Call) {
      call.cost = 10;
      if (call.keyId === FLOODED) throw errors.busy();
      return read(at);
    },
  };
  const callBy = (keyId: number) => Object.assign(callOf(new Request('http://gateway.test/')), { keyId });

  async function open(cursor: string, isDrained = () => true, keyId = 1) {
    const call = callBy(keyId);
    const leaving = new AbortController();
    const told: Page[] = [];
    const drained = async () => {
      while (!isDrained() && !leaving.signal.aborted) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    let at = '';
    let failed: unknown = null;
    const done = followPages(await read(cursor), pages, {
      call,
      give: (page) => void told.push(page),
      reach(page) {
        at = page.cursor;
      },
      sink: { drained, isDrained },
      signal: leaving.signal,
      idleMs: null,
    }).catch((error) => {
      failed = error;
    });
    // The pending wait ends only as fake time advances.
    const leave = async () => {
      leaving.abort();
      let isOver = false;
      void done.then(() => {
        isOver = true;
      });
      while (!isOver) await pass(5);
    };
    return { told, leave, at: () => at, failed: () => failed };
  }

  let held = 0;
  const streams = {
    countWaiting() {
      held += 1;
      return () => {
        held -= 1;
      };
    },
  };

  /** A long-polling request whose first page costs 3. */
  async function wait(
    cursor: string,
    waitMs: number,
    keyId = 1,
    { first: given = {}, isLeftMeanwhile = false }: Waiting = {},
  ) {
    const call = callBy(keyId);
    call.cost = 3;
    const leave = () => call.abort();
    const answered = { call, leave, page: null as Page | null, failed: null as unknown };
    const first = { ...(await read(cursor)), ...given };
    if (isLeftMeanwhile) leave();
    void awaitPage(call, first, pages, waitMs, { streams, followPages }).then(
      (page) => {
        answered.page = page;
      },
      (error) => {
        answered.failed = error;
      },
    );
    return answered;
  }

  return {
    open,
    wait,
    held: () => held,
    paid,
    reads: () => reads,
    write(count: number) {
      size += count;
      tell();
    },
    fail(error: Error | null) {
      trouble = error;
    },
  };
}

export async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 5) {
    await vi.advanceTimersByTimeAsync(5);
    await turn();
  }
}
