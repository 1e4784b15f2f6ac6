export type Figure = { what: string; against: string; ratio: number; aim: string; measured: string };

export type BenchOptions = {
  server: string;
  /** True if the run only shows that the benchmark works; its figures mean nothing. */
  short: boolean;
  report: (message: string) => void;
};

export type Bench = (options: BenchOptions) => Promise<Figure[]>;

export function median(values: number[]): number {
  const sorted = [...values].sort((one, two) => one - two);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return (low + high) / 2;
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Rounded to two decimals. */
export function ratio(one: number, other: number): number {
  return Number((one / other).toFixed(2));
}
