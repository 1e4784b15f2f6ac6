import type { Db } from '../../src/db/client.js';
import type { Recomputed } from '../../src/db/ratings/recompute.js';
import { bringRatingsUpToDate } from '../../src/db/ratings/up-to-date.js';

/** Brings ratings up to date as the service does, but without its worker; returns what was recomputed. */
export async function recomputeNow(db: Db, onStaged: () => void = () => {}): Promise<Recomputed[]> {
  const done: Recomputed[] = [];
  await bringRatingsUpToDate(db, { onStaged, onRecomputed: (recomputed) => done.push(recomputed) });
  return done;
}
