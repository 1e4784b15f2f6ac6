import type { Standing } from './board.js';

export type Pair = [Standing, Standing];

/** Pairs each player with the best-placed one not met yet. If odd, the lowest who has not sat out yet does so. */
export function pairUp(bestFirst: readonly Standing[]): Pair[] {
  const waiting = [...bestFirst];
  if (waiting.length % 2 === 1) {
    const at = waiting.findLastIndex((standing) => !standing.satOut);
    const [sitting] = waiting.splice(at < 0 ? waiting.length - 1 : at, 1);
    if (sitting) sitting.satOut = true;
  }
  const pairs: Pair[] = [];
  for (let first = waiting.shift(); first; first = waiting.shift()) {
    const one = first;
    const at = waiting.findIndex((other) => fresh(one, other));
    const [second] = waiting.splice(Math.max(at, 0), 1);
    if (!second) break;
    if (at >= 0) pairs.push([first, second]);
    else pairAgain(pairs, first, second);
  }
  return pairs;
}

const fresh = (a: Standing, b: Standing) => !a.opponents.includes(b);

/** Two players who have met swap partners with the nearest pair above that allows it; if none does, they meet again. */
function pairAgain(pairs: Pair[], first: Standing, second: Standing) {
  for (let at = pairs.length - 1; at >= 0; at--) {
    const [one, other] = pairs[at] as Pair;
    if (fresh(one, first) && fresh(other, second)) {
      pairs[at] = [one, first];
      pairs.push([other, second]);
      return;
    }
    if (fresh(one, second) && fresh(other, first)) {
      pairs[at] = [one, second];
      pairs.push([other, first]);
      return;
    }
  }
  pairs.push([first, second]);
}
