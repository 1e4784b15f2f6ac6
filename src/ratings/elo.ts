/** Initial Elo rating. Elo, which is updated after every battle, serves only for comparison. */
export const ELO_START = 1500;
const K = 32;

export function eloExpected(first: number, second: number): number {
  return 1 / (1 + 10 ** ((second - first) / 400));
}

/** Number of points that the first gains and the second loses. */
export function eloStep(expected: number, score: number): number {
  return K * (score - expected);
}
