// Keys that have not worked here before are looked up at a gate of their own, because a made-up key can have a valid
// checksum. Those that wait there are looked up together, so that made-up ones, however many, do not crowd out the first
// request of a customer.
import type { Gate } from './gate.js';

/** Maximum number of keys in one statement, which takes milliseconds. */
const TOGETHER_MAX = 500;

type Batch<Found> = { hashes: string[]; found: Promise<ReadonlyMap<string, Found>> };

/** Returns a function that looks up a key by its hash; `find` is called with all hashes that wait, and returns what there is. */
export function createStrangers<Found>(
  gate: Pick<Gate, 'pass'>,
  find: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
): (hash: string) => Promise<Found | null> {
  let waiting: Batch<Found> | null = null;

  function open(): Batch<Found> {
    const hashes: string[] = [];
    const leave = () => {
      if (waiting?.hashes === hashes) waiting = null;
    };
    const found = gate.pass(null, () => {
      leave();
      return find(hashes);
    });
    // It may also be refused.
    found.catch(leave);
    return { hashes, found };
  }

  return async function lookUp(hash) {
    waiting ??= open();
    const { hashes, found } = waiting;
    hashes.push(hash);
    if (hashes.length === TOGETHER_MAX) waiting = null;
    return (await found).get(hash) ?? null;
  };
}
