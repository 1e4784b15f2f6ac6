// Who may be meant by a name that nobody has: a slip of one or two letters.
import { distance } from 'fastest-levenshtein';
import { foldName } from '../slug.js';

type Named = { name: string; at: string };

/** Each looks at everybody; who has more names wrong than this sees what is wrong by the first ones. */
const NAMES_MAX = 20;
const CHARACTERS_MAX = 40;

/** Said behind the problem; empty if nobody is near. */
export function createNearest(people: readonly Named[]): (name: string) => string {
  const said = new Map<string, string>();
  let all: { person: Named; folded: string }[] | null = null;
  return (name) => {
    const known = said.get(name);
    if (known !== undefined || said.size >= NAMES_MAX) return known ?? '';
    all ??= people.map((person) => ({ person, folded: foldName(person.name) }));
    const wanted = foldName(name);
    let best: Named | null = null;
    let least = wanted.length < 6 ? 2 : 3;
    for (const { person, folded } of wanted.length > CHARACTERS_MAX ? [] : all) {
      const apart = distance(wanted, folded);
      if (apart < least) [best, least] = [person, apart];
    }
    const words = best ? `; did you mean ${best.name}${best.at ? ` (${best.at})` : ''}?` : '';
    said.set(name, words);
    return words;
  };
}
