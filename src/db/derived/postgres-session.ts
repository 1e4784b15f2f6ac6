import type pg from 'pg';
import { connectTo } from '../postgres/cluster.js';
import { DERIVED_LOCK } from './lock.js';
import type { Session } from './session.js';

const PORTION = 5_000;
/** A run has no time limit, and ends when the machine of the server is gone. */
const TCP_KEEP_ALIVE_MS = 10_000;
/** The server lets go of the lock within a minute of when our machine is gone; by default it notices after two hours. */
const SETTINGS = `SET jit = off; SET work_mem = '64MB'; SET cursor_tuple_fraction = 1; SET statement_timeout = 0;
  SET idle_in_transaction_session_timeout = 0;
  SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3`;

/** Waits for the lock, then calls `work` with one snapshot after another until it reports that nothing is left. */
export async function withPostgresSession(url: string, work: (session: Session) => Promise<boolean>): Promise<void> {
  const [reader, writer] = [connectionTo(url), connectionTo(url)];
  try {
    await Promise.all([reader.connect(), writer.connect()]);
    await Promise.all([reader.query(SETTINGS), writer.query(SETTINGS)]);
    await writer.query('SELECT pg_advisory_lock($1)', [DERIVED_LOCK]);
    for (let isMore = true; isMore; ) {
      await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      isMore = await work({ read: readsOf(reader), stream: streamOf(reader), write: statements(writer) });
      await reader.query('ROLLBACK');
    }
  } finally {
    await Promise.allSettled([reader.end(), writer.end()]);
  }
}

function connectionTo(url: string): pg.Client {
  const { Client, connectionString } = connectTo(url);
  const client = new Client({
    connectionString,
    application_name: 'battle-results-gateway derived data',
    keepAlive: true,
    keepAliveInitialDelayMillis: TCP_KEEP_ALIVE_MS,
  });
  // A lost connection fails its statement; without a listener it would also end the process.
  return client.on('error', () => undefined);
}

function statements(client: pg.Client): Session['write'] {
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    script: async (text) => void (await client.query(text)),
  };
}

/** A statement that recurs is planned for its values each time, as nothing waits for it. */
function readsOf(client: pg.Client): Session['read'] {
  const { query } = statements(client);
  return { query, queryPrepared: query };
}

/** Fetches the next portion while the current one is processed. */
function streamOf(client: pg.Client): Session['stream'] {
  return async function* stream<Row extends object>(statement: string, values: unknown[]): AsyncGenerator<Row[]> {
    const next = () => client.query<Row>(`FETCH ${PORTION} FROM "battles"`);
    await client.query(`DECLARE "battles" NO SCROLL CURSOR FOR ${statement}`, values);
    let fetching = next();
    for (;;) {
      const { rows } = await fetching;
      if (rows.length === 0) break;
      fetching = next();
      fetching.catch(() => undefined);
      yield rows;
    }
    await client.query('CLOSE "battles"');
  };
}
