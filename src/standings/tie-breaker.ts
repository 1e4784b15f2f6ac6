import { exactPoints } from '@battle-results/bundle-format/points';
import type { TieBreaker } from '@battle-results/bundle-format/tie-breaker';
import type { Figures } from './figures.js';

/** One value per tie-breaker, in the organiser's order. */
export function tieBreakerValues(figures: Figures, tieBreakers: readonly TieBreaker[]): number[] {
  return tieBreakers.map((tieBreaker) => exactPoints(figures[tieBreaker]));
}
