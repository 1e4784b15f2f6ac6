import { expect, onTestFinished, test, vi } from 'vitest';
import type { ChangeSource, News } from '../../src/db/log/source.js';
import { createFeed } from '../../src/invalidation/feed.js';

const EVERY_MS = 300_000;

/** A feed of what the test says is new. */
async function openFeed(prune: ChangeSource['prune'] = async () => undefined) {
  const news: News = { head: 1, mark: 'first', tags: [], imports: 0 };
  let [notice, reads] = [() => {}, 0];
  const read = async () => {
    reads += 1;
    return { ...news };
  };
  const feed = createFeed({
    remote: false,
    prune,
    async open({ onNotice }) {
      notice = onNotice;
      return { read, close: async () => undefined };
    },
  });
  onTestFinished(() => feed.close());
  const heard: [tags: string[] | null, head: number][] = [];
  feed.subscribe((tags, head) => heard.push([tags && [...tags], head]));
  await feed.opened;
  const tell = (more: Partial<News>) => {
    Object.assign(news, more);
    notice();
  };
  return { feed, heard, tell, reads: () => reads };
}

test('listeners get what is new with its number, and anything after another mark', async () => {
  const { feed, heard, tell } = await openFeed();
  const read = async (more: Partial<News>) => {
    tell(more);
    await feed.reach(Number.POSITIVE_INFINITY);
  };
  await read({ tags: ['club'] });
  await read({ head: 3 });
  await read({ head: 2, mark: 'second' });
  await read({ head: 4, tags: null });
  expect(heard).toStrictEqual([
    [null, 1],
    [['club'], 3],
    [null, 2],
    [null, 4],
  ]);
  expect([feed.head(), feed.mark()]).toStrictEqual([4, 'second']);
});

test('a number is reached without a read if it is known, and with one that begins later if not', async () => {
  const { feed, tell, reads } = await openFeed();
  await feed.reach(1);
  expect(reads()).toBe(1);
  tell({ head: 2 });
  await Promise.all([feed.reach(2), feed.reach(2)]);
  expect([feed.head(), reads()]).toStrictEqual([2, 2]);
});

test('a run that fails is repeated for the same numbers, and none begins beside another', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const runs: { numbers: number[]; end: () => void; fail: () => void }[] = [];
  const { tell, feed } = await openFeed(
    (from, to) =>
      new Promise((resolve, reject) => {
        runs.push({ numbers: [from, to], end: resolve, fail: () => reject(new Error('away')) });
      }),
  );
  let head = 1;
  /** Something changes, and then it is time for the next run. */
  const goOn = async () => {
    head += 1;
    tell({ head });
    await feed.reach(head);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
  };
  for (const _ of [1, 2, 3]) await goOn();
  expect(runs).toHaveLength(1);
  runs[0]?.fail();
  await goOn();
  runs[1]?.end();
  await goOn();
  runs[2]?.end();
  await goOn();
  expect(runs.map(({ numbers }) => numbers)).toStrictEqual([
    [2, 2],
    [2, 2],
    [2, 5],
    [5, 6],
  ]);
});
