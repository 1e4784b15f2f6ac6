import type { Figures } from './figures.js';
import { exactPoints } from './points.js';

/** Criteria by which a board can be ranked; more is better. The last two are sums over a player's opponents. */
export const TIE_BREAKERS = [
  'battlePoints',
  'wins',
  'victoryPointsDiff',
  'victoryPoints',
  'opponentsBattlePoints',
  'opponentsWins',
] as const;
export type TieBreaker = (typeof TIE_BREAKERS)[number];

/** One value per tie-breaker, in the organiser's order. */
export function tieBreakerValues(figures: Figures, tieBreakers: readonly TieBreaker[]): number[] {
  return tieBreakers.map((tieBreaker) => exactPoints(figures[tieBreaker]));
}
