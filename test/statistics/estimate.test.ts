import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aboveExpectation } from '../../src/statistics/above-expectation.js';
import type { Estimate } from '../../src/statistics/estimate.js';
import { overField } from '../../src/statistics/over-field.js';
import { rateOf, shareOf } from '../../src/statistics/proportion.js';
import { momentsOf } from './moments-of.js';

const winRate = (...events: [halfPoints: number, battles: number][]) => rateOf(momentsOf(2, events));
const overFieldOf = (...events: [ours: number, all: number, field: number, ourField: number][]) =>
  overField(momentsOf(4, events));
const above = (...events: [halfPoints: number, expected: number, battles: number][]) =>
  aboveExpectation(momentsOf(3, events));

describe('a proportion', () => {
  test('has the interval of Wilson: 8 of 10, as in textbooks', () => {
    expect(winRate([16, 10])).toStrictEqual({
      value: 0.8,
      n: 10,
      events: 1,
      wilson: { low: 0.490162, high: 0.943318 },
      byEvent: null,
      byPlayer: null,
      interval: { low: 0.490162, high: 0.943318 },
      reliable: false,
    });
  });

  test('of equal events is their mean, give or take t standard errors of it', () => {
    // 4, 5, 6 and 7 of 10: 0.55, standard deviation 0.1290994, t = 3.182 for three degrees of freedom.
    const { value, byEvent } = winRate([8, 10], [10, 10], [12, 10], [14, 10]);
    const reach = (3.182 * 0.12909944487) / 2;
    expect(value).toBe(0.55);
    expect(byEvent?.low).toBeCloseTo(0.55 - reach, 6);
    expect(byEvent?.high).toBeCloseTo(0.55 + reach, 6);
  });

  test('has an interval over events from three of them on', () => {
    expect(winRate([8, 10], [12, 10]).byEvent).toBeNull();
    expect(winRate([8, 10], [12, 10], [0, 0]).byEvent).toBeNull();
    expect(winRate([8, 10], [12, 10], [1, 1]).byEvent).not.toBeNull();
  });

  test('of events that agree has an interval of Wilson all the same: the wider is shown', () => {
    const { wilson, byEvent, interval } = winRate([40, 20], [40, 20], [40, 20]);
    expect(byEvent).toStrictEqual({ low: 1, high: 1 });
    expect(wilson).toStrictEqual({ low: 0.939828, high: 1 });
    expect(interval).toStrictEqual(wilson);
  });

  test('of events that differ has the interval over events, within 0 and 1', () => {
    const { byEvent, interval } = winRate([40, 20], [0, 20], [20, 20]);
    expect(byEvent).toStrictEqual({ low: 0, high: 1 });
    expect(interval).toStrictEqual(byEvent);
  });

  test('is reliable if its sample is large enough for a narrow interval, and its interval is not wider than 0.4', () => {
    const reliable = (...events: [number, number][]) => winRate(...events).reliable;
    // Of 4 events t is 3.182, so it takes 81 independent draws: 4s / (1 + 0.02 (s - 1)).
    expect(reliable([34, 34], [34, 34], [34, 34], [34, 34])).toBe(true);
    expect(reliable([33, 33], [33, 33], [33, 33], [33, 33])).toBe(false);
    expect(reliable([700, 700], [600, 600], [650, 650])).toBe(false);
    // Unequal events count for fewer.
    expect(reliable([70, 70], [6, 6], [6, 6], [6, 6], [6, 6])).toBe(false);
    const apart = winRate([0, 40], [80, 40], [0, 40], [80, 40], [40, 40]);
    expect([apart.interval, apart.reliable]).toStrictEqual([{ low: 0, high: 1 }, false]);
    const near = winRate([14, 20], [20, 20], [24, 20], [26, 20], [16, 20]);
    expect((near.interval?.high ?? 0) - (near.interval?.low ?? 0)).toBeLessThan(0.4);
    expect(near.reliable).toBe(true);
  });
});

describe('over the field', () => {
  test('is 1 for a faction whose part of the top is its part of the field', () => {
    const even = overFieldOf([1, 4, 20, 5], [2, 4, 20, 10], [2, 8, 40, 10]);
    expect(even).toMatchObject({ value: 1, n: 25, events: 3, byEvent: { low: 1, high: 1 } });
  });

  test('is the share of the top over the share of the field', () => {
    // 5 of 12 divided by 10 of 80.
    expect(overFieldOf([2, 4, 24, 3], [2, 4, 26, 4], [1, 4, 30, 3])).toStrictEqual({
      value: 3.333333,
      n: 10,
      events: 3,
      wilson: { low: 1.577287, high: 5.089379 },
      byEvent: { low: 1.912325, high: 4.754342 },
      byPlayer: null,
      interval: { low: 1.577287, high: 5.089379 },
      reliable: false,
    });
  });
});

describe('above expectation', () => {
  test('is what was scored less what was expected', () => {
    expect(above([8, 3_500_000, 10], [10, 5_500_000, 10], [12, 4_500_000, 10])).toStrictEqual({
      value: 0.05,
      n: 30,
      events: 3,
      wilson: { low: -0.118459, high: 0.218459 },
      byEvent: { low: -0.198434, high: 0.298434 },
      byPlayer: null,
      interval: { low: -0.198434, high: 0.298434 },
      reliable: false,
    });
  });

  test('where one half is always expected it is the win rate less one half', () => {
    const rate = winRate([8, 10], [10, 11], [8, 7]);
    const over = above([8, 5_000_000, 10], [10, 5_500_000, 11], [8, 3_500_000, 7]);
    for (const part of ['wilson', 'byEvent', 'interval'] as const) {
      expect(over[part]?.low).toBeCloseTo((rate[part]?.low ?? 0) - 0.5, 5);
      expect(over[part]?.high).toBeCloseTo((rate[part]?.high ?? 0) - 0.5, 5);
    }
  });
});

describe('every estimate', () => {
  const anyCounts = fc.array(
    fc
      .record({ field: fc.integer({ min: 1, max: 200 }), all: fc.nat(), ourField: fc.nat(), ours: fc.nat() })
      .map(({ field, all, ourField, ours }): [number, number, number, number] => {
        const [top, own] = [all % (field + 1), ourField % (field + 1)];
        return [ours % (Math.min(top, own) + 1), top, field, own];
      }),
    { minLength: 1, maxLength: 20 },
  );
  const estimates = (events: [number, number, number, number][]): Estimate[] => [
    overFieldOf(...events),
    shareOf(
      momentsOf(
        2,
        events.map(([ours, , , ourField]) => [ours, ourField]),
      ),
    ),
    above(
      ...events.map(([ours, top, , field]): [number, number, number] => [
        ours,
        7919 * Math.min(top, 126 * field),
        field,
      ]),
    ),
  ];

  test('is the same to the last digit whatever order events come in', () => {
    fc.assert(
      fc.property(anyCounts, (events) => {
        expect(estimates(events.toReversed())).toStrictEqual(estimates(events));
      }),
    );
  });

  test('has its value inside its intervals, and six decimals', () => {
    fc.assert(
      fc.property(anyCounts, (events) => {
        for (const { value, wilson, byEvent, interval } of estimates(events)) {
          for (const each of [wilson, byEvent, interval]) {
            if (value === null || each === null) continue;
            expect(each.low).toBeLessThanOrEqual(value + 1e-6);
            expect(each.high).toBeGreaterThanOrEqual(value - 1e-6);
            for (const number of [value, each.low, each.high]) expect(number).toBe(Number(number.toFixed(6)));
          }
        }
      }),
    );
  });

  test('has about the standard error that leaving one event out at a time gives', () => {
    const events = Array.from({ length: 150 }, (_, index): [number, number, number, number] => {
      const own = 4 + ((index * 7) % 11);
      return [(index * index + index) % 5, 8 + (index % 3), 40 + ((index * 13) % 17), own];
    });
    for (const [which, full] of estimates(events).entries()) {
      const without = events.map(
        (_, left) => estimates(events.filter((_, index) => index !== left))[which]?.value ?? 0,
      );
      const mean = without.reduce((sum, value) => sum + value, 0) / without.length;
      const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      const jackknife = Math.sqrt(((without.length - 1) / without.length) * squares);
      const reach = ((full.byEvent?.high ?? 0) - (full.byEvent?.low ?? 0)) / 2;
      expect(reach / (1.98 * jackknife)).toBeCloseTo(1, 1);
    }
  });
});
