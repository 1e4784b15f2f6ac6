// What one key makes run at a change, with work that ends when the test says so.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswer } from '../../src/http/answer.js';
import { createSharedQuery } from '../../src/subscriptions/shared-query.js';
import { createTurns } from '../../src/subscriptions/turns.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Many different queries that all depend on the same, each followed by one stream. */
function follow(keys: number[]) {
  const turns = createTurns();
  const working = new Map<number | null, number>();
  const most = new Map<number | null, number>();
  const finished: (number | null)[] = [];
  let text = 0;
  const readers = keys.map((keyId) => {
    const query = createSharedQuery({
      topics: [],
      isLive: () => true,
      turns,
      async ask(_readAfter, of) {
        working.set(of, (working.get(of) ?? 0) + 1);
        most.set(of, Math.max(most.get(of) ?? 0, working.get(of) ?? 0));
        await new Promise((resolve) => setTimeout(resolve, 10));
        working.set(of, (working.get(of) ?? 0) - 1);
        finished.push(of);
        return { answer: createAnswer({ route: '', operation: '' }, [String(text)], []), cost: 10 };
      },
    });
    const reader = { last: '' };
    query.follow({
      keyId,
      give: ({ bytes }) => {
        reader.last = Buffer.from(bytes).toString();
      },
      pay: () => undefined,
      refuse: () => undefined,
    });
    return Object.assign(reader, { query });
  });
  return {
    most,
    finished,
    readers,
    change() {
      text += 1;
      for (const { query } of readers) query.outdate();
    },
  };
}

test('the queries of one key run two at a time, and all of them', async () => {
  const { most, readers, change } = follow(Array(900).fill(1));
  await vi.advanceTimersByTimeAsync(30_000);
  change();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(most.get(1)).toBe(2);
  expect(readers.every(({ last }) => last === '1')).toBe(true);
});

test('those of another key do not wait for them', async () => {
  const { finished, change } = follow([...Array(900).fill(1), 2]);
  await vi.advanceTimersByTimeAsync(30_000);
  finished.length = 0;
  change();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(finished.indexOf(2)).toBeLessThan(3);
});

test('a query that changes again while it waits for its turn runs once', async () => {
  const { finished, readers, change } = follow(Array(20).fill(1));
  await vi.advanceTimersByTimeAsync(30_000);
  finished.length = 0;
  change();
  await vi.advanceTimersByTimeAsync(15);
  change();
  await vi.advanceTimersByTimeAsync(30_000);
  // The two that were in progress at the second change run again.
  expect(finished.length).toBeLessThanOrEqual(24);
  expect(readers.every(({ last }) => last === '2')).toBe(true);
});
