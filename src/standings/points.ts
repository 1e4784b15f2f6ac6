// Battle points may be decimals. Within these bounds, which the database holds too, any number of them that a tournament
// can have is added exactly, as integers of the smallest unit.

export const POINTS_MAX = 1_000_000;
export const POINTS_DECIMALS = 4;

/** How many of the smallest unit a point has. */
export const POINT_UNITS = 10 ** POINTS_DECIMALS;

/** A sum of points without what adding decimals as floating numbers brings in: 0.1 + 0.2 is 0.3. Adding 0 turns -0 into 0. */
export function exactPoints(points: number): number {
  return Math.round(points * POINT_UNITS) / POINT_UNITS + 0;
}
