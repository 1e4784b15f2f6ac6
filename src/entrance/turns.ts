// Bounds what the streams of one key or address make run, however many different things they follow: when they are opened
// all at once, and at a change. What waits here takes no place at the gate.

import { getOrMake } from '../helpers/get-or-make.js';
import type { Call, Lane } from '../http/call.js';

export type Turns = {
  /** Runs the work when it is its turn among the works of this lane; never, if the call is aborted before. */
  take<Value>(call: Pick<Call, 'lane' | 'signal'>, work: () => Promise<Value>): Promise<Value>;
  /** Whether the next work of this lane would have to wait. */
  isBusy(lane: Lane): boolean;
};

/** Number of works of a lane in progress at a time. */
const AT_ONCE = 2;

type Queue = { working: number; waiting: Set<() => Promise<unknown>> };

export function createTurns(): Turns {
  const queues = new Map<Lane, Queue>();

  async function run(lane: Lane, queue: Queue): Promise<void> {
    queue.working += 1;
    for (const work of queue.waiting) {
      const start = performance.now();
      await work();
      // Rests for as long as it has worked, so that others find half of the time free.
      if (queue.waiting.size > 0) await rest(performance.now() - start);
    }
    queue.working -= 1;
    if (queue.working === 0) queues.delete(lane);
  }

  return {
    isBusy: (lane) => (queues.get(lane)?.working ?? 0) >= AT_ONCE,
    take: ({ lane, signal }, work) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const queue = getOrMake(queues, lane, (): Queue => ({ working: 0, waiting: new Set() }));
        const leave = () => {
          queue.waiting.delete(begin);
          signal.removeEventListener('abort', giveUp);
        };
        const giveUp = () => {
          leave();
          reject(signal.reason);
        };
        const begin = async () => {
          leave();
          await Promise.resolve().then(work).then(resolve, reject);
        };
        signal.addEventListener('abort', giveUp);
        queue.waiting.add(begin);
        if (queue.working < AT_ONCE) void run(lane, queue);
      }),
  };
}

/** A timer would take a millisecond at least. */
const rest = (ms: number) =>
  new Promise<void>((resolve) => void (ms < 1 ? setImmediate(resolve) : setTimeout(resolve, ms).unref()));
