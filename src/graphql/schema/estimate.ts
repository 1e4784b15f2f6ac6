import type { Estimate as EstimateOf, Interval as IntervalOf } from '../../statistics/estimate.js';
import { builder } from '../builder/builder.js';
import { FIGURE, included } from '../builder/prices.js';

const Interval = builder.objectRef<IntervalOf>('Interval').implement({
  description: 'The range in which a figure can be expected 95 times in 100.',
  fields: (t) => ({
    low: t.exposeFloat('low', { description: 'Its lower end.' }),
    high: t.exposeFloat('high', { description: 'Its upper end.' }),
  }),
});

const interval = (description: string) =>
  ({ type: Interval, nullable: true, description, complexity: included() }) as const;

export const Estimate = builder.objectRef<EstimateOf>('Estimate').implement({
  description: 'A figure with its sample and its intervals. Without a sample the value and the intervals are null.',
  fields: (t) => ({
    value: t.exposeFloat('value', { nullable: true, description: 'The figure, to six decimals.' }),
    n: t.exposeInt('n', { description: 'Sample size: the number of battles or players.' }),
    events: t.exposeInt('events', { description: 'Number of tournaments in the sample.' }),
    wilson: t.expose('wilson', interval("Wilson's interval, which treats each of the n as an independent draw.")),
    byEvent: t.expose(
      'byEvent',
      interval('The interval based on how much tournaments differ; null with fewer than three of them.'),
    ),
    byPlayer: t.expose(
      'byPlayer',
      interval(
        'The interval based on how much tournaments and players differ, since the same players come to several ' +
          'tournaments; null with fewer than three tournaments.',
      ),
    ),
    interval: t.expose(
      'interval',
      interval(
        'The widest of them: the one to show. It is about what the figure would be at other tournaments of the same ' +
          'kind, with other players of the same kind, paired in the same way.',
      ),
    ),
    reliable: t.exposeBoolean('reliable', {
      description:
        'Enough to rank by: a sample of 20 or more, of four tournaments and players or more, that is large enough for a ' +
        'narrow interval, whatever came of it; and an interval that is narrow: at most 0.4 wide, for a share 0.4 times ' +
        'the root of m(1 - m), where m is its middle, for a figure over the field 1.',
    }),
  }),
});

/** `statistics` pays for the sums; each figure pays for its own computation. */
export const figure = (description: string) => ({ type: Estimate, description, complexity: FIGURE }) as const;

export const ABOVE_EXPECTATION =
  'The mean of the score minus what the ratings of the two players predicted: the strength of the faction without the ' +
  'skill of its players. A draw is a half here, whatever `draws` says, because that is what ratings expect of it.';
