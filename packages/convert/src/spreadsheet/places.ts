import type { BattleFacts } from '../event.js';
import type { Notes } from '../notes.js';
import type { Person } from './people.js';

/** Places are final as they are written; that somebody with more points is behind is probably a slip, and said. */
export function notePlaces(people: readonly Person[], battles: readonly BattleFacts[], notes: Notes): void {
  const totals = new Map(people.map((person) => [person.entry, { points: 0, wins: 0 }]));
  const add = (entry: number, points: number | null | undefined, isWin: boolean) => {
    const total = totals.get(entry);
    if (!total) return;
    // With a result that is not known nothing can be compared.
    total.points += points ?? Number.NaN;
    total.wins += Number(isWin);
  };
  for (const { sides } of battles) {
    for (const { entry, battlePoints, outcome } of sides) add(entry, battlePoints, outcome === 'win');
  }
  for (const { entry, unplayed } of people) {
    for (const { battlePoints, outcome } of unplayed) add(entry, battlePoints ?? 0, outcome === 'win');
  }
  const placed = people
    .flatMap(({ file, at, name, entry, place }) =>
      place === null ? [] : [{ file, at: `${at} ${name}`, entry, place }],
    )
    .sort((one, two) => one.place - two.place);
  const ahead = placed.filter(({ entry, place }, index) => {
    const next = placed[index + 1];
    const [own, behind] = [totals.get(entry), totals.get(next?.entry ?? 0)];
    return next && own && behind && place < next.place && own.points < behind.points && own.wins <= behind.wins;
  });
  if (ahead.length > 0)
    notes.guess('final places, from their column, though who is next has more points and no fewer wins', ahead);
}
