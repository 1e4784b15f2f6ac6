// A question with several followers and invented answers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAnswer } from '../../src/http/answer.js';
import { createSharedQuery, type Outcome } from '../../src/subscriptions/shared-query.js';
import { createTurns } from '../../src/subscriptions/turns.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answerOf = (text: string) => createAnswer({ route: '', operation: '' }, [text], []);

/** Answers with the current `text`, at a cost of 10. */
function createWorld() {
  const asked: (number | null)[] = [];
  const flooded = 666;
  const world = { text: 'first', asked, flooded, delay: () => 0 };
  const question = createSharedQuery({
    topics: [],
    isLive: () => true,
    turns: createTurns(),
    async ask(_readAfter, keyId): Promise<Outcome> {
      asked.push(keyId);
      const ms = world.delay();
      const { text } = world;
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      if (keyId === flooded) return { refused: { status: 503, body: '' } };
      return { answer: answerOf(text), cost: 10 };
    },
  });
  function follow(keyId: number) {
    const reader = { keyId, given: [] as string[], paid: [] as number[] };
    const leave = question.follow({
      keyId,
      give: ({ bytes }) => void reader.given.push(Buffer.from(bytes).toString()),
      pay: (cost) => void reader.paid.push(cost),
      refuse: () => undefined,
    });
    return Object.assign(reader, { leave });
  }
  return Object.assign(world, { question, follow });
}

test('is asked in the turn of another key when there is no room for the first', async () => {
  const { follow, asked, flooded } = createWorld();
  const readers = [flooded, flooded, 2].map(follow);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toStrictEqual([flooded, 2]);
  expect(readers.map(({ given }) => given)).toStrictEqual([['first'], ['first'], ['first']]);
});

test('is paid for by the keys that follow it in equal parts, and by each stream as one that is remembered', async () => {
  const world = createWorld();
  const readers = [1, 1, 2, 3].map(world.follow);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(readers.map(({ paid }) => paid)).toStrictEqual([[4], [1], [4], [4]]);
  world.question.outdate();
  await vi.advanceTimersByTimeAsync(1_000);
  // An unchanged answer is delivered to nobody, although its cost is shared by all.
  expect(readers.map(({ paid }) => paid[1])).toStrictEqual([4, 0, 3, 3]);
  expect(readers.map(({ given }) => given)).toStrictEqual([['first'], ['first'], ['first'], ['first']]);
});

test('asked for somebody who comes, is paid for by them alone', async () => {
  const world = createWorld();
  const reader = world.follow(1);
  await vi.advanceTimersByTimeAsync(1_000);
  world.text = 'second';
  const outcome = await world.question.newest(Number.POSITIVE_INFINITY, 2);
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome).toMatchObject({ cost: 10 });
  expect([reader.given, reader.paid]).toStrictEqual([
    ['first', 'second'],
    [10, 1],
  ]);
});

test('is not idle while a client waits for the answer with which to follow it, however long', async () => {
  const world = createWorld();
  await vi.advanceTimersByTimeAsync(60_000);
  world.delay = () => 30_000;
  const coming = world.question.newest(null, 1);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(world.question.idleSince()).toBe(null);
  await vi.advanceTimersByTimeAsync(1_000);
  await coming;
  expect(world.question.idleSince()).toBe(performance.now());
});

test('an older answer that comes late does not take the place of a newer one', async () => {
  const world = createWorld();
  const reader = world.follow(1);
  await vi.advanceTimersByTimeAsync(1_000);
  const delays = [50, 100, 10];
  world.delay = () => {
    world.text = `asked ${asked.length}`;
    return delays.shift() ?? 0;
  };
  const { asked, question } = world;
  const before = asked.length;
  question.outdate();
  // Both wait for the read in flight, and then each reads again.
  const all = [3, 4].map((keyId) => question.newest(Number.POSITIVE_INFINITY, keyId));
  await vi.advanceTimersByTimeAsync(1_000);
  await Promise.all(all);
  expect(asked.length - before).toBe(3);
  expect(reader.given.at(-1)).toBe(`asked ${before + 3}`);
});
