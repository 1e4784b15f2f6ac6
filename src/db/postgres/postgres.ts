import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { CHANGE_CHANNEL, type ChangeSource, pruneChanges, readChanges } from '../changes.js';
import type { Db } from '../client.js';
import { DbError } from '../db-error.js';
import { createPrisma } from '../prisma.js';
import { type Acquire, createOpenSnapshot } from '../snapshot.js';
import type { Sql, SqlConnection } from '../sql.js';
import { type WatchStatement, watchedAdapter, watchedSql } from '../watched.js';
import { createPrepared, type Prepared } from './prepared.js';

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

export type PostgresOptions = {
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
    connectionString: url,
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

/** Waiting does not help with a wrong or missing password, a missing database or a server without TLS. */
function isTemporary(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return !/^(28|3D)/.test(code) && !/^SASL|does not support SSL/.test(message);
}

function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  return error instanceof Error && error.message ? error.message : String(error);
}

function ignore() {}

export function describe(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `PostgreSQL database "${decodeURIComponent(pathname.slice(1))}" at ${hostname || 'localhost'}:${port || '5432'}`;
}

/** With `isOwn`, a connection stays on one server process until it ends and keeps its prepared statements. */
export function readingOf(pool: pg.Pool, watch: WatchStatement | null, isOwn = true): Pick<Db, 'sql' | 'snapshot'> {
  return {
    sql: watchedSql(sqlOf(pool), watch),
    snapshot: createOpenSnapshot(holdOf(pool, isOwn ? createPrepared() : null), watch),
  };
}

function holdOf(pool: pg.Pool, prepared: Prepared | null): Acquire {
  const dropStale = prepared && createDropStale(prepared);
  return async (singleStatement) => {
    const client = await pool.connect();
    // A lost connection fails the statement; without a listener it would end the process as well.
    client.on('error', ignore);
    const release = (failure: Error | undefined) => {
      client.off('error', ignore);
      client.release(failure);
    };
    dropStale?.(client);
    if (!singleStatement) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY').catch((error) => {
        release(error);
        throw error;
      });
    }
    return {
      sql: statements(client, { prepared }),
      async end(failure) {
        const broken =
          failure || singleStatement
            ? failure
            : await client.query('COMMIT').then(
                () => undefined,
                (error) => error,
              );
        release(broken);
      },
    };
  };
}

export function sqlOf(pool: pg.Pool): SqlConnection {
  return {
    ...statements(pool),
    async transaction(work) {
      const client = await pool.connect();
      // A lost connection fails the statement; without a listener it would end the process as well.
      client.on('error', ignore);
      let failure: Error | undefined;
      try {
        // Imports, exports and migrations have no time limit.
        await client.query('BEGIN; SET LOCAL statement_timeout = 0');
        const result = await work(statements(client, { timeoutMs: UNLIMITED_MS }));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        failure = await client.query('ROLLBACK').then(
          () => undefined,
          (broken: Error) => broken,
        );
        throw error;
      } finally {
        // A connection that could not roll back is destroyed instead of returned to the pool.
        client.off('error', ignore);
        client.release(failure);
      }
    },
  };
}

/** Uses a dedicated connection: one from the pool would have to be returned. */
function changesOf(url: string, pool: pg.Pool): ChangeSource {
  return {
    remote: true,
    prune: (snapshot) => pruneChanges(statements(pool), snapshot),
    async open({ onNotice, onLost }) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: FEED_ANSWER_MS,
        query_timeout: FEED_ANSWER_MS,
        application_name: FEED,
      });
      client.on('error', onLost).on('end', onLost).on('notification', onNotice);
      try {
        await client.connect();
        await client.query(`LISTEN "${CHANGE_CHANNEL}"`);
      } catch (error) {
        void hangUp(client).catch(ignore);
        throw error;
      }
      return {
        read: (since) => readChanges(statements(client), since),
        close: () => hangUp(client),
      };
    },
  };
}

const FEED = 'battle-results-gateway feed';
const FEED_ANSWER_MS = 1_000;
const HANG_UP_MS = 500;

/** Does not wait for a server that does not respond. */
async function hangUp(client: pg.Client): Promise<void> {
  const { stream } = connectionOf(client);
  const impatient = setTimeout(() => stream.destroy(), HANG_UP_MS);
  await client.end();
  clearTimeout(impatient);
}

/** The driver treats 0 as unset. */
const UNLIMITED_MS = 2 ** 31 - 1;

type Connection = pg.Pool | pg.PoolClient | pg.Client;

type StatementOptions = { prepared?: Prepared | null; timeoutMs?: number };

function statements(connection: Connection, { prepared, timeoutMs }: StatementOptions = {}): Sql {
  const limit = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
  return {
    query: async (text, values) => (await connection.query({ text, ...limit }, values)).rows,
    queryPrepared: async (text, values) => {
      const name = prepared?.nameOf(text);
      return (await connection.query({ ...(name && { name }), text, values: values ?? [], ...limit })).rows;
    },
    script: async (text) => {
      await connection.query({ text, ...limit });
    },
  };
}

/** Number of new names after which a connection's stale statements are dropped. */
const STALE_MAX = 20;

/**
 * Deallocates prepared statements that have lost their name. Only safe on a connection that was just taken: statements
 * in the driver's queue may still use a name that has been replaced.
 */
function createDropStale(prepared: Prepared): (client: pg.ClientBase) => void {
  /** Number of names given when the connection was last cleaned up. */
  const toldAt = new WeakMap<pg.ClientBase, number>();
  return (client) => {
    if (prepared.given() - (toldAt.get(client) ?? 0) < STALE_MAX) return;
    toldAt.set(client, prepared.given());
    const { parsedStatements } = connectionOf(client);
    const stale = Object.keys(parsedStatements).filter((name) => !prepared.isNamed(name));
    for (const name of stale) delete parsedStatements[name];
    // Fails only if the connection fails, and then so does whatever follows.
    if (stale.length > 0) client.query(stale.map((name) => `DEALLOCATE "${name}"`).join('; ')).catch(ignore);
  };
}

/** Internals of the driver's connection, which its types do not expose. */
export function connectionOf(client: pg.ClientBase): { stream: Socket; parsedStatements: Record<string, string> } {
  return (client as unknown as { connection: ReturnType<typeof connectionOf> }).connection;
}
