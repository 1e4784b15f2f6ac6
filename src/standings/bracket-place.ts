import { type Match, matchesInOrder, pairing } from './bracket.js';
import { ranking } from './ranking.js';

const WON = 2;
const UNDECIDED = 1;
const LOST = 0;

/**
 * The place that each participant of one bracket has reached in it; losers of the same round share theirs (1, 2, 3, 3).
 * Results are compared from the earliest round on: winners rank before losers, and two who lost in the same round are
 * ranked by what they played afterwards, such as a match for third place.
 */
export function bracketPlaces(matches: readonly Match[]): Map<number, number | null> {
  const results = resultsByParticipant(matchesInOrder(matches));
  const candidates = [...results].map(([id, merits]) => ({ id, merits, alphabetical: '' }));
  return new Map(ranking(candidates).map(({ candidate, rank }) => [candidate.id, rank]));
}

/** One result per round, for each participant of the bracket. */
function resultsByParticipant(inOrder: readonly Match[]): Map<number, number[]> {
  const rounds = [...new Set(inOrder.map((match) => match.roundNumber))];
  const byParticipant = new Map<number, number[]>();
  for (const match of inOrder) {
    const round = rounds.indexOf(match.roundNumber);
    for (const id of pairing(match)) {
      // A participant who enters later had a bye, which counts as a win.
      const results = byParticipant.get(id) ?? rounds.map((_, index) => (index < round ? WON : UNDECIDED));
      results[round] = result(match, id);
      byParticipant.set(id, results);
    }
  }
  return byParticipant;
}

function result({ firstId, secondId, winnerId }: Match, id: number): number {
  if (winnerId === id) return WON;
  return winnerId !== null && (winnerId === firstId || winnerId === secondId) ? LOST : UNDECIDED;
}
