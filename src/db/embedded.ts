import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PGlite, type Transaction } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { CHANGE_CHANNEL, type ChangeSource, pruneChanges, readChanges } from './changes.js';
import type { Db } from './client.js';
import { claimDataDir, findCluster } from './data-dir.js';
import { lockDataDir } from './data-dir-lock.js';
import { DbError } from './db-error.js';
import { PrismaClient } from './generated/client.js';
import type { Sql, SqlConnection } from './sql.js';
import { type WatchStatement, watchedAdapter, watchedSql } from './watched.js';

export async function openEmbedded(
  dataDir: string,
  tell: (message: string) => void,
  watch: WatchStatement | null = null,
): Promise<Db> {
  const folder = resolve(dataDir);
  await claimDataDir(folder);
  const unlock = await lockDataDir(folder);
  try {
    const { cluster, isNew } = await findCluster(folder);
    if (isNew) {
      tell(`Creating the embedded database in ${dataDir} (once, a few seconds) ...`);
      await createCluster(cluster);
    }
    const pglite = await openCluster(cluster, dataDir);
    const db = embeddedDb(pglite, `folder ${folder}`, watch);
    return {
      ...db,
      async close() {
        await db.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The service's view of an open PGlite. */
export function embeddedDb(pglite: PGlite, place: string, watch: WatchStatement | null = null): Db {
  const prisma = new PrismaClient({ adapter: watchedAdapter(new PrismaPGlite(pglite), watch) });
  return {
    prisma,
    sql: watchedSql(sqlOf(pglite), watch),
    changes: changesOf(pglite),
    embedded: true,
    place,
    connections: () => null,
    async close() {
      await prisma.$disconnect();
      if (!pglite.closed) await pglite.close();
    },
  };
}

/** Made beside its place and then moved, so that a half made one is never mistaken for a database. */
async function createCluster(cluster: string) {
  const making = `${cluster}.making`;
  await rm(making, { recursive: true, force: true });
  const pglite = await PGlite.create(making);
  await pglite.close();
  await rename(making, cluster);
}

async function openCluster(cluster: string, dataDir: string): Promise<PGlite> {
  try {
    return await PGlite.create(cluster);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new DbError(
      `The embedded database in ${join(dataDir, 'pg')} cannot be opened (${why}). ` +
        'Nothing was overwritten. Restore the folder from a copy, or move it away and import your data again.',
    );
  }
}

function sqlOf(pglite: PGlite): SqlConnection {
  return {
    ...statements(pglite),
    transaction: (work) => pglite.transaction((transaction) => work(statements(transaction))),
  };
}

function changesOf(pglite: PGlite): ChangeSource {
  return {
    remote: false,
    prune: (snapshot) => pruneChanges(statements(pglite), snapshot),
    async open({ onNotice }) {
      const close = await pglite.listen(CHANGE_CHANNEL, onNotice);
      return { read: (since) => readChanges(statements(pglite), since), close: () => close() };
    },
  };
}

function statements(connection: PGlite | Transaction): Sql {
  const query = async <Row extends object>(statement: string, values?: unknown[]) =>
    (await connection.query<Row>(statement, values)).rows;
  return {
    query,
    // There is nothing to keep a plan by.
    often: query,
    script: async (text) => {
      await connection.exec(text);
    },
  };
}
