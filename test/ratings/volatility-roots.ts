const POINTS = 6000;

/** All roots of Glickman's volatility equation, found by scanning from far below to far above. */
export function volatilityRoots(old: number, spread: number, squaredDelta: number, tau = 0.75): number[] {
  const start = 2 * Math.log(old);
  const height = (x: number) => {
    const u = Math.exp(x);
    return (u * (squaredDelta - spread - u)) / (2 * (spread + u) ** 2) - (x - start) / tau ** 2;
  };
  const [from, to] = [start - 3, Math.max(start, Math.log(squaredDelta + spread)) + 3];
  const roots: number[] = [];
  let [left, wasAbove] = [from, height(from) > 0];
  for (let point = 1; point <= POINTS; point += 1) {
    const right = from + ((to - from) * point) / POINTS;
    const isAbove = height(right) > 0;
    if (isAbove !== wasAbove) roots.push(Math.exp(bisected(height, left, right) / 2));
    left = right;
    wasAbove = isAbove;
  }
  return roots;
}

function bisected(height: (x: number) => number, left: number, right: number): number {
  let [low, high] = [left, right];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (height(low) > 0 === height(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}
