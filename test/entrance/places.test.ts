// Places for requests in progress: shared fairly, whoever comes first.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlaces, type Places } from '../../src/entrance/places.js';

const takeAll = ({ take }: Places, owner: string, times = 100) =>
  Array.from({ length: times }, () => take(owner)).filter((place) => place !== null);

test('one owner has half of them, the next half of the rest, and there is always one for another', () => {
  const places = createPlaces(20);
  expect(['a', 'b', 'c', 'd'].map((owner) => takeAll(places, owner).length)).toStrictEqual([10, 5, 3, 1]);
  expect(places.inUse()).toBe(19);
});

test('owners that want all of them come to have the same', () => {
  const places = createPlaces(100);
  const held = { a: takeAll(places, 'a'), b: takeAll(places, 'b') };
  // Whose requests end makes room, and both ask again.
  for (let round = 0; round < 200; round += 1) {
    for (const owner of ['a', 'b'] as const) {
      held[owner].shift()?.release();
      held[owner].push(...takeAll(places, owner));
    }
  }
  expect(Math.abs(held.a.length - held.b.length)).toBeLessThanOrEqual(2);
  expect(100 - places.inUse()).toBeGreaterThanOrEqual(30);
});

test('a place counts to the key once that is recognised, unless the key has its share', () => {
  const places = createPlaces(4);
  const [first, second] = takeAll(places, 'address');
  expect([first?.moveTo('key'), second?.moveTo('key')]).toStrictEqual([true, true]);
  expect(places.inUse()).toBe(2);
  const third = places.take('address');
  expect([third?.moveTo('key'), places.inUse()]).toStrictEqual([false, 2]);
  third?.release();
  expect(places.inUse()).toBe(2);
});

test('a request that only waits holds none, and has its own back afterwards', () => {
  const places = createPlaces(2);
  const place = places.take('a');
  const goOn = place?.pause();
  expect([places.inUse(), places.take('b') !== null]).toStrictEqual([0, true]);
  expect([goOn?.(), places.inUse()]).toStrictEqual([true, 2]);
  place?.release();
  expect([goOn?.(), places.inUse()]).toStrictEqual([false, 1]);
});

test('unless its owner has its share by then', () => {
  const places = createPlaces(4);
  const goOn = places.take('a')?.pause();
  takeAll(places, 'a');
  expect([goOn?.(), places.inUse()]).toStrictEqual([false, 2]);
});

test('whatever is done with them, those that are released are free', () => {
  const owner = fc.constantFrom('a', 'b', 'c');
  const step = fc.oneof(
    fc.record({ take: owner }),
    fc.record({ move: fc.nat(20), to: owner }),
    fc.record({ pause: fc.nat(20) }),
    fc.record({ goOn: fc.nat(20) }),
    fc.record({ release: fc.nat(20) }),
  );
  fc.assert(
    fc.property(fc.nat(12), fc.array(step, { maxLength: 60 }), (max, steps) => {
      const places = createPlaces(max);
      const taken: NonNullable<ReturnType<Places['take']>>[] = [];
      const paused: (() => boolean)[] = [];
      for (const each of steps) {
        if ('take' in each) taken.push(...takeAll(places, each.take, 1));
        else if ('move' in each) taken[each.move]?.moveTo(each.to);
        else if ('pause' in each) paused.push(taken[each.pause]?.pause() ?? (() => false));
        else if ('goOn' in each) paused[each.goOn]?.();
        else taken[each.release]?.release();
        expect(places.inUse()).toBeGreaterThanOrEqual(0);
      }
      for (const place of taken) place.release();
      for (const goOn of paused) goOn();
      expect(places.inUse()).toBe(0);
    }),
  );
});
