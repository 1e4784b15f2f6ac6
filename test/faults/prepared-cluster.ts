import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/db/migrate.js';
import { openPostgres } from '../../src/db/postgres/postgres.js';
import { createCluster } from './postgres-cluster.js';
import { hasPrograms, newDataFolder, tidyUp } from './postgres-programs.js';
import { startServer } from './postgres-server.js';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: string;
  }
}

/** A migrated cluster, of which every server of these tests gets a copy: making one takes seconds. */
export async function setup({ provide }: TestProject) {
  if (!hasPrograms) return undefined;
  const data = await newDataFolder();
  await createCluster(data);
  const server = await startServer(data, {});
  const db = await openPostgres(server.url, 2, console.log);
  await migrate(db);
  await db.close();
  await server.stop('fast');
  provide('cluster', data);
  return tidyUp;
}
