// The remaining budget of each key. Every process keeps its own accounts, so that no request waits for them, and adds
// the usage to the shared accounts, if there are any.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiError, errors } from '../errors.js';
import type { HeaderList } from '../http/headers.js';

export type RateLimit = {
  /** Returns a 429 if nothing is left. Costs are known only at the end, so the last request may exceed the budget. */
  refusal(keyId: number): ApiError | null;
  /** Charges the key; returns headers with what is left. */
  take(keyId: number, cost: number): HeaderList;
  close(): Promise<void>;
};

/** Accounts in which several processes add up their usage. */
export type SharedAccounts = {
  /** Returns the key's total usage including this, and the time to its reset; null if unreachable. */
  add(keyId: number, cost: number): Promise<{ used: number; resetMs: number } | null>;
  close(): Promise<void>;
};

type Account = {
  used: number;
  /** The part of `used` that is not yet in the shared accounts. */
  unreported: number;
  resetAt: number;
  reporting: boolean;
};

export const WINDOW_SECONDS = 60;
/** How long usage may stay unknown to other processes. */
const REPORT_MS = 100;

/** `limit` is the budget of a key per minute. */
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

  /** Reports the first usage immediately, so that usage elsewhere is known soon; afterwards, what has accumulated. */
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
