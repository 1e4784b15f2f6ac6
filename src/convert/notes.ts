// What a converter did not find in a file. People read these with the event, so they are words and counts, no names.

export type Notes = {
  /** For example "the points limit, 2000". */
  guess(what: string): void;
  /** For example "byes": what was left out, or is not in the file and must not be guessed. Counts add up. */
  miss(what: string, count?: number): void;
  /** For the one who converts only: may have cells and names in it. */
  tell(what: string): void;
  guessed(): string[];
  /** Each with its count, such as "byes: 3". */
  missing(): string[];
  told(): string[];
};

export function createNotes(): Notes {
  const guesses = new Set<string>();
  const misses = new Map<string, number>();
  const told: string[] = [];
  return {
    guess: (what) => void guesses.add(what),
    miss(what, count = 1) {
      if (count > 0) misses.set(what, (misses.get(what) ?? 0) + count);
    },
    tell: (what) => void told.push(what),
    guessed: () => [...guesses],
    missing: () => [...misses].map(([what, count]) => `${what}: ${count}`),
    told: () => told,
  };
}
