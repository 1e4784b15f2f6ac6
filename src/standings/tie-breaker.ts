import type { Figures } from './figures.js';

/** What a board can be ranked by; more is better. The last two add up a player's opponents. */
export type TieBreaker =
  | 'battlePoints'
  | 'wins'
  | 'victoryPointsDiff'
  | 'victoryPoints'
  | 'opponentsBattlePoints'
  | 'opponentsWins';

/** One value per tie-breaker, in the organiser's order. */
export function tieBreakerValues(figures: Figures, tieBreakers: readonly TieBreaker[]): number[] {
  return tieBreakers.map((tieBreaker) => rounded(figures[tieBreaker]));
}

/** Battle points may be fractions, and 0.1 + 0.2 has to tie with 0.3. Adding 0 turns -0 into 0. */
export function rounded(points: number): number {
  return Math.round(points * 1e6) / 1e6 + 0;
}
