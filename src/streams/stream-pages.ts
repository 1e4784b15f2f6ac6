// A stream of consecutive pages.
import type { ApiError, ToApiError } from '../errors.js';
import type { Call } from '../http/call.js';
import type { Reply } from '../http/reply.js';
import type { FollowPages } from './follow-pages.js';
import type { Bytes } from './sse.js';
import type { StreamSource, Streams } from './streams.js';
import type { FollowedPage } from './tail.js';
import type { Pages } from './tails.js';

export type PageStreamOptions<Page> = {
  streams: Pick<Streams, 'open'>;
  followPages: FollowPages<Page>;
  toApiError: ToApiError;
};

export type PageForm<Page> = {
  headers?: Record<string, string>;
  page(page: Page): Bytes;
  /** `cursor` is the stream's current position. */
  beat(cursor: string): Bytes;
  last(error: ApiError | null): Bytes;
  /** Idle time after which the stream ends; null means never. */
  idleMs: number | null;
};

export function streamPages<Page extends FollowedPage>(
  call: Call,
  first: Page,
  pages: Pages<Page>,
  form: PageForm<Page>,
  { streams, followPages, toApiError }: PageStreamOptions<Page>,
): Reply {
  const leaving = new AbortController();
  let { cursor } = first;
  const live: StreamSource = {
    start(sink) {
      followPages(first, pages, {
        call,
        give: (page) => sink.send(form.page(page)),
        reach(page) {
          cursor = page.cursor;
        },
        sink,
        signal: leaving.signal,
        idleMs: form.idleMs,
      })
        .catch((error) => sink.send(form.last(toApiError(error, call.id))))
        .finally(() => sink.end());
      return () => leaving.abort();
    },
    beat: () => form.beat(cursor),
    last: form.last,
  };
  return streams.open(call, live, form.headers);
}
