import autocannon from 'autocannon';
import { median } from './figure.js';

export type Target = { url: string; headers?: Record<string, string>; status?: number };
export type Load = { connections: number; seconds: number; rounds: number };

const WARM_UP_SECONDS = 2;

/** Requests a second of each target, one after the other and again, so that a busy moment hits all of them. */
export async function compare(targets: Target[], { rounds, ...load }: Load): Promise<number[]> {
  const rates: number[][] = targets.map(() => []);
  // Compilers and planners settle; a first plan may take longer than this altogether.
  for (const target of targets)
    await rate(target, { ...load, seconds: Math.min(WARM_UP_SECONDS, load.seconds) }).catch(() => undefined);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries()) rates[index]?.push(await rate(target, load));
  }
  return rates.map(median);
}

async function rate({ url, headers = {}, status = 200 }: Target, load: Omit<Load, 'rounds'>): Promise<number> {
  const result = await autocannon({ url, headers, connections: load.connections, duration: load.seconds });
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  const others = result.requests.total - answered;
  if (result.errors > 0 || result.timeouts > 0 || others > 0 || answered === 0) {
    throw new Error(`${url}: ${result.errors} errors, ${others} answers other than ${status}, ${answered} as expected`);
  }
  return answered / result.duration;
}
