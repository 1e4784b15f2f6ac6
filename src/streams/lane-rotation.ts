/**
 * Returns the follower in whose lane the next shared read runs. Lanes take turns, so that a key that asks for too much
 * elsewhere does not delay the others.
 */
export function createLaneRotation<F>(followers: ReadonlySet<F>, laneOf: (follower: F) => unknown): () => F {
  const had = new Set<unknown>();
  return function next(): F {
    for (const follower of followers) {
      const lane = laneOf(follower);
      if (had.has(lane)) continue;
      had.add(lane);
      return follower;
    }
    if (had.size === 0) throw new Error('There are no followers');
    had.clear();
    return next();
  };
}
