// Servers under measurement run in separate processes, as in production; the load is generated outside them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export type Running = { url: string; process: ChildProcess; stop(): Promise<void> };

/** Starts a file of bench/servers, which prints its URL once it listens. `node` is the program that runs it. */
export function startServer(file: string, env: Record<string, string>, node?: string): Promise<Running> {
  return start(['--import', 'tsx', fileURLToPath(new URL(`./servers/${file}`, import.meta.url))], env, node);
}

/** Starts the service as `npm start` does. */
export function startGateway(env: Record<string, string>, node?: string): Promise<Running> {
  const root = fileURLToPath(new URL('../', import.meta.url));
  execFileSync(process.execPath, [join(root, 'scripts/build.js')]);
  return startDist(root, env, node);
}

/** Starts the service of a tree that is built. */
export function startDist(tree: string, env: Record<string, string>, node?: string): Promise<Running> {
  const set = {
    HOST: '127.0.0.1',
    RATE_LIMIT: '1000000000',
    SITE_URL: 'https://battles.example',
    MALLOC_ARENA_MAX: '2',
  };
  return start([join(tree, 'dist/main.js')], { ...set, ...env }, node);
}

/** Stops all servers that `work` started when it is done. */
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

async function start(args: string[], env: Record<string, string>, node = process.execPath): Promise<Running> {
  // Output goes to a file, as in production: reading it through a pipe would take time from generating the load.
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const file = join(folder, 'said');
  const descriptor = openSync(file, 'w');
  const child = spawn(node, args, {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...env },
    stdio: ['ignore', descriptor, descriptor],
  });
  closeSync(descriptor);
  const stop = async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true });
  };
  for (;;) {
    const ended = child.exitCode !== null;
    const said = readFileSync(file, 'utf8');
    const url = /http:\/\/[\d.]+:\d+/.exec(said)?.[0];
    if (url !== undefined) return { url, process: child, stop };
    if (ended) await stop();
    if (ended) throw new Error(`${args.at(-1)} ended with ${child.exitCode}:\n${said}`);
    await sleep(LOOK_MS);
  }
}

const LOOK_MS = 50;
