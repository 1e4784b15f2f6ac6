/** The fields of a match that are needed here: its players and its winner. */
type Fed = {
  roundNumber: number;
  table: number;
  first: { id: number } | null;
  second: { id: number } | null;
  winner: { id: number } | null;
};

/**
 * Maps each match to the one in the following round that its winner goes on to: the match in which the winner is. While
 * a match of that round has no players, two consecutive tables feed it, provided that its round has exactly half as
 * many matches. All other cases (byes that are not drawn yet, a match for third place) cannot be determined and are
 * omitted.
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

/** Rounds in order, each sorted by table. */
function roundsOf<M extends Fed>(matches: readonly M[]): M[][] {
  const numbers = [...new Set(matches.map(({ roundNumber }) => roundNumber))].sort((a, b) => a - b);
  return numbers.map((number) =>
    matches.filter(({ roundNumber }) => roundNumber === number).sort((a, b) => a.table - b.table),
  );
}

const isIn = ({ first, second }: Fed, player: { id: number } | null) =>
  player !== null && (first?.id === player.id || second?.id === player.id);

const isOpen = ({ first, second }: Fed) => first === null && second === null;
