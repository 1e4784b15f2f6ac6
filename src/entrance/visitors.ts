// Visitors of the site, who have no key: each address has a budget of its own, separate from those of keys.
import { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { LRUCache } from 'lru-cache';
import { type ApiError, errors } from '../errors.js';
import type { Call } from '../http/call.js';
import { WINDOW_SECONDS } from './rate-limit.js';

export type Visitors = {
  /** The address to which the request is counted. */
  clientIpOf(call: Call): string;
  /** Returns a 429 if nothing is left. */
  refusal(address: string): ApiError | null;
  take(address: string, cost: number): void;
};

/** Number of addresses tracked; the least recently seen is evicted and starts anew. */
const ADDRESSES_MAX = 20_000;

/** `limit` is the budget of an address per minute; 0 means unlimited. */
export function createVisitors(limit: number, trustProxy: boolean, now: () => number): Visitors {
  const accounts = new LRUCache<string, { used: number; resetAt: number }>({ max: ADDRESSES_MAX });

  function accountOf(address: string) {
    const known = accounts.get(address);
    if (known && known.resetAt > now()) return known;
    const account = { used: 0, resetAt: now() + WINDOW_SECONDS * 1_000 };
    accounts.set(address, account);
    return account;
  }

  return {
    clientIpOf(call) {
      // Only the last entry is what the proxy itself has seen: the others can be forged.
      const forwarded = trustProxy ? call.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
      const own = call.source instanceof IncomingMessage ? call.source.socket.remoteAddress : undefined;
      return network(forwarded || own || UNKNOWN);
    },
    refusal(address) {
      if (limit === 0) return null;
      const { used, resetAt } = accountOf(address);
      if (used < limit) return null;
      return errors.rateLimited(Math.max(1, Math.ceil((resetAt - now()) / 1_000)), 'address');
    },
    take(address, cost) {
      if (limit > 0) accountOf(address).used += cost;
    },
  };
}

const UNKNOWN = 'unknown';
const ADDRESS_LENGTH_MAX = 45;

/** A provider's customer has a whole IPv6 network: the first half of the address identifies the customer. */
function network(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.slice(0, ADDRESS_LENGTH_MAX);
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length;
  const whole = tail === undefined ? groups : [...groups, ...Array(Math.max(0, 8 - groups.length - after)).fill('0')];
  return whole.slice(0, 4).join(':');
}
