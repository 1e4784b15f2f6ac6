// One server on a folder of data, to be stopped, killed and frozen at will.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closedPort } from '../support/postgres-stand-in.js';
import { launch, whenOver } from './postgres-programs.js';

export type PostgresServer = {
  /** The same after every start. */
  url: string;
  /** Resolves once it answers. */
  start(): Promise<void>;
  /** `fast` ends the connections and tidies up; `immediate` does not, so that the next start has to recover. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** kill -9 of the server itself; its connections end when they notice. */
  kill(): Promise<void>;
  /** All its processes stand still, and no connection is closed. */
  freeze(): Promise<void>;
  thaw(): void;
  /** On a connection of its own. */
  query<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
};

export type Settings = Record<string, string>;

export const USER = 'tester';
/** Nothing here has to outlive the machine, and a standby whose primary comes back looks for it at once. */
const SETTINGS: Settings = {
  fsync: 'off',
  max_connections: '60',
  shared_buffers: '32MB',
  unix_socket_directories: '',
  wal_retrieve_retry_interval: '100ms',
};

export async function startServer(data: string, settings: Settings): Promise<PostgresServer> {
  const port = await closedPort();
  const url = `postgresql://${USER}@127.0.0.1:${port}/postgres`;
  const all = { ...SETTINGS, ...settings, port: String(port), listen_addresses: '127.0.0.1' };
  const args = ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let server: ChildProcess | null = null;
  let frozen: number[] = [];

  const isRunning = () => server !== null && server.exitCode === null && server.signalCode === null;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async function start(): Promise<void> {
    await until(async () => {
      // After a kill the old processes hold the data for another moment, and a new server gives up at once.
      if (!isRunning()) server = launch('postgres', args);
      const client = await connect().catch(() => null);
      await client?.end();
      return client !== null;
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    thaw();
    if (!server || !isRunning()) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }

  function thaw(): void {
    for (const pid of frozen) sendSignal(pid, 'SIGCONT');
    frozen = [];
  }

  whenOver(() => end('SIGQUIT'));
  await start();
  return {
    url,
    start,
    stop: (how) => end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    kill: () => end('SIGKILL'),
    async freeze() {
      const client = await connect();
      // First the one that makes the others, so that they do not become more.
      frozen = [server?.pid ?? -1];
      for (const pid of frozen) sendSignal(pid, 'SIGSTOP');
      const { rows } = await client.query<{ pid: number }>('SELECT "pid" FROM pg_stat_activity');
      frozen.push(...rows.map(({ pid }) => pid));
      for (const pid of frozen) sendSignal(pid, 'SIGSTOP');
      void client.end();
    },
    thaw,
    async query<Row extends object>(statement: string, values?: unknown[]) {
      const client = await connect();
      try {
        return (await client.query<Row>(statement, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

const PATIENCE_MS = 30_000;

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()); await sleep(20)) {
    if (Date.now() > end) throw new Error('The PostgreSQL server does not do what it was told');
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
