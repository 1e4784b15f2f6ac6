import { byName } from './contender.js';

/** Most important first, higher is better. Null means unranked. */
export type Merits = readonly number[] | null;

export type Candidate = { merits: Merits; alphabetical: string };

/** Best first. Full ties share a rank (1, 2, 2, 4) and are ordered by name; unranked candidates come last, by name. */
export function ranking<C extends Candidate>(candidates: readonly C[]): { rank: number | null; candidate: C }[] {
  let above = 0;
  return tiesInOrder(candidates, ({ merits }) => merits).flatMap((tied) => {
    const rank = above + 1;
    above += tied.length;
    return tied.map((candidate) => ({ rank: candidate.merits && rank, candidate }));
  });
}

/** Best first; full ties are grouped, ordered by name. */
export function tiesInOrder<C extends { alphabetical: string }>(
  candidates: readonly C[],
  meritsOf: (candidate: C) => Merits,
): C[][] {
  const ties: { merits: Merits; tied: C[] }[] = [];
  const inOrder = candidates
    .map((candidate) => ({ candidate, merits: meritsOf(candidate) }))
    .sort((a, b) => byMerit(a.merits, b.merits) || byName(a.candidate, b.candidate));
  for (const { candidate, merits } of inOrder) {
    const above = ties.at(-1);
    if (above && byMerit(above.merits, merits) === 0) above.tied.push(candidate);
    else ties.push({ merits, tied: [candidate] });
  }
  return ties.map(({ tied }) => tied);
}

function byMerit(a: Merits, b: Merits): number {
  if (!a || !b) return Number(!a) - Number(!b);
  for (let index = 0; index < a.length; index++) {
    const [mine, theirs] = [a[index] ?? 0, b[index] ?? 0];
    if (mine !== theirs) return mine > theirs ? -1 : 1;
  }
  return 0;
}
