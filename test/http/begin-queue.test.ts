import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { BeginQueue } from '../../src/http/begin-queue.js';

/** Begins the requests of connections whose names are `address.connection`, each of which takes two milliseconds. */
function begin(requestsOf: Record<string, number>) {
  let now = 0;
  const queue = new BeginQueue(() => now);
  const begun: string[] = [];
  const connection = (name: string, requests: number) => ({
    address: () => name.split('.')[0] ?? '',
    beginNext() {
      begun.push(name);
      requests -= 1;
      now += 2;
      return requests > 0;
    },
  });
  for (const [name, requests] of Object.entries(requestsOf)) queue.add(connection(name, requests));
  const next = () => begun.splice(0).join(' ');
  /** What is begun in each of the turns that follow. */
  async function turns(): Promise<string[]> {
    const all: string[] = [];
    for (let at = 0; at < 20; at += 1) {
      await turn();
      all.push(next());
    }
    return all.filter((names) => names !== '');
  }
  return { next, turns };
}

describe('of many requests a few are begun in each turn of the event loop,', () => {
  test('one of each connection after the other', async () => {
    const { next, turns } = begin({ 'a.1': 2, 'a.2': 3, 'a.3': 2, 'a.4': 2, 'a.5': 1 });
    // The first goes on while it is alone, then all take turns.
    expect(next()).toBe('a.1 a.1 a.2');
    expect(await turns()).toStrictEqual(['a.2 a.3 a.4', 'a.5 a.2 a.3', 'a.4']);
  });

  test('and one of each address', async () => {
    const { next, turns } = begin({ 'a.1': 3, 'a.2': 3, 'a.3': 3, 'b.1': 3, 'c.1': 1 });
    expect(next()).toBe('a.1 a.1 a.1');
    expect(await turns()).toStrictEqual(['a.2 b.1 c.1', 'a.3 b.1 a.2', 'b.1 a.3 a.2', 'a.3']);
  });
});
