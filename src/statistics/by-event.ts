import type { Interval } from './estimate.js';
import { type Moments, sumOfSquares } from './moments.js';
import { studentT } from './student-t.js';

const FEWEST_EVENTS = 3;

/** A ratio of sums, made linear: what an event moves it by is weights · counts / scale. */
export type Linear = { weights: readonly bigint[]; scale: bigint };

/**
 * The 95 % interval around a ratio of sums, each event being drawn as a whole: from how far events differ among themselves.
 * Events of unequal size count for fewer: N² / Σn² of them (Kish), which is their number when all have the same size.
 */
export function byEvent(value: number, moments: Moments, { weights, scale }: Linear): Interval | null {
  if (moments.events < FEWEST_EVENTS) return null;
  const size = moments.sums.at(-1) ?? 0n;
  const squaredSizes = moments.products.at(-1)?.at(-1) ?? 0n;
  const variance =
    Number(sumOfSquares(moments, weights) * size * size) / Number(scale * scale * (size * size - squaredSizes));
  const effectiveEvents = (size * size + squaredSizes - 1n) / squaredSizes;
  const reach = studentT(Number(effectiveEvents) - 1) * Math.sqrt(variance);
  return { low: value - reach, high: value + reach };
}
