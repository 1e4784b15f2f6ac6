import { withPostgresSession } from './postgres-session.js';
import { type Recomputed, recomputeRatings } from './recompute.js';
import { type Session, sessionOver } from './session.js';

export type RunListener = { onStaged?: () => void; onRecomputed?: (recomputed: Recomputed) => void };

/** Runs until nothing is stale. `sql` is used only for the embedded database, whose `directUrl` is null. */
export async function bringRatingsUpToDate(
  { directUrl, sql }: { directUrl: string | null; sql: Session['write'] },
  { onStaged, onRecomputed }: RunListener = {},
): Promise<void> {
  const work = async (session: Session) => {
    const recomputed = await recomputeRatings(session, onStaged);
    if (recomputed) onRecomputed?.(recomputed);
    return recomputed !== null;
  };
  if (directUrl !== null) return withPostgresSession(directUrl, work);
  for (const session = sessionOver(sql); await work(session); );
}
