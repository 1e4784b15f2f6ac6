import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { LoopQueue } from '../../src/http/loop-queue.js';

/** A queue in which each work takes two milliseconds, and what is begun in each turn that follows. */
function open() {
  let now = 0;
  const queue = new LoopQueue(() => now);
  const begun: string[] = [];
  const begin = (name: string) => {
    begun.push(name);
    now += 2;
  };
  const next = () => begun.splice(0).join(' ');
  async function turns(): Promise<string[]> {
    const all = [next()];
    for (let at = 0; at < 20; at += 1) {
      await turn();
      all.push(next());
    }
    return all.filter((names) => names !== '');
  }
  const pass = (ms: number) => {
    now += ms;
  };
  return { queue, begin, next, turns, pass };
}

describe('a few works are begun in each turn of the event loop,', () => {
  test('in the order in which they came', async () => {
    const { queue, begin, turns } = open();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
      if (queue.isFree()) begin(name);
      else queue.wait('', () => begin(name));
    }
    expect(await turns()).toStrictEqual(['a b c', 'd e f', 'g']);
  });

  test('those of all lanes in turn', async () => {
    const { queue, begin, turns } = open();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) queue.wait(name.charAt(0), () => begin(name));
    expect(await turns()).toStrictEqual(['a1 b1 c1', 'a2 b2 a3', 'a4']);
  });

  test('also when lanes go on to arrive', async () => {
    const { queue, begin, turns } = open();
    let newcomers = 0;
    const arrive = () => {
      newcomers += 1;
      if (newcomers < 40) queue.wait(`lane ${newcomers}`, arrive);
      begin('.');
    };
    for (let at = 0; at < 3; at += 1) queue.wait('newcomer', arrive);
    for (const name of ['a', 'b', 'c']) queue.wait('own', () => begin(name));
    expect((await turns()).slice(0, 3).join(' ')).toBe('. a . . b . . . c');
  });

  test('one of a key after one of an address, however many addresses there are', async () => {
    const { queue, begin, turns } = open();
    for (const name of ['a1', 'a2', 'b1', 'c1', 'd1', 'e1']) queue.wait(name.charAt(0), () => begin(name));
    for (const name of ['11', '12', '13', '21']) queue.wait(Number(name.charAt(0)), () => begin(name));
    expect(await turns()).toStrictEqual(['11 a1 21', 'b1 12 c1', '13 d1 e1', 'a2']);
  });

  test.each([
    { of: 'addresses', lane: (number: number) => number, own: 'address' },
    { of: 'keys', lane: (number: number) => `${number}`, own: 0 },
  ])('also those of $of beside newcomers of the other kind', async ({ lane, own }) => {
    const { queue, begin, turns } = open();
    let newcomers = 0;
    const arrive = () => {
      newcomers += 1;
      if (newcomers < 40) queue.wait(lane(newcomers), arrive);
      begin('.');
    };
    for (let at = 1; at <= 3; at += 1) queue.wait(lane(at), arrive);
    for (const name of ['a', 'b', 'c']) queue.wait(own, () => begin(name));
    expect((await turns()).slice(0, 2).join(' ')).toMatch(/^(\. )?a \. b \. c/);
  });

  test('also what they do after their first step counts', async () => {
    const { queue, begin, turns } = open();
    for (const name of ['a', 'b', 'c']) {
      const work = async () => {
        await null;
        begin(name);
        begin(name);
      };
      queue.wait('', work);
    }
    expect(await turns()).toStrictEqual(['a a b b', 'c c']);
  });

  test('and none overtakes those that wait', async () => {
    const { queue, begin, turns } = open();
    queue.wait('', () => begin('a'));
    expect(queue.isFree()).toBe(false);
    const turnOf = queue.turnOf('');
    void turnOf?.then(() => begin('b'));
    expect(await turns()).toStrictEqual(['a b']);
    expect(queue.turnOf('')).toBeNull();
  });
});

test('they are begun although other work takes longer than a turn should', async () => {
  const { queue, begin, next, pass } = open();
  for (const name of ['a', 'b', 'c', 'd']) queue.wait('', () => begin(name));
  const inTurns: string[] = [];
  for (let at = 0; at < 4; at += 1) {
    await turn();
    inTurns.push(next());
    queue.isFree();
    pass(20);
  }
  expect(inTurns).toStrictEqual(['', 'a b c', 'd', '']);
});

test('the event loop is kept awake only by works that wait', async () => {
  const queue = new LoopQueue();
  const isAwake = () => process.getActiveResourcesInfo().includes('Immediate');
  await turn();
  const before = isAwake();
  queue.isFree();
  expect([before, isAwake()]).toStrictEqual([false, false]);
  queue.wait('', () => undefined);
  expect(isAwake()).toBe(true);
});

test('they are held in turns in which something is to come first, for 50 ms at a time', async () => {
  const { queue, begin, next, pass } = open();
  for (let at = 0; at < 20; at += 1) queue.wait('', () => begin('a'));
  const inTurns: string[] = [];
  for (let at = 0; at < 12; at += 1) {
    pass(10);
    queue.hold();
    await turn();
    inTurns.push(next());
  }
  expect(inTurns).toStrictEqual(['', '', '', '', '', 'a a a', '', '', '', '', '', 'a a a']);
});
