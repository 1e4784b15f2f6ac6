// Servers under measurement run in processes of their own, as they would: the load comes from this one.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export type Running = { url: string; process: ChildProcess; stop(): Promise<void> };

/** Starts a file of bench/servers; it prints its address when it listens. */
export function startServer(file: string, env: Record<string, string>): Promise<Running> {
  return start(['--import', 'tsx', fileURLToPath(new URL(`./servers/${file}`, import.meta.url))], env, 'stdout');
}

/** Starts the service as `npm start` does. */
export function startGateway(env: Record<string, string>): Promise<Running> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../scripts/build.js', import.meta.url))]);
  return start(
    [fileURLToPath(new URL('../dist/main.js', import.meta.url))],
    { HOST: '127.0.0.1', RATE_LIMIT: '1000000000', MALLOC_ARENA_MAX: '2', ...env },
    'stderr',
  );
}

/** Whatever `work` starts is stopped when it is done. */
export async function withServers<Result>(
  work: (started: (starting: Promise<Running>) => Promise<Running>) => Promise<Result>,
): Promise<Result> {
  const running: Running[] = [];
  try {
    return await work(async (starting) => {
      const one = await starting;
      running.push(one);
      return one;
    });
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
}

async function start(args: string[], env: Record<string, string>, says: 'stdout' | 'stderr'): Promise<Running> {
  // What else it says goes to a file, as it would where it runs: whoever reads it here would be slower at asking.
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = openSync(join(folder, 'said'), 'w');
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...env },
    stdio: says === 'stdout' ? ['ignore', 'pipe', file] : ['ignore', file, 'pipe'],
  });
  closeSync(file);
  const url = await new Promise<string>((resolve, reject) => {
    const heard: string[] = [];
    const tooSoon = (code: number | null) => {
      heard.push(readFileSync(join(folder, 'said'), 'utf8'));
      reject(new Error(`${args.at(-1)} ended with ${code}:\n${heard.join('\n')}`));
    };
    createInterface(child[says] as Readable).on('line', (line) => {
      heard.push(line);
      const found = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
      if (!found) return;
      child.off('exit', tooSoon);
      resolve(found);
    });
    child.once('exit', tooSoon).once('exit', () => rmSync(folder, { recursive: true }));
  });
  return {
    url,
    process: child,
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
