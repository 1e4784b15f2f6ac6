// Reports statements to a watcher before they are sent: one hook for plain SQL, one for Prisma.
import type { Sql, SqlConnection } from './sql.js';

/** Receives the text of a statement, without its values, and must call `send`. */
export type WatchStatement = <Result>(text: string, send: () => Promise<Result>) => Promise<Result>;

export function watchedSql(connection: SqlConnection, watch: WatchStatement | null): SqlConnection {
  if (!watch) return connection;
  return {
    ...watchedStatements(connection, watch),
    transaction: (work) => connection.transaction((sql) => work(watchedStatements(sql, watch))),
  };
}

function watchedStatements(sql: Sql, watch: WatchStatement): Sql {
  return {
    query: (statement, values) => watch(statement, () => sql.query(statement, values)),
    queryPrepared: (statement, values) => watch(statement, () => sql.queryPrepared(statement, values)),
    script: (text) => watch(text, () => sql.script(text)),
  };
}

type Query = { sql: string };
type AdapterFactory = { connect(): Promise<{ queryRaw(query: Query): Promise<unknown> }> };

/** Does not see statements inside Prisma transactions; a snapshot reports its own. */
export function watchedAdapter<Factory extends AdapterFactory>(
  factory: Factory,
  watch: WatchStatement | null,
): Factory {
  if (!watch) return factory;
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = (query: Query) => watch(query.sql, () => queryRaw(query));
    return adapter;
  };
  return factory;
}
