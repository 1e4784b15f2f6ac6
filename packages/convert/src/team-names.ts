import type { Notes } from './notes.js';

/** Sources know teams by ids, a tournament by their names: of several teams of one name, all but the first get a number. */
export function createTeamNames(notes: Pick<Notes, 'guess'>): (id: unknown, name: string) => string {
  const byId = new Map<unknown, string>();
  const taken = new Map<string, number>();
  return (id, name) => {
    const known = byId.get(id);
    if (known !== undefined) return known;
    let unique = name;
    while (taken.has(unique)) {
      const number = (taken.get(name) ?? 1) + 1;
      taken.set(name, number);
      unique = `${name} (${number})`;
    }
    if (unique !== name) notes.guess('numbers of teams of the same name');
    taken.set(unique, 1);
    byId.set(id, unique);
    return unique;
  };
}
