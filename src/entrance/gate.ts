// How much is worked on at once. What finds no room waits for a short time, and is refused at once when it would wait
// longer than that: a caller who is let in gets an answer soon, however many come. Keys wait in queues of their own and take
// turns, so that one which asks for too much waits for itself and not in front of the others.
import type { Config } from '../config.js';
import { expectWanted } from '../db/while-wanted.js';
import { ApiError, errors } from '../errors.js';

/** Whose work it is; null where that makes no difference. */
type KeyId = number | null;

export type Gate = {
  /** Does the work when there is room for it; throws a 503 when there is none in time. */
  pass<Result>(keyId: KeyId, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Whether this key is refused if it comes now. */
  isFull(keyId: KeyId): boolean;
};

/** Whatever the pace, no more than these wait. */
const WAITING_MAX = 1_000;
const FIRST_GUESS_MS = 20;
/** The pace is an exponentially weighted mean of the time work takes: this is the weight of the latest. */
const LATEST = 0.1;
/** How much of the time one may wait when the queue does not end. */
const OF_A_STANDING_QUEUE = 0.1;

/** What a key has here: work under way, and those who wait, the first first. */
type Share = { working: number; waiting: Set<() => void> };

export function createGate(
  { maxConcurrent, maxQueueMs }: Pick<Config, 'maxConcurrent' | 'maxQueueMs'>,
  now: () => number = () => performance.now(),
): Gate {
  let working = 0;
  let waiting = 0;
  /** Of the keys that have anything here; the last is the one that has come, or had something done, most recently. */
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
   * that have their share of the room already.
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
      // In turn: of each other key as many as there are of this one, with the one that comes now.
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

  /** Of the keys that wait, the one with the least under way is next; of several such, the first. */
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
      if (signal) expectWanted(signal);
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
