// Limits the work in progress. A request that finds no room waits for a short time, and is refused immediately if it
// would wait longer, so that admitted callers get a prompt response under any load. Each key has a queue of its own and
// keys take turns, so that one that asks for too much delays itself and not the others.
import type { Config } from '../config.js';
import { throwIfAborted } from '../db/abort.js';
import { ApiError, errors } from '../errors.js';

/** Whose work it is; null where that makes no difference. */
type KeyId = number | null;

export type Gate = {
  /** Runs the work when there is room; throws a 503 if there is none in time. */
  pass<Result>(keyId: KeyId, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Whether a request with this key would be refused now. */
  isFull(keyId: KeyId): boolean;
};

/** Maximum number of waiting requests, whatever the pace. */
const WAITING_MAX = 1_000;
const FIRST_GUESS_MS = 20;
/** The pace is an exponentially weighted mean of the duration of work; this is the weight of the latest. */
const LATEST = 0.1;
/** Fraction of the maximum wait that is allowed while the queue never empties. */
const OF_A_STANDING_QUEUE = 0.1;

/** A key's work in progress and its waiting requests, oldest first. */
type Share = { working: number; waiting: Set<() => void> };

export function createGate(
  { maxConcurrent, maxQueueMs }: Pick<Config, 'maxConcurrent' | 'maxQueueMs'>,
  now: () => number = () => performance.now(),
): Gate {
  let working = 0;
  let waiting = 0;
  /** Keys with work or waiting requests, ordered by when each arrived or last completed work, the most recent last. */
  const shares = new Map<KeyId, Share>();
  let emptyAt = now();
  let paceMs = FIRST_GUESS_MS;

  function shareOf(keyId: KeyId): Share {
    const known = shares.get(keyId);
    if (known) return known;
    const share = { working: 0, waiting: new Set<() => void>() };
    shares.set(keyId, share);
    return share;
  }

  /**
   * A queue absorbs bursts; one that never empties only adds delay (CoDel, RFC 8289), so it is then kept short for keys
   * that already have their share of the room.
   */
  function patienceMs(hasItsShare: boolean): number {
    if (waiting === 0) emptyAt = now();
    return hasItsShare && now() - emptyAt > maxQueueMs ? maxQueueMs * OF_A_STANDING_QUEUE : maxQueueMs;
  }

  function isFull(keyId: KeyId): boolean {
    if (working < maxConcurrent) return false;
    const own = shares.get(keyId);
    const queued = own?.waiting.size ?? 0;
    let ahead = queued;
    let queues = 1;
    for (const [other, share] of shares) {
      if (other === keyId || share.waiting.size === 0) continue;
      // Keys take turns: each other key is served at most as often as this one, the new request included.
      ahead += Math.min(share.waiting.size, queued + 1);
      queues += 1;
    }
    if (queued >= WAITING_MAX / queues) return true;
    const keys = shares.size + (own ? 0 : 1);
    const hasItsShare = (own?.working ?? 0) + queued >= maxConcurrent / keys;
    return ((ahead + 1) * paceMs) / maxConcurrent > patienceMs(hasItsShare);
  }

  function begin(keyId: KeyId): void {
    shareOf(keyId).working += 1;
    working += 1;
  }

  function end(keyId: KeyId): void {
    const share = shareOf(keyId);
    share.working -= 1;
    working -= 1;
    shares.delete(keyId);
    shares.set(keyId, share);
    tidy(keyId);
    letIn();
  }

  function tidy(keyId: KeyId): void {
    const share = shares.get(keyId);
    if (share?.working === 0 && share.waiting.size === 0) shares.delete(keyId);
  }

  /** Of the waiting keys, the one with the least work in progress is next; among equals, the first. */
  function letIn(): void {
    while (working < maxConcurrent) {
      let next: Share | undefined;
      for (const share of shares.values()) {
        if (share.waiting.size > 0 && share.working < (next?.working ?? Number.POSITIVE_INFINITY)) next = share;
      }
      const [enter] = next?.waiting ?? [];
      if (!enter) return;
      enter();
    }
  }

  function room(keyId: KeyId, signal: AbortSignal | undefined): Promise<void> | undefined {
    if (working < maxConcurrent) {
      begin(keyId);
      return undefined;
    }
    if (isFull(keyId)) throw errors.busy();
    return new Promise((resolve, reject) => {
      const queue = shareOf(keyId).waiting;
      const leave = () => {
        queue.delete(enter);
        waiting -= 1;
        clearTimeout(late);
        signal?.removeEventListener('abort', hangUp);
      };
      const refuse = (error: ApiError) => {
        leave();
        tidy(keyId);
        reject(error);
      };
      const hangUp = () => refuse(signal?.reason instanceof ApiError ? signal.reason : errors.hungUp());
      const enter = () => {
        leave();
        begin(keyId);
        resolve();
      };
      const late = setTimeout(() => refuse(errors.busy()), maxQueueMs);
      signal?.addEventListener('abort', hangUp);
      queue.add(enter);
      waiting += 1;
    });
  }

  return {
    isFull,
    async pass(keyId, work, signal) {
      if (signal) throwIfAborted(signal);
      await room(keyId, signal);
      const start = now();
      try {
        return await work();
      } finally {
        paceMs += (now() - start - paceMs) * LATEST;
        end(keyId);
      }
    },
  };
}
