// One tail per sequence of pages, shared by its followers, for as long as there are any.

import type { ToApiError } from '../errors.js';
import { type Call, sharedCall } from '../http/call.js';
import type { News } from '../invalidation/news.js';
import { retryTemporary } from './retry-temporary.js';
import { createTail, type FollowedPage, type Place, type Tail } from './tail.js';

export type Pages<Page> = {
  /** Equal for all followers of the same pages, wherever they started. */
  key: string;
  read(cursor: string, call: Call): Promise<Page>;
};

export type Tails<Page> = {
  get(key: string): Tail<Page> | undefined;
  /** Returns the existing tail, or a new one that starts here. */
  from(place: Place, baseUrl: string, pages: Pages<Page>): Tail<Page>;
};

export type TailsOptions = { news: News; toApiError: ToApiError };

export function createTails<Page extends FollowedPage>({ news, toApiError }: TailsOptions): Tails<Page> {
  const tails = new Map<string, Tail<Page>>();
  return {
    get: (key) => tails.get(key),
    from(place, baseUrl, { key, read }) {
      const known = tails.get(key);
      if (known) return known;
      const tail: Tail<Page> = createTail<Page>(place, {
        news,
        read(cursor, nextKey, signal) {
          const work = async () => {
            // Belongs to no single client, because that client may leave.
            const call = sharedCall({ baseUrl, keyId: nextKey() });
            const page = await read(cursor, call);
            return { page, cost: call.cost };
          };
          return retryTemporary(work, { toApiError, signal });
        },
        onOver() {
          if (tails.get(key) === tail) tails.delete(key);
        },
      });
      tails.set(key, tail);
      return tail;
    },
  };
}
