/** A strength: its estimate, the uncertainty of that, and how much the strength varies from week to week. */
export type Rating = { value: number; deviation: number; volatility: number };

/** Evidence from a player's battles of one week, in whole multiples of `GRAIN`. */
export type Evidence = { information: number; surprise: number };

/** Value and volatility are Glickman's, the deviation is fitted to real battles (research/real-battles). Bounds, largest step and tau are those of Lichess (liglicko2). */
export const NEWCOMER: Rating = { value: 1500, deviation: 200, volatility: 0.06 };
export const BOUNDS = { value: [400, 4000], deviation: [45, 500], volatility: [0.01, 0.1] } as const;
const TAU = 0.75;
const STEPS = [-700, 700] as const;
const PROVISIONAL_ABOVE = 110;

/** Glickman's scale: number of points that correspond to odds of e to 1. */
const SCALE = 173.7178;
/** Sums of integers are exact, so the order of battles within a week does not matter. */
const GRAIN = 2 ** -40;
const NEWTON_STEPS = 60;
const TOLERANCE = 1e-10;

export function isProvisional({ deviation }: Rating): boolean {
  return deviation > PROVISIONAL_ABOVE;
}

/** Weeks without a battle increase the deviation; one formula covers any number of them. */
export function afterIdleWeeks(rating: Rating, weeks: number): Rating {
  if (weeks === 0) return rating;
  const deviation = SCALE * Math.sqrt(square(rating.deviation / SCALE) + weeks * square(rating.volatility));
  const { value, volatility } = rating;
  return { value, deviation: decimals(clamp(deviation, BOUNDS.deviation), 4), volatility };
}

/** Expected score of the first against the second, from 0 to 1, with the deviations of both. */
export function expectedScore(first: Rating, second: Rating): number {
  const deviation = Math.sqrt(square(first.deviation) + square(second.deviation));
  return logistic((damping(deviation) * (first.value - second.value)) / SCALE);
}

/** Adds the evidence of one battle about `rating`, whose score it is, against an opponent's rating before the week. */
export function weigh(evidence: Evidence, rating: Rating, opponent: Rating, score: number): void {
  const g = damping(opponent.deviation);
  const expected = logistic((g * (rating.value - opponent.value)) / SCALE);
  evidence.information += nearest((g * g * expected * (1 - expected)) / GRAIN);
  evidence.surprise += nearest((g * (score - expected)) / GRAIN);
}

/** The rating after a week: steps 3 to 8 of Glickman's "Example of the Glicko-2 system". */
export function afterWeek(rating: Rating, evidence: Evidence, tau = TAU): Rating {
  const variance = 1 / (evidence.information * GRAIN);
  const surprise = evidence.surprise * GRAIN;
  const phi = rating.deviation / SCALE;
  const volatility = newVolatility(rating.volatility, square(phi) + variance, square(variance * surprise), tau);
  const after = 1 / Math.sqrt(1 / (square(phi) + square(volatility)) + 1 / variance);
  const step = clamp(SCALE * square(after) * surprise, STEPS);
  return {
    value: decimals(clamp(rating.value + step, BOUNDS.value), 4),
    deviation: decimals(clamp(SCALE * after, BOUNDS.deviation), 4),
    volatility: decimals(volatility, 8),
  };
}

/**
 * Step 5: the root of Glickman's equation nearest to the old volatility, within the bounds. After a great upset there
 * are three roots, and it is arbitrary which of them a bracketing method finds. Newton's method from the old volatility
 * cannot miss the nearest: with `improvement` = delta² - spread, either it is above 1.5 spread, then the function is
 * convex within the bounds and the steps approach the first root without passing it, or the slope is within 7 % of
 * -1/tau² (at tau = 0.75).
 */
export function newVolatility(old: number, spread: number, squaredDelta: number, tau = TAU): number {
  const start = 2 * Math.log(old);
  const improvement = squaredDelta - spread;
  let x = start;
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const u = Math.exp(x);
    const height = (u * (improvement - u)) / (2 * square(spread + u)) - (x - start) / square(tau);
    const slope =
      (u * (improvement * (spread - u) - 2 * u * spread)) / (2 * square(spread + u) * (spread + u)) - 1 / square(tau);
    // The function rises again before it has reached zero: there is no root below the upper bound.
    if (slope >= 0) return HIGHEST;
    const before = x;
    x = clamp(x - height / slope, LOG_BOUNDS);
    if (Math.abs(x - before) < TOLERANCE) break;
  }
  return clamp(Math.exp(x / 2), BOUNDS.volatility);
}

const [LOWEST, HIGHEST] = BOUNDS.volatility;
/** Bounds of the logarithm of the squared volatility, computed once because every step needs them. */
const LOG_BOUNDS = [2 * Math.log(LOWEST), 2 * Math.log(HIGHEST)] as const;
const damping = (deviation: number) => 1 / Math.sqrt(1 + 3 * square(deviation / SCALE / Math.PI));
const logistic = (x: number) => 1 / (1 + Math.exp(-x));
const clamp = (x: number, [low, high]: readonly [number, number]) => Math.min(Math.max(x, low), high);
/** Stored values are short decimals: math libraries of other languages differ in the last bits of exp and log. */
export const decimals = (x: number, places: number) => nearest(x * 10 ** places) / 10 ** places;
const nearest = (x: number) => Math.floor(x + 0.5);
const square = (x: number) => x * x;
