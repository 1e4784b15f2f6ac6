import type { Contender } from './contender.js';

/** A match as stored. Round 1 is the earliest. */
export type Match = {
  stageId: string;
  roundNumber: number;
  round: string;
  table: number;
  firstId: number | null;
  secondId: number | null;
  winnerId: number | null;
  battleId: string | null;
};

/** A match as published: both players or neither, and the winner once it was played. */
export type Paired = { first: Contender | null; second: Contender | null; winner: Contender | null };

/** The matches of one stage, earliest round first, then by table. */
export function bracket<M extends Match>(
  stageId: string,
  matches: readonly M[],
  contenders: readonly Contender[],
): (M & Paired)[] {
  const byId = new Map(contenders.map((contender) => [contender.id, contender]));
  return matchesInOrder(matches.filter((match) => match.stageId === stageId)).map((match) => {
    const [first, second] = pairing(match).map((id) => byId.get(id));
    if (!first || !second) return { ...match, first: null, second: null, winner: null };
    return { ...match, first, second, winner: [first, second].find(({ id }) => id === match.winnerId) ?? null };
  });
}

export function matchesInOrder<M extends Match>(matches: readonly M[]): M[] {
  return matches.toSorted((a, b) => a.roundNumber - b.roundNumber || a.table - b.table);
}

/** Both participants or none: a match with an open place still waits for an earlier result. */
export function pairing({ firstId, secondId }: Match): [number, number] | [] {
  return firstId === null || secondId === null ? [] : [firstId, secondId];
}
