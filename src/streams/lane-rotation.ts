/**
 * Returns the follower in whose lane the next shared read runs. Lanes take turns, and one that is busy is passed over
 * while there is another, so that a key that asks for too much elsewhere does not delay the others.
 */
export function createLaneRotation<F, L>(
  followers: ReadonlySet<F>,
  laneOf: (follower: F) => L,
  isBusy: (lane: L) => boolean,
): () => F {
  const had = new Set<L>();
  return function next(): F {
    let busy: F | undefined;
    for (const follower of followers) {
      const lane = laneOf(follower);
      if (had.has(lane)) continue;
      if (isBusy(lane)) {
        busy ??= follower;
        continue;
      }
      had.add(lane);
      return follower;
    }
    if (had.size > 0) {
      had.clear();
      return next();
    }
    if (busy === undefined) throw new Error('There are no followers');
    return busy;
  };
}
