// One page after the other, as they come: for a client that stands at a cursor. Each reads by itself until it is up to date, and
// from then on follows the one tail of all who follow the same.
import type { ApiError } from '../errors.js';
import type { Call } from '../http/call.js';
import type { Sink } from '../http/stream.js';
import { patiently } from './patiently.js';
import { pause } from './pause.js';
import { type FollowedPage, GATHER_MS, LONG_MS, placeOf, type Tail } from './tail.js';
import { createTails, type Pages, type TailsOptions } from './tails.js';

export type FollowOptions = TailsOptions & {
  /** Charges the call for what was last done for it; a 429 when nothing is left. */
  pay(call: Call): ApiError | null;
};

export type Follower<Page> = {
  call: Call;
  /** What there is to tell: all but empty pages, unless it is the first, or the one with which it has caught up. */
  give(page: Page): void;
  /** Where it stands now. */
  reach(page: Page): void;
  sink: Pick<Sink, 'drained' | 'isDrained'>;
  signal: AbortSignal;
  /** After how long without anything it ends; null means never. */
  idleMs: number | null;
};

/** Until it is aborted, or nothing comes any more; rejects with why it cannot go on. */
export type FollowPages<Page> = (first: Page, pages: Pages<Page>, follower: Follower<Page>) => Promise<void>;

/**
 * `first` is paid for with the reply. What a page holds is let go once it is given: most of the time a follower waits.
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

    /** For as long as it keeps up; false if it cannot come in here. */
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
        // What is read after the tail has moved leads into it.
        await tails.get(pages.key)?.reached(news.heard(), signal);
      }
      if (signal.aborted) return;
      const page = await patiently(() => pages.read(place.cursor, call), { toApiError, signal, id: call.id });
      take(page, call.cost);
    }
  };
}
