// What a converter did not find in a file. People read these with the event, so they are words and counts, no names.
import { getOrMake } from './get-or-make.js';

/** A cell or a line; only the one who converts is told of it. */
export type Place = { file: string; at: string };

export type Notes = {
  /** For example "the points limit, 2000". The one who converts is told the places and what to do if it is wrong. */
  guess(what: string, places?: readonly Place[], advice?: string): void;
  /** A default, and the --set that changes it. Told to the one who converts; a guess about the event is said with it, too. */
  assume(what: string, setting: string): void;
  /**
   * For example "byes": what was left out, or is not in the file and must not be guessed. Counts add up. The one who
   * converts is told the places and what to do.
   */
  miss(what: string, count?: number | readonly Place[], advice?: string): void;
  /** For the one who converts only: may have cells and names in it. */
  tell(what: string): void;
  guessed(): string[];
  /** Each with its count, such as "byes: 3". */
  missing(): string[];
  told(): string[];
  /** All of it, for the one who converts. */
  report(): string[];
};

export function createNotes(): Notes {
  const guesses = new Map<string, { places: Place[]; advice: string }>();
  const misses = new Map<string, { count: number; places: Place[]; advice: string }>();
  const defaults = new Map<string, string>();
  const told: string[] = [];
  return {
    guess(what, places = [], advice = '') {
      const known = getOrMake(guesses, what, () => ({ places: [], advice }));
      for (const place of places) known.places.push(place);
    },
    assume: (what, setting) => void defaults.set(what, setting),
    miss(what, count = 1, advice = '') {
      const [number, places] = typeof count === 'number' ? [count, []] : [count.length, count];
      if (number === 0) return;
      const known = getOrMake(misses, what, () => ({ count: 0, places: [], advice }));
      known.count += number;
      for (const place of places) known.places.push(place);
    },
    tell: (what) => void told.push(what),
    guessed: () => [...guesses.keys()],
    missing: () => [...misses].map(([what, { count }]) => `${what}: ${count}`),
    told: () => told,
    report: () => [
      ...[...defaults].map(([what, setting]) => `default: ${what} (otherwise --set ${setting})`),
      ...[...guesses]
        .filter(([what]) => !defaults.has(what))
        .map(([what, more]) => `guessed: ${what}${inBrackets(more)}`),
      ...[...misses].map(([what, { count, ...more }]) => `missing: ${what}: ${count}${inBrackets(more)}`),
      ...told,
    ],
  };
}

function inBrackets({ places, advice }: { places: readonly Place[]; advice: string }): string {
  const text = [placesText(places), advice].filter(Boolean).join('; ');
  return text === '' ? '' : ` (${text})`;
}

const PLACES_MAX = 5;

/** The first few, such as "players.csv: B3, B4 and 29 more". */
export function placesText(places: readonly Place[], most = PLACES_MAX): string {
  const shown = places.slice(0, most);
  const words = shown.map(({ file, at }, index) =>
    file === '' || shown[index - 1]?.file === file ? at : [file, at].filter(Boolean).join(': '),
  );
  const more = places.length - shown.length;
  return `${words.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
