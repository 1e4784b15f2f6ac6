// Who may be meant by a name that nobody has: a slip of one or two letters.
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
      const distance = distanceOf(wanted, folded, least);
      if (distance < least) [best, least] = [person, distance];
    }
    const words = best ? `; did you mean ${best.name}${best.at ? ` (${best.at})` : ''}?` : '';
    said.set(name, words);
    return words;
  };
}

/** Letters to add, remove or replace; `most` if it is that many or more. Only what can be below it is computed. */
function distanceOf(one: string, two: string, most: number): number {
  if (Math.abs(one.length - two.length) >= most) return most;
  let before = Array.from({ length: two.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next: number[] = [row];
    let lowest = row;
    const first = Math.max(1, row - most);
    if (first > 1) next[first - 1] = most;
    for (let at = first; at <= Math.min(two.length, row + most); at += 1) {
      const replaced = (before[at - 1] ?? most) + Number(one[row - 1] !== two[at - 1]);
      const cost = Math.min(replaced, (before[at] ?? most) + 1, (next[at - 1] ?? most) + 1);
      next[at] = cost;
      lowest = Math.min(lowest, cost);
    }
    if (lowest >= most) return most;
    before = next;
  }
  return Math.min(before[two.length] ?? most, most);
}
