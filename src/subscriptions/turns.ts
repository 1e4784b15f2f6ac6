// Bounds what the streams of one key make run at a change, however many different queries they follow.

export type Turns = {
  /** Runs the work when it is its turn among the works of this key. The work reports its failures itself. */
  take(keyId: number | null, work: () => Promise<void>): void;
};

/** Number of works of a key in progress at a time. */
const AT_ONCE = 2;

type Lane = { working: number; waiting: (() => Promise<void>)[] };

export function createTurns(): Turns {
  const lanes = new Map<number | null, Lane>();

  async function run(keyId: number | null, lane: Lane): Promise<void> {
    lane.working += 1;
    for (let work = lane.waiting.shift(); work; work = lane.waiting.shift()) {
      const start = performance.now();
      await work().catch(() => undefined);
      // Rests for as long as it has worked, so that others find half of the time free.
      if (lane.waiting.length > 0) await rest(performance.now() - start);
    }
    lane.working -= 1;
    if (lane.working === 0) lanes.delete(keyId);
  }

  return {
    take(keyId, work) {
      const lane = lanes.get(keyId) ?? { working: 0, waiting: [] };
      lanes.set(keyId, lane);
      lane.waiting.push(work);
      if (lane.working < AT_ONCE) void run(keyId, lane);
    },
  };
}

const rest = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
