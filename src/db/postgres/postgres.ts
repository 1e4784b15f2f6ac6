import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { CHANGE_CHANNEL, type ChangeSource, pruneChanges, readChanges } from '../changes.js';
import type { Db } from '../client.js';
import { DbError } from '../db-error.js';
import { PrismaClient } from '../generated/client.js';
import { createOpenSnapshot, type Hold } from '../snapshot.js';
import type { Sql, SqlConnection } from '../sql.js';
import { type WatchStatement, watchedAdapter, watchedSql } from '../watched.js';
import { createPrepared, type Prepared } from './prepared.js';

/**
 * A page takes a few milliseconds. Compiling its statement would take a hundred, and planning it anew each time one: what
 * is planned for any values is as good, since every way in is an index.
 */
const SHORT_STATEMENTS = 'SET jit = off; SET plan_cache_mode = force_generic_plan';

/** Said on the connection and not when connecting, where PgBouncer would refuse them. */
export function settings(statementTimeoutMs: number | undefined): string {
  const limits = `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
  const statement = statementTimeoutMs === undefined ? '' : `; SET statement_timeout = ${statementTimeoutMs}`;
  return `${SHORT_STATEMENTS}; ${limits}${statement}`;
}

/** For a server that says nothing at all. */
export function silenceLimit(statementTimeoutMs: number | undefined): { query_timeout?: number } {
  return statementTimeoutMs === undefined ? {} : { query_timeout: statementTimeoutMs + SILENCE_MS };
}

const CONNECT_RETRY_MS = 30_000;
/** For a connection of the pool, be it a new one. */
const POOL_WAIT_MS = 3_000;
/** How much longer than a statement may take it is waited for. */
const SILENCE_MS = 1_000;
/** An export may be read slowly, but not this slowly. */
const IDLE_IN_TRANSACTION_MS = 3_600_000;
const TCP_KEEP_ALIVE_MS = 10_000;

export type PostgresOptions = {
  /** How long to wait at first for a server that does not answer yet. */
  patienceMs?: number;
  /** How long a statement may take; without it, as long as the server lets it. Not for transactions. */
  statementTimeoutMs?: number;
  /** The same database without the pooler at `url`, for what needs a connection that stays the same. */
  directUrl?: string;
  /** Sees every statement. */
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
    connectionTimeoutMillis: POOL_WAIT_MS,
    ...silenceLimit(statementTimeoutMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: TCP_KEEP_ALIVE_MS,
    application_name: 'battle-results-gateway',
    ...(!isPooled && { onConnect: async (client) => void (await client.query(settings(statementTimeoutMs))) }),
  });
  // Without a listener an idle connection that the server closes would end the process.
  pool.on('error', ignore);
  const location = describe(url);
  await waitUntilReachable(pool, location, report, patienceMs);
  const adapter = watchedAdapter(new PrismaPg(pool, { disposeExternalPool: false }), watch);
  const prisma = new PrismaClient({ adapter });
  return {
    prisma,
    ...readingOf(pool, watch, !isPooled),
    changes: changesOf(directUrl, pool),
    embedded: false,
    directUrl,
    location,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await prisma.$disconnect();
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
  const end = Date.now() + patienceMs;
  for (let pause = 500; ; pause = Math.min(pause * 2, 5_000)) {
    try {
      await pool.query('SELECT 1');
      return;
    } catch (error) {
      const why = reason(error);
      if (!isPassing(error) || Date.now() + pause > end) {
        await pool.end();
        throw new DbError(`Cannot use ${location}: ${why}. Check DATABASE_URL and that the server is running.`);
      }
      report(`Waiting for ${location}: ${why}. Next try in ${pause / 1000} s.`);
      await sleep(pause);
    }
  }
}

/** A wrong or missing password, a missing database or a server without TLS does not pass by waiting. */
function isPassing(error: unknown): boolean {
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

/** The ways to read over a pool. With `isOwn`, a connection is the same server process until it ends, and keeps what it prepared. */
export function readingOf(pool: pg.Pool, watch: WatchStatement | null, isOwn = true): Pick<Db, 'sql' | 'snapshot'> {
  return {
    sql: watchedSql(sqlOf(pool), watch),
    snapshot: createOpenSnapshot(holdOf(pool, isOwn ? createPrepared() : null), watch),
  };
}

function holdOf(pool: pg.Pool, prepared: Prepared | null): Hold {
  const dropStale = prepared && createDropStale(prepared);
  return async (alone) => {
    const client = await pool.connect();
    // A lost connection fails the statement; without a listener it would end the process as well.
    client.on('error', ignore);
    const release = (failure: Error | undefined) => {
      client.off('error', ignore);
      client.release(failure);
    };
    dropStale?.(client);
    if (!alone) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY').catch((error) => {
        release(error);
        throw error;
      });
    }
    return {
      sql: statements(client, { prepared }),
      async end(failure) {
        const broken =
          failure || alone
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
        // Imports, exports and migrations take as long as they take.
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
        // A connection that could not roll back is thrown away instead of going back to the pool.
        client.off('error', ignore);
        client.release(failure);
      }
    },
  };
}

/** On a connection of its own: one from the pool would have to be given back. */
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

/** A server that does not answer is not waited for. */
async function hangUp(client: pg.Client): Promise<void> {
  const { stream } = connectionOf(client);
  const impatient = setTimeout(() => stream.destroy(), HANG_UP_MS);
  await client.end();
  clearTimeout(impatient);
}

/** The driver takes 0 for unset. */
const UNLIMITED_MS = 2 ** 31 - 1;

type Connection = pg.Pool | pg.PoolClient | pg.Client;

type StatementOptions = { prepared?: Prepared | null; timeoutMs?: number };

function statements(connection: Connection, { prepared, timeoutMs }: StatementOptions = {}): Sql {
  const limit = timeoutMs === undefined ? {} : { query_timeout: timeoutMs };
  return {
    query: async (text, values) => (await connection.query({ text, ...limit }, values)).rows,
    often: async (text, values) => {
      const name = prepared?.nameOf(text);
      return (await connection.query({ ...(name && { name }), text, values: values ?? [], ...limit })).rows;
    },
    script: async (text) => {
      await connection.query({ text, ...limit });
    },
  };
}

/** How many names may have lost their statement before a connection is told. */
const STALE_MAX = 20;

/**
 * Drops what a connection keeps prepared and is not used enough any more. Only for one that was just taken: among
 * statements that wait in the driver's queue there may be one by a name that another has taken the room of.
 */
function createDropStale(prepared: Prepared): (client: pg.ClientBase) => void {
  /** How many names were given when a connection was last told. */
  const toldAt = new WeakMap<pg.ClientBase, number>();
  return (client) => {
    if (prepared.given() - (toldAt.get(client) ?? 0) < STALE_MAX) return;
    toldAt.set(client, prepared.given());
    const { parsedStatements } = connectionOf(client);
    const stale = Object.keys(parsedStatements).filter((name) => !prepared.isNamed(name));
    for (const name of stale) delete parsedStatements[name];
    // It fails only with the connection, and then what comes after it does too.
    if (stale.length > 0) client.query(stale.map((name) => `DEALLOCATE "${name}"`).join('; ')).catch(ignore);
  };
}

/** What the driver knows of a connection and does not show. */
export function connectionOf(client: pg.ClientBase): { stream: Socket; parsedStatements: Record<string, string> } {
  return (client as unknown as { connection: ReturnType<typeof connectionOf> }).connection;
}
