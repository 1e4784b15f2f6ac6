// The remaining budget of each key. Every process keeps its own accounts, so that no request waits for them, and merges
// them with the shared accounts, if there are any.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiError, errors } from '../errors.js';
import type { HeaderList } from '../http/headers.js';

export type RateLimit = {
  /** Sets the budget of a key per minute: 0 for none, null for that of the service. What it has used stays counted. */
  setLimit(keyId: number, limit: number | null): void;
  /** Returns a 429 if nothing is left. Costs are known only at the end, so the last request may exceed the budget. */
  refusal(keyId: number): ApiError | null;
  /** Charges the key; returns headers with what is left. */
  take(keyId: number, cost: number): HeaderList;
  close(): Promise<void>;
};

/** The usage of a key in one window. */
export type Usage = {
  /** Identifies the window; processes that begin one at the same time continue in that of the shared account. */
  window: string;
  leftMs: number;
  /**
   * What each process has used. Totals that only grow can be merged in any order and any number of times: nothing is
   * counted twice, and every process can restore what an emptied account has lost.
   */
  used: ReadonlyMap<string, number>;
};

export type SharedAccounts = {
  /** Returns the merged usage, in the window of the shared account; null if it is unreachable. */
  merge(keyId: number, usage: Usage): Promise<Usage | null>;
  /** Calls the listener whenever a connection is established: the accounts may have lost their data before. */
  onConnect(listener: () => void): void;
  close(): Promise<void>;
};

type Account = {
  window: string;
  resetAt: number;
  /** The sum over all processes. */
  total: number;
  used: Map<string, number>;
  /** What the shared account held when it last answered. */
  shared: ReadonlyMap<string, number>;
  reporting: boolean;
};

export const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1_000;
/** What is left of a window that counts as over: its usage is not carried into another one. */
export const OVER_MS = 1_000;
/** How long usage may stay unknown to other processes, and the pause after an attempt that failed. */
const REPORT_MS = 100;
const FAILED_MS = 500;

/** `preset` is the budget per minute of a key without one of its own, 0 for none; `now` is a clock that never jumps. */
export function createRateLimit(preset: number, shared: SharedAccounts | null, now: () => number): RateLimit {
  const own = randomUUID();
  const usual = policyOf(preset);
  const accounts = new Map<number, Account>();
  const limits = new Map<number, number>();
  const limitOf = (keyId: number) => limits.get(keyId) ?? preset;
  const closing = new AbortController();

  function accountOf(keyId: number, at: number): Account {
    const known = accounts.get(keyId);
    if (known && known.resetAt > at) return known;
    const account = newAccount(at + WINDOW_MS);
    accounts.set(keyId, account);
    return account;
  }

  /** Reports the first usage immediately, so that usage elsewhere is known soon; afterwards, what has accumulated. */
  async function report(keyId: number, account: Account, { merge }: SharedAccounts): Promise<void> {
    account.reporting = true;
    while (accounts.get(keyId) === account && !closing.signal.aborted) {
      const [used, leftMs] = [unreported(account), account.resetAt - now()];
      if (used.size === 0 || leftMs <= 0) break;
      const answer = await merge(keyId, { window: account.window, leftMs, used });
      if (answer) {
        const begun = answer.window !== account.window && leftMs <= OVER_MS;
        if (begun) account.used = new Map([[own, (account.used.get(own) ?? 0) - (used.get(own) ?? 0)]]);
        for (const [name, amount] of answer.used) account.used.set(name, Math.max(amount, account.used.get(name) ?? 0));
        account.total = sumOf(account.used);
        account.shared = answer.used;
        account.window = answer.window;
        account.resetAt = now() + Math.min(answer.leftMs, WINDOW_MS);
      }
      const pauseMs = answer ? REPORT_MS : FAILED_MS;
      await sleep(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
    account.reporting = false;
  }

  shared?.onConnect(() => {
    for (const [keyId, account] of accounts) {
      account.shared = new Map();
      if (!account.reporting) void report(keyId, account, shared);
    }
  });

  const secondsLeft = ({ resetAt }: Account, at: number) => Math.max(1, Math.ceil((resetAt - at) / 1_000));

  return {
    setLimit(keyId, limit) {
      if (limit === null) limits.delete(keyId);
      else limits.set(keyId, limit);
    },
    refusal(keyId) {
      const limit = limitOf(keyId);
      if (limit === 0) return null;
      const at = now();
      const account = accountOf(keyId, at);
      return account.total < limit ? null : errors.rateLimited(secondsLeft(account, at));
    },
    take(keyId, cost) {
      const limit = limitOf(keyId);
      const at = now();
      const account = accountOf(keyId, at);
      // Counted without a limit, too: an operator may set one within the minute.
      account.total += cost;
      if (shared && cost > 0) account.used.set(own, (account.used.get(own) ?? 0) + cost);
      if (limit === 0) return NOTHING;
      if (shared && cost > 0 && !account.reporting) void report(keyId, account, shared);
      const left = Math.max(0, limit - account.total);
      return [
        'ratelimit-policy',
        limit === preset ? usual : policyOf(limit),
        'ratelimit',
        `"default";r=${left};t=${secondsLeft(account, at)}`,
      ];
    },
    async close() {
      closing.abort();
      await shared?.close();
    },
  };
}

const NOTHING: HeaderList = [];

const policyOf = (limit: number) => `"default";q=${limit};w=${WINDOW_SECONDS}`;

function newAccount(resetAt: number): Account {
  return { window: randomUUID(), resetAt, total: 0, used: new Map(), shared: new Map(), reporting: false };
}

/** What the shared account lacks: usually this process' own usage; that of all processes once it has lost its data. */
function unreported({ used, shared }: Account): Map<string, number> {
  return new Map([...used].filter(([name, amount]) => amount > (shared.get(name) ?? 0)));
}

function sumOf(used: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const amount of used.values()) sum += amount;
  return sum;
}
