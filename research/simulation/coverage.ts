import { Random } from '../../scripts/demo-world/random.js';
import type { Estimate, Interval } from '../../src/statistics/estimate.js';
import { FIGURES, type Figure, figuresOf } from './figures.js';
import { playSeason, type Scenario } from './season.js';
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

/** How often the intervals contain what is known of the scenario; figures of which nothing is known are left out. */
export function coverage(
  scenario: Scenario,
  seasons: number,
  seed: string,
  known: Partial<Record<Figure, number>> = truth(scenario),
): Record<Figure, Coverage> {
  const random = new Random(seed);
  const none = {
    ...{ figures: 0, n: 0, events: 0, headline: 0, wilson: 0, byEvent: 0, byPlayer: 0, width: 0 },
    ...{ reliable: 0, reliableHeadline: 0 },
  };
  const sums = Object.fromEntries(FIGURES.map((figure) => [figure, { ...none }])) as Record<Figure, Coverage>;
  for (let nth = 0; nth < seasons; nth += 1) {
    const estimates = figuresOf(playSeason(random, scenario));
    for (const figure of FIGURES) add(sums[figure], estimates[figure], known[figure], /share/i.test(figure));
  }
  for (const figure of FIGURES) divide(sums[figure]);
  return sums;
}

function add(sum: Coverage, estimate: Estimate, known: number | undefined, isShare: boolean): void {
  const { interval, wilson, byEvent, byPlayer } = estimate;
  if (known === undefined || !interval || estimate.n < LEAST.n || estimate.events < LEAST.events) return;
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
