import type { StaleReader } from '../client.js';
import type { Sql } from '../sql.js';

/** The same connection, whose single statements are read from a standby while the primary does not answer. */
export function staleToo<Connection extends Sql>(sql: Connection, stale: () => StaleReader | null): Connection {
  return {
    ...sql,
    query(statement: string, values?: unknown[]) {
      const reader = stale();
      if (!reader) return sql.query(statement, values);
      const snapshot = reader.snapshot({ singleStatement: true });
      return snapshot.sql.query(statement, values).finally(() => void snapshot.end());
    },
  };
}
