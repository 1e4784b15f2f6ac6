/** What is known of a match for this: who plays in it, and who went through. */
type Fed = {
  roundNumber: number;
  table: number;
  first: { id: number } | null;
  second: { id: number } | null;
  winner: { id: number } | null;
};

/**
 * Which match each one's winner goes on to, in the round that follows: the one the winner is in. While no player is in the
 * matches of that round, two tables after each other lead to one, as long as there are twice as many of them. Whatever
 * else there is (byes that are not drawn yet, a match for third place) cannot be told, and is left out.
 */
export function feeds<M extends Fed>(matches: readonly M[]): Map<M, M> {
  const rounds = roundsOf(matches);
  const next = new Map<M, M>();
  for (const [at, round] of rounds.entries()) {
    const following = rounds[at + 1] ?? [];
    const halves = round.length === 2 * following.length;
    for (const [place, match] of round.entries()) {
      const led = match.winner ? following.find((each) => isIn(each, match.winner)) : undefined;
      const likely = halves ? following[Math.floor(place / 2)] : undefined;
      const target = led ?? (likely && isOpen(likely) ? likely : undefined);
      if (target) next.set(match, target);
    }
  }
  return next;
}

/** Each in the order of its tables, the earliest round first. */
function roundsOf<M extends Fed>(matches: readonly M[]): M[][] {
  const numbers = [...new Set(matches.map(({ roundNumber }) => roundNumber))].sort((a, b) => a - b);
  return numbers.map((number) =>
    matches.filter(({ roundNumber }) => roundNumber === number).sort((a, b) => a.table - b.table),
  );
}

const isIn = ({ first, second }: Fed, player: { id: number } | null) =>
  player !== null && (first?.id === player.id || second?.id === player.id);

const isOpen = ({ first, second }: Fed) => first === null && second === null;
