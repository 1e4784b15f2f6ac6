// Long polling: a request that waits until there is something to answer.
import type { Call } from '../http/call.js';
import type { FollowPages } from './follow-pages.js';
import type { Streams } from './streams.js';
import type { FollowedPage } from './tail.js';
import type { Pages } from './tails.js';

/** A waiting request never applies backpressure. */
const ALWAYS_DRAINED = { drained: () => Promise.resolve(), isDrained: () => true };

export type AwaitPageOptions<Page> = { streams: Pick<Streams, 'countWaiting'>; followPages: FollowPages<Page> };

/** Returns the first non-empty page, or the last one reached after `waitMs`; throws a 429 or 503 if too many wait. */
export async function awaitPage<Page extends FollowedPage>(
  call: Call,
  first: Page,
  pages: Pages<Page>,
  waitMs: number,
  { streams, followPages }: AwaitPageOptions<Page>,
): Promise<Page> {
  if (!first.isEmpty || waitMs === 0) return first;
  const leaving = new AbortController();
  const { signal } = leaving;
  const leave = () => leaving.abort();
  const release = streams.countWaiting(call, leave);
  const goOn = call.place?.pause();
  const timer = setTimeout(leave, waitMs);
  if (call.signal.aborted) leave();
  call.signal.addEventListener('abort', leave);
  // The cost of the first page, which is charged with the response; later pages are charged as they arrive.
  const { cost } = call;
  let page = first;
  const reach = (reached: Page) => {
    page = reached;
    if (!page.isEmpty) leave();
  };
  try {
    const give = () => undefined;
    await followPages(first, pages, { call, give, reach, sink: ALWAYS_DRAINED, signal, idleMs: null });
  } catch (error) {
    // Failures after the wait has ended do not matter.
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', leave);
    goOn?.();
    release();
    call.cost = cost;
  }
  return page;
}
