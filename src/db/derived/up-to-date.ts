import { type RecomputedPlaces, recomputePlaces } from '../places/recompute.js';
import { type RecomputedRatings, recomputeRatings } from '../ratings/recompute.js';
import { withPostgresSession } from './postgres-session.js';
import { type Session, sessionOver } from './session.js';

export type Recomputed = RecomputedPlaces | RecomputedRatings;
type RunListener = { onStaged?: () => void; onRecomputed?: (recomputed: Recomputed) => void };

/** Runs until nothing is stale. `sql` is used only for the embedded database, whose `directUrl` is null. */
export async function bringUpToDate(
  { directUrl, sql }: { directUrl: string | null; sql: Session['write'] },
  { onStaged, onRecomputed }: RunListener = {},
): Promise<void> {
  const work = async (session: Session) => {
    const recomputed = (await recomputePlaces(session)) ?? (await recomputeRatings(session, onStaged));
    if (recomputed) onRecomputed?.(recomputed);
    return recomputed !== null;
  };
  if (directUrl !== null) return withPostgresSession(directUrl, work);
  for (const session = sessionOver(sql); await work(session); );
}
