import type { Db } from '../../src/db/client.js';
import { bringUpToDate, type Recomputed } from '../../src/db/derived/up-to-date.js';

/** Brings what is derived up to date as the service does, but without its worker; returns what was recomputed of ratings. */
export async function recomputeNow(db: Db, onStaged: () => void = () => {}): Promise<Recomputed[]> {
  const done: Recomputed[] = [];
  await bringUpToDate(db, { onStaged, onRecomputed: (recomputed) => done.push(recomputed) });
  return done.filter(({ of }) => of === 'ratings');
}

/** All that is stored of ratings. */
export const keptRatings = ({ sql }: Db) =>
  Promise.all(
    ['rating', 'player_rating', 'tournament_expectation'].map((table) => sql.query(`TABLE "${table}" ORDER BY 1, 2`)),
  );
