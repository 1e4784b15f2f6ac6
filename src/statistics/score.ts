/** What a draw counts: half a win, no win, or nothing at all, as if it had not been played. */
export type Draws = 'HALF' | 'ZERO' | 'OMIT';

/** In half points, so that sums are of whole numbers. */
export const HALF_POINTS = 2;

/** What a draw adds to the score, in half points, and to the battles. */
export const ofDraw = (draws: Draws): { score: number; battles: number } => ({
  score: draws === 'HALF' ? HALF_POINTS / 2 : 0,
  battles: draws === 'OMIT' ? 0 : 1,
});
