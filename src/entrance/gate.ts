// How much is worked on at once. What finds no room waits for a short time, and is refused at once when it would wait
// longer than that: whoever is let in gets an answer soon, however many come.
import type { Config } from '../config.js';
import type { Sql } from '../db/sql.js';
import { expectWanted } from '../db/while-wanted.js';
import { type ApiError, errors } from '../errors.js';

export type Gate = {
  /** Does the work when there is room for it; throws a 503 when there is none in time. */
  pass<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Whether whoever comes now is refused. */
  isFull(): boolean;
};

/** Whatever the pace, no more than these wait. */
const WAITING_MAX = 1_000;
const FIRST_GUESS_MS = 20;
/** How much of the pace is that of the latest work. */
const LATEST = 0.1;
/** How much of the time one may wait when the queue does not end. */
const OF_A_STANDING_QUEUE = 0.1;

export function createGate(
  { maxConcurrent, maxQueueMs }: Pick<Config, 'maxConcurrent' | 'maxQueueMs'>,
  now: () => number = () => performance.now(),
): Gate {
  let working = 0;
  /** The first comes first. */
  const waiting = new Set<() => void>();
  let nobodyWaitedAt = now();
  let paceMs = FIRST_GUESS_MS;

  /** A queue is for a crowd that passes. One that stays makes everybody wait and serves nobody sooner, so it is kept short. */
  function patienceMs(): number {
    if (waiting.size === 0) nobodyWaitedAt = now();
    return now() - nobodyWaitedAt > maxQueueMs ? maxQueueMs * OF_A_STANDING_QUEUE : maxQueueMs;
  }

  const isFull = () =>
    working >= maxConcurrent &&
    (waiting.size >= WAITING_MAX || ((waiting.size + 1) * paceMs) / maxConcurrent > patienceMs());

  function letIn(): void {
    for (const enter of waiting) {
      if (working >= maxConcurrent) return;
      enter();
    }
  }

  function room(signal: AbortSignal | undefined): Promise<void> | undefined {
    if (working < maxConcurrent) {
      working += 1;
      return undefined;
    }
    if (isFull()) throw errors.busy();
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(enter);
        clearTimeout(late);
        signal?.removeEventListener('abort', hangUp);
      };
      const refuse = (error: ApiError) => {
        leave();
        reject(error);
      };
      const hangUp = () => refuse(errors.hungUp());
      const enter = () => {
        leave();
        working += 1;
        resolve();
      };
      const late = setTimeout(() => refuse(errors.busy()), maxQueueMs);
      signal?.addEventListener('abort', hangUp);
      waiting.add(enter);
    });
  }

  return {
    isFull,
    async pass(work, signal) {
      if (signal) expectWanted(signal);
      await room(signal);
      const start = now();
      try {
        return await work();
      } finally {
        paceMs += (now() - start - paceMs) * LATEST;
        working -= 1;
        letIn();
      }
    },
  };
}

/** Each statement through the gate, where there is only one. */
export function gatedSql(sql: Sql, gate: Gate): Sql {
  const gated =
    (ask: Sql['query']): Sql['query'] =>
    (statement, values) =>
      gate.pass(() => ask(statement, values));
  return { ...sql, query: gated(sql.query), often: gated(sql.often) };
}
