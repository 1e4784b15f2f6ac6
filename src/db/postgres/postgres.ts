import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { namesOf, parsePostgresUrl } from '../../postgres-url.js';
import type { Db } from '../client.js';
import { DbError } from '../db-error.js';
import { createPrisma } from '../prisma.js';
import { type WatchStatement, watchedAdapter } from '../watched.js';
import { connectTo } from './cluster.js';
import { ignore, readingOf } from './connections.js';
import { isTemporary, reason } from './failure.js';
import { changesOf } from './feed.js';

/**
 * A page takes a few milliseconds. JIT compilation of its statement would take a hundred, and planning it each time
 * one; a generic plan is as good, because every access path is an index.
 */
const SHORT_STATEMENTS = 'SET jit = off; SET plan_cache_mode = force_generic_plan';

/** Set on the connection and not at startup, where PgBouncer would refuse them. */
export function settings(statementTimeoutMs: number | undefined): string {
  const limits = `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
  const statement = statementTimeoutMs === undefined ? '' : `; SET statement_timeout = ${statementTimeoutMs}`;
  return `${SHORT_STATEMENTS}; ${limits}${statement}`;
}

/** Client-side timeout for a server that does not respond at all. */
export function silenceLimit(statementTimeoutMs: number | undefined): { query_timeout?: number } {
  return statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs + SILENCE_MS };
}

const CONNECT_RETRY_MS = 30_000;
/** Timeout for getting a connection from the pool, including a new one. */
const POOL_WAIT_MS = 3_000;
/** How long the client waits beyond the statement timeout. */
const SILENCE_MS = 1_000;
/** A client may read an export slowly, but not this slowly. */
const IDLE_IN_TRANSACTION_MS = 3_600_000;
const TCP_KEEP_ALIVE_MS = 10_000;

type PostgresOptions = {
  /** How long to wait at startup for a server that does not respond yet. */
  patienceMs?: number;
  /** Statement timeout; the server's own if omitted. Does not apply to transactions. */
  statementTimeoutMs?: number;
  /** URL of the same database without the pooler at `url`, for uses that need a dedicated connection. */
  directUrl?: string;
  watch?: WatchStatement | null;
};

export async function openPostgres(
  url: string,
  poolSize: number,
  report: (message: string) => void,
  { patienceMs = CONNECT_RETRY_MS, statementTimeoutMs, directUrl = url, watch = null }: PostgresOptions = {},
): Promise<Db> {
  const isPooled = directUrl !== url;
  const pool = new pg.Pool({
    ...connectTo(url),
    max: poolSize,
    // A burst of clients after a quiet time would be late for its own timeout while it opens the first.
    min: Math.min(2, poolSize),
    connectionTimeoutMillis: POOL_WAIT_MS,
    ...silenceLimit(statementTimeoutMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: TCP_KEEP_ALIVE_MS,
    application_name: 'battle-results-gateway',
    ...(!isPooled && { onConnect: async (client) => void (await client.query(settings(statementTimeoutMs))) }),
  });
  // Without a listener, an idle connection that the server closes would end the process.
  pool.on('error', ignore);
  const location = describe(url);
  await waitUntilReachable(pool, location, report, patienceMs);
  await expectUnicode(pool, location);
  const adapter = watchedAdapter(new PrismaPg(pool, { disposeExternalPool: false }), watch);
  const client = createPrisma(adapter);
  return {
    ...client,
    ...readingOf(pool, watch, !isPooled),
    changes: changesOf(directUrl, pool),
    embedded: false,
    directUrl,
    location,
    atOnce: poolSize,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await client.prisma.$disconnect();
      await pool.end();
    },
  };
}

async function waitUntilReachable(
  pool: pg.Pool,
  location: string,
  report: (message: string) => void,
  patienceMs: number,
) {
  const end = performance.now() + patienceMs;
  for (let pause = 500; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      const why = reason(error);
      if (!isTemporary(error) || performance.now() + pause > end) {
        await pool.end();
        throw new DbError(`Cannot use ${location}: ${why}. Check DATABASE_URL and that the server is running.`);
      }
      report(`Waiting for ${location}: ${why}. Next try in ${pause / 1000} s.`);
      await sleep(pause);
    }
  }
}

/** A cluster that was made without a locale has SQL_ASCII, in which neither names nor migrations can be written. */
async function expectUnicode(pool: pg.Pool, location: string) {
  const { rows } = await pool.query<{ server_encoding: string }>('SHOW server_encoding');
  const encoding = rows[0]?.server_encoding;
  if (encoding === 'UTF8') return;
  await pool.end();
  throw new DbError(
    `${location} has the encoding ${encoding} and needs UTF8. Create another: ` +
      `CREATE DATABASE … ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0`,
  );
}

export function describe(url: string): string {
  const { database, servers } = parsePostgresUrl(url);
  return `PostgreSQL database "${database}" at ${namesOf(servers)}`;
}
