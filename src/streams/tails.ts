// One tail for all who follow the same, for as long as one does.
import type { News } from '../changes/news.js';
import type { ToApiError } from '../errors.js';
import { type Call, sharedCall } from '../http/call.js';
import { patiently } from './patiently.js';
import { createTail, type FollowedPage, type Place, type Tail } from './tail.js';

export type Pages<Page> = {
  /** The same for all who follow the same, wherever they began. */
  key: string;
  read(cursor: string, call: Call): Promise<Page>;
};

export type Tails<Page> = {
  get(key: string): Tail<Page> | undefined;
  /** One that begins here, unless there is one. */
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
            // Of no one client, since that client may leave.
            const call = sharedCall({ baseUrl, keyId: nextKey() });
            const page = await read(cursor, call);
            return { page, cost: call.cost };
          };
          return patiently(work, { toApiError, signal });
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
