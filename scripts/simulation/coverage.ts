import type { Estimate, Interval } from '../../src/statistics/estimate.js';
import { Random } from '../demo-world/random.js';
import { estimateOf } from './estimate-of.js';
import { playSeason, type Scenario, type Season, WIDTHS } from './season.js';
import { truth } from './truth.js';

/**
 * Number of figures with a large enough sample, and the share of each kind of interval that contained the truth. Those
 * that are `reliable`, for which the interval must be narrow as well, are counted again.
 */
export type Coverage = {
  figures: number;
  n: number;
  events: number;
  headline: number;
  wilson: number;
  byEvent: number;
  byPlayer: number;
  width: number;
  reliable: number;
  reliableHeadline: number;
};

/** A sample that is smaller than this is not judged: the interval by events needs three. */
const LEAST = { n: 20, events: 3 };

export function coverage(scenario: Scenario, seasons: number, seed: string): Record<keyof Season, Coverage> {
  const random = new Random(seed);
  const known = truth(scenario);
  const none = {
    ...{ figures: 0, n: 0, events: 0, headline: 0, wilson: 0, byEvent: 0, byPlayer: 0, width: 0 },
    ...{ reliable: 0, reliableHeadline: 0 },
  };
  const sums = Object.fromEntries(Object.keys(WIDTHS).map((figure) => [figure, { ...none }])) as Record<
    keyof Season,
    Coverage
  >;
  for (let nth = 0; nth < seasons; nth += 1) {
    const season = playSeason(random, scenario);
    for (const figure of figuresOf(sums))
      add(sums[figure], estimateOf(figure, season[figure]), known[figure], /share/i.test(figure));
  }
  for (const figure of figuresOf(sums)) divide(sums[figure]);
  return sums;
}

export const figuresOf = (of: Record<keyof Season, unknown>) => Object.keys(of) as (keyof Season)[];

function add(sum: Coverage, estimate: Estimate, known: number, isShare: boolean): void {
  const { interval, wilson, byEvent, byPlayer } = estimate;
  if (!interval || estimate.n < LEAST.n || estimate.events < LEAST.events) return;
  // A faction that was not played has no figures.
  if (isShare && estimate.value === 0) return;
  const contains = (each: Interval | null) => Number(each !== null && each.low <= known && known <= each.high);
  sum.figures += 1;
  sum.n += estimate.n;
  sum.events += estimate.events;
  sum.headline += contains(interval);
  sum.wilson += contains(wilson);
  sum.byEvent += contains(byEvent);
  sum.byPlayer += contains(byPlayer);
  sum.width += interval.high - interval.low;
  if (!estimate.reliable) return;
  sum.reliable += 1;
  sum.reliableHeadline += contains(interval);
}

function divide(sum: Coverage): void {
  sum.reliableHeadline /= sum.reliable;
  sum.reliable /= sum.figures;
  for (const name of ['n', 'events', 'headline', 'wilson', 'byEvent', 'byPlayer', 'width'] as const) {
    sum[name] /= sum.figures;
  }
}
