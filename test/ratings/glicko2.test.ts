import rate from 'glicko2-lite';
import { describe, expect, test } from 'vitest';
import { Random } from '../../scripts/demo-world/random.js';
import {
  afterIdleWeeks,
  afterWeek,
  BOUNDS,
  expectedScore,
  isProvisional,
  newVolatility,
  type Rating,
  weigh,
} from '../../src/ratings/glicko2.js';
import { volatilityRoots } from './volatility-roots.js';

type Result = { opponent: Rating; score: number };

const rating = (value: number, deviation: number, volatility = 0.06): Rating => ({ value, deviation, volatility });

function evidenceOf(before: Rating, results: readonly Result[]) {
  const evidence = { information: 0, surprise: 0 };
  for (const { opponent, score } of results) weigh(evidence, before, opponent, score);
  return evidence;
}

const after = (before: Rating, results: readonly Result[], tau?: number) =>
  afterWeek(before, evidenceOf(before, results), tau);

test("Glickman's worked example, to a thousandth", () => {
  const results = [
    { opponent: rating(1400, 30), score: 1 },
    { opponent: rating(1550, 100), score: 0 },
    { opponent: rating(1700, 300), score: 0 },
  ];
  // Glickman gives 1464.06, 151.52 and 0.05999 from intermediate values of four decimals; these are without that
  // rounding.
  const { value, deviation, volatility } = after(rating(1500, 200), results, 0.5);
  expect(value).toBeCloseTo(1464.051, 3);
  expect(deviation).toBeCloseTo(151.517, 3);
  expect(volatility).toBeCloseTo(0.059996, 6);
});

test('weeks of 5 battles are as glicko2-lite has them, where its root is the next one', () => {
  const random = new Random('weeks');
  const within = (low: number, high: number) => low + random.below(1000) * ((high - low) / 1000);
  for (let week = 0; week < 2000; week += 1) {
    const before = rating(within(1200, 1800), within(60, 300), within(0.03, 0.09));
    const results = Array.from({ length: 5 }, () => ({
      opponent: rating(within(1200, 1800), within(45, 350)),
      score: random.below(3) / 2,
    }));
    const opponents = results.map(({ opponent, score }): [number, number, number] => [
      opponent.value,
      opponent.deviation,
      score,
    ]);
    const theirs = rate(before.value, before.deviation, before.volatility, opponents, { tau: 0.75, rating: 1500 });
    const ours = after(before, results);
    if (theirs.vol > BOUNDS.volatility[1]) continue;
    expect(ours.value).toBeCloseTo(theirs.rating, 2);
    expect(ours.deviation).toBeCloseTo(theirs.rd, 2);
    expect(ours.volatility).toBeCloseTo(theirs.vol, 5);
  }
});

test('battles weigh the same to the last bit in any order: their sums are of whole numbers', () => {
  const results = Array.from({ length: 200 }, (_, index) => ({
    opponent: rating(1200 + 3.7 * index, 45 + index),
    score: (index % 3) / 2,
  }));
  const evidence = evidenceOf(rating(1500, 200), results);
  expect(Object.values(evidence).every(Number.isSafeInteger)).toBe(true);
  expect(evidenceOf(rating(1500, 200), results.toReversed())).toStrictEqual(evidence);
});

describe('volatility', () => {
  /** An established favourite loses five battles to opponents 600 points below. */
  const upset = { spread: 6.7149, squaredDelta: 1015.349 };

  test('takes the root next to the old one, where an upset has three', () => {
    const roots = volatilityRoots(0.06, upset.spread, upset.squaredDelta);
    expect(roots.map((root) => root.toFixed(3))).toStrictEqual(['0.061', '1.171', '4.110']);
    expect(newVolatility(0.06, upset.spread, upset.squaredDelta)).toBeCloseTo(roots[0] ?? Number.NaN, 6);
  });

  test('so the favourite stays known, and loses what five defeats say', () => {
    const defeats = Array.from({ length: 5 }, () => ({ opponent: rating(1900, 45), score: 0 }));
    expect(after(rating(2500, 45), defeats)).toStrictEqual(rating(2441.6837, 45.9748, 0.06069854));
  });

  test('is the next root within the bounds, or the bound, whatever was played', () => {
    const random = new Random('volatility');
    const [lowest, highest] = BOUNDS.volatility;
    let severalRoots = 0;
    for (let run = 0; run < 1500; run += 1) {
      const old = lowest + (highest - lowest) * (random.below(1001) / 1000);
      const spread = (45 / 173.7178) ** 2 * 10 ** (random.below(1000) / 400);
      const squaredDelta = spread * 10 ** (random.below(5000) / 1000 - 2);
      const roots = volatilityRoots(old, spread, squaredDelta);
      if (roots.length > 1) severalRoots += 1;
      // The root is below the old volatility if there was less surprise than expected, else above it. There is one root
      // below.
      const next = squaredDelta - spread > old * old ? roots.find((root) => root >= old) : roots[0];
      const expected = Math.min(Math.max(next ?? highest, lowest), highest);
      expect(newVolatility(old, spread, squaredDelta)).toBeCloseTo(expected, 4);
    }
    expect(severalRoots).toBeGreaterThan(100);
  });
});

test('weeks without a battle widen the deviation, never beyond its bound', () => {
  expect(afterIdleWeeks(rating(1700, 60), 0)).toStrictEqual(rating(1700, 60));
  expect(afterIdleWeeks(rating(1700, 60), 52)).toStrictEqual(rating(1700, 96.1733));
  expect(afterIdleWeeks(rating(1700, 60), 5000)).toStrictEqual(rating(1700, 500));
});

test('the expected score is even among equals, adds up to 1, and doubt draws it to even', () => {
  expect(expectedScore(rating(1600, 80), rating(1600, 200))).toBe(0.5);
  const [strong, weak] = [rating(1700, 50), rating(1500, 50)];
  expect(expectedScore(strong, weak) + expectedScore(weak, strong)).toBeCloseTo(1, 12);
  expect(expectedScore(strong, weak)).toBeCloseTo(0.7546, 4);
  expect(expectedScore({ ...strong, deviation: 350 }, weak)).toBeLessThan(expectedScore(strong, weak));
});

test('a rating is provisional above a deviation of 110', () => {
  expect([110, 110.0001].map((deviation) => isProvisional(rating(1500, deviation)))).toStrictEqual([false, true]);
});
