// A simulated log: entries are consecutive numbers, a cursor is the number of entries before it, and a page contains what
// exists at one moment of the read. It uses vitest's fake time.
import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { createTurns } from '../../src/entrance/turns.js';
import { ApiError, errors } from '../../src/errors.js';
import { type Call, callOf } from '../../src/http/call.js';
import type { ChangeListener } from '../../src/invalidation/feed.js';
import { createFollow } from '../../src/streams/follow.js';
import { createGroups, type Item, LOG, type Source } from '../../src/streams/groups.js';
import type { StreamSource } from '../../src/streams/streams.js';

type Page = Item & { things: number[] };

const TAKE = 3;
const NOTHING = new Uint8Array();
const toApiError = (error: unknown) => (error instanceof ApiError ? error : errors.internal('none'));

/** All but immediates, which let the work of other turns happen. */
export const FAKED_TIMERS = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] as const;

type Waiting = { first?: Partial<Page>; isLeftMeanwhile?: boolean; place?: Call['place'] };

export function createWorld() {
  let size = 0;
  let trouble: Error | null = null;
  let tell = () => {};
  let isLive = true;
  /** Of the next reads, until they see what there is and then until they end. */
  const durations: [beforeMs: number, afterMs: number][] = [];
  const readers: (number | null)[] = [];
  const options = {
    feed: {
      isLive: () => isLive,
      subscribe(listener: ChangeListener) {
        tell = () => listener(null, 0);
      },
    },
    toApiError,
    turns: createTurns(),
  };
  let held = 0;
  let opened = (_content: StreamSource) => {};
  const follow = createFollow(createGroups(options), {
    open(_call, content) {
      opened(content);
      return { status: 200, headers: [], body: null };
    },
    expectRoom() {},
    countWaiting() {
      held += 1;
      return () => {
        held -= 1;
      };
    },
  });
  const sourceFrom = (cursor: string, first: Partial<Page> = {}): Source<Page> => ({
    ...LOG,
    key: 'all',
    async read(at, call) {
      readers.push(call.keyId);
      const [beforeMs, afterMs] = durations.shift() ?? [1 + Math.random() * 30, 1 + Math.random() * 30];
      await new Promise((resolve) => setTimeout(resolve, beforeMs));
      if (trouble) throw trouble;
      const from = Number(at ?? cursor);
      const to = Math.min(size, from + TAKE);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      const things = Array.from({ length: to - from }, (_, nth) => from + nth);
      const page = { things, isEmpty: to === from, position: `${to}`, more: things.length === TAKE };
      return { value: { ...page, ...(at === null && first) }, tags: null };
    },
  });
  const callBy = (keyId: number) => Object.assign(callOf(new Request('http://gateway.test/')), { keyId });

  /** `told` are the pages that were sent. */
  async function open(cursor: string, isDrained = () => true, keyId = 1) {
    const call = callBy(keyId);
    const stream = { told: [] as Page[], at: () => Number.NaN, failed: null as unknown, leave: () => {} };
    let isGone = false;
    const drained = async () => {
      while (!isDrained() && !isGone) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    const sink = { drained, isDrained, send() {}, end() {}, cut() {}, onClose() {} };
    const begun = await follow.begin(call, sourceFrom(cursor));
    opened = (content) => {
      const stop = content.start(sink);
      stream.leave = () => {
        isGone = true;
        stop();
      };
      stream.at = () => Number(Buffer.from(content.beat()).toString());
    };
    follow.stream(call, begun, {
      bytes(page) {
        stream.told.push(page);
        return NOTHING;
      },
      beat: (position) => Buffer.from(position),
      last(error) {
        stream.failed = error;
        return NOTHING;
      },
    });
    return stream;
  }

  /** A long-polling request whose first page costs 3. */
  async function wait(
    cursor: string,
    waitMs: number,
    keyId = 1,
    { first, isLeftMeanwhile = false, place = null }: Waiting = {},
  ) {
    const call = Object.assign(callBy(keyId), { place });
    call.cost = 3;
    const leave = () => call.abort();
    const answered = { call, leave, page: null as Page | null, failed: null as unknown };
    const begun = await follow.begin(call, sourceFrom(cursor, first));
    if (isLeftMeanwhile) leave();
    void follow.wait(call, begun, waitMs).then(
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
    durations,
    /** Whose key each read was for. */
    readers,
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
