import type { Figures } from './figures.js';
import { exactPoints } from './points.js';

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
  return tieBreakers.map((tieBreaker) => exactPoints(figures[tieBreaker]));
}
