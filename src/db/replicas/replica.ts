// One replica: a monitoring connection that reads its position, and a pool to read data from. The pool belongs to one
// start of one server. A restarted standby may show an older state than before for a while, so nothing known about it
// still holds, and all its connections are closed, including those in use: a hung server would keep them forever.
import pg from 'pg';
import type { Reader } from '../client.js';
import { connectTo } from '../postgres/cluster.js';
import { connectionOf, readingOf, sqlOf } from '../postgres/connections.js';
import { describe, settings, silenceLimit } from '../postgres/postgres.js';
import type { WatchStatement } from '../watched.js';
import { readServer, readStandbyPosition, type StandbyPosition } from './wal.js';

export type Replica = {
  location: string;
  /** Null unless the replica answered the last time. */
  reader(): Reader | null;
  /** Throws if the replica does not answer. */
  look(): Promise<StandbyPosition>;
  close(): Promise<void>;
};

/** A replica that takes longer to respond counts as down. */
const ANSWER_MS = 1_000;

type ReplicaOptions = { poolSize: number; statementTimeoutMs: number | undefined; watch: WatchStatement | null };

export function createReplica(url: string, options: ReplicaOptions): Replica {
  const monitor = createMonitor(url);
  let server: string | null = null;
  let open: OpenReader | null = null;

  function shut(): void {
    void open?.close().catch(() => undefined);
    open = null;
    server = null;
  }

  return {
    location: describe(url),
    reader: () => open,
    async look() {
      try {
        const position = await readStandbyPosition(monitor.sql);
        if (position.server !== server) {
          shut();
          server = position.server;
          open = openReader(url, position.server, options);
        }
        return position;
      } catch (error) {
        shut();
        throw error;
      }
    },
    async close() {
      await monitor.close();
      const closing = open?.close();
      open = null;
      await closing;
    },
  };
}

/** One connection, reopened when it is lost. */
export function createMonitor(url: string) {
  const pool = createPool(url, {
    max: 1,
    query_timeout: ANSWER_MS,
    application_name: 'battle-results-gateway monitor',
  });
  return { sql: sqlOf(pool), close: () => pool.end() };
}

type OpenReader = Reader & { close(): Promise<void> };

function openReader(url: string, server: string, { poolSize, statementTimeoutMs, watch }: ReplicaOptions): OpenReader {
  const clients = new Set<pg.ClientBase>();
  const pool = createPool(url, {
    max: poolSize,
    ...silenceLimit(statementTimeoutMs),
    application_name: 'battle-results-gateway',
    async onConnect(client) {
      clients.add(client);
      client.once('end', () => clients.delete(client));
      const query = async <Row>(statement: string) => (await client.query(statement)).rows as Row[];
      if ((await readServer({ query })) !== server)
        throw new Error('This is another server than the one that was asked');
      await client.query(settings(statementTimeoutMs));
    },
  });
  const { snapshot } = readingOf(pool, watch);
  return {
    snapshot,
    async close() {
      const ended = pool.end();
      for (const client of clients) connectionOf(client).stream.destroy();
      await ended;
    },
  };
}

function createPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connectTo(url), connectionTimeoutMillis: ANSWER_MS, ...options });
  // A lost connection fails its statement; without an error listener it would also end the process.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
