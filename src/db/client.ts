// The one place that knows there are two databases: PostgreSQL when DATABASE_URL is set, otherwise PostgreSQL
// compiled to WebAssembly with its data in a folder.
import type { Config } from '../config.js';
import type { ChangeSource } from './changes.js';
import { isUnusedDir } from './data-dir.js';
import { openEmbedded } from './embedded.js';
import type { PrismaClient } from './generated/client.js';
import { openPostgres } from './postgres.js';
import type { Replicas } from './replicas.js';
import type { OpenSnapshot } from './snapshot.js';
import type { SqlConnection } from './sql.js';
import type { WatchStatement } from './watched.js';

export type Db = {
  prisma: PrismaClient;
  sql: SqlConnection;
  /** What an operation reads from. */
  snapshot: OpenSnapshot;
  /** Tells what others have written. */
  changes: ChangeSource;
  /** Copies that answers may be read from. */
  replicas?: Replicas;
  /** Whether the data is this process's alone, in a folder of its own. */
  embedded: boolean;
  /** Where the data lies, for people; no password in it. */
  place: string;
  /** How its connections are used; null when it has none. */
  connections(): { total: number; idle: number; waiting: number } | null;
  close(): Promise<void>;
};

export type DbConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databasePoolSize' | 'statementTimeoutMs' | 'dataDir'
>;

/** `tell` hears about steps that take a while, `watch` about every statement. */
export function createDb(
  config: DbConfig,
  tell: (message: string) => void,
  watch: WatchStatement | null = null,
): Promise<Db> {
  return config.databaseUrl === null
    ? openEmbedded(config.dataDir, tell, { statementTimeoutMs: config.statementTimeoutMs, watch })
    : openPostgres(config.databaseUrl, config.databasePoolSize, tell, {
        directUrl: config.databaseDirectUrl ?? config.databaseUrl,
        statementTimeoutMs: config.statementTimeoutMs,
        watch,
      });
}

/** Whether nothing was ever opened there: PostgreSQL is always there, a folder is made when it is first used. */
export async function isUnused({ databaseUrl, dataDir }: DbConfig): Promise<boolean> {
  return databaseUrl === null && (await isUnusedDir(dataDir));
}
