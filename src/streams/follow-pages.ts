// Pages one after the other, as they arrive, for a client at a cursor. Each client reads on its own until it is up to
// date, and from then on shares one tail with all clients that follow the same pages.
import type { ApiError } from '../errors.js';
import type { Call } from '../http/call.js';
import type { Sink } from '../http/stream.js';
import { pause } from './pause.js';
import { retryTemporary } from './retry-temporary.js';
import { type FollowedPage, GATHER_MS, LONG_MS, placeOf, type Tail } from './tail.js';
import { createTails, type Pages, type TailsOptions } from './tails.js';

export type FollowOptions = TailsOptions & {
  /** Charges the call for its latest work; returns a 429 if the budget is exhausted. */
  pay(call: Call): ApiError | null;
};

export type Follower<Page> = {
  call: Call;
  /** Called with each page to send: non-empty ones, the first one, and the one with which the client has caught up. */
  give(page: Page): void;
  /** Called with every page reached, empty or not. */
  reach(page: Page): void;
  sink: Pick<Sink, 'drained' | 'isDrained'>;
  signal: AbortSignal;
  /** Idle time after which it ends; null means never. */
  idleMs: number | null;
};

/** Resolves when aborted or idle for too long; rejects if it cannot continue. */
export type FollowPages<Page> = (first: Page, pages: Pages<Page>, follower: Follower<Page>) => Promise<void>;

/**
 * The cost of `first` is charged with the response. Only the position of a page is kept once it has been sent, because
 * a follower spends most of its time waiting.
 */
export function createFollowPages<Page extends FollowedPage>(options: FollowOptions): FollowPages<Page> {
  const { news, toApiError, pay } = options;
  const tails = createTails<Page>(options);

  return async function followPages(first, pages, { call, give, reach, sink, signal, idleMs }) {
    let place = placeOf(first);
    let heardAt = performance.now();
    reach(first);
    give(first);

    function take(page: Page, cost: number): void {
      const hasCaughtUp = page.upToDate && !place.upToDate;
      place = placeOf(page);
      reach(page);
      if (!page.isEmpty || hasCaughtUp) give(page);
      if (!page.isEmpty) heardAt = performance.now();
      call.cost = cost;
      const refused = cost > 0 ? pay(call) : null;
      if (refused) throw refused;
    }

    /** Follows the tail while the client keeps up; resolves to false if it cannot join at its position. */
    function stay(tail: Tail<Page>, ms: number): Promise<boolean> {
      return new Promise((resolve, reject) => {
        const leave = () => end(() => resolve(true));
        const fail = (error: unknown) => end(() => reject(error));
        const out = tail.join(place, {
          keyId: call.keyId,
          isSlow: () => !sink.isDrained(),
          leave,
          take(page, cost) {
            try {
              take(page, cost);
            } catch (error) {
              fail(error);
            }
          },
          fail,
        });
        if (!out) return resolve(false);
        const timer = ms < LONG_MS ? setTimeout(leave, ms).unref() : undefined;
        signal.addEventListener('abort', leave);
        function end(settle: () => void): void {
          clearTimeout(timer);
          signal.removeEventListener('abort', leave);
          out?.();
          settle();
        }
      });
    }

    while (!signal.aborted) {
      await sink.drained();
      if (place.upToDate && !signal.aborted) {
        const left = idleMs === null ? LONG_MS : idleMs - (performance.now() - heardAt);
        if (left <= 0) return;
        if (await stay(tails.from(place, call.baseUrl, pages), left)) continue;
        await news.after(place.heard, left, signal);
        await pause(GATHER_MS, signal);
        // A page read after the tail has moved can join it.
        await tails.get(pages.key)?.reached(news.heard(), signal);
      }
      if (signal.aborted) return;
      const page = await retryTemporary(() => pages.read(place.cursor, call), { toApiError, signal, id: call.id });
      take(page, call.cost);
    }
  };
}
