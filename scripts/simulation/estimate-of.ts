import { aboveExpectation } from '../../src/statistics/above-expectation.js';
import type { Estimate } from '../../src/statistics/estimate.js';
import { type Moments, momentsOf } from '../../src/statistics/moments.js';
import { overField } from '../../src/statistics/over-field.js';
import { rateOf, shareOf } from '../../src/statistics/proportion.js';
import { recurrenceOf } from './recurrence-of.js';
import { type Counts, type Season, WIDTHS } from './season.js';

export const estimateOf = (figure: keyof Season, counts: Counts): Estimate => {
  const moments = momentsOf(WIDTHS[figure], counts.events);
  const known = counts.isEndless ? moments : { ...moments, players: recurrenceOf(counts, WIDTHS[figure]) };
  return METHODS[figure](known);
};

const METHODS: Record<keyof Season, (moments: Moments) => Estimate> = {
  ...{ common: rateOf, rare: rateOf, matchup: rateOf },
  ...{ above: aboveExpectation, share: shareOf, rareShare: shareOf, unbeaten: overField, top: overField },
};
