// The service's database on a primary with a standby, as seen by one process.
import type { Db } from '../../src/db/client.js';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { withReplicas } from '../../src/db/replicas/replicas.js';
import type { WatchStatement } from '../../src/db/watched.js';
import { createPrimary, type Primary, type Standby } from './postgres-cluster.js';
import { whenOver } from './postgres-programs.js';
import type { PostgresServer, Settings } from './postgres-server.js';

export type Pair = {
  primary: Primary;
  standby: Standby;
  db: Db;
  /** Messages for the operator. */
  told: string[];
};

export const MAX_LAG_MS = 1_000;
/** A service that hears of changes, without which it reads from no replica, and remembers nothing. */
export const FORGETFUL = { remember: true, config: { cacheBytes: 0 } };
const COUNTED = { shared_preload_libraries: 'pg_stat_statements' };

export async function openPair(settings: Settings = {}): Promise<Pair> {
  const primary = await createPrimary(COUNTED);
  const alone = await openPostgres(primary.url, 1, console.log);
  await migrate(alone);
  await alone.sql.script('CREATE EXTENSION pg_stat_statements');
  await alone.close();
  const standby = await primary.standby({ ...COUNTED, ...settings });
  const told: string[] = [];
  const db = await openWithReplica(primary.url, standby.url, (line) => told.push(line));
  return { primary, standby, db, told };
}

export async function openWithReplica(
  url: string,
  replica: string,
  report: (line: string) => void,
  watch: WatchStatement | null = null,
): Promise<Db> {
  const config = {
    databaseUrl: url,
    databasePoolSize: 4,
    databaseReplicaUrls: [replica],
    replicaMaxLagMs: MAX_LAG_MS,
  };
  const db = withReplicas(await openPostgres(url, 4, console.log, { watch }), config, report, watch);
  whenOver(() => db.close());
  return db;
}

/** Number of statements for answers that a server has executed since it was started. */
export async function readsOn(server: PostgresServer): Promise<number> {
  const [row] = await server.query<{ reads: number }>(
    `SELECT coalesce(sum("calls"), 0)::int AS "reads" FROM pg_stat_statements
     WHERE "query" ~ '^\\s*SELECT' AND "query" ~ '"(club|tournament|battle|player)"'`,
  );
  return row?.reads ?? 0;
}
