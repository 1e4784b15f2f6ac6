// One replica: a connection that asks how far it is, and a pool to read from. While it does not answer, all its connections
// are closed, including those in use: a hung server would keep them forever.
import pg from 'pg';
import type { Reader } from '../client.js';
import { connectTo } from '../postgres/cluster.js';
import { connectionOf, readingOf, sqlOf } from '../postgres/connections.js';
import { describe, settings, silenceLimit } from '../postgres/postgres.js';
import type { WatchStatement } from '../watched.js';

/** How far a server is: the head of its log, and the last mark in it. */
export type State = { isStandby: boolean; head: number; token: string | null };

export const STATE = `SELECT pg_is_in_recovery() AS "isStandby", newest_number()::float8 AS "head",
  (SELECT "token" FROM "mark" ORDER BY "n" DESC LIMIT 1) AS "token"`;

export type Replica = {
  location: string;
  /** Null unless the replica answered the last time. */
  reader(): Reader | null;
  /** Throws if the replica does not answer. */
  look(): Promise<State>;
  close(): Promise<void>;
};

/** A replica that takes longer to respond counts as down. */
const ANSWER_MS = 1_000;

type ReplicaOptions = { poolSize: number; statementTimeoutMs: number | undefined; watch: WatchStatement | null };

export function createReplica(url: string, options: ReplicaOptions): Replica {
  const monitor = createPool(url, {
    max: 1,
    query_timeout: ANSWER_MS,
    application_name: 'battle-results-gateway monitor',
  });
  let open: ReturnType<typeof openReader> | null = null;
  const shut = async () => {
    const closing = open?.close();
    open = null;
    await closing;
  };
  return {
    location: describe(url),
    reader: () => open,
    async look() {
      try {
        const [state] = await sqlOf(monitor).query<State>(STATE);
        if (!state) throw new Error('it does not answer');
        open ??= openReader(url, options);
        return state;
      } catch (error) {
        void shut().catch(() => undefined);
        throw error;
      }
    },
    async close() {
      await monitor.end();
      await shut();
    },
  };
}

function openReader(url: string, { poolSize, statementTimeoutMs, watch }: ReplicaOptions) {
  const clients = new Set<pg.ClientBase>();
  const pool = createPool(url, {
    max: poolSize,
    ...silenceLimit(statementTimeoutMs),
    application_name: 'battle-results-gateway',
    async onConnect(client) {
      clients.add(client);
      client.once('end', () => clients.delete(client));
      await client.query(settings(statementTimeoutMs));
    },
  });
  return {
    snapshot: readingOf(pool, watch).snapshot,
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
