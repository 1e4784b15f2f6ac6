// A real PostgreSQL server of a test's own, with real streaming standbys.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { newDataFolder, run } from './postgres-programs.js';
import { type PostgresServer, type Settings, startServer, USER, until } from './postgres-server.js';

export type Primary = PostgresServer & {
  /** Creates a streaming standby that has caught up. */
  standby(settings?: Settings): Promise<Standby>;
};

export type Standby = PostgresServer & {
  /** Stops replay: WAL is still received, but not applied until `resume`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Resolves once the standby has replayed everything that the primary has written so far. */
  caughtUp(): Promise<void>;
};

/** A started server with a migrated, empty database. */
export async function createPrimary(settings: Settings = {}): Promise<Primary> {
  const data = await newDataFolder();
  await promisify(execFile)('cp', ['-a', `${inject('cluster')}/.`, data]);
  const server = await startServer(data, settings);
  return { ...server, standby: (own = {}) => createStandby(server, own) };
}

/** One of its own, in this folder. */
export async function createCluster(data: string): Promise<void> {
  await run('initdb', ['-D', data, '-U', USER, '--auth=trust', '-E', 'UTF8', '--no-sync']);
}

async function createStandby(primary: PostgresServer, settings: Settings): Promise<Standby> {
  const data = await newDataFolder();
  await run('pg_basebackup', ['-d', primary.url, '-D', data, '-R', '--checkpoint=fast', '--no-sync']);
  const server = await startServer(data, settings);
  const standby: Standby = {
    ...server,
    async pause() {
      await server.query('SELECT pg_wal_replay_pause()');
      await until(async () => {
        const [row] = await server.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS "state"');
        return row?.state === 'paused';
      });
    },
    async resume() {
      await server.query('SELECT pg_wal_replay_resume()');
    },
    async caughtUp() {
      const [at] = await primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS "lsn"');
      const shown = 'SELECT WHERE pg_last_wal_replay_lsn() >= $1::pg_lsn';
      await until(async () => (await server.query(shown, [at?.lsn])).length > 0);
    },
  };
  await standby.caughtUp();
  return standby;
}
