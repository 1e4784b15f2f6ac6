// The one place that knows there are two databases: PostgreSQL when DATABASE_URL is set, otherwise PostgreSQL
// compiled to WebAssembly with its data in a folder.
import type { Config } from '../config.js';
import type { Db } from './client.js';
import { isUnusedDir } from './embedded/data-dir.js';
import { openEmbedded } from './embedded/embedded.js';
import { openPostgres } from './postgres/postgres.js';
import type { WatchStatement } from './watched.js';

export type DbConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databasePoolSize' | 'statementTimeoutMs' | 'dataDir'
>;

/** `report` hears about steps that take a while, `watch` about every statement. */
export function createDb(
  config: DbConfig,
  report: (message: string) => void,
  watch: WatchStatement | null = null,
): Promise<Db> {
  return config.databaseUrl === null
    ? openEmbedded(config.dataDir, report, { statementTimeoutMs: config.statementTimeoutMs, watch })
    : openPostgres(config.databaseUrl, config.databasePoolSize, report, {
        directUrl: config.databaseDirectUrl ?? config.databaseUrl,
        statementTimeoutMs: config.statementTimeoutMs,
        watch,
      });
}

/** Whether nothing was ever opened there: PostgreSQL is always there, a folder is made when it is first used. */
export async function isUnused({ databaseUrl, dataDir }: DbConfig): Promise<boolean> {
  return databaseUrl === null && (await isUnusedDir(dataDir));
}
