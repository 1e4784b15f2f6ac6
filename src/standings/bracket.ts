import { type Contender, type Player, playerOf } from './contender.js';

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

/** A match as published. */
export type BracketMatch = {
  round: string;
  roundNumber: number;
  table: number;
  /** The two players; empty while the match waits on an earlier result. */
  players: Player[];
  /** The player who went through; null until played. */
  winner: Player | null;
  battleId: string | null;
};

/** The matches of one stage, earliest round first, then by table. */
export function bracket(stageId: string, matches: readonly Match[], contenders: readonly Contender[]): BracketMatch[] {
  const byId = new Map(contenders.map((contender) => [contender.id, playerOf(contender)]));
  return matchesInOrder(matches.filter((match) => match.stageId === stageId)).map((match) => {
    const known = pairing(match).flatMap((id) => byId.get(id) ?? []);
    const players = known.length === 2 ? known : [];
    return {
      round: match.round,
      roundNumber: match.roundNumber,
      table: match.table,
      players,
      winner: players.find((player) => player.participantId === match.winnerId) ?? null,
      battleId: match.battleId,
    };
  });
}

export function matchesInOrder(matches: readonly Match[]): Match[] {
  return matches.toSorted((a, b) => a.roundNumber - b.roundNumber || a.table - b.table);
}

/** Both participants or none: a match with one of its places open still waits on an earlier result. */
export function pairing({ firstId, secondId }: Match): [number, number] | [] {
  return firstId === null || secondId === null ? [] : [firstId, secondId];
}
