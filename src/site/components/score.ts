// How a battle ended, in a few characters.
import type { Outcome } from '../operations.generated.js';
import { grouped } from './words.js';

export type ScoredSide = { outcome: Outcome | null; battlePoints: number | null; victoryPoints: number | null };

const KINDS = [
  ['battlePoints', 'battle points'],
  ['victoryPoints', 'victory points'],
] as const;

const IN_WORDS = { win: 'won', loss: 'lost', draw: 'drawn' } as const;

/** The points of both sides, of the first kind that both have; null before a result, and if there is no such kind. */
export function pointsOf(sides: readonly ScoredSide[]): { unit: string; points: number[] } | null {
  const isDecided = sides.some(({ outcome }) => outcome !== null);
  for (const [kind, unit] of KINDS) {
    const points = sides.flatMap((side) => side[kind] ?? []);
    if (points.length === sides.length && (isDecided || points.some((each) => each !== 0))) return { unit, points };
  }
  return null;
}

/** What stands on either side of the dash: points or, without them, who won. Empty while the battle is to be played. */
export function scoreOf(sides: readonly ScoredSide[]): string[] {
  const scored = pointsOf(sides);
  if (scored) return scored.points.map(grouped);
  const outcomes = sides.flatMap(({ outcome }) => (outcome === null ? [] : IN_WORDS[outcome]));
  return [...new Set(outcomes)];
}
