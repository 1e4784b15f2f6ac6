// What the text of a list says: "Person (login) - Faction" or the faction alone in its first lines, the total in its last.
import { type JsonObject, objectsIn, textOf } from '../read/json.js';

/** Names of factions that the files spell out in the first line of some list, and those of army books. */
export type Factions = { names: Set<string>; books: Map<string, string> };

const FIRST_LINES = 5;

export function factionIn(list: string | null, { names }: Pick<Factions, 'names'>): string | null {
  if (list === null) return null;
  const lines = list.split('\n', FIRST_LINES).map((line) => line.trim());
  return signedFaction(list) ?? lines.find((line) => names.has(line)) ?? null;
}

function signedFaction(list: string): string | null {
  const [line = ''] = list.split('\n', 1);
  return /\) - ([^\d(]{2,80})$/.exec(line.trim())?.[1]?.trim() ?? null;
}

export function pointsIn(list: string | null): number | null {
  const last = list?.trimEnd().split('\n').at(-1)?.trim() ?? '';
  return /^\d{3,5}$/.test(last) ? Number(last) : null;
}

export function learnFactions(events: readonly JsonObject[], reports: readonly JsonObject[]): Factions {
  const factions: Factions = { names: new Set(), books: new Map() };
  const learn = (list: unknown, book: string | null) => {
    const faction = typeof list === 'string' ? signedFaction(list) : null;
    if (faction === null) return;
    factions.names.add(faction);
    if (book !== null) factions.books.set(book, faction);
  };
  for (const report of reports) {
    for (const player of objectsIn(report.players)) learn(player.exported_list, textOf(player, 'id_book'));
  }
  for (const { teams } of events) {
    for (const member of objectsIn(teams).flatMap(({ players }) => objectsIn(players))) {
      for (const list of Array.isArray(member.lists) ? member.lists : []) learn(list, null);
    }
  }
  return factions;
}
