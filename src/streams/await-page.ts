// Long polling: a request that waits until there is something to answer.
import { errors } from '../errors.js';
import type { Call } from '../http/call.js';
import type { Follow } from './follow.js';
import type { Page, PageBookmark } from './pages.js';
import type { Source } from './source.js';
import type { Streams } from './streams.js';

/** A waiting request never applies backpressure. */
const ALWAYS_DRAINED = { drained: () => Promise.resolve(), isDrained: () => true };

export type AwaitOptions<P extends Page> = { streams: Pick<Streams, 'countWaiting'>; follow: Follow<PageBookmark, P> };

/**
 * Returns the first non-empty page, or the last one reached after `waitMs`; throws a 429 or 503 if too many wait, and a 503
 * if there is no place for its answer.
 */
export async function awaitPage<P extends Page>(
  call: Call,
  first: P,
  source: Source<PageBookmark, P>,
  waitMs: number,
  { streams, follow }: AwaitOptions<P>,
): Promise<P> {
  if (!first.isEmpty || waitMs === 0 || call.signal.aborted) return first;
  // The cost of the first page, which is charged with the response; later pages are charged as they arrive.
  const { cost } = call;
  let page = first;
  let leave = () => {};
  let takePlace = () => true;
  try {
    await new Promise<void>((resolve, reject) => {
      const stopWaiting = () => resolve();
      const release = streams.countWaiting(call, stopWaiting);
      call.waited = true;
      takePlace = call.place?.pause() ?? takePlace;
      const timer = setTimeout(stopWaiting, waitMs);
      call.signal.addEventListener('abort', stopWaiting);
      const give = (reached: P) => {
        page = reached;
        if (!page.isEmpty) stopWaiting();
      };
      const unfollow = follow.start(source, first, { call, sink: ALWAYS_DRAINED, give, end: reject });
      leave = () => {
        unfollow();
        clearTimeout(timer);
        call.signal.removeEventListener('abort', stopWaiting);
        release();
      };
    });
  } finally {
    leave();
    call.cost = cost;
  }
  if (!takePlace()) throw errors.busy();
  return page;
}
