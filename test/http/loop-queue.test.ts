import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { LoopQueue, noteConnection } from '../../src/http/loop-queue.js';

/** A queue in which each work takes two milliseconds, and what is begun in each turn that follows. */
function open() {
  let now = 0;
  const queue = new LoopQueue<string>(() => now);
  const begun: string[] = [];
  const begin = (name: string) => {
    begun.push(name);
    now += 2;
  };
  const next = () => begun.splice(0).join(' ');
  async function turns(count = 20): Promise<string[]> {
    const all = [next()];
    for (let at = 0; at < count; at += 1) {
      await turn();
      all.push(next());
    }
    return all.filter((names) => names !== '');
  }
  return { queue, begin, turns };
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

  test('and none while connections are accepted after a full turn', async () => {
    const { queue, begin, turns } = open();
    for (const name of ['a', 'b', 'c', 'd']) queue.wait('', () => begin(name));
    for (let connections = 0; connections < 20; connections += 1) {
      noteConnection();
      await turn();
    }
    expect(await turns(0)).toStrictEqual([]);
    expect(await turns()).toStrictEqual(['a b c', 'd']);
  });

  test('for a limited number of turns', async () => {
    const { queue, begin, turns } = open();
    queue.wait('', () => begin('a'));
    for (let connections = 0; connections < 40; connections += 1) {
      noteConnection();
      await turn();
    }
    expect(await turns(0)).toStrictEqual(['a']);
  });
});
