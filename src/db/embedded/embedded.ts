import { existsSync } from 'node:fs';
import { cp, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Db } from '../client.js';
import { DbError, DbGoneError } from '../db-error.js';
import { pruneLog } from '../log/prune.js';
import { readNews } from '../log/read-news.js';
import { type ChangeSource, LOG_CHANNEL } from '../log/source.js';
import { createPrisma } from '../prisma.js';
import { type Acquire, createOpenSnapshot } from '../snapshot.js';
import type { Sql, SqlConnection } from '../sql.js';
import { type WatchStatement, watchedAdapter, watchedSql } from '../watched.js';
import { type Connection, openConnection } from './connection.js';
import { claimDataDir, clusterPaths, findCluster } from './data-dir.js';
import { afterCommands, DataDirInUseError, lockDataDir, readHolder, withHolderAddress } from './data-dir-lock.js';
import { openGuest } from './guest.js';
import { createHost } from './host.js';
import { prismaAdapter } from './prisma.js';
import { type Call, startThread, type Thread } from './thread.js';
import { keepUp } from './upkeep.js';

/** A migrated cluster without data, made when an image is built: copying it takes a tenth of the time of creating one. */
const PREPARED = fileURLToPath(new URL('../../../prepared/pg', import.meta.url));

export type EmbeddedOptions = {
  /** Timeout of statements outside a transaction, enforced here because PGlite ignores statement_timeout. */
  statementTimeoutMs?: number;
  watch?: WatchStatement | null;
  /** Goes through the process that has the folder open, if there is one. For commands, which do not follow changes. */
  asGuest?: boolean;
  /** How long a guest may hold the database without a statement. */
  guestStallMs?: number;
  /** Aborted when the process begins to stop: guests are rolled back then, so that it need not wait for them. */
  stopping?: AbortSignal | null;
};

const STOPPING =
  'The process that has the data open is stopping. What was not complete is undone; run the command again.';

export async function openEmbedded(
  dataDir: string,
  report: (message: string) => void,
  options: EmbeddedOptions = {},
): Promise<Db> {
  const folder = resolve(dataDir);
  for (;;) {
    // Beside the process that has it open, nothing is written in the folder, so root may do it too.
    const guest = options.asGuest ? await withHolderAddress(folder, openGuest) : null;
    if (guest && guest !== 'refused') {
      return { ...embeddedDb(guest, `folder ${folder}`, options.watch ?? null), holder: await readHolder(folder) };
    }
    await claimDataDir(folder);
    try {
      return await openLocked(folder, dataDir, report, options);
    } catch (error) {
      // Another process may have opened it meanwhile.
      if (!options.asGuest || guest === 'refused' || !(error instanceof DataDirInUseError)) throw error;
    }
  }
}

async function openLocked(
  folder: string,
  dataDir: string,
  report: (message: string) => void,
  { statementTimeoutMs, watch = null, guestStallMs, stopping, asGuest = false }: EmbeddedOptions,
): Promise<Db> {
  let opened = (_connection: Connection) => {};
  let failed = (_error: unknown) => {};
  const opening = new Promise<Connection>((resolve, reject) => {
    [opened, failed] = [resolve, reject];
  });
  opening.catch(() => undefined);
  const host = createHost(opening, guestStallMs);
  stopping?.addEventListener('abort', () => host.dismiss(STOPPING), { once: true });
  const lock = () => lockDataDir(folder, host.receive, { isCommand: asGuest });
  const unlock = await (asGuest ? lock() : afterCommands(lock, report));
  try {
    const { cluster, isNew } = await findCluster(folder);
    if (isNew) {
      report(`Creating the embedded database in ${dataDir} (once, a few seconds) ...`);
      await createFirst(folder).catch((error: unknown) => {
        throw new DbError(`The embedded database cannot be created in ${dataDir} (${reasonOf(error)}). ${SPACE}`);
      });
    }
    const start = (onNotice: () => void) => openCluster(cluster, dataDir, onNotice);
    const connection = await openConnection({ start, statementTimeoutMs, report });
    opened(connection);
    const db = embeddedDb(connection, `folder ${folder}`, watch);
    return {
      ...db,
      async close() {
        await host.close();
        await db.close();
        await unlock();
      },
    };
  } catch (error) {
    failed(error);
    await host.close();
    await unlock();
    throw error;
  }
}

/** Opens a database that is discarded when it is closed. `copyOf` is an archive of another database's data folder. */
export async function openInMemory(
  copyOf?: Blob,
  { statementTimeoutMs, watch = null }: EmbeddedOptions = {},
): Promise<Db> {
  const options = copyOf ? { loadDataDir: copyOf } : {};
  const start = (onNotice: () => void) => startThread(options, onNotice);
  return embeddedDb(await openConnection({ start, statementTimeoutMs }), 'memory', watch);
}

function embeddedDb(connection: Connection, location: string, watch: WatchStatement | null): Db {
  const client = createPrisma(watchedAdapter(prismaAdapter(connection), watch));
  return {
    ...client,
    sql: watchedSql(sqlOf(connection), watch),
    snapshot: createOpenSnapshot(holdOf(connection), watch),
    changes: changesOf(connection),
    embedded: true,
    directUrl: null,
    location,
    atOnce: 1,
    connections: () => null,
    async close() {
      await client.prisma.$disconnect();
      await connection.close();
    },
  };
}

/** Created beside its folder and then renamed, so that an incomplete cluster is never mistaken for a database. */
async function createFirst(folder: string): Promise<void> {
  const { making, cluster } = clusterPaths(folder);
  await createCluster(making);
  await rename(making, cluster);
}

/** In place of what is there. Tables may be there already. */
export async function createCluster(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
  try {
    if (existsSync(PREPARED)) await cp(PREPARED, path, { recursive: true });
    else await (await startThread({ dataDir: path }, () => undefined)).close();
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    throw error;
  }
}

/** Opens a cluster by itself; `engine` is the package of another PostgreSQL than ours. The caller has the lock of its folder. */
export async function openAlone(cluster: string, engine?: string): Promise<Db> {
  const start = (onNotice: () => void) => startThread({ dataDir: cluster, ...(engine && { engine }) }, onNotice);
  return embeddedDb(await openConnection({ start }), `folder ${cluster}`, null);
}

const SPACE = 'It needs 200 MB of free disk space; free some, or set DATA_DIR to a folder on another disk.';

/** Numbers that PGlite's file system has for errors, which come without a message. */
const ERRNO: Record<number, string> = { 22: 'file too large', 51: 'no space left on device' };

export function reasonOf(error: unknown): string {
  const { message, errno } = error as { message?: string; errno?: number };
  return message || (ERRNO[errno ?? -1] ?? `error ${errno}`);
}

async function openCluster(cluster: string, dataDir: string, onNotice: () => void): Promise<Thread> {
  try {
    return await startThread({ dataDir: cluster }, onNotice);
  } catch (error) {
    const why = reasonOf(error);
    throw new DbGoneError(
      `The embedded database in ${join(dataDir, 'pg')} cannot be opened (${why}). ` +
        'Nothing was overwritten. Restore the folder from a copy, or move it away and import your data again.',
    );
  }
}

/** There is one connection: an operation that holds it alone reads one state of the data without a transaction. */
function holdOf(connection: Connection): Acquire {
  return async (singleStatement, first) => {
    const { call, release } = singleStatement ? { call: connection.call, release: () => {} } : await connection.take();
    const sql = statements(call);
    const [row] = first
      ? await sql.query(first).catch((error) => {
          release();
          throw error;
        })
      : [];
    return { sql, ...(row && { row }), end: async () => release() };
  };
}

function sqlOf(connection: Connection): SqlConnection {
  return {
    ...statements(connection.call),
    async transaction(work) {
      const { call, end } = await connection.begin('BEGIN');
      const result = await work(statements(call)).catch(async (error) => {
        await end('ROLLBACK').catch(() => undefined);
        throw error;
      });
      if ((await end('COMMIT')) === 'ROLLBACK') throw new Error('A statement had failed: nothing was written');
      return result;
    },
  };
}

function changesOf(connection: Connection): ChangeSource {
  // No request waits for these, and a timeout would drop all remembered answers.
  const sql = statements((name, args) => connection.call(name, args, Number.POSITIVE_INFINITY));
  return {
    remote: false,
    async prune(from, to) {
      await pruneLog(sql, from, to);
      // What fails here is tried again the next time, and the changes need not be pruned again.
      await keepUp(sql).catch(() => undefined);
    },
    async open(events) {
      const unlisten = connection.listen(events);
      await sql.script(`LISTEN "${LOG_CHANNEL}"`).catch((error) => {
        unlisten();
        throw error;
      });
      return { read: (after) => readNews(sql, after), close: async () => unlisten() };
    },
  };
}

function statements(call: Call): Sql {
  const query = async <Row extends object>(statement: string, values?: unknown[]) =>
    (await call('query', [statement, values])) as Row[];
  return {
    query,
    // PGlite's query API has no named prepared statements.
    queryPrepared: query,
    script: async (text) => void (await call('script', [text])),
  };
}
