/** How many are given something before others have a turn. */
const AT_ONCE = 250;

/** To one after the other, until all have it or it is over. */
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
