import type { Evidence, Interval } from './estimate.js';
import { larger } from './larger.js';
import { type Moments, sumOfSquares } from './moments.js';
import { studentT } from './student-t.js';

const FEWEST_EVENTS = 3;

/** Linearised ratio of sums: an event's contribution is weights · counts / scale. */
export type Linear = { weights: readonly bigint[]; scale: bigint };

/**
 * The 95 % interval around a ratio of sums, with each event as one draw: computed from the variance between events.
 * With unequal sizes the effective number of events is N² / Σn² (Kish), which is their number when all have the same
 * size.
 */
export function byEvent(value: number, moments: Moments, linear: Linear): Interval | null {
  if (moments.events < FEWEST_EVENTS) return null;
  return around(value, moments, linear, sumOfSquares(moments, linear.weights), squaredSizes(moments));
}

/**
 * The same with events and players as draws, crosswise: what a player's events have in common is added to the variance
 * between events, for the players of both sides (Cameron, Gelbach and Miller). The smallest effective number, of
 * events, players or opponents, gives the degrees of freedom.
 */
export function byPlayer(value: number, moments: Moments, linear: Linear): Interval | null {
  if (moments.events < FEWEST_EVENTS || !moments.players) return null;
  const between = sumOfSquares(moments, linear.weights);
  const recurring = sumOfSquares(moments.players, linear.weights);
  return around(value, moments, linear, recurring > 0n ? between + recurring : between, largerSquares(moments));
}

/** How much two of the same event, and two of the same player, usually have in common: correlations. */
export type Alike = { events: number; players: number };

/** A correlation of 1 makes one draw of all that belong together (Kish's design effect), 0 none. */
export function evidenceOf(moments: Moments, alike: Alike): Evidence {
  const size = sizeOf(moments);
  if (size === 0n) return { effective: 0, draws: 0, t: Infinity };
  const n = Number(size);
  const squares = largerSquares(moments);
  const ofPlayers = moments.players?.squaredSizes ?? size;
  const effect =
    1 +
    alike.events * (Number(squaredSizes(moments)) / n - 1) +
    alike.players * (Number(larger(ofPlayers, size)) / n - 1);
  return { effective: Number(size * size) / Number(squares), draws: n / effect, t: quantile(size, squares) };
}

function around(value: number, moments: Moments, linear: Linear, moved: bigint, squares: bigint): Interval {
  const { scale } = linear;
  const size = sizeOf(moments);
  // All battles are of one player: nothing is known of others.
  if (size * size === squares) return { low: -Infinity, high: Infinity };
  const variance = Number(moved * size * size) / Number(scale * scale * (size * size - squares));
  const reach = quantile(size, squares) * Math.sqrt(variance);
  return { low: value - reach, high: value + reach };
}

/** Of Student's t, by the effective number, rounded up. */
const quantile = (size: bigint, squares: bigint) => studentT(Number((size * size + squares - 1n) / squares) - 1);

const sizeOf = ({ sums }: Moments) => sums.at(-1) ?? 0n;
const squaredSizes = ({ products }: Moments) => products.at(-1)?.at(-1) ?? 0n;

const largerSquares = (moments: Moments) => larger(squaredSizes(moments), moments.players?.squaredSizes ?? 0n);
