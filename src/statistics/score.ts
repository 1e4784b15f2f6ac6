/** What a draw counts: half a win, no win, or nothing at all, as if it had not been played. */
export type Draws = 'HALF' | 'ZERO' | 'OMIT';

export type Results = { wins: number; draws: number; losses: number };

/** In half points, so that sums are of whole numbers. */
export const HALF_POINTS = 2;

/** What was scored, in half points, and in how many battles. */
export function scoreOf({ wins, draws, losses }: Results, drawsAs: Draws): { score: number; battles: number } {
  return {
    score: HALF_POINTS * wins + (drawsAs === 'HALF' ? draws : 0),
    battles: wins + losses + (drawsAs === 'OMIT' ? 0 : draws),
  };
}
