// What a key may still ask for. Every process keeps its own account of each key, so that no request waits for
// it, and adds what was used to the shared ones when there are any.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiError, errors } from '../errors.js';
import type { HeaderList } from '../http/headers.js';

export type RateLimit = {
  /** A 429 when nothing is left. What a request costs is known at its end: the last one may cost more than there was. */
  refusal(keyId: number): ApiError | null;
  /** Charges the key; the headers have what is left. */
  take(keyId: number, cost: number): HeaderList;
  close(): Promise<void>;
};

/** Where several processes add up what they used. */
export type SharedAccounts = {
  /** What the key has used altogether with this, and when that is forgotten; null when they cannot be reached. */
  add(keyId: number, cost: number): Promise<{ used: number; resetMs: number } | null>;
  close(): Promise<void>;
};

type Account = {
  used: number;
  /** What of it is not in the shared accounts yet. */
  unreported: number;
  resetAt: number;
  reporting: boolean;
};

export const WINDOW_SECONDS = 60;
/** How long other processes may not know what was used. */
const REPORT_MS = 100;

/** `limit` is how much a key may use in a minute. */
export function createRateLimit(limit: number, shared: SharedAccounts | null, now: () => number): RateLimit {
  const accounts = new Map<number, Account>();
  const policy = `"default";q=${limit};w=${WINDOW_SECONDS}`;
  const closing = new AbortController();

  function accountOf(keyId: number, at: number): Account {
    const known = accounts.get(keyId);
    if (known && known.resetAt > at) return known;
    const account = { used: 0, unreported: 0, resetAt: at + WINDOW_SECONDS * 1_000, reporting: false };
    accounts.set(keyId, account);
    return account;
  }

  /** The first at once, so that a key which is used elsewhere is known soon; then what has gathered, each time. */
  async function report(keyId: number, account: Account, { add }: SharedAccounts): Promise<void> {
    account.reporting = true;
    while (account.unreported > 0 && accounts.get(keyId) === account) {
      const amount = account.unreported;
      account.unreported = 0;
      const all = await add(keyId, amount);
      if (all) {
        account.used = all.used + account.unreported;
        account.resetAt = now() + all.resetMs;
      }
      await sleep(REPORT_MS, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
    account.reporting = false;
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
      account.unreported += cost;
      if (shared && !account.reporting && cost > 0) void report(keyId, account, shared);
      const left = Math.max(0, limit - account.used);
      return ['ratelimit-policy', policy, 'ratelimit', `"default";r=${left};t=${secondsLeft(account, at)}`];
    },
    async close() {
      closing.abort();
      await shared?.close();
    },
  };
}
