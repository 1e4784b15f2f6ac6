// Limits the work in progress. Each key has a queue of its own, and all visitors together have one, in which addresses take
// turns. A queue takes a place only while it holds less than its share, which is larger while no other is active: so there
// is room for one that holds none. A request that finds no place waits in its queue for a short time, and is refused
// immediately if it would wait longer: one that asks for too much delays itself only.
import type { Config } from '../config.js';
import { throwIfAborted } from '../db/abort.js';
import { ApiError, errors } from '../errors.js';
import type { Lane } from '../http/call.js';
import { enterNext, type Queue, type QueueName, Queues, queueName, VISITORS } from './queues.js';

export type Gate = {
  /** Runs the work when there is a place; throws a 503 if there is none in time. */
  pass<Result>(lane: Lane, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Whether a request of this lane would be refused now. */
  isFull(lane: Lane): boolean;
};

export type GateOptions = Pick<Config, 'maxQueueMs'> & {
  maxConcurrent: number;
  /** False if a queue may take every place, as in a gate that has one queue. */
  keepsRoom?: boolean;
};

/** Maximum number of waiting requests, whatever the pace. */
const WAITING_MAX = 1_000;
/** The pace of a queue is an exponentially weighted mean of the duration of its work; this is the weight of the latest. */
const LATEST = 0.1;
/** Fraction of the maximum wait that is allowed while the queue never empties. */
const OF_A_STANDING_QUEUE = 0.1;
/** Visitors may wait at least this long: a person waits for a page, and a hall opens its pages all at once. */
const VISITORS_WAIT_MS = 10_000;

/** Part of the places that a queue may hold while no other is active. */
const ALONE = 3 / 4;
/** A queue counts as active for this long after its latest request. */
const ACTIVE_MS = 1_000;

export function createGate(
  { maxConcurrent, maxQueueMs, keepsRoom = true }: GateOptions,
  now: () => number = () => performance.now(),
): Gate {
  const queues = new Queues((name) => (name === VISITORS ? Math.max(VISITORS_WAIT_MS, maxQueueMs) : maxQueueMs));

  /** When each active queue had its latest request, the most recent last. */
  const activeAt = new Map<QueueName, number>();

  function noteActive(name: QueueName): void {
    activeAt.delete(name);
    activeAt.set(name, now());
  }

  /** How many other queues are active: one that works or waits stays so. */
  function othersOf(name: QueueName): number {
    for (const [other, at] of activeAt) {
      if (now() - at <= ACTIVE_MS) break;
      activeAt.delete(other);
      if (queues.byName.has(other)) noteActive(other);
    }
    return activeAt.size - (activeAt.has(name) ? 1 : 0);
  }

  /**
   * With n active queues, whether they ask for little or for much, each may hold one of n + 1 equal shares. The last free
   * place is for a queue that holds none.
   */
  function mayEnter(name: QueueName): boolean {
    const held = queues.byName.get(name)?.working ?? 0;
    const free = maxConcurrent - queues.working;
    if (free === 0 || !keepsRoom || held === 0) return free > 0;
    const others = othersOf(name);
    const share = others === 0 ? maxConcurrent * ALONE : maxConcurrent / (others + 2);
    return free > 1 && held < Math.round(share);
  }

  /**
   * A queue absorbs bursts; one that never empties only adds delay (CoDel, RFC 8289), so it is then kept short for
   * those who already have their share of its places while there are others. A visitor who takes nothing from others may
   * try: the estimate rises tenfold when one statement stalls, and would refuse a whole hall at once.
   */
  function patienceMs({ name, waitingSince, maxWaitMs }: Queue, isOverItsShare: boolean): number {
    if (name === VISITORS && !isOverItsShare) return Number.POSITIVE_INFINITY;
    const isStanding = waitingSince !== null && now() - waitingSince > maxWaitMs;
    return isOverItsShare && isStanding ? maxWaitMs * OF_A_STANDING_QUEUE : maxWaitMs;
  }

  /** What a new request of this lane would find: how long it would wait, and how many of its lane may wait. */
  function lineFor(lane: Lane, own: Queue): { waitMs: number; waitingMax: number } {
    const queued = own.parties.get(lane)?.waiting.size ?? 0;
    let ahead = queued;
    // Those that share the room to wait, with the party and the queue of the new request.
    let waitingParties = queued > 0 ? 0 : 1;
    let waitingQueues = own.waiting > 0 ? 0 : 1;
    for (const [other, { waiting }] of own.parties) {
      if (waiting.size > 0) waitingParties += 1;
      // Parties take turns: each other one is served at most as often as this one, the new request included.
      if (other !== lane) ahead += Math.min(waiting.size, queued + 1);
    }
    let waitMs = (ahead + 1) * own.paceMs;
    for (const other of queues.byName.values()) {
      if (other.waiting === 0) continue;
      waitingQueues += 1;
      const isNext = other !== own && other.working < Math.max(1, own.working);
      if (isNext) waitMs += Math.min(other.waiting, ahead + 1) * other.paceMs;
    }
    // A queue keeps the places that it holds, so it advances when its own work ends.
    return { waitMs: waitMs / Math.max(1, own.working), waitingMax: WAITING_MAX / (waitingParties * waitingQueues) };
  }

  function isFull(lane: Lane): boolean {
    const name = queueName(lane);
    if (mayEnter(name)) return false;
    const own = queues.byName.get(name) ?? queues.create(name);
    const { waitMs, waitingMax } = lineFor(lane, own);
    const { working = 0, waiting } = own.parties.get(lane) ?? {};
    const queued = waiting?.size ?? 0;
    if (queued >= waitingMax) return true;
    const hasItsShare = own.working > 0 && (working + queued) * own.parties.size >= own.working;
    const hasOthers = own.parties.size > 1 || othersOf(name) > 0;
    return waitMs > patienceMs(own, hasItsShare && hasOthers);
  }

  function letIn(): void {
    for (;;) {
      const queue = queues.next();
      if (!queue || !mayEnter(queue.name)) return;
      enterNext(queue);
    }
  }

  function place(lane: Lane, signal: AbortSignal | undefined): Promise<void> | undefined {
    noteActive(queueName(lane));
    if (mayEnter(queueName(lane))) {
      queues.begin(lane);
      return undefined;
    }
    if (isFull(lane)) throw errors.busy();
    return new Promise((resolve, reject) => {
      const queue = queues.of(lane);
      const { waiting } = queues.partyOf(lane);
      const leave = () => {
        waiting.delete(enter);
        queue.waiting -= 1;
        if (queue.waiting === 0) queue.waitingSince = null;
        clearTimeout(late);
        signal?.removeEventListener('abort', hangUp);
      };
      const refuse = (error: ApiError) => {
        leave();
        queues.tidy(lane);
        reject(error);
      };
      const hangUp = () => refuse(signal?.reason instanceof ApiError ? signal.reason : errors.hungUp());
      const enter = () => {
        leave();
        queues.begin(lane);
        resolve();
      };
      const late = setTimeout(() => refuse(errors.busy()), queue.maxWaitMs);
      signal?.addEventListener('abort', hangUp);
      waiting.add(enter);
      queue.waiting += 1;
      queue.waitingSince ??= now();
    });
  }

  return {
    isFull,
    async pass(lane, work, signal) {
      if (signal) throwIfAborted(signal);
      await place(lane, signal);
      const start = now();
      try {
        return await work();
      } finally {
        const queue = queues.of(lane);
        queue.paceMs += (now() - start - queue.paceMs) * LATEST;
        queues.end(lane);
        letIn();
      }
    },
  };
}
