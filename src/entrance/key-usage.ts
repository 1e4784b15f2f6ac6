// Counts what keys are used for, in memory, and adds it up in the database once a minute. The same timer deactivates keys
// that have expired: the change feed tells it to every process, as for a key that an operator deactivates.
import { addUsage, deactivateExpired, forgetOldUsage, type KeyUse } from '../db/keys.js';
import type { Sql } from '../db/sql.js';

const WRITE_MS = 60_000;
/** How often usage that is too old is deleted: a process may run for longer than usage is kept. */
const FORGET_MS = 86_400_000;

export type KeyUsage = {
  /** `requests` is 0 for what an open stream costs. */
  count(keyId: number, operation: string, requests: number, cost: number): void;
  /** Writes what is pending. */
  close(): Promise<void>;
};

export function createKeyUsage(sql: Sql, everyMs = WRITE_MS, forgetMs = FORGET_MS): KeyUsage {
  let uses = new Map<number, Map<string, KeyUse>>();
  let writing: Promise<void> = Promise.resolve();

  const forget = () => {
    writing = writing.then(() => forgetOldUsage(sql)).catch(() => undefined);
  };
  forget();

  /** A failed write is not worth an error; its counts are lost. */
  const write = () => {
    const batch = [...uses.values()].flatMap((each) => [...each.values()]);
    uses = new Map();
    writing = writing
      .then(() => (batch.length > 0 ? addUsage(sql, batch) : undefined))
      .catch(() => undefined)
      .then(() => deactivateExpired(sql))
      .catch(() => undefined);
    return writing;
  };
  const timers = [setInterval(write, everyMs).unref(), setInterval(forget, forgetMs).unref()];

  return {
    count(keyId, operation, requests, cost) {
      const ofKey = uses.get(keyId) ?? new Map<string, KeyUse>();
      if (ofKey.size === 0) uses.set(keyId, ofKey);
      const use = ofKey.get(operation);
      if (use) {
        use.requests += requests;
        use.cost += cost;
      } else ofKey.set(operation, { keyId, operation, requests, cost });
    },
    async close() {
      for (const timer of timers) clearInterval(timer);
      await write();
    },
  };
}
