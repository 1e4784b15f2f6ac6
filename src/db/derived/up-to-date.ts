import { setTimeout as sleep } from 'node:timers/promises';
import { type RecomputedPlaces, recomputePlaces } from '../places/recompute.js';
import { type RecomputedRatings, recomputeRatings } from '../ratings/recompute.js';
import { withPostgresSession } from './postgres-session.js';
import { type Session, sessionOver } from './session.js';

export type Recomputed = RecomputedPlaces | RecomputedRatings;
type RunListener = { onStaged?: () => void; onRecomputed?: (recomputed: Recomputed) => void };

/** Tournaments that are being written are looked at again after this. */
const BUSY_MS = 500;

/** Runs until nothing is stale. `sql` is used only for the embedded database, whose `directUrl` is null. */
export async function bringUpToDate(
  { directUrl, sql }: { directUrl: string | null; sql: Session['write'] },
  { onStaged, onRecomputed }: RunListener = {},
): Promise<void> {
  const work = async (session: Session) => {
    const places = await recomputePlaces(session);
    if (places && (places.tournaments > 0 || places.busy === 0)) onRecomputed?.(places);
    const ratings = places?.tournaments ? null : await recomputeRatings(session, onStaged);
    if (ratings) onRecomputed?.(ratings);
    else if (places?.busy) await sleep(BUSY_MS);
    return places !== null || ratings !== null;
  };
  if (directUrl !== null) return withPostgresSession(directUrl, work);
  for (const session = sessionOver(sql); await work(session); );
}
