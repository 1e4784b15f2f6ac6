// Tracks how far one replica is behind the primary, and so whether it is used or left out; each change is reported to
// the operator. Times come from this process's clock, taken before the primary is asked for its position, because the
// clocks of several machines need not agree.

import { singleFlight } from '../single-flight.js';
import type { Replica } from './replica.js';

/** WAL positions of the primary and the times they were read, oldest first. */
export type Primary = { system: string | null; marks: { at: number; position: number }[] };

type TrackedReplica = Pick<Replica, 'reader' | 'close'> & {
  look(): Promise<void>;
  isUsed(): boolean;
  /** Whether the replica is used and has replayed up to this position. */
  shows(position: number): boolean;
};

export function trackReplica(
  replica: Replica,
  primary: Primary,
  maxLagMs: number,
  report: (message: string) => void,
): TrackedReplica {
  let used: boolean | null = null;
  let replayed = Number.NEGATIVE_INFINITY;
  /** The replica shows everything that was committed before this time. */
  let currentAt = Number.NEGATIVE_INFINITY;

  const lagMs = () => performance.now() - currentAt;

  /** Returns what is wrong with the replica, or null. */
  async function look(): Promise<string | null> {
    const position = await replica.look();
    const known = primary.marks.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    const isCopy = position.system === primary.system && position.replayed !== null;
    replayed = isCopy ? (position.replayed ?? 0) : Number.NEGATIVE_INFINITY;
    currentAt = primary.marks.findLast((mark) => mark.position <= replayed)?.at ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - known > maxLagMs) return 'the primary does not say where it stands';
    if (position.system !== primary.system) return 'it is not a copy of the primary';
    if (position.replayed === null) return 'it is not a standby';
    // Hysteresis: once left out it must come below half the bound, or a replica near the bound would flap.
    return lagMs() <= (used === false ? maxLagMs / 2 : maxLagMs) ? null : `it is more than ${maxLagMs} ms behind`;
  }

  return {
    reader: replica.reader,
    close: replica.close,
    isUsed: () => used === true,
    shows: (position) => used === true && replayed >= position && lagMs() <= maxLagMs,
    look: singleFlight(async () => {
      const problem = await look().catch((error: Error) => error.message || 'it does not answer');
      if (used !== (problem === null)) {
        report(
          `${replica.location} is ${problem === null ? 'read from, as a replica' : `left out as a replica: ${problem}`}`,
        );
      }
      used = problem === null;
    }),
  };
}
