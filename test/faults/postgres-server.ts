// One server on a data folder, which can be stopped, killed and frozen at will.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closedPort } from '../support/postgres-stand-in.js';
import { launch, whenOver } from './postgres-programs.js';

export type PostgresServer = {
  /** Stays the same across restarts. */
  url: string;
  /** Resolves once the server accepts connections. */
  start(): Promise<void>;
  /**
   * `fast` closes the connections and shuts down cleanly; `immediate` does not, so that the next start has to recover.
   */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  /** Sends SIGKILL to the postmaster only; its backends end when they notice. */
  kill(): Promise<void>;
  /** Suspends all processes without closing any connection. */
  freeze(): Promise<void>;
  thaw(): void;
  /** Runs a statement on a separate connection. */
  query<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>;
};

export type Settings = Record<string, string>;

export const USER = 'tester';
/** Durability is not needed here, and a standby must reconnect quickly when its primary is back. */
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
      // After a kill the old processes hold the data folder for another moment, and a new server gives up at once.
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
      // Stops the postmaster first, so that it cannot start more backends.
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
    // The process has ended meanwhile.
  }
}
