import type { Db } from '../../src/db/client.js';
import { withPostgresSeat } from '../../src/db/ratings/postgres-seat.js';
import { type Recomputed, recomputeRatings } from '../../src/db/ratings/recompute.js';
import { seatOver } from '../../src/db/ratings/seat.js';

/** Brings ratings up to date as the service does, without its thread. */
export async function recomputeNow({ sql, directUrl }: Db, onStaged?: () => void): Promise<Recomputed[]> {
  const done: Recomputed[] = [];
  const note = (recomputed: Recomputed | null) => {
    if (recomputed) done.push(recomputed);
    return recomputed !== null;
  };
  if (directUrl !== null)
    await withPostgresSeat(directUrl, async (seat) => note(await recomputeRatings(seat, onStaged)));
  else while (note(await recomputeRatings(seatOver(sql), onStaged)));
  return done;
}
