/** Number of readers served before the event loop gets a turn. */
const AT_ONCE = 250;

/** Calls `give` for each reader in turn, until all are served or `isOver` returns true. */
export async function handOut<Reader>(
  readers: Iterable<Reader>,
  give: (reader: Reader) => void,
  isOver: () => boolean = () => false,
): Promise<void> {
  let count = 0;
  for (const reader of readers) {
    if (isOver()) return;
    give(reader);
    count += 1;
    if (count % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}
