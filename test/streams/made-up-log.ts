// A simulated log: entries are consecutive numbers, a cursor is the number of entries before it and
// that of its read, and a page contains what exists at one moment of the read. It uses vitest's fake time.
import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { createTurns } from '../../src/entrance/turns.js';
import { ApiError, errors } from '../../src/errors.js';
import { createAnswer } from '../../src/http/answer.js';
import { type Call, callOf } from '../../src/http/call.js';
import { awaitPage } from '../../src/streams/await-page.js';
import { createFollow } from '../../src/streams/follow.js';
import { type Page as LogPage, PAGES, type PageBookmark } from '../../src/streams/pages.js';

type Page = LogPage & { things: number[] };

const TAKE = 3;
const NO_ANSWER = createAnswer({ route: '', operation: '' }, [], []);
const toApiError = (error: unknown) => (error instanceof ApiError ? error : errors.internal('none'));

/** All but immediates, which let the work of other turns happen. */
export const FAKED_TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] as const;

type Waiting = { first?: Partial<Page>; isLeftMeanwhile?: boolean; place?: Call['place'] };

export function createWorld() {
  let size = 0;
  let reads = 0;
  let trouble: Error | null = null;
  let tell = () => {};
  let isLive = true;
  /** Of the next reads, until they see what there is and then until they end. */
  const durations: [beforeMs: number, afterMs: number][] = [];
  const paid: [keyId: number | null, cost: number][] = [];
  const follow = createFollow<PageBookmark, Page>(PAGES, {
    feed: {
      isLive: () => isLive,
      subscribe(listener) {
        tell = () => listener(null);
      },
    },
    toApiError,
    pay(call) {
      paid.push([call.keyId, call.cost]);
      return null;
    },
    turns: createTurns(),
  });
  const read = async (at: PageBookmark | null, cursor = ''): Promise<Page> => {
    const began = performance.now();
    const heard = follow.heard();
    reads += 1;
    const nth = reads;
    const [beforeMs, afterMs] = durations.shift() ?? [1 + Math.random() * 30, 1 + Math.random() * 30];
    await new Promise((resolve) => setTimeout(resolve, beforeMs));
    if (trouble) throw trouble;
    const from = Number.parseInt(at?.position ?? cursor, 10);
    const to = Math.min(size, from + TAKE);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    const things = Array.from({ length: to - from }, (_, nth) => from + nth);
    const more = things.length === TAKE;
    const isEmpty = to === from;
    const isNews = !isEmpty || at === null || (at.more && !more);
    return {
      ...{ things, answer: NO_ANSWER, isEmpty, isNews, position: `${to} by ${nth}`, more },
      ...{ heard, began, ended: performance.now() },
    };
  };
  const source = {
    key: 'all',
    topics: null,
    async read(from: PageBookmark | null, call: Call) {
      call.cost = 10;
      return read(from);
    },
  };
  const callBy = (keyId: number) => Object.assign(callOf(new Request('http://gateway.test/')), { keyId });

  async function open(cursor: string, isDrained = () => true, keyId = 1) {
    const call = callBy(keyId);
    let isGone = false;
    const drained = async () => {
      while (!isDrained() && !isGone) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const first = await read(null, cursor);
    const told: Page[] = [first];
    let at = first.position;
    let failed: unknown = null;
    const unfollow = follow.start(source, first, {
      call,
      give(page) {
        at = page.position;
        if (page.isNews) told.push(page);
      },
      end(error) {
        failed = error;
      },
      sink: { drained, isDrained },
    });
    const leave = () => {
      isGone = true;
      unfollow();
    };
    return { told, leave, at: () => Number.parseInt(at, 10), failed: () => failed };
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
    { first: given = {}, isLeftMeanwhile = false, place = null }: Waiting = {},
  ) {
    const call = Object.assign(callBy(keyId), { place });
    call.cost = 3;
    const leave = () => call.abort();
    const answered = { call, leave, page: null as Page | null, failed: null as unknown };
    const first = { ...(await read(null, cursor)), ...given };
    if (isLeftMeanwhile) leave();
    void awaitPage(call, first, source, waitMs, { streams, follow }).then(
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
    durations,
    reads: () => reads,
    /** Notified at once, or after some time, or not at all. */
    write(count: number, tellAfterMs: number | null = 0) {
      size += count;
      if (tellAfterMs === 0) tell();
      else if (tellAfterMs !== null) setTimeout(tell, tellAfterMs);
    },
    setLive(live: boolean) {
      isLive = live;
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
