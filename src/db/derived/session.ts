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

/**
 * Another one once all data was replaced, as by a restore. On the embedded database a run shares its session with whoever does
 * that, so no lock keeps them apart: what a run writes is written only while this is what it was at the start.
 */
export const EPOCH = `(SELECT max("tx")::text FROM "note" WHERE "kind" = 'everything' AND "key" = '')`;

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
