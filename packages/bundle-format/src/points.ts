// Battle points may be decimals. Within these bounds, which the database enforces too, the points of a tournament are
// added exactly, as integers of the smallest unit.

export const POINTS_MAX = 1_000_000;
export const POINTS_DECIMALS = 4;

/** Number of smallest units per point. */
export const POINT_UNITS = 10 ** POINTS_DECIMALS;

/** Removes the rounding errors of a floating-point sum: 0.1 + 0.2 is 0.3. Adding 0 turns -0 into 0. */
export function exactPoints(points: number): number {
  return Math.round(points * POINT_UNITS) / POINT_UNITS + 0;
}
