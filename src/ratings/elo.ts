/** What Elo has everybody at in the beginning; it learns after every battle, and is there to be compared with. */
export const ELO_START = 1500;
const K = 32;

export function eloExpected(first: number, second: number): number {
  return 1 / (1 + 10 ** ((second - first) / 400));
}

/** By how much the first rises, and the second falls. */
export function eloStep(expected: number, score: number): number {
  return K * (score - expected);
}
