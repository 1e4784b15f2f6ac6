/**
 * Returns the key in whose queue the next shared read runs. Keys take turns, so that a key that asks for too much
 * elsewhere does not delay the others.
 */
export function createKeyRotation(readers: { keys(): Iterable<{ keyId: number | null }> }): () => number | null {
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
