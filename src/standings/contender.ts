import type { UnplayedRound } from '@battle-results/bundle-format/unplayed-round';

/** The fields of a participant that standings need. */
export type Contender = {
  id: number;
  /** Null once the player has been removed. */
  name: string | null;
  playerId: string | null;
  group: string | null;
  /** Null without teams. */
  teamName: string | null;
  /** Faction of the submitted army list; empty if the list names none. */
  faction: string | null;
  finalPlacement: number | null;
  unplayed: readonly UnplayedRound[];
  /** Stored sort key of the name, in binary order; unique within a tournament. */
  alphabetical: string;
};

/** A contender as published. */
export type Player = { participantId: number; player: string | null; playerId: string | null };

/** A removed player keeps place and figures, but loses name and id. */
export function playerOf({ id, name, playerId }: Pick<Contender, 'id' | 'name' | 'playerId'>): Player {
  return { participantId: id, player: name, playerId: name === null ? null : playerId };
}

export function byName(a: { alphabetical: string }, b: { alphabetical: string }): number {
  if (a.alphabetical === b.alphabetical) return 0;
  return a.alphabetical < b.alphabetical ? -1 : 1;
}
