import { withPostgresSeat } from './postgres-seat.js';
import { type Recomputed, recomputeRatings } from './recompute.js';
import { type Seat, seatOver } from './seat.js';

export type RunListener = { onStaged?: () => void; onRecomputed?: (recomputed: Recomputed) => void };

/** Runs until nothing is stale. `sql` is used only for the embedded database, whose `directUrl` is null. */
export async function bringRatingsUpToDate(
  { directUrl, sql }: { directUrl: string | null; sql: Seat['write'] },
  { onStaged, onRecomputed }: RunListener = {},
): Promise<void> {
  const work = async (seat: Seat) => {
    const recomputed = await recomputeRatings(seat, onStaged);
    if (recomputed) onRecomputed?.(recomputed);
    return recomputed !== null;
  };
  if (directUrl !== null) return withPostgresSeat(directUrl, work);
  for (const seat = seatOver(sql); await work(seat); );
}
