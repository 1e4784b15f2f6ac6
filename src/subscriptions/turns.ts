// Bounds what the streams of one key make run at a change, however many different queries they follow.
import type { Lane } from '../entrance/gate.js';

/** Runs the work when it is its turn among the works of this lane. */
export type TakeTurn = <Value>(lane: Lane, work: () => Promise<Value>) => Promise<Value>;

/** Number of works of a lane in progress at a time. */
const AT_ONCE = 2;

type Queue = { working: number; waiting: (() => Promise<unknown>)[] };

export function createTurns(): TakeTurn {
  const queues = new Map<Lane, Queue>();

  async function run(lane: Lane, queue: Queue): Promise<void> {
    queue.working += 1;
    for (let work = queue.waiting.shift(); work; work = queue.waiting.shift()) {
      const start = performance.now();
      await work();
      // Rests for as long as it has worked, so that others find half of the time free.
      if (queue.waiting.length > 0) await rest(performance.now() - start);
    }
    queue.working -= 1;
    if (queue.working === 0) queues.delete(lane);
  }

  return (lane, work) =>
    new Promise((resolve, reject) => {
      const queue = queues.get(lane) ?? { working: 0, waiting: [] };
      queues.set(lane, queue);
      queue.waiting.push(() => work().then(resolve, reject));
      if (queue.working < AT_ONCE) void run(lane, queue);
    });
}

const rest = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
