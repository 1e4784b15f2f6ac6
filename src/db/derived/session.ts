import type { Sql } from '../sql.js';

/** The connections of a run. On PostgreSQL they are dedicated, so that no request waits for one. */
export type Session = {
  /** Reads from one snapshot. */
  read: Pick<Sql, 'query' | 'queryPrepared'>;
  /** Reads from the same snapshot, in portions. */
  stream<Row extends object>(statement: string, values: unknown[]): AsyncIterable<Row[]>;
  /** A single session, because rows are staged in temporary tables. */
  write: Pick<Sql, 'query' | 'script'>;
};

/** Shares one connection with others; each statement is a snapshot of its own. */
export function sessionOver(sql: Session['write']): Session {
  return {
    read: { query: sql.query, queryPrepared: sql.query },
    async *stream<Row extends object>(statement: string, values: unknown[]) {
      yield await sql.query<Row>(statement, values);
    },
    write: sql,
  };
}
