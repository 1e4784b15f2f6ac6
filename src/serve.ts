// One process that serves: opens and migrates the database, listens, and on a signal finishes what it has begun.
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { type App, createApp } from './app.js';
import { banner } from './banner.js';
import { loadDemoWorldOnce } from './bundle/demo/load.js';
import type { Config } from './config.js';
import { createDb, type Db } from './db/client.js';
import { migrate } from './db/migrate.js';
import { withReplicas } from './db/replicas.js';
import { createHttpServer } from './http-server.js';

type Tell = (message: string) => void;

/** How long open connections may take to finish once the process is told to stop. */
const STOP_MS_MAX = 10_000;
const TIDY_MS = 100;

/** Resolves once it listens; `announce` hears where, when it is ready to be stopped. */
export async function serve(config: Config, tell: Tell, announce: Tell): Promise<void> {
  const db = await withReplicas(await createDb(config, tell), config, tell);
  try {
    await migrate(db);
    if (db.embedded && config.demoWorld) await loadDemoWorldOnce(db, tell);
    const log = (message: string, error: unknown) => tell(`${message}: ${String((error as Error).stack ?? error)}`);
    const app = await createApp({ config, db, log });
    const server = await listen(config, app);
    const greeting = await banner(server.address(), db);
    stopOnSignal(server, app, db);
    announce(greeting);
  } catch (error) {
    await db.close();
    throw error;
  }
}

async function listen({ port, host }: Config, app: App): Promise<Server> {
  const server = createHttpServer(app);
  try {
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(port, host, listening);
    });
    return server;
  } catch (error) {
    await app.close();
    throw error;
  }
}

function stopOnSignal(server: Server, app: App, db: Db): void {
  // Both may come: a terminal tells every process, and so does whoever keeps the workers.
  let told = false;
  const stop = () => {
    if (!told) void shutDown(server, app, db);
    told = true;
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

async function shutDown(server: Server, app: App, db: Db): Promise<void> {
  const impatient = setTimeout(() => server.closeAllConnections(), STOP_MS_MAX);
  // Closing takes leave of those who are idle now; the others would be kept for their next request once answered.
  const tidying = setInterval(() => server.closeIdleConnections(), TIDY_MS);
  await new Promise((closed) => server.close(closed));
  clearInterval(tidying);
  clearTimeout(impatient);
  await app.close();
  await db.close();
  cluster.worker?.disconnect();
}
