// Visitors of the site, who have no key. They have no budget: a hall full of players shares one address, and their pages
// are remembered for all. What takes work waits in line at the gate, where addresses take turns; here, only an address
// that sends more than any hall would is stopped.
import { LRUCache } from 'lru-cache';
import { type ApiError, errors } from '../errors.js';

export type Visitors = {
  /** Counts a request; returns a 429 if its address has sent too many within this second. */
  count(address: string): ApiError | null;
  /** Number of addresses that have sent a request within the last minute. */
  recent(): number;
};

/** Number of addresses tracked; the least recently seen is evicted and starts anew. */
const ADDRESSES_MAX = 20_000;
const WINDOW_MS = 1_000;
const RECENT_MS = 60_000;

/** `limit` is the number of requests of an address per second; 0 means unlimited. */
export function createVisitors(limit: number, now: () => number = () => performance.now()): Visitors {
  const sent = new LRUCache<string, { requests: number; until: number }>({ max: ADDRESSES_MAX });
  return {
    count(address) {
      const at = now();
      const known = sent.get(address);
      if (!known || known.until <= at) {
        sent.set(address, { requests: 1, until: at + WINDOW_MS });
        return null;
      }
      known.requests += 1;
      return limit > 0 && known.requests > limit ? errors.flood(limit) : null;
    },
    recent() {
      const since = now() + WINDOW_MS - RECENT_MS;
      return [...sent.values()].filter(({ until }) => until > since).length;
    },
  };
}
