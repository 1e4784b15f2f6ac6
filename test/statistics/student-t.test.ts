import { expect, test } from 'vitest';
import { studentT } from '../../src/statistics/student-t.js';

test.each([...Array.from({ length: 30 }, (_, index) => index + 1), 40, 60, 120])(
  'for %i degrees of freedom 95 % lie within',
  (degrees) => {
    // The table has three decimals.
    expect(within(studentT(degrees) - 0.0005, degrees)).toBeLessThan(0.95);
    expect(within(studentT(degrees) + 0.0005, degrees)).toBeGreaterThan(0.95);
  },
);

test('between two lines of the table the larger value holds, and beyond it the last', () => {
  expect([0, 1, 30, 39, 40, 59, 60, 119, 120, 1e6].map(studentT)).toStrictEqual([
    12.706, 12.706, 2.042, 2.042, 2.021, 2.021, 2, 2, 1.98, 1.98,
  ]);
});

/** The probability of a value between -t and t, with t = √f tan a: the integral of cos^(f-1) a, by Simpson's rule. */
function within(t: number, degrees: number): number {
  const density = (angle: number) => Math.max(Math.cos(angle), 0) ** (degrees - 1);
  return integral(density, Math.atan(t / Math.sqrt(degrees))) / integral(density, Math.PI / 2);
}

function integral(f: (x: number) => number, to: number): number {
  const steps = 4000;
  const values = Array.from({ length: steps + 1 }, (_, step) => f((to * step) / steps));
  const weighted = values.map((value, step) => value * (step === 0 || step === steps ? 1 : step % 2 ? 4 : 2));
  return (weighted.reduce((sum, value) => sum + value, 0) * to) / steps / 3;
}
