// Chooses which statements a connection keeps prepared: those that are used most. Every new combination of columns and
// filters is a new statement, so there are more than a server should keep per connection, and a caller who tries
// everything must not evict the statements that others use all day.
import { getOrMake } from '../../helpers/get-or-make.js';

export type Prepared = {
  /** The statement's name, or undefined if it is not used often enough. */
  nameOf(text: string): string | undefined;
  isNamed(name: string): boolean;
  /** Number of names given so far. No name is given twice. */
  given(): number;
};

type PreparedOptions = {
  /** Maximum number of names at a time. */
  max?: number;
  /** Number of unnamed statements whose uses are counted. */
  counted?: number;
  /** Number of uses after which all counts are halved. */
  halfLife?: number;
};

type Entry = { uses: number; name: string | undefined };

/**
 * A statement is prepared on its second use, and replaces another only if used more than twice as often, so that rarely
 * used statements do not evict each other in turn.
 */
const USES_MIN = 2;
const TIMES_MORE = 2;

export function createPrepared({ max = 200, counted = 800, halfLife = 10_000 }: PreparedOptions = {}): Prepared {
  const entries = new Map<string, Entry>();
  const named = new Map<string, Entry>();
  let given = 0;
  let used = 0;

  function halve(entryCounts: (entry: Entry) => boolean): void {
    for (const [text, entry] of entries) {
      if (!entryCounts(entry)) continue;
      entry.uses = Math.floor(entry.uses / 2);
      if (entry.uses === 0 && entry.name === undefined) entries.delete(text);
    }
  }

  function leastUsed(): Entry | undefined {
    let least: Entry | undefined;
    for (const entry of named.values()) if (!least || entry.uses < least.uses) least = entry;
    return least;
  }

  function hasRoom(uses: number): boolean {
    if (named.size < max) return true;
    const least = leastUsed();
    if (!least?.name || uses <= least.uses * TIMES_MORE) return false;
    named.delete(least.name);
    least.name = undefined;
    return true;
  }

  function entryOf(text: string): Entry {
    return getOrMake(entries, text, () => {
      if (entries.size - named.size >= counted) halve(({ name }) => name === undefined);
      return { uses: 0, name: undefined };
    });
  }

  return {
    nameOf(text) {
      used += 1;
      if (used % halfLife === 0) halve(() => true);
      const entry = entryOf(text);
      entry.uses += 1;
      if (entry.name === undefined && entry.uses >= USES_MIN && hasRoom(entry.uses)) {
        entry.name = `gateway_${given}`;
        given += 1;
        named.set(entry.name, entry);
      }
      return entry.name;
    },
    isNamed: (name) => named.has(name),
    given: () => given,
  };
}
