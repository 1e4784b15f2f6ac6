import { expect, test } from 'vitest';
import { mondayOf, weekOf } from '../../src/ratings/week.js';

test('a week goes from Monday to Sunday', () => {
  const days = ['2026-05-03', '2026-05-04', '2026-05-10', '2026-05-11'];
  expect(days.map((day) => mondayOf(weekOf(day)))).toStrictEqual([
    '2026-04-27',
    '2026-05-04',
    '2026-05-04',
    '2026-05-11',
  ]);
});

test('weeks are numbered without a gap over the ends of years, before 1970 too', () => {
  expect(['1969-12-28', '1969-12-29', '1970-01-01', '1970-01-05'].map(weekOf)).toStrictEqual([-1, 0, 0, 1]);
  expect(weekOf('2027-01-01')).toBe(weekOf('2026-12-31'));
  expect(weekOf('2027-01-04')).toBe(weekOf('2026-12-31') + 1);
});

test('a date of the database, at midnight UTC, is in the week of its day', () => {
  expect(weekOf(new Date('2026-05-04T00:00:00Z'))).toBe(weekOf('2026-05-04'));
});
