import { describe, expect, test } from 'vitest';
import { dateWindow, isCalendarDay } from '../../src/paging/date-window.js';

describe('a calendar day', () => {
  test.each(['2026-05-02', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '0099-12-31', '2026-12-31'])(
    'is %s',
    (text) => {
      expect(isCalendarDay(text)).toBe(true);
    },
  );

  test.each([
    '',
    '2026',
    '2026-05',
    '2026-5-2',
    '2026-00-01',
    '2026-13-01',
    '2026-05-00',
    '2026-04-31',
    '2026-05-32',
    '2025-02-29',
    '1900-02-29',
    '0000-01-01',
    '02026-05-02',
    '+002026-05-02',
    '-2026-05-02',
    '2026-05-02T00:00:00Z',
    '2026-05-02 ',
    ' 2026-05-02',
    '2026-05-02\n',
    '2026/05/02',
    '02-05-2026',
    '20260502',
    '２０２６-05-02',
    '2026‐05‐02',
    'yesterday',
  ])('is not %j', (text) => {
    expect(isCalendarDay(text)).toBe(false);
  });
});

describe('a date window', () => {
  test.each([
    [undefined, undefined, { from: null, to: null }],
    [null, null, { from: null, to: null }],
    ['2026-05-02', undefined, { from: '2026-05-02', to: null }],
    [null, '2026-05-02', { from: null, to: '2026-05-02' }],
    ['0001-01-01', null, { from: '0001-01-01', to: null }],
    ['2026-05-02', '2026-05-02', { from: '2026-05-02', to: '2026-05-02' }],
    ['2026-05-02', '2027-05-02', { from: '2026-05-02', to: '2027-05-02' }],
    ['2023-03-01', '2024-03-01', { from: '2023-03-01', to: '2024-03-01' }],
    ['2024-02-28', '2025-02-28', { from: '2024-02-28', to: '2025-02-28' }],
    ['2024-02-29', '2025-02-28', { from: '2024-02-29', to: '2025-02-28' }],
    ['2023-02-28', '2024-02-28', { from: '2023-02-28', to: '2024-02-28' }],
    ['0099-12-31', '0100-12-31', { from: '0099-12-31', to: '0100-12-31' }],
    ['9999-01-01', '9999-12-31', { from: '9999-01-01', to: '9999-12-31' }],
  ])('may reach from %s to %s', (from, to, window) => {
    expect(dateWindow(from, to)).toStrictEqual(window);
  });

  test.each([
    ['2026-05-02', '2026-05-01', 'from must not be after to'],
    ['9999-12-31', '0001-01-01', 'from must not be after to'],
    ['2026-05-02', '2027-05-03', 'the date range must not exceed one year'],
    ['2024-02-29', '2025-03-01', 'the date range must not exceed one year'],
    ['2023-02-28', '2024-02-29', 'the date range must not exceed one year'],
    ['0099-12-31', '0101-01-01', 'the date range must not exceed one year'],
    ['0001-01-01', '9999-12-31', 'the date range must not exceed one year'],
  ])('may not reach from %s to %s: %s', (from, to, message) => {
    expect(() => dateWindow(from, to)).toThrow(expect.objectContaining({ status: 400, code: 'BAD_REQUEST', message }));
  });
});
