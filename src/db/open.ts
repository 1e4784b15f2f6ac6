// The only module that knows of two databases: PostgreSQL when DATABASE_URL is set, otherwise PostgreSQL compiled to
// WebAssembly with its data in a folder.
import type { Config } from '../config.js';
import type { Db } from './client.js';
import { isUnusedDir } from './embedded/data-dir.js';
import { requireVolume } from './embedded/volume.js';
import type { WatchStatement } from './watched.js';

type DbConfig = Pick<
  Config,
  'databaseUrl' | 'databaseDirectUrl' | 'databasePoolSize' | 'statementTimeoutMs' | 'dataDir'
> &
  Partial<Pick<Config, 'needsVolume'>>;

type OpenOptions = {
  /** Called for every statement. */
  watch?: WatchStatement | null;
  /** Aborted when the process begins to stop. */
  stopping?: AbortSignal | null;
  /** For commands: also while a service has the embedded database open. */
  asGuest?: boolean;
};

/** `report` is called for steps that take a while. */
export async function createDb(
  config: DbConfig,
  report: (message: string) => void,
  { watch = null, stopping = null, asGuest = false }: OpenOptions = {},
): Promise<Db> {
  const { statementTimeoutMs } = config;
  // Each driver is loaded only when used: a command called with wrong arguments, or for help, needs neither.
  if (config.databaseUrl === null) {
    if (config.needsVolume) await requireVolume(config.dataDir);
    const { openEmbedded } = await import('./embedded/embedded.js');
    return openEmbedded(config.dataDir, report, { statementTimeoutMs, watch, stopping, asGuest });
  }
  const { openPostgres } = await import('./postgres/postgres.js');
  const directUrl = config.databaseDirectUrl ?? config.databaseUrl;
  return openPostgres(config.databaseUrl, config.databasePoolSize, report, { directUrl, statementTimeoutMs, watch });
}

/** Whether no database was ever opened there. A server always exists; a data folder is created on first use. */
export async function isUnused({ databaseUrl, dataDir }: DbConfig): Promise<boolean> {
  return databaseUrl === null && (await isUnusedDir(dataDir));
}
