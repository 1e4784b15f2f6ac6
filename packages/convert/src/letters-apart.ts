// How far a word is from one that may be meant.

/** Letters to add, remove or replace; `most` if it is that many or more. Only what can be below it is computed. */
export function lettersApart(one: string, two: string, most: number): number {
  if (Math.abs(one.length - two.length) >= most) return most;
  let before = Array.from({ length: two.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next: number[] = [row];
    let lowest = row;
    const first = Math.max(1, row - most);
    if (first > 1) next[first - 1] = most;
    for (let at = first; at <= Math.min(two.length, row + most); at += 1) {
      const replaced = (before[at - 1] ?? most) + Number(one[row - 1] !== two[at - 1]);
      const cost = Math.min(replaced, (before[at] ?? most) + 1, (next[at - 1] ?? most) + 1);
      next[at] = cost;
      lowest = Math.min(lowest, cost);
    }
    if (lowest >= most) return most;
    before = next;
  }
  return Math.min(before[two.length] ?? most, most);
}
