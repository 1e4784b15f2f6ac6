import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgress } from '../../src/cli/progress.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function streamTo(lines: string[], isTTY: boolean) {
  return { isTTY, write: (text: string) => lines.push(text) > 0 } as Parameters<typeof createProgress>[0];
}

test('without a terminal a line is printed every ten seconds, also while nothing is told', () => {
  const lines: string[] = [];
  const progress = createProgress(streamTo(lines, false));
  progress.show({ step: 'reading', lines: 1000 });
  vi.advanceTimersByTime(9_999);
  expect(lines).toStrictEqual([]);
  vi.advanceTimersByTime(1);
  progress.show({ step: 'writing', done: 0, total: 40_000 });
  vi.advanceTimersByTime(4_000);
  progress.show({ step: 'writing', done: 10_000, total: 40_000 });
  vi.advanceTimersByTime(6_000);
  progress.show({ step: 'finishing' });
  vi.advanceTimersByTime(20_000);
  const finishing = 'Finishing: search, listings and statistics\n';
  const writing = 'Writing: [########......................] 10,000 of 40,000 lines, 2,500 a second, 12 s left\n';
  expect(lines).toStrictEqual(['Reading and checking: 1,000 lines\n', writing, finishing, finishing]);
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(4);
});

test('what is left to read is said where it is known how much there is', () => {
  const lines: string[] = [];
  const progress = createProgress(streamTo(lines, true));
  progress.show({ step: 'reading', lines: 0 }, 0);
  vi.advanceTimersByTime(1_000);
  progress.show({ step: 'reading', lines: 3000 }, 0.25);
  progress.show({ step: 'comparing' });
  expect(lines.map((line) => line.replace('\r\x1b[K', ''))).toStrictEqual([
    'Reading and checking: [..............................] 0 lines',
    'Reading and checking: [########......................] 3,000 lines, 3,000 a second, 3 s left',
    'Comparing with the database',
  ]);
});

test('on a terminal one line is drawn again and again, and cleared in the end', () => {
  const lines: string[] = [];
  const progress = createProgress(streamTo(lines, true));
  progress.show({ step: 'reading', lines: 1000 });
  progress.show({ step: 'reading', lines: 2000 });
  vi.advanceTimersByTime(500);
  progress.show({ step: 'reading', lines: 3000 });
  progress.show({ step: 'finishing' });
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(lines.map((line) => line.replace('\r\x1b[K', '|'))).toStrictEqual([
    '|Reading and checking: 1,000 lines',
    '|Reading and checking: 3,000 lines, 6,000 a second',
    '|Finishing: search, listings and statistics',
    '|',
  ]);
});
