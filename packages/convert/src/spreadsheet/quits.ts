// Players who have left: from a round on, if that is known, they play no more.

import type { FileProblem } from '../converter.js';
import type { BattleFacts } from '../event.js';
import type { Place } from '../notes.js';
import type { Person } from './people.js';

/** `from`: the first round that is not played; null if nothing tells. */
export type Quit = Place & { from: number | null };

/** The first round that is told by any cell. */
export function addQuit(person: Pick<Person, 'quit'>, quit: Quit): void {
  const from = person.quit?.from ?? null;
  if (from === null || (quit.from !== null && quit.from < from)) person.quit = quit;
}

/** Problems of players who have left and play on, so that one of the two is wrong. */
export function playingOn(people: readonly Person[], battles: readonly BattleFacts[]): FileProblem[] {
  const rounds = new Map<number, number>();
  const add = (entry: number, round: number | null | undefined) =>
    rounds.set(entry, Math.max(rounds.get(entry) ?? 0, round ?? 0));
  for (const { round, sides } of battles) for (const { entry } of sides) add(entry, round);
  for (const { entry, unplayed } of people)
    for (const { round, kind } of unplayed) if (kind !== 'noShow') add(entry, round);
  return people.flatMap(({ name, entry, quit }) => {
    const last = rounds.get(entry) ?? 0;
    if (quit === null || quit.from === null || last < quit.from) return [];
    const message = `says that ${name} dropped before round ${quit.from}, and there is a round ${last}: write "dropped after R${last}", or "no show" for a round that was only missed`;
    return [{ file: quit.file, at: quit.at, message }];
  });
}
