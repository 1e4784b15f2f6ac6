// One process that serves: opens and migrates the database, listens, and on a signal finishes what it has begun.
import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { type App, createApp } from './app.js';
import type { Greeting } from './banner.js';
import { holdsDemoWorld } from './bundle/data-owner.js';
import { loadDemoWorldOnce } from './bundle/demo/load.js';
import type { Config } from './config.js';
import { createDb } from './db/client.js';
import { migrate } from './db/migrate.js';
import { withReplicas } from './db/replicas.js';
import { openRedisAccounts } from './entrance/redis-accounts.js';
import { transportHeaders } from './http/common-headers.js';
import { listen } from './http/listen.js';
import { createHttpServer } from './http-server.js';
import type { Log } from './operations/log.js';
import { createOperations } from './operations/operations.js';
import { stopOnSignal } from './operations/stop.js';
import type { AppDeps } from './parts.js';

/** By how much the heap grows before it is looked through; V8 by itself would let it more than double. */
const HEAP_GROWTH_PERCENT = 45;

/** Resolves once it listens; `announce` hears where, when it is ready to be stopped. */
export async function serve(config: Config, log: Log, announce: (greeting: Greeting) => void): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  // One request must not end the others: what it left behind is told, and the process goes on.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'A promise that nobody waited for has failed'));
  const { watch, metricsPage, ...operations } = await createOperations(config, log);
  const tell = (message: string) => log.info(message);
  const stopping = new AbortController();
  const db = await withReplicas(await createDb(config, tell, watch.statement), config, tell, watch.statement);
  try {
    await migrate(db);
    if (db.embedded && config.demoWorld) await loadDemoWorldOnce(db, tell);
    const app = await openApp(log, {
      config,
      db,
      log: (message, error, id) => log.error({ id, err: error }, message),
      metrics: metricsPage,
      stopping: stopping.signal,
    });
    await operations.begin(app.feed, db);
    const headers = transportHeaders(config.publicUrl);
    const server = createHttpServer(app, { watch, stopping: stopping.signal, headers });
    const address = await listenOrClose(server, config, app);
    const demoWorld = await holdsDemoWorld(db.sql);
    stopOnSignal({
      ...config,
      server,
      log,
      stopping,
      async close() {
        await app.close();
        await db.close();
        await operations.close();
        cluster.worker?.disconnect();
      },
    });
    announce({ address, data: db.place, demoWorld });
  } catch (error) {
    await operations.close();
    await db.close();
    throw error;
  }
}

async function openApp(log: Log, deps: AppDeps & { config: Config }): Promise<App> {
  const { redisUrl, rateLimit } = deps.config;
  const tell = (message: string) => log.warn(message);
  const accounts = redisUrl === null || rateLimit === 0 ? null : await openRedisAccounts(redisUrl, tell);
  try {
    return await createApp({ ...deps, accounts });
  } catch (error) {
    await accounts?.close();
    throw error;
  }
}

async function listenOrClose(server: Server, { host, port }: Config, app: App): Promise<string> {
  try {
    return await listen(server, host, port);
  } catch (error) {
    await app.close();
    throw error;
  }
}
