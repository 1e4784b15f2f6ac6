// Load by wrk, which takes a fraction of the processor time that a server in Node does: what is measured is the server and
// not its client. Beside the rate stands what the server's process takes for each request, which says more than the rate
// where server, client and database share few cores.
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { median, ratio } from './figure.js';
import type { Running } from './process.js';
import { processorSeconds } from './processor.js';

/** Paths are asked for in turn. */
export type Target = { server: Running; paths: readonly string[]; headers: Record<string, string>; status?: number };
export type Load = {
  connections: number;
  seconds: number;
  rounds: number;
  /** Whether the server may refuse some for want of room (503); they are told. */
  mayRefuse?: boolean;
};
/** Of a target: answers a second, processor time in microseconds for one, the slowest hundredth in milliseconds, refusals. */
export type Rate = { perSecond: number; microseconds: number; p99: number; refused: number };

const WARM_UP_SECONDS = 2;

/** Both in turn and again, so that a busy moment hits both; the ratio of the medians, and what was measured as text. */
export async function compare(one: Target, other: Target, { rounds, ...load }: Load) {
  const targets = [one, other];
  // Compilers and planners settle; a first plan may take longer than this altogether. One round shows nothing but that it runs.
  for (const target of rounds > 1 ? targets : []) {
    await rate(target, { ...load, seconds: Math.min(WARM_UP_SECONDS, load.seconds) }).catch(() => undefined);
  }
  const rates: Rate[][] = targets.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, target] of targets.entries()) rates[index]?.push(await rate(target, load));
  }
  const medians = (what: keyof Rate) => rates.map((each) => median(each.map((of) => of[what])));
  const [perSecond = 0, baseline = 0] = medians('perSecond');
  const inTurn = (values: number[]) => values.map(Math.round).join(' against ');
  const refused = rates.map((each) => each.reduce((sum, of) => sum + of.refused, 0));
  const refusals = refused.some((count) => count > 0) ? `; ${inTurn(refused)} refused in all` : '';
  return {
    ratio: ratio(perSecond, baseline),
    measured: `${inTurn([perSecond, baseline])} a second; ${inTurn(medians('microseconds'))} µs of processor time each${refusals}`,
  };
}

export async function rate(target: Target, load: Omit<Load, 'rounds'>): Promise<Rate> {
  await expectStatus(target);
  const { server, paths, headers } = target;
  const pid = server.process.pid ?? 0;
  const before = processorSeconds(pid);
  const { requests, ...measured } = await wrk(server.url, paths, headers, load);
  const seconds = processorSeconds(pid) - before;
  await expectStatus(target);
  return { ...measured, microseconds: (seconds / requests) * 1e6 };
}

/** wrk tells errors from other answers, but not 200 from 304. */
async function expectStatus({ server, paths, headers, status = 200 }: Target): Promise<void> {
  const ask = async (path: string) => {
    const answer = await fetch(server.url + path, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  for (const path of paths) {
    let answered = await ask(path);
    // One that has just been asked for too much refuses for a moment longer.
    for (let tries = 0; answered === 503 && tries < 50; tries += 1) {
      await sleep(100);
      answered = await ask(path);
    }
    if (answered !== status) throw new Error(`${path}: ${answered} instead of ${status}`);
  }
}

async function wrk(
  url: string,
  paths: readonly string[],
  headers: Record<string, string>,
  { connections, seconds, mayRefuse = false }: Omit<Load, 'rounds'>,
): Promise<{ requests: number } & Omit<Rate, 'microseconds'>> {
  const client = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', LATE, '--latency'];
  const options = [...client, '-s', SCRIPT, url, '--', ...paths];
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await promisify(execFile)('wrk', [...sent, ...options]).catch((error) => {
    throw error.code === 'ENOENT' ? new Error('The benchmarks need wrk: apt-get install wrk') : error;
  });
  const { refused, late, broken, microseconds, requests, p99 } = JSON.parse(stdout.slice(stdout.lastIndexOf('{')));
  if ((refused > 0 && !mayRefuse) || late + broken > 0 || requests === 0) {
    throw new Error(`${url}: of ${requests} requests ${refused} were refused, ${late} late and ${broken} cut off`);
  }
  return { requests, perSecond: ((requests - refused) / microseconds) * 1e6, p99: p99 / 1_000, refused };
}

/** On a busy machine the first answers take seconds. */
const LATE = '20s';

const SCRIPT = new URL('./load.lua', import.meta.url).pathname;
