// When a feed takes away what is old.
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChangeSource } from '../../src/db/changes.js';
import { createFeed } from '../../src/invalidation/feed.js';

const EVERY_MS = 300_000;

test('a run that fails is repeated for the same snapshot, and none begins beside another', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const runs: { snapshot: string; end: () => void; fail: () => void }[] = [];
  let reads = 0;
  let notice = () => {};
  const source: ChangeSource = {
    remote: false,
    async open({ onNotice }) {
      notice = onNotice;
      const read = async () => {
        reads += 1;
        return { snapshot: `read ${reads}`, topics: [], server: '' };
      };
      return { read, close: async () => undefined };
    },
    prune: (snapshot) =>
      new Promise((resolve, reject) => {
        runs.push({ snapshot, end: resolve, fail: () => reject(new Error('away')) });
      }),
  };
  const feed = createFeed(source);
  await feed.opened;
  /** Something changes, and then it is time for the next run. */
  const goOn = async () => {
    notice();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
  };
  for (const _ of [1, 2, 3]) await goOn();
  expect(runs).toHaveLength(1);
  runs[0]?.fail();
  await goOn();
  runs[1]?.end();
  await goOn();
  expect(runs.map(({ snapshot }) => snapshot)).toStrictEqual(['read 2', 'read 2', 'read 5']);
  await feed.close();
});
