import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginShort, giveWay } from '../../src/entrance/event-loop.js';

/** Time for which the thread has been busy: it passes without any timer firing. Later than all that other tests have done. */
let busyMs = performance.now();

beforeEach(() => {
  busyMs += 100;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'] });
  const idle = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => idle() + busyMs);
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Takes steps of one millisecond. */
async function compute(name: string, steps: number, notes: string[]): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await giveWay();
    notes.push(name);
    busyMs += 1;
  }
}

test('long operations take turns, one step each', async () => {
  const notes: string[] = [];
  const both = Promise.all([compute('a', 6, notes), compute('b', 6, notes)]);
  await vi.runAllTimersAsync();
  await both;
  expect(notes.join('')).toBe('abababababab');
});

/** Runs the next timer or immediate, and everything that can then go on without another. */
async function turn(): Promise<void> {
  vi.advanceTimersToNextTimer();
  for (let each = 0; each < 20; each += 1) await null;
}

test('each step is in a turn of the event loop of its own', async () => {
  const notes: string[] = [];
  const all = Promise.all(['a', 'b', 'c'].map((name) => compute(name, 2, notes)));
  const seen: string[] = [];
  for (let turns = 0; turns < 3; turns += 1) {
    await turn();
    seen.push(notes.join(''));
  }
  await vi.runAllTimersAsync();
  await all;
  expect(seen).toEqual(['a', 'ab', 'abc']);
});

test('after a slice they wait while a short operation is in progress, and go on as soon as it ends', async () => {
  const notes: string[] = [];
  const end = beginShort();
  const long = compute('a', 6, notes);
  await vi.advanceTimersByTimeAsync(5);
  const before = notes.length;
  end();
  await turn();
  await turn();
  await long;
  expect([before, notes.length]).toEqual([2, 6]);
});

test('short operations without end hold up each slice for six milliseconds', async () => {
  const notes: string[] = [];
  const renew = setInterval(beginShort, 1);
  beginShort();
  const long = compute('a', 6, notes);
  await vi.advanceTimersByTimeAsync(19);
  const slices = notes.length / 2;
  clearInterval(renew);
  await vi.runAllTimersAsync();
  await long;
  expect(slices).toBe(3);
});

test('an operation that takes long without computing holds up nothing', async () => {
  const notes: string[] = [];
  beginShort();
  await vi.advanceTimersByTimeAsync(25);
  const long = compute('a', 4, notes);
  await turn();
  await turn();
  await long;
  expect(notes).toHaveLength(4);
});
