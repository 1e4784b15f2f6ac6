// A real Patroni cluster of a test's own: etcd and three nodes on loopback, each with a PostgreSQL server that Patroni starts,
// promotes and rewinds. Debian's packages: patroni, etcd-server.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { closedPort } from '../support/postgres-stand-in.js';
import { asPostgres, binFolder, newDataFolder, whenOver } from './postgres-programs.js';
import { USER } from './postgres-server.js';

const PATRONI = '/usr/bin/patroni';
const ETCD = '/usr/bin/etcd';
export const hasPatroni = existsSync(PATRONI) && existsSync(ETCD);

export type Node = {
  name: string;
  host: string;
  /** Ends Patroni and every process of its PostgreSQL server at once, as when the machine loses power. */
  kill(): Promise<void>;
  /** Starts Patroni again, which brings the server back as a standby. */
  start(): void;
  /** Whether the server takes writes; null if it does not answer. */
  isPrimary(): Promise<boolean | null>;
};

export type PatroniCluster = {
  nodes: readonly Node[];
  /** Names all nodes, the first one last. */
  url: string;
  primary(): Promise<Node>;
  /** Resolves once all nodes are up and all standbys stream. */
  whole(): Promise<void>;
};

const PATIENCE_MS = 120_000;

export async function createPatroniCluster(): Promise<PatroniCluster> {
  const etcd = await startEtcd();
  const nodes: Node[] = [];
  for (const name of ['node1', 'node2', 'node3']) {
    nodes.push(await createNode(name, etcd));
    // The first one makes the database, and the others copy it.
    await soon(async () => (await nodes[0]?.isPrimary()) === true);
  }
  const hosts = nodes.map(({ host }) => host).reverse();
  const cluster: PatroniCluster = {
    nodes,
    url: `postgresql://${USER}@${hosts.join(',')}/postgres?target_session_attrs=read-write`,
    async primary() {
      const found = await soon(async () => {
        for (const node of nodes) if (await node.isPrimary()) return node;
        return null;
      });
      return found;
    },
    async whole() {
      const { host } = await cluster.primary();
      await soon(async () => {
        const rows = await query(host, `SELECT FROM pg_stat_replication WHERE "state" = 'streaming'`);
        const sync = await query(host, `SELECT FROM pg_stat_replication WHERE "sync_state" = 'sync'`);
        return rows?.length === nodes.length - 1 && sync?.length === 1;
      });
    },
  };
  await cluster.whole();
  return cluster;
}

async function startEtcd(): Promise<string> {
  const [client, peer] = [await closedPort(), await closedPort()].map((port) => `http://127.0.0.1:${port}`);
  const args = ['--data-dir', join(await newDataFolder(), 'etcd'), '--log-level', 'error'];
  const urls = { 'listen-client-urls': client, 'advertise-client-urls': client, 'listen-peer-urls': peer };
  const cluster = { 'initial-advertise-peer-urls': peer, 'initial-cluster': `default=${peer}` };
  for (const [name, value] of Object.entries({ ...urls, ...cluster })) args.push(`--${name}`, `${value}`);
  const env = { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch };
  const etcd = spawn(ETCD, args, { ...asPostgres(), env, stdio: 'ignore' });
  whenOver(() => end(etcd));
  return new URL(`${client}`).host;
}

async function createNode(name: string, etcd: string): Promise<Node> {
  const folder = await newDataFolder();
  const data = join(folder, 'data');
  const host = `127.0.0.1:${await closedPort()}`;
  const file = join(folder, 'patroni.json');
  const settings = configurationOf({ name, etcd, host, api: `127.0.0.1:${await closedPort()}`, data, folder });
  await writeFile(file, JSON.stringify(settings), { mode: 0o644 });
  let patroni: ChildProcess | null = null;

  async function kill(): Promise<void> {
    const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    const pids = postmaster > 0 ? [postmaster, ...childrenOf(postmaster)] : [];
    const ended = patroni && end(patroni);
    for (const pid of pids) signal(pid, 'SIGKILL');
    await ended;
  }

  const node: Node = {
    name,
    host,
    kill,
    start() {
      // JSON is YAML too.
      patroni = spawn(PATRONI, [file], { ...asPostgres(), cwd: folder, stdio: 'ignore' });
    },
    async isPrimary() {
      const rows = await query<{ is: boolean }>(host, 'SELECT NOT pg_is_in_recovery() AS "is"');
      return rows?.[0]?.is ?? null;
    },
  };
  whenOver(kill);
  node.start();
  return node;
}

type Place = Record<'name' | 'etcd' | 'host' | 'api' | 'data' | 'folder', string>;

function configurationOf({ name, etcd, host, api, data, folder }: Place): object {
  const parameters = { fsync: 'off', shared_buffers: '32MB', max_connections: 60, unix_socket_directories: folder };
  return {
    scope: 'gateway',
    name,
    restapi: { listen: api, connect_address: api },
    etcd3: { hosts: etcd },
    bootstrap: {
      // The shortest that Patroni allows. An answered write is on two servers.
      dcs: { ttl: 20, loop_wait: 1, retry_timeout: 3, synchronous_mode: true, postgresql: { use_pg_rewind: true } },
      initdb: [{ encoding: 'UTF8' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: host,
      connect_address: host,
      data_dir: data,
      bin_dir: binFolder(),
      pgpass: join(folder, 'pgpass'),
      authentication: { superuser: { username: USER }, replication: { username: USER } },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters,
    },
  };
}

async function query<Row extends object>(host: string, statement: string): Promise<Row[] | null> {
  const client = new pg.Client({
    connectionString: `postgresql://${USER}@${host}/postgres`,
    connectionTimeoutMillis: 500,
    query_timeout: 500,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function soon<Value>(look: () => Promise<Value | null | false>): Promise<Value> {
  for (const over = Date.now() + PATIENCE_MS; ; await sleep(5)) {
    const found = await look();
    if (found) return found;
    if (Date.now() > over) throw new Error('The Patroni cluster does not do what it should');
  }
}

function childrenOf(parent: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const pairs = rows.map((row) => row.trim().split(/ +/).map(Number));
  return pairs.filter(([, of]) => of === parent).map(([pid = 0]) => pid);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended meanwhile.
  }
}
