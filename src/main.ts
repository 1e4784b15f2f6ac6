// The process: configuration, database, listen, shut down.
import type { Server } from 'node:http';
import { type App, createApp } from './app.js';
import { banner } from './banner.js';
import { loadDemoWorldOnce } from './bundle/demo/load.js';
import { type Config, ConfigError, readConfig } from './config.js';
import { createDb, type Db } from './db/client.js';
import { DbError } from './db/db-error.js';
import { migrate } from './db/migrate.js';
import { createHttpServer } from './http-server.js';
import { OperationError } from './operation-files.js';

/** How long open connections may take to finish once the process is told to stop. */
const STOP_MS_MAX = 10_000;

const tell = (message: string) => process.stderr.write(`${message}\n`);

try {
  const config = readConfig();
  const db = await createDb(config, tell);
  await serve(config, db).catch(async (error) => {
    await db.close();
    throw error;
  });
} catch (error) {
  // What the operator can mend is told in its own words; anything else with its stack.
  const told = [ConfigError, DbError, OperationError].some((kind) => error instanceof kind) || isAddressError(error);
  if (!told) throw error;
  tell((error as Error).message);
  process.exitCode = 1;
}

async function serve(config: Config, db: Db): Promise<void> {
  await migrate(db);
  if (db.embedded && config.demoWorld) await loadDemoWorldOnce(db, tell);
  const log = (message: string, error: unknown) => tell(`${message}: ${String((error as Error).stack ?? error)}`);
  const app = await createApp({ config, db, log });
  const server = createHttpServer(app);
  try {
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(config.port, config.host, listening);
    });
  } catch (error) {
    await app.close();
    throw error;
  }
  tell(await banner(server.address(), db));
  const stop = () => shutDown(server, app, db);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

async function shutDown(server: Server, app: App, db: Db): Promise<void> {
  const impatient = setTimeout(() => server.closeAllConnections(), STOP_MS_MAX);
  await new Promise((closed) => {
    server.close(closed);
    server.closeIdleConnections();
  });
  clearTimeout(impatient);
  await app.close();
  await db.close();
}

/** The address to listen on is taken, not ours, or does not exist. */
function isAddressError(error: unknown): boolean {
  return ['listen', 'getaddrinfo'].includes((error as NodeJS.ErrnoException).syscall ?? '');
}
