/**
 * In whose lane something is read that is read once for many. Keys take turns: one that asks for too much elsewhere must not
 * keep the others waiting.
 */
export function createTurns(readers: { keys(): Iterable<{ keyId: number | null }> }): () => number | null {
  const had = new Set<number | null>();
  return function next(): number | null {
    for (const { keyId } of readers.keys()) {
      if (had.has(keyId)) continue;
      had.add(keyId);
      return keyId;
    }
    const isRoundOver = had.size > 0;
    had.clear();
    return isRoundOver ? next() : null;
  };
}
