// The process: configuration, database, listen, shut down.
import { createServer } from 'node:http';
import { createServerAdapter } from '@whatwg-node/server';
import { createApp } from './app.js';
import { banner } from './banner.js';
import { loadDemoWorldOnce } from './bundle/demo/load.js';
import { ConfigError, readConfig } from './config.js';
import { createDb } from './db/client.js';
import { DbError } from './db/db-error.js';
import { migrate } from './db/migrate.js';

const tell = (message: string) => process.stderr.write(`${message}\n`);

try {
  await start();
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof DbError || isListenError(error))) throw error;
  tell(error.message);
  process.exitCode = 1;
}

async function start() {
  const config = readConfig();
  const db = await createDb(config, tell);
  await migrate(db);
  if (db.embedded && config.demoWorld) await loadDemoWorldOnce(db, tell);
  const app = await createApp({
    config,
    db,
    log: (message, error) => tell(`${message}: ${String((error as Error).stack ?? error)}`),
  });
  const server = createServer(createServerAdapter((request: Request) => app.fetch(request)));
  try {
    await new Promise<void>((listening, failed) => {
      server.once('error', failed);
      server.listen(config.port, config.host, listening);
    });
  } catch (error) {
    await app.close();
    await db.close();
    throw error;
  }
  tell(await banner(server.address(), db));

  const stop = async () => {
    await new Promise((closed) => {
      server.close(closed);
      server.closeIdleConnections();
    });
    await app.close();
    await db.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function isListenError(error: unknown): error is Error {
  return (error as NodeJS.ErrnoException).syscall === 'listen';
}
