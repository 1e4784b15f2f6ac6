const POINTS = 6000;

/** All roots of Glickman's volatility equation, found by scanning from far below to far above. */
export function volatilityRoots(old: number, spread: number, squaredDelta: number, tau = 0.75): number[] {
  const start = 2 * Math.log(old);
  const height = (x: number) => {
    const u = Math.exp(x);
    return (u * (squaredDelta - spread - u)) / (2 * (spread + u) ** 2) - (x - start) / tau ** 2;
  };
  const [from, to] = [start - 3, Math.max(start, Math.log(squaredDelta + spread)) + 3];
  const points = Array.from({ length: POINTS + 1 }, (_, index) => from + ((to - from) * index) / POINTS);
  return points
    .slice(1)
    .map((right, index) => [points[index] ?? right, right] as const)
    .filter(([left, right]) => height(left) > 0 !== height(right) > 0)
    .map(([left, right]) => Math.exp(bisected(height, left, right) / 2));
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
