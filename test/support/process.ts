// The built service in separate processes, as an operator runs it. They see only the environment that a test gives.
import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import type { Db } from '../../src/db/client.js';
import { openEmbedded } from '../../src/db/embedded/embedded.js';
import { distFile } from './build.js';
import { atFileEnd } from './file-end.js';
import { preparedData } from './prepared-data.js';

export { build, distFile } from './build.js';

export type RunOptions = { env?: Record<string, string>; cwd?: string; stdin?: string | Buffer };
/** `dist` is the folder of the built service, by default that of this checkout; `under` a program that starts it. */
export type StartOptions = Omit<RunOptions, 'stdin'> & { args?: string[]; dist?: string; under?: string[] };
export type Outcome = { code: number | null; stdout: string; stderr: string };

/** `entry` is a file in dist, such as `cli/keys.js`. */
export async function run(entry: string, args: string[], options: RunOptions = {}): Promise<Outcome> {
  const child = launch([distFile(entry), ...args], options);
  const output = collect(child);
  child.stdin.end(options.stdin ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  const [stdout, stderr] = [output.stdout, output.stderr].map((chunks) => Buffer.concat(chunks).toString());
  return { code, stdout: stdout ?? '', stderr: stderr ?? '' };
}

/**
 * `run` for a test file whose subject is what commands do rather than their processes, which take a second each to
 * start: all of them run in one. That each works in a process of its own is seen in cli/beside.
 */
export function runInOneProcess(): typeof run {
  let runner: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const ask = async (entry: string, args: string[], { env = {}, cwd = tmpdir(), stdin = '' }: RunOptions) => {
    runner ??= startRunner();
    const answered = once(runner, 'message') as Promise<[Outcome]>;
    runner.send({ file: distFile(entry), args, env, cwd, stdin: Buffer.from(stdin).toString('base64') });
    return (await answered)[0];
  };
  return (entry, args, options = {}) => {
    const outcome = last.then(() => ask(entry, args, options));
    last = outcome.catch(() => undefined);
    return outcome;
  };
}

function startRunner(): ChildProcess {
  const runner = fork(fileURLToPath(new URL('./command-runner.js', import.meta.url)), { execArgv: ENGINE, env: {} });
  atFileEnd(async () => {
    runner.kill();
    if (runner.exitCode === null && runner.signalCode === null) await once(runner, 'exit');
  });
  return runner;
}

export type Running = {
  pid: number;
  /** The output on standard output and standard error so far. */
  text(): string;
  /** Resolves with the first match; rejects if the process ends without one. */
  saw(pattern: RegExp): Promise<RegExpMatchArray>;
  /** Sends the signal and waits for the process to end. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Registers a clean-up for the end of the test or of the file. */
export type AtTheEnd = (clean: () => Promise<void>) => void;

/** Starts a process that runs until it is ended, at the latest at the end of the test. */
export function start(entry: string, options: StartOptions = {}, atTheEnd: AtTheEnd = onTestFinished): Running {
  return watch(launch([distFile(entry, options.dist), ...(options.args ?? [])], options), atTheEnd);
}

/** Starts a process that runs some lines of JavaScript, in which `dist` is the URL of the built service. */
export function startLines(lines: string, options: RunOptions = {}): Running {
  const code = `const dist = ${JSON.stringify(new URL('../../dist/', import.meta.url).href)};\n${lines}`;
  return watch(launch(['--input-type=module', '--eval', code], options), onTestFinished);
}

/** A folder that is removed with the test, or with the file if `atTheEnd` says so. */
export async function temporaryFolder(atTheEnd: AtTheEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-process-'));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The URL of the service; resolves once it is ready. */
export async function addressOf({ saw }: Pick<Running, 'saw'>): Promise<string> {
  const [, address = ''] = await saw(/"address":"([^"]+)".*Battle results gateway is ready/);
  return address;
}

/** The pids of the processes that a process has started. */
export async function childrenOf({ pid }: Running): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout.split('\n').map((line) => line.trim().split(/ +/).map(Number));
  return rows.filter(([, parent]) => parent === pid).map(([child = 0]) => child);
}

/** The log lines so far, without time and pid. */
export function linesOf({ text }: Pick<Running, 'text'>): Record<string, unknown>[] {
  const lines = text().split('\n').filter(Boolean);
  return lines.map((line) => {
    const { time, pid, ...said } = JSON.parse(line);
    return said;
  });
}

/** A DATA_DIR for the test, with a migrated, empty database. */
export async function newDataDir(atTheEnd?: AtTheEnd): Promise<string> {
  const copy = join(await temporaryFolder(atTheEnd), 'data');
  await cp((await preparedData()).dataDir, copy, { recursive: true });
  return copy;
}

/** The same, open in this process: beside that, a command need not start a database of its own. */
export async function newHeldDataDir(atTheEnd: AtTheEnd = onTestFinished): Promise<{ dataDir: string; host: Db }> {
  const dataDir = await newDataDir(atTheEnd);
  const host = await openEmbedded(dataDir, () => undefined);
  atTheEnd(() => host.close());
  return { dataDir, host };
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Most processes live for seconds, and optimising the embedded database would take longer than that. */
const ENGINE = ['--liftoff-only'];

function launch(
  args: string[],
  { env = {}, cwd = tmpdir(), under = [] }: StartOptions,
): ChildProcessWithoutNullStreams {
  const [program = '', ...words] = [...under, process.execPath, ...ENGINE, ...args];
  return spawn(program, words, { cwd, env: { ...env } });
}

function collect(child: ChildProcessWithoutNullStreams) {
  const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on('data', (chunk: Buffer) => output.stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.stderr.push(chunk));
  // A process may end without reading all of its input.
  child.stdin.on('error', () => undefined);
  return output;
}

function watch(child: ChildProcessWithoutNullStreams, atTheEnd: AtTheEnd): Running {
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const output = collect(child);
  const text = () => Buffer.concat([...output.stdout, ...output.stderr]).toString();
  atTheEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid ?? -1,
    text,
    saw: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = text().match(pattern);
          if (match) resolve(match);
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        ended.then(([code]) => reject(new Error(`It ended with ${code} before it said ${pattern}:\n${text()}`)));
        look();
      }),
    async end(signal) {
      child.kill(signal);
      const [code, by] = await ended;
      return { code, signal: by };
    },
  };
}

/** The outcome of a command that has written nothing but a message. */
export const said = (code: number, stderr: string) => ({ code, stdout: '', stderr });
