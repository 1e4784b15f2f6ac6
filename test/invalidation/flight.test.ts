import { describe, expect, test } from 'vitest';
import { createFlight } from '../../src/invalidation/flight.js';

/** Work that ends when told, with the callers who may leave it. */
function begin(callers: number) {
  let end = (_value: string) => {};
  let given = new AbortController().signal;
  const flight = createFlight((signal) => {
    given = signal;
    return new Promise<string>((resolve) => {
      end = resolve;
    });
  });
  const leaving = Array.from({ length: callers }, () => new AbortController());
  const answers = leaving.map(({ signal }) => flight.join(signal).catch((reason) => reason));
  return { flight, answers, leave: (at: number) => leaving[at]?.abort(`left ${at}`), signal: given, end };
}

describe('work for several callers', () => {
  test('goes on while one of them waits, and is aborted when the last leaves', async () => {
    const { flight, answers, leave, signal } = begin(2);
    leave(0);
    expect([await answers[0], signal.aborted, flight.isAbandoned()]).toStrictEqual(['left 0', false, false]);
    leave(1);
    expect([await answers[1], signal.reason, flight.isAbandoned()]).toStrictEqual(['left 1', 'left 1', true]);
  });

  test('goes on for one who cannot leave', async () => {
    const { flight, leave, signal, end } = begin(1);
    const stays = flight.join(undefined);
    leave(0);
    end('done');
    expect([await stays, signal.aborted]).toStrictEqual(['done', false]);
  });

  test('is not aborted by who leaves after it has ended', async () => {
    const { answers, leave, signal, end } = begin(1);
    end('done');
    expect(await answers[0]).toBe('done');
    leave(0);
    expect(signal.aborted).toBe(false);
  });

  test('is aborted if the only one has left before joining', async () => {
    const { flight, leave, answers } = begin(1);
    leave(0);
    await answers[0];
    await expect(flight.join(AbortSignal.abort('gone'))).rejects.toBe('gone');
    expect(flight.isAbandoned()).toBe(true);
  });
});
