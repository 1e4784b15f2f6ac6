import { Random } from '../../src/bundle/demo/random.js';
import type { Estimate, Interval } from '../../src/statistics/estimate.js';
import { momentsOf } from '../../src/statistics/moments.js';
import { overField } from '../../src/statistics/over-field.js';
import { proportion } from '../../src/statistics/proportion.js';
import { HALF_POINTS } from '../../src/statistics/score.js';
import { playSeason, type Scenario, type Season } from './season.js';
import { truth } from './truth.js';

/** Number of reliable figures, and the share of each kind of interval that contained the truth. */
export type Coverage = {
  figures: number;
  n: number;
  events: number;
  headline: number;
  wilson: number;
  byEvent: number;
  width: number;
};

const ESTIMATES: Record<keyof Season, (events: number[][]) => Estimate> = {
  common: (events) => proportion(momentsOf(2, events), HALF_POINTS),
  rare: (events) => proportion(momentsOf(2, events), HALF_POINTS),
  matchup: (events) => proportion(momentsOf(2, events), HALF_POINTS),
  unbeaten: (events) => overField(momentsOf(4, events)),
};

export function coverage(scenario: Scenario, seasons: number, seed: string): Record<keyof Season, Coverage> {
  const random = new Random(seed);
  const known = truth(scenario);
  const none = { figures: 0, n: 0, events: 0, headline: 0, wilson: 0, byEvent: 0, width: 0 };
  const sums = { common: { ...none }, rare: { ...none }, matchup: { ...none }, unbeaten: { ...none } };
  for (let season = 0; season < seasons; season += 1) {
    const played = playSeason(random, scenario);
    for (const figure of figuresOf(sums)) add(sums[figure], ESTIMATES[figure](played[figure]), known[figure]);
  }
  for (const figure of figuresOf(sums)) divide(sums[figure]);
  return sums;
}

export const figuresOf = (of: Record<keyof Season, unknown>) => Object.keys(of) as (keyof Season)[];

function add(sum: Coverage, estimate: Estimate, known: number): void {
  const { interval, wilson, byEvent } = estimate;
  if (!estimate.reliable || !interval) return;
  const contains = (each: Interval | null) => Number(each !== null && each.low <= known && known <= each.high);
  sum.figures += 1;
  sum.n += estimate.n;
  sum.events += estimate.events;
  sum.headline += contains(interval);
  sum.wilson += contains(wilson);
  sum.byEvent += contains(byEvent);
  sum.width += interval.high - interval.low;
}

function divide(sum: Coverage): void {
  for (const name of ['n', 'events', 'headline', 'wilson', 'byEvent', 'width'] as const) sum[name] /= sum.figures;
}
