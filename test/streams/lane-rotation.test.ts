import { expect, test } from 'vitest';
import { createLaneRotation } from '../../src/streams/lane-rotation.js';

type Follower = { lane: number };

const followersOf = (lanes: number[]) => new Set(lanes.map((lane) => ({ lane })));
const rotationOf = (followers: Set<Follower>, busy: ReadonlySet<number> = new Set()) =>
  createLaneRotation(
    followers,
    ({ lane }) => lane,
    (lane) => busy.has(lane),
  );
const taken = (next: () => Follower, times: number) => Array.from({ length: times }, () => next().lane);

test('lanes take turns, however many followers each has', () => {
  expect(taken(rotationOf(followersOf([7, 7, 7, 8, 9, 8])), 7)).toStrictEqual([7, 8, 9, 7, 8, 9, 7]);
});

test('one that comes has a turn in the same round, and one that has left has none', () => {
  const followers = followersOf([7, 8]);
  const next = rotationOf(followers);
  expect(next().lane).toBe(7);
  for (const follower of followers) if (follower.lane === 8) followers.delete(follower);
  followers.add({ lane: 9 });
  expect(taken(next, 3)).toStrictEqual([9, 7, 9]);
});

test('one that is busy has none while there is another', () => {
  const busy = new Set([7, 9]);
  const next = rotationOf(followersOf([7, 8, 9, 10]), busy);
  expect(taken(next, 4)).toStrictEqual([8, 10, 8, 10]);
  for (const lane of [8, 10]) busy.add(lane);
  expect(taken(next, 2)).toStrictEqual([7, 7]);
  busy.clear();
  expect(taken(next, 4)).toStrictEqual([7, 8, 9, 10]);
});
