// What a key may still ask for. Every process keeps its own account of each key, so that nobody waits to be let in, and
// tells the others what was used in the meantime when there is a place to share it.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiError, errors } from '../errors.js';
import type { HeaderList } from '../http/headers.js';

export type RateLimit = {
  /** A 429 when nothing is left. What a request costs is known at its end: the last one may cost more than there was. */
  refusal(keyId: number): ApiError | null;
  /** Charges the key, and says how it stands, for whoever sent it. */
  take(keyId: number, cost: number): HeaderList;
  close(): Promise<void>;
};

/** Where several processes add up what they used. */
export type SharedAccounts = {
  /** What the key has used altogether with this, and when that is forgotten; null when it cannot be said. */
  add(keyId: number, cost: number): Promise<{ used: number; resetMs: number } | null>;
  close(): Promise<void>;
};

type Account = {
  used: number;
  /** What of it the others have not been told. */
  untold: number;
  resetAt: number;
  telling: boolean;
};

export const WINDOW_SECONDS = 60;
/** How long others may not know what was used. */
const TELL_MS = 100;

/** `limit` is how much a key may use in a minute. */
export function createRateLimit(limit: number, shared: SharedAccounts | null, now: () => number): RateLimit {
  const accounts = new Map<number, Account>();
  const policy = `"default";q=${limit};w=${WINDOW_SECONDS}`;
  const closing = new AbortController();

  function accountOf(keyId: number, at: number): Account {
    const known = accounts.get(keyId);
    if (known && known.resetAt > at) return known;
    const account = { used: 0, untold: 0, resetAt: at + WINDOW_SECONDS * 1_000, telling: false };
    accounts.set(keyId, account);
    return account;
  }

  /** The first at once, so that a key which is used elsewhere is known soon; then what has gathered, each time. */
  async function tell(keyId: number, account: Account, { add }: SharedAccounts): Promise<void> {
    account.telling = true;
    while (account.untold > 0 && accounts.get(keyId) === account) {
      const told = account.untold;
      account.untold = 0;
      const all = await add(keyId, told);
      if (all) {
        account.used = all.used + account.untold;
        account.resetAt = now() + all.resetMs;
      }
      await sleep(TELL_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
    account.telling = false;
  }

  const secondsLeft = ({ resetAt }: Account, at: number) => Math.max(1, Math.ceil((resetAt - at) / 1_000));

  return {
    refusal(keyId) {
      const at = now();
      const account = accountOf(keyId, at);
      return account.used < limit ? null : errors.rateLimited(secondsLeft(account, at));
    },
    take(keyId, cost) {
      const at = now();
      const account = accountOf(keyId, at);
      account.used += cost;
      account.untold += cost;
      if (shared && !account.telling && cost > 0) void tell(keyId, account, shared);
      const left = Math.max(0, limit - account.used);
      return ['ratelimit-policy', policy, 'ratelimit', `"default";r=${left};t=${secondsLeft(account, at)}`];
    },
    async close() {
      closing.abort();
      await shared?.close();
    },
  };
}
