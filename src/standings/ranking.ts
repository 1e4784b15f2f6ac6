import { byName } from './contender.js';

/** Merits go from the weightiest to the least, more is better. Without merits there is no rank. */
export type Candidate = { merits: readonly number[] | null; alphabetical: string };

/**
 * Best first. Full ties share a rank (1, 2, 2, 4) and stand in order of name; the unranked come last, by name.
 * Ranks count on from `first`.
 */
export function ranking<C extends Candidate>(
  candidates: readonly C[],
  first = 1,
): { rank: number | null; candidate: C }[] {
  const inOrder = candidates.toSorted((a, b) => byMerit(a.merits, b.merits) || byName(a, b));
  let rank = first;
  return inOrder.map((candidate, index) => {
    const above = inOrder[index - 1];
    if (above && byMerit(above.merits, candidate.merits) !== 0) rank = first + index;
    return { rank: candidate.merits && rank, candidate };
  });
}

function byMerit(a: Candidate['merits'], b: Candidate['merits']): number {
  if (!a || !b) return Number(!a) - Number(!b);
  for (let index = 0; index < a.length; index++) {
    const [mine, theirs] = [a[index] ?? 0, b[index] ?? 0];
    if (mine !== theirs) return mine > theirs ? -1 : 1;
  }
  return 0;
}
