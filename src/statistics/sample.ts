import type { Event, FactionId } from './event.js';

/** The sample that statistics are based on. */
export type Sample = {
  battles: number;
  /** Number of events with battles. */
  events: number;
  /** Number of players, each counted once per event. */
  players: number;
  /** All factions that were played. */
  factions: FactionId[];
};

export function sampleOf(events: readonly Event[]): Sample {
  const sample = { battles: 0, events: 0, players: 0 };
  // Many events share the same list.
  const lists = new Set<readonly FactionId[]>();
  for (const { results, players, factions } of events) {
    sample.battles += results.length;
    if (results.length > 0) sample.events += 1;
    sample.players += players;
    lists.add(factions);
  }
  return { ...sample, factions: [...new Set([...lists].flat())] };
}

/** Events grouped by the month in which they began, in order. Those of which a filter has left nothing have no month. */
export function byMonth(events: readonly Event[]): { month: string; events: Event[] }[] {
  const months = new Map<string, Event[]>();
  for (const event of events) {
    if (event.month === null || (event.results.length === 0 && event.field.length === 0)) continue;
    const month = months.get(event.month);
    if (month) month.push(event);
    else months.set(event.month, [event]);
  }
  return [...months].sort(([one], [other]) => (one < other ? -1 : 1)).map(([month, events]) => ({ month, events }));
}
