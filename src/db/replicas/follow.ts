// One replica as it follows the primary: how far it is behind, and so whether it is used or left out, with a line for the
// operator whenever that changes. The time is this process's own, taken before the primary was asked where it stands:
// clocks of several machines need not agree.

import { singleFlight } from '../single-flight.js';
import type { Replica } from './replica.js';

/** Where the primary stood at which times, the oldest first. */
export type Primary = { system: string | null; marks: { at: number; position: number }[] };

export type Follower = Pick<Replica, 'reader' | 'close'> & {
  look(): Promise<void>;
  isUsed(): boolean;
  /** Whether it is used, and has replayed as far as this. */
  shows(position: number): boolean;
};

export function follow(
  replica: Replica,
  primary: Primary,
  maxLagMs: number,
  report: (message: string) => void,
): Follower {
  let used: boolean | null = null;
  let replayed = Number.NEGATIVE_INFINITY;
  /** It shows everything that was committed before. */
  let currentAt = Number.NEGATIVE_INFINITY;

  const lagMs = () => performance.now() - currentAt;

  /** Null when nothing is wrong with it. */
  async function look(): Promise<string | null> {
    const position = await replica.look();
    const known = primary.marks.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - known > maxLagMs) return 'the primary does not say where it stands';
    if (position.system !== primary.system) return 'it is not a copy of the primary';
    if (position.replayed === null) return 'it is not a standby';
    replayed = position.replayed;
    currentAt = primary.marks.findLast((mark) => mark.position <= replayed)?.at ?? Number.NEGATIVE_INFINITY;
    // Once left out it has to do better, or one that is just at the bound would come and go.
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
