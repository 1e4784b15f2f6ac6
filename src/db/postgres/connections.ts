// Statements, transactions and snapshots on the connections of a pool.
import type { Socket } from 'node:net';
import type pg from 'pg';
import type { Db } from '../client.js';
import { type Acquire, createOpenSnapshot } from '../snapshot.js';
import type { Sql, SqlConnection } from '../sql.js';
import { type WatchStatement, watchedSql } from '../watched.js';
import { createPrepared, type Prepared } from './prepared.js';

/** With `isOwn`, a connection stays on one server process until it ends and keeps its prepared statements. */
export function readingOf(pool: pg.Pool, watch: WatchStatement | null, isOwn = true): Pick<Db, 'sql' | 'snapshot'> {
  return {
    sql: watchedSql(sqlOf(pool), watch),
    snapshot: createOpenSnapshot(holdOf(pool, isOwn ? createPrepared() : null), watch),
  };
}

function holdOf(pool: pg.Pool, prepared: Prepared | null): Acquire {
  const dropStale = prepared && createDropStale(prepared);
  return async (singleStatement, first) => {
    const { client, release } = await take(pool);
    dropStale?.(client);
    let row: object | undefined;
    if (!singleStatement) {
      // The driver gives one result for each statement if there are several.
      const begun = await client.query(first ? `${BEGIN}; ${first}` : BEGIN).catch((error) => {
        release(error);
        throw error;
      });
      row = [begun].flat().at(-1)?.rows[0];
    }
    return {
      sql: statements(client, { prepared }),
      ...(row && { row }),
      end: async (failure) => release(failure || singleStatement ? failure : await failureOf(client.query('COMMIT'))),
    };
  };
}

const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

export function sqlOf(pool: pg.Pool): SqlConnection {
  return {
    ...statements(pool),
    async transaction(work) {
      const { client, release } = await take(pool);
      let failure: Error | undefined;
      try {
        // Imports, exports and migrations have no time limit.
        await client.query('BEGIN; SET LOCAL statement_timeout = 0');
        const result = await work(statements(client, { timeoutMs: UNLIMITED_MS }));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        failure = await failureOf(client.query('ROLLBACK'));
        throw error;
      } finally {
        release(failure);
      }
    },
  };
}

/** After a failure, as when it could not roll back, the connection is destroyed instead of returned to the pool. */
async function take(pool: pg.Pool): Promise<{ client: pg.PoolClient; release(failure: Error | undefined): void }> {
  const client = await pool.connect();
  // A lost connection fails the statement; without a listener it would end the process as well.
  client.on('error', ignore);
  const release = (failure: Error | undefined) => {
    client.off('error', ignore);
    client.release(failure);
  };
  return { client, release };
}

const failureOf = (work: Promise<unknown>): Promise<Error | undefined> =>
  work.then(
    () => undefined,
    (error: Error) => error,
  );

export function ignore() {}

/** The driver treats 0 as unset. */
const UNLIMITED_MS = 2 ** 31 - 1;

type Connection = pg.Pool | pg.PoolClient | pg.Client;

type StatementOptions = { prepared?: Prepared | null; timeoutMs?: number };

export function statements(connection: Connection, { prepared, timeoutMs }: StatementOptions = {}): Sql {
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

const HANG_UP_MS = 500;

/** Does not wait for a server that does not respond. */
export async function hangUp(client: pg.Client): Promise<void> {
  const { stream } = connectionOf(client);
  const impatient = setTimeout(() => stream.destroy(), HANG_UP_MS);
  await client.end();
  clearTimeout(impatient);
}

/** Internals of the driver's connection, which its types do not expose. */
export function connectionOf(client: pg.ClientBase): { stream: Socket; parsedStatements: Record<string, string> } {
  return (client as unknown as { connection: ReturnType<typeof connectionOf> }).connection;
}
