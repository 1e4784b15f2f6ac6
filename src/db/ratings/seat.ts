import type { Sql } from '../sql.js';

/** What a run works with. On PostgreSQL these are connections of its own, so that no request waits for one. */
export type Seat = {
  /** Sees one state of the data. */
  read: Pick<Sql, 'query'>;
  /** Of the same state, in portions. */
  stream<Row extends object>(statement: string, values: unknown[]): AsyncIterable<Row[]>;
  /** One session, since what is staged in it are temporary tables. */
  write: Pick<Sql, 'query' | 'script'>;
};

/** Over one connection that others use too: one statement is one state of the data. */
export function seatOver(sql: Seat['write']): Seat {
  return {
    read: sql,
    async *stream<Row extends object>(statement: string, values: unknown[]) {
      yield await sql.query<Row>(statement, values);
    },
    write: sql,
  };
}
