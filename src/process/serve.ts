// The service: opens and migrates the database, listens, and on a signal finishes the requests in progress.
import { setFlagsFromString } from 'node:v8';
import { createApp } from '../app/app.js';
import { holdsDemoWorld } from '../bundle/data-owner.js';
import type { Config } from '../config.js';
import { MIGRATIONS, migrate } from '../db/migrate.js';
import { createDb } from '../db/open.js';
import { withReplicas } from '../db/replicas/replicas.js';
import { PLAYED_SLUG } from '../demo/course.js';
import { loadDemoWorldOnce } from '../demo/load.js';
import { createDemoPlay, playDemo } from '../demo/play.js';
import { demoWorld, today } from '../demo/world.js';
import { openRedisAccounts } from '../entrance/redis-accounts.js';
import { transportHeaders } from '../http/common-headers.js';
import { expectFree, listen } from '../http/listen.js';
import { clientLimits, createHttpServer } from '../http/server.js';
import { keepDerived } from '../invalidation/derived.js';
import { showListsWhenDue } from '../invalidation/lists-due.js';
import type { Log } from '../observe/log.js';
import { createObservers } from '../observe/observers.js';
import type { Greeting } from './banner.js';
import { connectionsMax, shareConnections } from './connections.js';
import { stopOnSignal } from './stop.js';

/** Heap growth after which V8 collects garbage; by default the heap would more than double. */
const HEAP_GROWTH_PERCENT = 45;

/** Resolves once it listens and can be stopped cleanly. */
export async function serve(config: Config, log: Log): Promise<Greeting> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'A promise without a handler was rejected'));
  const report = (message: string) => log.info(message);
  const stopping = new AbortController();
  const opened: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (const each of opened.reverse()) await each.close();
  };
  try {
    const { host, port, metrics } = config;
    await expectFree([{ host, port }, ...(metrics.port === null ? [] : [{ host: metrics.host, port: metrics.port }])]);
    const observers = await createObservers(config, log);
    opened.push(observers);
    const { watch } = observers;
    if (config.databaseUrl === null) {
      await (await import('../backup/upgrade-engine.js')).upgradeEngine(config.dataDir, report);
    }
    const primary = await createDb(config, report, { watch: watch.statement, stopping: stopping.signal });
    const db = withReplicas(primary, config, report, watch.statement);
    opened.push(db);
    await migrate(db, MIGRATIONS, report);
    if (db.embedded && config.demoWorld) await loadDemoWorldOnce(db, report, { world: demoWorld(today()) });
    const play = config.demoPlay ? await createDemoPlay(db) : null;
    const { redisUrl } = config;
    const accounts = redisUrl === null ? null : await openRedisAccounts(redisUrl, (message) => log.warn(message));
    if (accounts) opened.push(accounts);
    const app = await createApp({
      config,
      db,
      log: (message, error, id) => log.error({ id, err: error }, message),
      accounts,
      metrics: observers.metricsPage,
      stopping: stopping.signal,
    });
    opened.push(app);
    await observers.begin(app, db);
    opened.push(keepDerived(db, app.feed, log, observers.derived));
    opened.push(showListsWhenDue(db, app.feed, log));
    const headers = transportHeaders(config.publicUrl);
    const server = createHttpServer(app, {
      watch,
      stopping: stopping.signal,
      limits: clientLimits(app),
      laneOf: app.laneOf,
      headers,
    });
    const max = config.trustProxy === 0 ? connectionsMax() : null;
    // Those of a trusted proxy are of many clients.
    if (max !== null) shareConnections(server, max, log);
    const holdsDemo = await holdsDemoWorld(db.sql);
    // Not before there are clients: an exception at the start ends the process.
    process.on('uncaughtException', (error) => log.error({ err: error }, 'An exception was not caught'));
    const address = await listen(server, host, port);
    // From here on there are clients: nothing that can fail or wait comes before it can be stopped.
    stopOnSignal({ ...config, server, log, stopping, endStreams: app.streams.close, close });
    if (play) {
      log.info(`Playing the demo: watch it at ${address}/tournaments/${PLAYED_SLUG}`);
      opened.push(playDemo(play, log));
    }
    return { address, data: db.location, demoWorld: holdsDemo };
  } catch (error) {
    await close();
    throw error;
  }
}
