/** How a draw counts: as half a win, as no win, or as if it had not been played. */
export type Draws = 'HALF' | 'ZERO' | 'OMIT';

/** Half points of a win. Scores are in half points, so that sums are integers. */
export const HALF_POINTS = 2;

/** What a draw adds to the score, in half points, and to the battles. */
export const ofDraw = (draws: Draws): { score: number; battles: number } => ({
  score: draws === 'HALF' ? HALF_POINTS / 2 : 0,
  battles: draws === 'OMIT' ? 0 : 1,
});
